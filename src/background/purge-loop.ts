// Deletes expired rows, and accounts whose time is over, by timer, in steps so small that no request waits for one. A
// million rows are deleted within an hour (case M15). Steps are postponed while the process is busy, but not forever.
import type { JobTimers } from '../core/ground/job-timers.ts';
import { endLeaving } from '../core/operating/leaving/end-leaving.ts';
import type { Ports } from '../core/operating/ports.ts';
import { createPurgeClock } from './purge-clock.ts';

export type PurgeOptions = {
  timers: JobTimers;
  /** Rows of each kind in a step. */
  limit?: number;
  /** Pause between steps while rows are left, in ms; a fifth of it after a full step. */
  stepMs?: number;
  /** Pause when no row is left, in ms. */
  restMs?: number;
  /** Called after each step with the number of rows it deleted. */
  onRemoved?: (rows: number) => void;
  /** Called when a step failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/** A step is postponed when the event loop was busy for a larger share of the time since the last step. */
const BUSY = 0.7;
/** So few that a process that stays busy still deletes a million rows within an hour. */
const MAX_WAITS = 2;
/** Divides the pause after a full step: under load more rows expire in a second than the ordinary pace deletes. */
const HURRY = 5;

/** @returns a function that stops it, and resolves when the step under way is done */
export function startPurgeLoop(
  ports: Pick<Ports, 'expired' | 'leaving' | 'clock' | 'rules' | 'publish'>,
  options: PurgeOptions,
) {
  const { timers, limit = 250, stepMs = 250, restMs = 15_000 } = options;
  const { onRemoved = () => undefined, onFailure = () => undefined } = options;
  const clock = createPurgeClock(ports.clock, timers.elapsed);
  let stopped = false;
  let waits = 0;
  const load = timers.loadMeter();
  let step: Promise<void> = Promise.resolve();

  const takeStep = async (): Promise<void> => {
    if (load() > BUSY && waits < MAX_WAITS) {
      waits += 1;
      return schedule(stepMs);
    }
    waits = 0;
    try {
      const familyMs = ports.rules.familyTtlSeconds * 1000;
      const now = clock.now();
      const expired = await ports.expired.purge(now, limit, familyMs);
      const removed = expired + (await endLeaving(ports, { now, limit }));
      onRemoved(removed);
      schedule(removed >= limit ? stepMs / HURRY : removed > 0 ? stepMs : jittered(restMs));
    } catch (error) {
      onFailure(error);
      schedule(jittered(restMs));
    }
  };
  let cancel = () => {};
  const schedule = (ms: number): void => {
    if (stopped) return;
    cancel = timers.after('purge', ms, () => {
      step = takeStep();
      return step;
    });
  };
  schedule(jittered(stepMs));

  return async (): Promise<void> => {
    stopped = true;
    cancel();
    await step;
  };
}

/** Processes that started together should not run their steps together: the pause depends on the process id. */
const jittered = (ms: number): number => Math.round(ms * (1 + (process.pid % 97) / 194));

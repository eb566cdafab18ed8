// Removes expired rows by timer, in steps so small that no request waits for one. A million rows go within the hour
// (case M15); while the process is busy the steps wait, but not for ever.
import { performance } from 'node:perf_hooks';
import type { Ports } from '../core/ports.ts';
import { createPurgeClock } from './purge-clock.ts';

export type PurgeOptions = {
  /** Rows of each kind in one step. */
  limit?: number;
  /** Pause between steps while there is something left, in ms; a fifth of it after a step that was full. */
  stepMs?: number;
  /** Pause when nothing was left, in ms. */
  restMs?: number;
  /** Told of each step how many rows it removed. */
  onRemoved?: (rows: number) => void;
  /** Told of steps that failed; the next one is tried at its time. */
  onFailure?: (error: unknown) => void;
};

/** Share of time the event loop was working since the last step, past which a step waits. */
const BUSY = 0.7;
/** A process that stays that busy still removes a million rows within the hour. */
const MAX_WAITS = 2;
/** So much sooner comes the step after a full one: more rows expire in a second than at the ordinary pace would go. */
const HURRY = 5;

/** @returns how to stop it; resolves when the step under way is done. */
export function startPurgeLoop(ports: Pick<Ports, 'expired' | 'clock' | 'rules'>, options: PurgeOptions = {}) {
  const { limit = 250, stepMs = 250, restMs = 15_000 } = options;
  const { onRemoved = () => undefined, onFailure = () => undefined } = options;
  const clock = createPurgeClock(ports.clock);
  let stopped = false;
  let waits = 0;
  let load = performance.eventLoopUtilization();
  let step: Promise<void> = Promise.resolve();

  const isBusy = (): boolean => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, load);
    load = now;
    return utilization > BUSY;
  };
  const takeStep = async (): Promise<void> => {
    if (isBusy() && waits < MAX_WAITS) {
      waits += 1;
      return schedule(stepMs);
    }
    waits = 0;
    try {
      const familyMs = ports.rules.familyTtlSeconds * 1000;
      const removed = await ports.expired.purge(clock.now(), limit, familyMs);
      onRemoved(removed);
      schedule(removed >= limit ? stepMs / HURRY : removed > 0 ? stepMs : jittered(restMs));
    } catch (error) {
      onFailure(error);
      schedule(jittered(restMs));
    }
  };
  let timer: NodeJS.Timeout;
  const schedule = (ms: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      step = takeStep();
    }, ms).unref();
  };
  schedule(jittered(stepMs));

  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await step;
  };
}

/** Processes that were started together should not step together: each has its own fraction, by its number. */
const jittered = (ms: number): number => Math.round(ms * (1 + (process.pid % 97) / 194));

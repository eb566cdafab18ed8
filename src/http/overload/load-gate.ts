// Load shedding for both public hosts of a process: counts the requests in flight, watches the event loop, and decides
// which new requests get 503 at once, because more are waiting than can be answered soon (case M17).
import type { JobTimers } from '../../core/ground/job-timers.ts';
import { createAdmission } from './admission.ts';

/**
 * Above this many requests in flight, new ones are refused. At the 2,500 to 10,000 responses a second of one core
 * (docs/performance.md) it is a wait of 0.1 to 0.4 s. When the database hangs, it is how many pile up, at some 10 KiB
 * each.
 */
export const MAX_IN_FLIGHT = 1000;
const CHECK_INTERVAL_MS = 100;
/** The overload is over after this long without a refusal. */
const OVER_AFTER_MS = 5000;
const RETRY_AFTER_SECONDS = [1, 2, 3] as const;

/**
 * Returns the values of `Retry-After` in turn, in seconds, so that clients refused together do not all retry together.
 */
export function createRetryAfters(): () => number {
  let count = 0;
  return () => RETRY_AFTER_SECONDS[count++ % RETRY_AFTER_SECONDS.length] ?? 1;
}

export type ShedReason = 'in_flight' | 'event_loop';

export type LoadFigures = { inFlight: number; admitted: number; shed: Readonly<Record<ShedReason, number>> };

/** Called once when refusals begin, and once when they are over. */
export type OverloadListener = (overload: LoadFigures & { began: boolean; lagMs: number }) => void;

export type LoadGate = {
  /** @returns undefined: admit the request; otherwise the seconds of `Retry-After` */
  refuse(): number | undefined;
  /**
   * Counts a handler that begins.
   * @returns a function to call when the handler ends; or the seconds of `Retry-After`, if no place is left because
   *   many bodies arrived at once since `refuse`
   */
  enter(): (() => void) | number;
  /** Starts to watch the event loop. @returns a function that stops it */
  watch(onOverload: OverloadListener): () => void;
  figures(): LoadFigures;
};

export function createLoadGate(timers: JobTimers): LoadGate {
  const admission = createAdmission();
  const shed = { in_flight: 0, event_loop: 0 };
  const nextRetryAfter = createRetryAfters();
  let inFlight = 0;
  const leave = (): void => {
    inFlight -= 1;
  };
  const figures = (): LoadFigures => ({ inFlight, admitted: admission.share, shed: { ...shed } });
  const refuseFor = (reason: ShedReason): number => {
    shed[reason] += 1;
    return nextRetryAfter();
  };

  return {
    refuse() {
      if (inFlight >= MAX_IN_FLIGHT) return refuseFor('in_flight');
      return admission.admits() ? undefined : refuseFor('event_loop');
    },
    enter() {
      if (inFlight >= MAX_IN_FLIGHT) return refuseFor('in_flight');
      inFlight += 1;
      return leave;
    },
    watch(onOverload) {
      const note = createOverloadReporter(figures, onOverload);
      const scheduleCheck = (): (() => void) => {
        const due = timers.elapsed() + CHECK_INTERVAL_MS;
        return timers.after('load', CHECK_INTERVAL_MS, () => {
          const now = timers.elapsed();
          const lagMs = Math.max(0, now - due);
          admission.note(lagMs, now);
          note(lagMs, now);
          cancel = scheduleCheck();
        });
      };
      let cancel = scheduleCheck();
      return () => cancel();
    },
    figures,
  };
}

/** Reports when refusals begin and when they are over, but not each refused request: there are too many. */
function createOverloadReporter(figures: () => LoadFigures, onOverload: OverloadListener) {
  let reported = false;
  let refused = 0;
  let refusedAt = 0;
  return (lagMs: number, now: number): void => {
    const { shed } = figures();
    const sum = shed.in_flight + shed.event_loop;
    if (sum > refused) {
      refusedAt = now;
      if (!reported) onOverload({ ...figures(), began: true, lagMs });
      reported = true;
    } else if (reported && now - refusedAt >= OVER_AFTER_MS) {
      reported = false;
      onOverload({ ...figures(), began: false, lagMs });
    }
    refused = sum;
  };
}

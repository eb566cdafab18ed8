// The gate before both public hosts of a process: it counts the requests in hand, watches the event loop, and says
// which new requests are answered 503 at once because what waits already is more than can be answered soon (case M17).
import { createAdmission } from './admission.ts';

/**
 * Requests in hand past which new ones are refused. At the 2,500 to 10,000 answers a second of one core
 * (docs/performance.md) it is a wait of 0.1 to 0.4 s; when the database stands still it is what piles up, at some 10
 * KiB each.
 */
export const MAX_IN_FLIGHT = 1000;
const LOOK_EVERY_MS = 100;
/** After so long without a refusal it is over. */
const OVER_AFTER_MS = 5000;
const RETRY_AFTER_SECONDS = [1, 2, 3] as const;

/**
 * Those refused at one moment do not all come back at one moment: gives in turn after how many seconds to come again.
 */
export function createRetryAfters(): () => number {
  let count = 0;
  return () => RETRY_AFTER_SECONDS[count++ % RETRY_AFTER_SECONDS.length] ?? 1;
}

export type Shed = 'in_flight' | 'event_loop';

export type LoadFigures = { inFlight: number; admitted: number; shed: Readonly<Record<Shed, number>> };

/** Told once when refusing begins, and once when it is over. */
export type OverloadListener = (overload: LoadFigures & { began: boolean; lagMs: number }) => void;

export type LoadGate = {
  /** Undefined: the request is let in. Otherwise: after how many seconds to come again. */
  refuse(): number | undefined;
  /**
   * A handler begins, and its end is to be told by what this gives; or no place was left since `refuse` looked, because
   * bodies of many came at once: then after how many seconds to come again.
   */
  enter(): (() => void) | number;
  /** Begins to watch the event loop. @returns how to stop it */
  watch(onOverload: OverloadListener): () => void;
  figures(): LoadFigures;
};

export function createLoadGate(): LoadGate {
  const admission = createAdmission();
  const shed = { in_flight: 0, event_loop: 0 };
  const nextRetryAfter = createRetryAfters();
  let inFlight = 0;
  const leave = (): void => {
    inFlight -= 1;
  };
  const figures = (): LoadFigures => ({ inFlight, admitted: admission.share, shed: { ...shed } });
  const refuseFor = (reason: Shed): number => {
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
      const note = createTeller(figures, onOverload);
      let timer: NodeJS.Timeout;
      const lookAgain = (): void => {
        const due = performance.now() + LOOK_EVERY_MS;
        timer = setTimeout(() => {
          const now = performance.now();
          const lagMs = Math.max(0, now - due);
          admission.note(lagMs, now);
          note(lagMs, now);
          lookAgain();
        }, LOOK_EVERY_MS).unref();
      };
      lookAgain();
      return () => clearTimeout(timer);
    },
    figures,
  };
}

/**
 * One line for the log when refusing begins, one when it is over: not one for each request, of which there are too
 * many.
 */
function createTeller(figures: () => LoadFigures, onOverload: OverloadListener) {
  let told = false;
  let refused = 0;
  let refusedAt = 0;
  return (lagMs: number, now: number): void => {
    const { shed } = figures();
    const sum = shed.in_flight + shed.event_loop;
    if (sum > refused) {
      refusedAt = now;
      if (!told) onOverload({ ...figures(), began: true, lagMs });
      told = true;
    } else if (told && now - refusedAt >= OVER_AFTER_MS) {
      told = false;
      onOverload({ ...figures(), began: false, lagMs });
    }
    refused = sum;
  };
}

// Collects refused requests in memory and stores each group at most once a minute, and few in a minute: anybody who
// knows an API key can cause refusals. What is over waits for the next minute, or is lost with the process.
import type { EventListener } from '../../ground/events/publisher.ts';
import type { Ports } from '../ports.ts';
import { tryItRedirectUri } from '../try-it/run.ts';
import { type FailedRequests, MAX_VALUES, VALUE_STAYS_MS } from './failed-request.ts';

export interface FailedRequestCounts {
  /** Never fails. */
  listener: EventListener;
  /** Stores what is due. What could not be stored waits for the next flush. @throws Unavailable */
  flush(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Writes of this process in one interval, for all applications, and for one. */
const MAX_WRITES = 100;
const MAX_WRITES_OF_ONE = 25;
/** Groups that may wait, of all applications and of one. Requests of others are not counted then. */
const MAX_WAITING = 2_000;
const MAX_WAITING_OF_ONE = 100;

export function createFailedRequestCounts(
  deps: Pick<Ports, 'failedRequests' | 'clock' | 'issuer'>,
): FailedRequestCounts {
  const waiting = new Map<string, FailedRequests>();
  const waitingOf = new Map<string, number>();
  let startedAt = 0;
  let writes = 0;
  const written = new Set<string>();
  const writesOf = new Map<string, number>();

  const put = (key: string, failed: FailedRequests): void => {
    const { applicationId } = failed;
    const known = waiting.get(key);
    const ofOne = waitingOf.get(applicationId) ?? 0;
    if (!known && (waiting.size >= MAX_WAITING || ofOne >= MAX_WAITING_OF_ONE)) return;
    waiting.set(key, known ? { ...known, count: known.count + failed.count, lastAt: failed.lastAt } : failed);
    if (!known) waitingOf.set(applicationId, ofOne + 1);
  };
  /** Takes a group out, if it may be written now. */
  const take = (key: string, { applicationId }: FailedRequests): boolean => {
    const ofOne = writesOf.get(applicationId) ?? 0;
    if (writes >= MAX_WRITES || ofOne >= MAX_WRITES_OF_ONE || written.has(key)) return false;
    writes += 1;
    written.add(key);
    writesOf.set(applicationId, ofOne + 1);
    waiting.delete(key);
    const left = (waitingOf.get(applicationId) ?? 1) - 1;
    if (left > 0) waitingOf.set(applicationId, left);
    else waitingOf.delete(applicationId);
    return true;
  };

  return {
    listener(event) {
      if (event.kind !== 'request-refused' || event.refusal === 'user-cancelled') return;
      const { applicationId, refusal: cause, apiKey = '', value = '' } = event;
      // A run of "Try it" shows its errors itself.
      if ([event.redirectUri, value].includes(tryItRedirectUri(deps.issuer, applicationId))) return;
      const now = deps.clock.now();
      const failed = { applicationId, cause, apiKey, value, count: 1, firstAt: now, lastAt: now };
      put(JSON.stringify([applicationId, cause, apiKey, value]), failed);
    },
    async flush() {
      const now = deps.clock.now();
      // A clock that was set back begins an interval too.
      if (now - startedAt >= INTERVAL_MS || now < startedAt) {
        startedAt = now;
        writes = 0;
        written.clear();
        writesOf.clear();
      }
      for (const [key, failed] of [...waiting]) {
        if (!take(key, failed)) continue;
        try {
          const limits = { maxValues: MAX_VALUES, quietSince: failed.lastAt - VALUE_STAYS_MS };
          await deps.failedRequests.add(failed, limits);
        } catch (error) {
          written.delete(key);
          put(key, failed);
          throw error;
        }
      }
    },
  };
}

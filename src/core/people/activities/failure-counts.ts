// Counts failed sign-ins of an account, one row an hour, so that people see when somebody tries (contract 27). They are
// stored later: a write beside the answer makes it a fifth of a millisecond slower, which tells known addresses from
// unknown ones (case K12).
import type { DomainEvent } from '../../ground/events/domain-event.ts';
import { PASSKEY_REFUSALS } from '../../ground/passkey-refusal.ts';
import { idOfTime } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { FailedSignIns } from './activity-store.ts';

export interface FailureCounts {
  /** Never fails. */
  listener(event: DomainEvent): void;
  /**
   * Stores what was counted since the last flush. What could not be stored waits for the next one. When the store
   * cannot tell whether it stored a count (PostgreSQL's answer was lost), it may be counted twice.
   * @throws Unavailable
   */
  flush(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;
/** Rows (account, hour) that may wait while the store does not answer. Failures of others are not counted then. */
const MAX_WAITING = 20_000;
/** Rows stored at once. */
const BATCH_SIZE = 50;

/** Limits hold the writes down: an account has ten wrong passwords in fifteen minutes, and as many wrong codes. */
export function createFailureCounts({ activities, clock }: Pick<Ports, 'activities' | 'clock'>): FailureCounts {
  let waiting = new Map<string, FailedSignIns>();

  const put = (failed: FailedSignIns): void => {
    const key = `${failed.id} ${failed.accountId}`;
    const known = waiting.get(key);
    if (known) waiting.set(key, { ...known, times: known.times + failed.times, now: Math.max(known.now, failed.now) });
    else if (waiting.size < MAX_WAITING) waiting.set(key, failed);
  };

  return {
    listener(event) {
      if (event.kind !== 'sign-in-attempted' || event.result !== 'wrong' || event.accountId === undefined) return;
      const now = clock.now();
      const { accountId, refusal } = event;
      // The hour's first millisecond is of passwords and codes, each later one of one refusal.
      const row = now - (now % HOUR_MS) + (refusal ? 1 + PASSKEY_REFUSALS.indexOf(refusal) : 0);
      put({ id: idOfTime(row), accountId, times: 1, refusal, now });
    },
    async flush() {
      const failures = [...waiting.values()];
      waiting = new Map();
      for (let from = 0; from < failures.length; from += BATCH_SIZE) {
        const batch = failures.slice(from, from + BATCH_SIZE);
        const stored = await Promise.allSettled(batch.map((one) => activities.countFailures(one)));
        const refused = stored.find((one) => one.status === 'rejected');
        if (!refused) continue;
        batch.filter((_, at) => stored[at]?.status === 'rejected').forEach(put);
        failures.slice(from + BATCH_SIZE).forEach(put);
        throw refused.reason;
      }
    },
  };
}

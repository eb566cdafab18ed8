// Where entries of a time are. Entries have no index by time, because their ids rise with it: the id is looked up in
// some twenty reads of one entry each, however many there are.
import type { Ports } from '../ports.ts';
import type { AuditRange } from './audit-store.ts';

/**
 * Transactions commit in another order than that in which their times were read, and clocks are set. By so much an
 * entry may be older than one before it and still be found.
 */
const SLACK_MS = 10 * 60 * 1000;

type Deps = Pick<Ports, 'audit'>;

/** @returns the range with ids that enclose its times */
export async function rangeOfTimes({ audit }: Deps, { from, to, ...range }: AuditRange): Promise<AuditRange> {
  const { beforeId = Number.MAX_SAFE_INTEGER, afterId = 0 } = range;
  const [first, end] = await Promise.all([
    from === undefined ? undefined : firstIdSince({ audit }, from - SLACK_MS),
    to === undefined ? undefined : firstIdSince({ audit }, to + SLACK_MS),
  ]);
  return {
    ...{ from, to },
    afterId: first === undefined ? range.afterId : Math.max(afterId, first - 1),
    beforeId: end === undefined ? range.beforeId : Math.min(beforeId, end),
  };
}

/** The id of the first entry of `time` or later; one more than the last id when there is none. */
async function firstIdSince({ audit }: Deps, time: number): Promise<number> {
  // Entries up to `before` are older than the time, those from `since` on are not.
  let before = (await audit.horizon())?.toId ?? 0;
  let since = ((await audit.list({ limit: 1 }))[0]?.id ?? before) + 1;
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    const [entry] = await audit.read({ afterId: middle - 1, toId: since - 1, limit: 1 });
    if (entry && entry.at < time) before = entry.id;
    else since = middle;
  }
  return since;
}

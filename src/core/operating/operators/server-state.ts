// The state of the server, as operators see it first (contract 29): sign-ins and failures of today and yesterday, what
// waits for somebody, and when the last backup was made. Nobody's data is in it.

import { dayOf } from '../../applications/statistics/daily-count.ts';
import type { AuditAction } from '../../server/audit/audit-actions.ts';
import { type DescribedKeys, describeKeys } from '../../server/keys/describe-keys.ts';
import { listGivenUp } from '../given-up/list-given-up.ts';
import type { Ports } from '../ports.ts';

/** Which program this is. */
export type Build = { version: string; database: 'sqlite' | 'postgresql' };

/** Of one day in UTC. `failed`: requests that were refused, without those that people cancelled. */
export type DayOfServer = { completed: number; failed: number };

export type ServerState = {
  today: DayOfServer;
  yesterday: DayOfServer;
  /** Messages that were given up in the last seven days. `more`: there are more than counted. */
  givenUp: { count: number; more: boolean };
  keys: readonly DescribedKeys[];
  /** `at`, in ms; undefined: none is known. Absent where another program makes the backups. */
  backup?: { at: number | undefined } | undefined;
};

/** What `latchkey backup` leaves in the audit once the backup is verified; an attempt alone is no backup. */
export const BACKED_UP = 'backup verified' satisfies AuditAction;

/** More are not counted, and need no number. */
const MOST_COUNTED = 100;

type Deps = Pick<Ports, 'statistics' | 'givenUp' | 'keys' | 'audit' | 'clock' | 'rules'>;

export async function readServerState(deps: Deps, { database }: Pick<Build, 'database'>): Promise<ServerState> {
  const now = deps.clock.now();
  const toDay = dayOf(now);
  const [counts, { messages, more }, keys, backups] = await Promise.all([
    deps.statistics.countAll({ fromDay: toDay - 1, toDay }),
    listGivenUp(deps, { kind: undefined, after: undefined, limit: MOST_COUNTED }),
    deps.keys.list(),
    database === 'sqlite' ? deps.audit.list({ action: BACKED_UP, limit: 1 }) : undefined,
  ]);
  const on = (day: number): DayOfServer => {
    const sumOf = (isMeant: (counter: string) => boolean) =>
      counts.reduce((sum, one) => (one.day === day && isMeant(one.counter) ? sum + one.count : sum), 0);
    return {
      completed: sumOf((counter) => counter === 'completed'),
      failed: sumOf((counter) => counter.startsWith('refused:')),
    };
  };
  return {
    today: on(toDay),
    yesterday: on(toDay - 1),
    givenUp: { count: messages.length, more },
    keys: describeKeys(keys, now, deps.rules),
    ...(backups && { backup: { at: backups[0]?.at } }),
  };
}

// Requests of people who forgot their password, on SQLite.
import type { DueResetRequest, ResetRequestStore } from '../../core/verification/reset-request-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createResetRequestStore({ writer: { connection, write }, reader }: Sqlite): ResetRequestStore {
  const insert = prepare(
    connection,
    'insert into reset_requests (id, sealed, expires_at, next_try_at) values ($id, $sealed, $expiresAt, $now)',
  );
  // THE CLAIM: SQLite has one writer at a time, and it finds and claims the rows in one statement.
  const claim = prepare<DueResetRequest>(
    connection,
    `update reset_requests set next_try_at = $until
     where id in (select id from reset_requests where next_try_at <= $now order by next_try_at limit $limit)
     returning id, sealed, expires_at, tries, next_try_at as claimed_until`,
  );
  const putBack = prepare(
    connection,
    `update reset_requests set next_try_at = $nextTryAt, tries = tries + 1
     where id = $id and next_try_at = $claimedUntil`,
  );
  const remove = prepare(connection, 'delete from reset_requests where id = $id');
  const countDue = prepare<{ count: number }>(
    reader.connection,
    'select count(*) as count from (select 1 from reset_requests where next_try_at <= $now limit $limit)',
  );
  return {
    insert: async (request, now) => {
      await write(() => insert.run({ ...request, now }));
    },
    claim: async ({ busy, ...claimed }) => (busy.length > 0 ? [] : write(() => claim.all(claimed))),
    putBack: async ({ id, claimedUntil }, nextTryAt) => {
      await write(() => putBack.run({ id, claimedUntil, nextTryAt }));
    },
    remove: async ({ id }) => {
      await write(() => remove.run({ id }));
    },
    countDue: (now, limit) => reader.read(() => countDue.get({ now, limit })?.count ?? 0),
  };
}

// Requests of people who forgot their password, on PostgreSQL.
import type { DueResetRequest, ResetRequestStore } from '../../core/verification/reset-request-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const INSERT = statement(
  'insert into reset_requests (id, sealed, expires_at, next_try_at) values ($id, $sealed, $expiresAt, $now)',
);
// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped.
const CLAIM = statement(`
  with due as (
    select id from reset_requests where next_try_at <= $now order by next_try_at limit $limit for update skip locked
  )
  update reset_requests r set next_try_at = $until::bigint from due d
  where r.id = d.id
  returning r.id, r.sealed, r.expires_at, r.tries`);
const PUT_BACK = statement(`
  update reset_requests set next_try_at = $nextTryAt, tries = tries + 1
  where id = $id and next_try_at = $claimedUntil`);
const REMOVE = statement('delete from reset_requests where id = $id');
const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from reset_requests where next_try_at <= $now limit $limit) as due',
);

export const createResetRequestStore = ({ read, write }: Postgres): ResetRequestStore => ({
  insert: async (request, now) => {
    await write(INSERT, { ...request, now });
  },
  claim: async ({ busy, ...claimed }) => {
    if (busy.length > 0) return [];
    const { rows } = await write<Omit<DueResetRequest, 'claimedUntil'>>(CLAIM, claimed);
    return rows.map((row) => ({ ...row, claimedUntil: claimed.until }));
  },
  putBack: async ({ id, claimedUntil }, nextTryAt) => {
    await write(PUT_BACK, { id, claimedUntil, nextTryAt });
  },
  remove: async ({ id }) => {
    await write(REMOVE, { id });
  },
  countDue: async (now, limit) => (await read<{ count: number }>(COUNT_DUE, { now, limit }))[0]?.count ?? 0,
});

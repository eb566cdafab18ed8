// Requests of people who forgot their password.
import type { DueResetRequest, ResetRequestStore } from '../../core/people/verification/reset-request-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const RESET_REQUESTS = table('reset_requests', 'id', {
  text: 'id',
  bytes: 'sealed',
  integer: 'expires_at next_try_at tries',
});

const INSERT = statement(
  'insert into reset_requests (id, sealed, expires_at, next_try_at) values ($id, $sealed, $expiresAt, $now)',
);
// THE CLAIM: rows that another process is claiming at this moment are locked, and skipped. SQLite has one writer.
const CLAIM = statement(`
  with due as (
    select id as due_id from reset_requests where next_try_at <= $now
    order by next_try_at limit $limit for update skip locked
  )
  update reset_requests set next_try_at = $until::bigint from due where id = due_id
  returning id, sealed, expires_at, tries, next_try_at as claimed_until`);
const PUT_BACK = statement(`
  update reset_requests set next_try_at = $nextTryAt, tries = tries + 1
  where id = $id and next_try_at = $claimedUntil`);
const REMOVE = statement('delete from reset_requests where id = $id');
const COUNT_DUE = statement(
  'select count(*) as count from (select 1 from reset_requests where next_try_at <= $now limit $limit) as due',
);

export const createResetRequestStore = ({ row, change, changed }: Base): ResetRequestStore => ({
  insert: async (request, now) => {
    await change(INSERT, { ...request, now });
  },
  claim: async ({ busy, ...claimed }) => (busy.length > 0 ? [] : changed<DueResetRequest>(CLAIM, claimed)),
  putBack: async (request, nextTryAt) => {
    await change(PUT_BACK, { ...request, nextTryAt });
  },
  remove: async ({ id }) => {
    await change(REMOVE, { id });
  },
  countDue: async (now, limit) => (await row<{ count: number }>(COUNT_DUE, { now, limit }))?.count ?? 0,
});

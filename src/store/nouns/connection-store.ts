// Connections (user × application). Of one account, its row is locked before the connection's: triggers write to it.
import type { Connection } from '../../core/applications/connections/connection.ts';
import type { ConnectionStore } from '../../core/applications/connections/connection-store.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { type Base, count, row } from '../intent.ts';
import { REMOVED_MEANWHILE } from '../removed-meanwhile.ts';
import { statement, table } from '../statement.ts';
import { requireSettled } from './doubt.ts';
import { insertReceipt, receiptValues } from './receipt-store.ts';
import { changeWithProof, requireProof } from './session-proof.ts';

export const CONNECTIONS = table('connections', 'application_id account_id', {
  text: 'application_id account_id sub ended_by',
  json: 'answers',
  integer: 'generation epoch event_number created_at last_used_at ended_at',
});

/** Condition: the connection `c` of the application `a` is live. It was ended neither alone nor with all others. */
export const LIVES = 'c.ended_at is null and c.epoch = a.connection_epoch';

/** Connections `c` with their applications `a`, as they are now: one that was ended with all others has no answers. */
export const FIND_CONNECTIONS = `
  select c.application_id, c.account_id, c.sub, c.generation, case when ${LIVES} then c.answers else '{}' end as answers,
    c.created_at, c.last_used_at,
    case when not (${LIVES}) then coalesce(c.ended_at, a.connections_ended_at) end as ended_at
  from connections c join applications a on a.id = c.application_id`;
const FIND = statement(`${FIND_CONNECTIONS} where c.application_id = $applicationId and c.account_id = $accountId`);
/** What a `Connection` has, of connections `c`. */
export const CONNECTION_COLUMNS =
  'c.application_id, c.account_id, c.sub, c.generation, c.answers, c.created_at, c.last_used_at, c.ended_at';
const FIND_BY_SUB = statement(`
  select ${CONNECTION_COLUMNS} from connections c join applications a on a.id = c.application_id
  where c.sub = $sub and c.application_id = $applicationId and ${LIVES}`);
const listByApplicationFrom = (from: string) =>
  statement(`
  select ${CONNECTION_COLUMNS} from connections c
  where c.application_id = $applicationId and c.ended_at is null and ${from}
    and c.epoch = (select connection_epoch from applications where id = $applicationId)
  order by c.created_at, c.account_id limit $limit`);
const FIRST_OF_APPLICATION = listByApplicationFrom('true');
const NEXT_OF_APPLICATION = listByApplicationFrom('(c.created_at, c.account_id) > ($createdAt, $accountId)');

/** Comes after a statement of SQLite that writes a connection, where PostgreSQL's has the receipt in itself. */
const THEN_RECEIPT = insertReceipt(
  '(select * from connections where application_id = $applicationId and account_id = $accountId)',
);

// The `sub` of an import comes first. An ended connection starts over: its `created_at` is that of the consent that
// revived it. Where the purge has not reached a row with an older epoch yet, this statement raises its generation and
// forgets its answers. It locks the account and then the application, so that neither is deleted meanwhile: a
// connection that is inserted after its application was deleted would never be removed. It does not wait for a
// transaction that raises the epoch: what it writes under the older epoch is dead, and it never takes back a row that
// was written under the newer one. A leaving or disabled account connects nothing, whenever the page was shown: what
// makes it one waits for the lock.
const AGREE = statement({
  postgres: `
  with account as materialized (
    select id from accounts where id = $accountId and leaving_since is null and disabled_at is null for share
  ),
  agreed as (
  insert into connections as c (application_id, account_id, sub, generation, answers, created_at, epoch)
  select a.id, account.id,
    coalesce((select s.sub from subjects s where s.account_id = account.id and s.application_id = a.id), $sub),
    1, $answers::json, $now::bigint, a.connection_epoch
  from account, applications a where a.id = $applicationId for key share of a
  on conflict (application_id, account_id) do update set
    generation = c.generation + case when c.ended_at is null and c.epoch < excluded.epoch then 1 else 0 end,
    answers = case when c.epoch < excluded.epoch then excluded.answers
      else (c.answers::jsonb || excluded.answers::jsonb)::json end,
    created_at = case when c.ended_at is null and c.epoch >= excluded.epoch then c.created_at else excluded.created_at end,
    last_used_at = case when c.ended_at is null and c.epoch >= excluded.epoch then c.last_used_at end,
    ended_at = null, epoch = greatest(c.epoch, excluded.epoch)
  returning ${CONNECTION_COLUMNS}),
  receipt as (${insertReceipt('agreed')})
  select * from agreed`,
  sqlite: `
  insert into connections (application_id, account_id, sub, generation, answers, created_at, epoch)
  select $applicationId, $accountId,
    coalesce((select sub from subjects where account_id = $accountId and application_id = $applicationId), $sub),
    1, $answers, $now, connection_epoch
  from applications
  where id = $applicationId and exists (
    select 1 from accounts where id = $accountId and leaving_since is null and disabled_at is null)
  on conflict (application_id, account_id) do update set
    generation = generation + (ended_at is null and epoch < excluded.epoch),
    answers = iif(epoch < excluded.epoch, excluded.answers, json_patch(answers, excluded.answers)),
    created_at = iif(ended_at is null and epoch = excluded.epoch, created_at, excluded.created_at),
    last_used_at = iif(ended_at is null and epoch = excluded.epoch, last_used_at, null),
    ended_at = null, epoch = excluded.epoch
  returning ${CONNECTION_COLUMNS.replaceAll('c.', '')}`,
  sqliteThen: THEN_RECEIPT,
});

const OF_LIVE = `
  from applications a
  where a.id = c.application_id and c.application_id = $applicationId and ${LIVES}`;
const OF_LIVE_LOCKED = `${OF_LIVE} and c.account_id = (select id from accounts where id = $accountId for key share)`;
const answerWith = (merged: string) => `
  update connections as c set answers = ${merged} ${OF_LIVE_LOCKED} and c.generation = $generation`;
const ANSWER = statement({
  postgres: `
  with agreed as (
    ${answerWith('(answers::jsonb || $answers::jsonb)::json')}
    returning c.application_id, c.account_id, c.sub),
  receipt as (${insertReceipt('agreed')})
  select sub from agreed`,
  sqlite: answerWith('json_patch(answers, $answers)'),
  sqliteThen: THEN_RECEIPT,
});
const UNLINK = statement(`
  update connections as c set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = $by
  ${OF_LIVE_LOCKED}`);

const RAISE_EPOCH =
  'update applications set connection_epoch = connection_epoch + 1, connections_ended_at = $now where id = $applicationId';
const unlinkedFrom = (raised: string) => `
  insert into unlinked_applications (id, epoch, act, ended_by)
  select id, connection_epoch, $act::text, $by::text from ${raised}
  on conflict (id) do update set epoch = excluded.epoch, act = excluded.act, ended_by = excluded.ended_by`;
const UNLINK_ALL = statement({
  postgres: `with marked as (${RAISE_EPOCH} returning id, connection_epoch) ${unlinkedFrom('marked')}`,
  sqlite: [RAISE_EPOCH, unlinkedFrom('applications where id = $applicationId')],
});
const TOUCH = statement(`update connections as c set last_used_at = $now ${OF_LIVE} and c.account_id = $accountId`);

/** All but what also reads applications: their columns are read in another way on each database. */
export const createConnections = (base: Base): Omit<ConnectionStore, 'listByAccount'> => ({
  find: (applicationId, accountId) => base.row<Connection>(FIND, { applicationId, accountId }),
  findBySub: (applicationId, sub) => base.row<Connection>(FIND_BY_SUB, { applicationId, sub }),
  listByApplication: ({ after, ...page }) =>
    base.rows<Connection>(after ? NEXT_OF_APPLICATION : FIRST_OF_APPLICATION, { ...page, ...after }),
  agree: async ({ proof, receipt, ...agreement }) => {
    const values = { ...agreement, ...receiptValues(receipt) };
    const agreed = proof
      ? await base.write(function* () {
          yield* requireProof(proof);
          return yield* row<Connection>(AGREE, values);
        })
      : (await base.changed<Connection>(AGREE, values))[0];
    if (!agreed) throw new Unavailable(REMOVED_MEANWHILE);
    return agreed;
  },
  answer: async ({ proof, receipt, ...answers }) =>
    (await changeWithProof(base, proof, ANSWER, { ...answers, ...receiptValues(receipt) })) === 1,
  unlink: async (applicationId, accountId, now, by, proof) =>
    (await changeWithProof(base, proof, UNLINK, { applicationId, accountId, now, by })) === 1,
  unlinkAll: (applicationId, now, by, act, actorId) =>
    base.write(function* () {
      yield* requireSettled({ accountId: actorId, now });
      return (yield* count(UNLINK_ALL, { applicationId, now, by, act })) === 1;
    }),
  touch: async (applicationId, accountId, now) => {
    await base.change(TOUCH, { applicationId, accountId, now });
  },
});

// Connections (user × application) on PostgreSQL.
import type { Application } from '../../core/applications/application.ts';
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';
import { requireSettled } from './doubt.ts';
import type { Postgres } from './postgres.ts';
import { INSERT_RECEIPT, receiptValues } from './receipt-store.ts';
import { writeWithProof } from './session-proof.ts';
import { recordOf, statement } from './statement.ts';
import { REMOVED_MEANWHILE } from './trouble.ts';

/** Condition: the connection `c` of the application `a` is live. It was ended neither alone nor with all others. */
export const LIVES = 'c.ended_at is null and c.epoch = a.connection_epoch';

const FIND = statement(`
  select c.application_id, c.account_id, c.sub, c.generation, case when ${LIVES} then c.answers else '{}' end as answers,
    c.created_at, c.last_used_at,
    case when not (${LIVES}) then coalesce(c.ended_at, a.connections_ended_at) end as ended_at
  from connections c join applications a on a.id = c.application_id
  where c.application_id = $applicationId and c.account_id = $accountId`);
const COLUMNS =
  'c.application_id, c.account_id, c.sub, c.generation, c.answers, c.created_at, c.last_used_at, c.ended_at';
const FIND_BY_SUB = statement(`
  select ${COLUMNS} from connections c join applications a on a.id = c.application_id
  where c.sub = $sub and c.application_id = $applicationId and ${LIVES}`);
const listByApplicationFrom = (from: string) =>
  statement(`
  select ${COLUMNS} from connections c
  where c.application_id = $applicationId and c.ended_at is null and ${from}
    and c.epoch = (select connection_epoch from applications where id = $applicationId)
  order by c.created_at, c.account_id limit $limit`);
const FIRST_OF_APPLICATION = listByApplicationFrom('true');
const NEXT_OF_APPLICATION = listByApplicationFrom('(c.created_at, c.account_id) > ($createdAt, $accountId)');
const LIST_BY_ACCOUNT = statement(`
  select ${COLUMNS}, row_to_json(x) as application
  from connections c join lateral (
    select ${APPLICATION_COLUMNS} from applications a
    where a.id = c.application_id and ${LIVES}) x on true
  where c.account_id = $accountId
  order by c.created_at desc, c.application_id desc`);

// The `sub` of an import comes first. An ended connection starts over: its `created_at` is that of the consent that
// revived it. Where the purge has not reached a row with an older epoch yet, this statement raises its generation and
// forgets its answers. It locks the account and then the application, so that neither is deleted meanwhile: a
// connection that is inserted after its application was deleted would never be removed. It does not wait for a
// transaction that raises the epoch: what it writes under the older epoch is dead, and it never takes back a row that
// was written under the newer one. A leaving or disabled account connects nothing: what makes it one waits for the
// lock.
const AGREE = statement(`
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
  returning ${COLUMNS}),
  receipt as (${INSERT_RECEIPT})
  select * from agreed`);
const OF_LIVE = `
  from applications a
  where a.id = c.application_id and c.application_id = $applicationId and ${LIVES}`;
// Triggers of these changes write to the account, so its row is locked before the connection's.
const OF_LIVE_LOCKED = `${OF_LIVE} and c.account_id = (select id from accounts where id = $accountId for key share)`;
const ANSWER = statement(`
  with agreed as (
    update connections c set answers = (answers::jsonb || $answers::jsonb)::json ${OF_LIVE_LOCKED} and c.generation = $generation
    returning c.application_id, c.account_id, c.sub),
  receipt as (${INSERT_RECEIPT})
  select sub from agreed`);
const UNLINK = statement(`
  update connections c set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = $by ${OF_LIVE_LOCKED}`);
const UNLINK_ALL = statement(`
  with marked as (
    update applications set connection_epoch = connection_epoch + 1, connections_ended_at = $now where id = $applicationId
    returning id, connection_epoch
  )
  insert into unlinked_applications (id, epoch, act, ended_by)
  select id, connection_epoch, $act::text, $by::text from marked
  on conflict (id) do update set epoch = excluded.epoch, act = excluded.act, ended_by = excluded.ended_by`);
const TOUCH = statement(`update connections c set last_used_at = $now ${OF_LIVE} and c.account_id = $accountId`);

export const createConnectionStore = ({ read, write, transaction }: Postgres): ConnectionStore => ({
  find: async (applicationId, accountId) => (await read<Connection>(FIND, { applicationId, accountId }))[0],
  findBySub: async (applicationId, sub) => (await read<Connection>(FIND_BY_SUB, { applicationId, sub }))[0],
  listByApplication: async ({ after, ...page }) => {
    const list = after ? NEXT_OF_APPLICATION : FIRST_OF_APPLICATION;
    return [...(await read<Connection>(list, { ...page, ...after }))];
  },
  unlinkAll: (applicationId, now, by, act, actorId) =>
    transaction(async (run) => {
      await requireSettled(run, { accountId: actorId, now });
      return (await run(UNLINK_ALL, { applicationId, now, by, act })).count === 1;
    }),
  listByAccount: async (accountId) => {
    const rows = await read<Connection & { application: object }>(LIST_BY_ACCOUNT, { accountId });
    return rows.map(({ application, ...connection }) => ({
      connection,
      application: recordOf<Application>(application),
    }));
  },
  agree: async ({ proof, ...agreement }) => {
    const values = { ...agreement, ...receiptValues(agreement.receipt) };
    const [connection] = (await writeWithProof<Connection>({ write, transaction }, proof, AGREE, values)).rows;
    if (!connection) throw new Unavailable(REMOVED_MEANWHILE);
    return connection;
  },
  answer: async ({ proof, ...input }) => {
    const values = { ...input, ...receiptValues(input.receipt) };
    return (await writeWithProof({ write, transaction }, proof, ANSWER, values)).rows.length === 1;
  },
  unlink: async (applicationId, accountId, now, by, proof) =>
    (await writeWithProof({ write, transaction }, proof, UNLINK, { applicationId, accountId, now, by })).count === 1,
  touch: async (applicationId, accountId, now) => {
    await write(TOUCH, { applicationId, accountId, now });
  },
});

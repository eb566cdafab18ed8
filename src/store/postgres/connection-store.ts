// Connections (user × application) on PostgreSQL.
import type { Application } from '../../core/applications/application.ts';
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';
import type { Postgres } from './postgres.ts';
import { writeWithProof } from './session-proof.ts';
import { recordOf, statement } from './statement.ts';
import { REMOVED_MEANWHILE } from './trouble.ts';

const FIND = statement(`
  select c.* from connections c join applications a on a.id = c.application_id
  where c.application_id = $applicationId and c.account_id = $accountId`);
const FIND_BY_SUB = statement(`
  select * from connections where sub = $sub and application_id = $applicationId and ended_at is null`);
// A page begins after the place that the last one shown has now: its row stays when it ends.
const listByApplicationFrom = (from: string) =>
  statement(`
  select c.* from connections c where c.application_id = $applicationId and c.ended_at is null and ${from}
  order by c.created_at, c.account_id limit $limit`);
const FIRST_OF_APPLICATION = listByApplicationFrom('true');
const NEXT_OF_APPLICATION = listByApplicationFrom(
  '(c.created_at, c.account_id) > (select l.created_at, l.account_id from connections l where l.sub = $afterSub)',
);
const LIST_BY_ACCOUNT = statement(`
  select c.*, row_to_json(x) as application
  from connections c join lateral (
    select ${APPLICATION_COLUMNS} from applications a where a.id = c.application_id) x on true
  where c.account_id = $accountId and c.ended_at is null
  order by c.created_at desc, c.application_id desc`);

// An ended connection has no answers left (see UNLINK), so merging is right for it too. It begins anew: its time of
// creation is that of the consent that revived it. Account and application are held, in this order, so that neither
// leaves meanwhile: nobody would ever look for a connection that came after its application had gone.
const AGREE = statement(`
  with account as materialized (select id from accounts where id = $accountId for key share)
  insert into connections as c (application_id, account_id, sub, generation, answers, created_at)
  select a.id, account.id, $sub, 1, $answers::json, $now::bigint
  from account, applications a where a.id = $applicationId for key share of a
  on conflict (application_id, account_id) do update set
    answers = (c.answers::jsonb || excluded.answers::jsonb)::json,
    created_at = case when c.ended_at is null then c.created_at else excluded.created_at end,
    last_used_at = case when c.ended_at is null then c.last_used_at end,
    ended_at = null
  returning *`);
const WITHDRAW = statement(`
  update connections set answers = (answers::jsonb || $answer::jsonb)::json
  where application_id = $applicationId and account_id = $accountId and ended_at is null`);
const UNLINK = statement(`
  update connections set generation = generation + 1, answers = '{}', ended_at = $now
  where application_id = $applicationId and account_id = $accountId and ended_at is null`);
const UNLINK_SOME = statement(`
  with picked as materialized (
    select application_id, account_id from connections
    where application_id = $applicationId and ended_at is null and created_at <= $now
    order by created_at, account_id limit $limit for update
  )
  update connections c set generation = generation + 1, answers = '{}', ended_at = $now
  from picked p where c.application_id = p.application_id and c.account_id = p.account_id`);
const TOUCH = statement(`
  update connections set last_used_at = $now
  where application_id = $applicationId and account_id = $accountId and ended_at is null`);

export const createConnectionStore = ({ read, write, transaction }: Postgres): ConnectionStore => ({
  find: async (applicationId, accountId) => (await read<Connection>(FIND, { applicationId, accountId }))[0],
  findBySub: async (applicationId, sub) => (await read<Connection>(FIND_BY_SUB, { applicationId, sub }))[0],
  listByApplication: async (page) => {
    const list = page.afterSub === undefined ? FIRST_OF_APPLICATION : NEXT_OF_APPLICATION;
    return [...(await read<Connection>(list, page))];
  },
  unlinkSome: async (applicationId, now, limit) => (await write(UNLINK_SOME, { applicationId, now, limit })).count,
  listByAccount: async (accountId) => {
    const rows = await read<Connection & { application: object }>(LIST_BY_ACCOUNT, { accountId });
    return rows.map(({ application, ...connection }) => ({
      connection,
      application: recordOf<Application>(application),
    }));
  },
  agree: async (agreement) => {
    const [connection] = (await write<Connection>(AGREE, agreement)).rows;
    if (!connection) throw new Unavailable(REMOVED_MEANWHILE);
    return connection;
  },
  withdraw: async ({ applicationId, accountId, item, now }) => {
    const answer = { [item]: { agreed: false, answeredAt: now } };
    return (await write(WITHDRAW, { applicationId, accountId, answer })).count === 1;
  },
  unlink: async (applicationId, accountId, now, proof) =>
    (await writeWithProof({ write, transaction }, proof, UNLINK, { applicationId, accountId, now })).count === 1,
  touch: async (applicationId, accountId, now) => {
    await write(TOUCH, { applicationId, accountId, now });
  },
});

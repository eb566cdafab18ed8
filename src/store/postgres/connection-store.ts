// Connections (user × application) on PostgreSQL.
import type { Application } from '../../core/applications/application.ts';
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';
import type { Postgres } from './postgres.ts';
import { recordOf, statement } from './statement.ts';

const FIND = statement('select * from connections where application_id = $applicationId and account_id = $accountId');
const LIST_BY_ACCOUNT = statement(`
  select c.*, (
    select row_to_json(x) from (
      select ${APPLICATION_COLUMNS} from applications a where a.id = c.application_id) x) as application
  from connections c
  where c.account_id = $accountId and c.ended_at is null
  order by c.created_at desc, c.application_id desc`);

// An ended connection has no answers left (see UNLINK), so merging is right for it too. It begins anew: its time of
// creation is that of the consent that revived it.
const AGREE = statement(`
  insert into connections as c (application_id, account_id, sub, generation, answers, created_at)
  values ($applicationId, $accountId, $sub, 1, $answers, $now)
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
const TOUCH = statement(`
  update connections set last_used_at = $now
  where application_id = $applicationId and account_id = $accountId and ended_at is null`);

export const createConnectionStore = ({ read, write }: Postgres): ConnectionStore => ({
  find: async (applicationId, accountId) => (await read<Connection>(FIND, { applicationId, accountId }))[0],
  listByAccount: async (accountId) => {
    const rows = await read<Connection & { application: object }>(LIST_BY_ACCOUNT, { accountId });
    return rows.map(({ application, ...connection }) => ({
      connection,
      application: recordOf<Application>(application),
    }));
  },
  agree: async (agreement) => (await write<Connection>(AGREE, agreement)).rows[0] as Connection,
  withdraw: async ({ applicationId, accountId, item, now }) => {
    const answer = { [item]: { agreed: false, answeredAt: now } };
    return (await write(WITHDRAW, { applicationId, accountId, answer })).count === 1;
  },
  unlink: async (applicationId, accountId, now) => (await write(UNLINK, { applicationId, accountId, now })).count === 1,
  touch: async (applicationId, accountId, now) => {
    await write(TOUCH, { applicationId, accountId, now });
  },
});

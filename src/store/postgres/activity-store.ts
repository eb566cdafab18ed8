// What happened to an account, on PostgreSQL. Triggers write it (migrations, 0024_roles_receipts_scopes_policy.sql).
import type { Activity } from '../../core/activities/activity.ts';
import type { ActivityStore } from '../../core/activities/activity-store.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const LIST = statement(`
  select v.id, v.at, v.kind, v.application_id, a.name as application_name, v.data
  from activities v left join applications a on a.id = v.application_id
  where v.account_id = $accountId and v.id < $beforeId order by v.id desc limit $limit`);
const COUNT = statement(`
  insert into activities as v (id, account_id, at, kind, data)
  select $id::text, id, $now::bigint, case when $refusal::text is null then 'sign-in-failed' else 'passkey-refused' end,
    json_strip_nulls(json_build_object('times', $times::bigint, 'refusal', $refusal::text))
  from accounts where id = $accountId for key share
  on conflict (account_id, id) do update set at = excluded.at,
    data = json_strip_nulls(
      json_build_object('times', (v.data->>'times')::bigint + $times::bigint, 'refusal', $refusal::text))`);

export const createActivityStore = ({ read, write }: Postgres): ActivityStore => ({
  listByAccount: ({ accountId, beforeId = 'z', limit }) => read<Activity>(LIST, { accountId, beforeId, limit }),
  countFailures: async (failed) => {
    await write(COUNT, { refusal: undefined, ...failed });
  },
});

// What happened to an account. Triggers write it (migrations, 0024_roles_receipts_scopes_policy.sql). In the order of
// its ids, but failed sign-ins, whose id is that of their hour, stand where the last one was.
import type { Activity } from '../../core/people/activities/activity.ts';
import type { ActivityStore } from '../../core/people/activities/activity-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const ACTIVITIES = table('activities', 'account_id id', {
  text: 'id account_id kind application_id',
  json: 'data',
  integer: 'at',
});

const listing = (hexOf: (at: string) => string) => {
  const placeOf = (row: string) =>
    `case when ${row}.kind in ('sign-in-failed', 'passkey-refused') then ${hexOf(`${row}.at`)} || ${row}.id else ${row}.id end`;
  return `
  select v.id, v.at, v.kind, v.application_id, a.name as application_name, v.data
  from activities v left join applications a on a.id = v.application_id
  where v.account_id = $accountId and ($beforeId::text is null or ${placeOf('v')} <
    (select ${placeOf('b')} from activities b where b.account_id = $accountId and b.id = $beforeId))
  order by ${placeOf('v')} desc limit $limit`;
};
const LIST = statement({
  postgres: listing((at) => `lpad(to_hex(${at}), 12, '0')`),
  sqlite: listing((at) => `printf('%012x', ${at})`),
});
const counting = (first: string, next: string) => `
  insert into activities as v (id, account_id, at, kind, data)
  select $id::text, id, $now::bigint, case when $refusal::text is null then 'sign-in-failed' else 'passkey-refused' end,
    ${first}
  from accounts where id = $accountId for key share
  on conflict (account_id, id) do update set at = greatest(v.at, excluded.at), data = ${next}`;
const dataOf = (times: string) => `json_strip_nulls(json_build_object('times', ${times}, 'refusal', $refusal::text))`;
const COUNT = statement({
  postgres: counting(dataOf('$times::bigint'), dataOf("(v.data->>'times')::bigint + $times::bigint")),
  sqlite: counting(
    "json_patch('{}', json_object('times', $times, 'refusal', $refusal))",
    "json_set(v.data, '$.times', v.data ->> 'times' + $times)",
  ),
});

export const createActivityStore = ({ rows, change }: Base): ActivityStore => ({
  listByAccount: ({ accountId, beforeId, limit }) => rows<Activity>(LIST, { accountId, beforeId, limit }),
  countFailures: async (failed) => {
    await change(COUNT, { refusal: undefined, ...failed });
  },
});

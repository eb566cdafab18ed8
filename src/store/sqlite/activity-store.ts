// What happened to an account, on SQLite. Triggers write it (migrations, 0024_roles_receipts_scopes_policy.sql).
import type { Activity } from '../../core/activities/activity.ts';
import type { ActivityStore } from '../../core/activities/activity-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createActivityStore({ writer, reader }: Sqlite): ActivityStore {
  const list = prepare<Activity>(
    reader.connection,
    `select v.id, v.at, v.kind, v.application_id, a.name as application_name, v.data
     from activities v left join applications a on a.id = v.application_id
     where v.account_id = $accountId and v.id < $beforeId order by v.id desc limit $limit`,
  );
  const count = prepare(
    writer.connection,
    `insert into activities (id, account_id, at, kind, data)
     select $id, id, $now, case when $refusal is null then 'sign-in-failed' else 'passkey-refused' end,
       json_patch('{}', json_object('times', $times, 'refusal', $refusal))
     from accounts where id = $accountId
     on conflict (account_id, id) do update set at = excluded.at,
       data = json_set(data, '$.times', json_extract(data, '$.times') + $times)`,
  );
  return {
    listByAccount: ({ accountId, beforeId = 'z', limit }) =>
      reader.read(() => list.all({ accountId, beforeId, limit })),
    countFailures: async (failed) => {
      await writer.write(() => count.run({ refusal: undefined, ...failed }));
    },
  };
}

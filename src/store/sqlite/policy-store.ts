// The policy on SQLite.
import type { PolicyRow, PolicyStore, ProcessLocks } from '../../core/policy/policy-store.ts';
import { prepareIsOperator } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createPolicyStore({ writer, reader }: Sqlite): PolicyStore {
  const { connection, write } = writer;
  const list = prepare<PolicyRow>(reader.connection, 'select * from policy where revision > $newerThan order by key');
  const revisionNow = prepare<{ revision: number }>(
    connection,
    'select coalesce(max(revision), 0) as revision from policy',
  );
  const put = prepare(
    connection,
    `insert into policy (key, value, revision, changed_at) values ($key, $value, $revision, $now)
     on conflict (key) do update set value = excluded.value, revision = excluded.revision, changed_at = $now`,
  );
  const report = prepare(
    connection,
    `insert into policy_processes (process_id, locks, seen_at) values ($processId, $locks, $seenAt)
     on conflict (process_id) do update set locks = excluded.locks, seen_at = excluded.seen_at`,
  );
  const forget = prepare(connection, 'delete from policy_processes where seen_at < $forgetBefore');
  const listProcesses = prepare<ProcessLocks>(
    reader.connection,
    'select * from policy_processes where seen_at >= $since order by process_id',
  );
  const isOperator = prepareIsOperator(connection);

  return {
    list: (newerThan) => reader.read(() => list.all({ newerThan })),
    change: ({ revision, values, now, proof }) =>
      write(() => {
        if (!isOperator(proof)) return 'no-operator';
        if (revisionNow.get()?.revision !== revision) return 'stale';
        for (const [key, value] of Object.entries(values)) {
          const json = value === undefined ? undefined : JSON.stringify(value);
          put.run({ key, value: json, revision: revision + 1, now });
        }
        return 'stored';
      }),
    report: async (locks, forgetBefore) => {
      await write(() => {
        report.run(locks);
        forget.run({ forgetBefore });
      });
    },
    listProcesses: (since) => reader.read(() => listProcesses.all({ since })),
  };
}

// The policy. Changes wait for each other at the table, also those of the first revision, which has no row to lock.
import type { PolicyRow, PolicyStore, ProcessLocks } from '../../core/server/policy/policy-store.ts';
import { HAS_FACTOR } from '../factor-shown.ts';
import { type Base, count, lock, row } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { isOperator } from './session-proof.ts';

export const POLICY = table('policy', 'key', { text: 'key', json: 'value', integer: 'revision changed_at' });
export const POLICY_PROCESSES = table('policy_processes', 'process_id', {
  text: 'process_id',
  json: 'locks',
  integer: 'seen_at',
});

const LIST = statement('select * from policy where revision > $newerThan order by key');
const LOCK = statement('lock table policy in share row exclusive mode');
const REVISION = statement('select coalesce(max(revision), 0) as revision from policy');
// Whoever adds or removes a factor waits for the account's row, which `isOperator` keeps locked.
const OWN_FACTOR = statement(`select 1 from sessions s where s.id = $sessionId and ${HAS_FACTOR}`);
const PUT = statement(`
  insert into policy (key, value, revision, changed_at) values ($key, $value::text::json, $revision, $now)
  on conflict (key) do update set value = excluded.value, revision = excluded.revision, changed_at = excluded.changed_at`);
const REPORT = statement(`
  insert into policy_processes (process_id, locks, seen_at) values ($processId, $locks, $seenAt)
  on conflict (process_id) do update set locks = excluded.locks, seen_at = excluded.seen_at`);
const FORGET = statement('delete from policy_processes where seen_at < $forgetBefore');
const LIST_PROCESSES = statement('select * from policy_processes where seen_at >= $since order by process_id');

export const createPolicyStore = ({ rows, change, write }: Base): PolicyStore => ({
  list: (newerThan) => rows<PolicyRow>(LIST, { newerThan }),
  change: ({ revision, values, now, proof, ownFactor }) =>
    write(function* () {
      if (!(yield* isOperator(proof))) return 'no-operator';
      if (proof && ownFactor) {
        const { sessionId } = proof;
        if ((yield* count(OWN_FACTOR, { sessionId, ...ownFactor })) === 0) return 'no-factor';
      }
      yield* lock(LOCK);
      if ((yield* row<{ revision: number }>(REVISION))?.revision !== revision) return 'stale';
      for (const [key, value] of Object.entries(values)) {
        const json = value === undefined ? undefined : JSON.stringify(value);
        yield* count(PUT, { key, value: json, revision: revision + 1, now });
      }
      return 'stored';
    }),
  report: async (locks, forgetBefore) => {
    await change(REPORT, locks);
    await change(FORGET, { forgetBefore });
  },
  listProcesses: (since) => rows<ProcessLocks>(LIST_PROCESSES, { since }),
});

// Whether an act follows the policy of now, on PostgreSQL (contract 29): processes read it four times a second.
import type { Run } from './run.ts';
import { statement } from './statement.ts';

// A change of the policy waits until the transaction ends (policy-store.ts), and others like it do not.
const LOCK = statement('lock table policy in row exclusive mode');
const NEWER = statement('select 1 from policy where revision > $revision limit 1');

/** False: the policy has changed since this revision. Comes after every lock of a row that a change of it takes. */
export async function followsPolicy(run: Run, revision: number): Promise<boolean> {
  await run(LOCK);
  return (await run(NEWER, { revision })).count === 0;
}

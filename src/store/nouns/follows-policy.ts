// Whether an act follows the policy of now (contract 29): processes read it four times a second.
import { count, type Intent, lock } from '../intent.ts';
import { statement } from '../statement.ts';

// A change of the policy waits until the transaction ends (policy-store.ts), and others like it do not.
const LOCK = statement('lock table policy in row exclusive mode');
const NEWER = statement('select 1 from policy where revision > $revision limit 1');

/** False: the policy has changed since this revision. Comes after every lock of a row that a change of it takes. */
export function* followsPolicy(revision: number): Intent<boolean> {
  yield* lock(LOCK);
  return (yield* count(NEWER, { revision })) === 0;
}

// Processes of one server whose settings lock different values follow different policies (contract 29). Each notes
// hashes of what it has locked; the log and `latchkey doctor` name the keys that differ.
import { hashSecret } from '../../ground/secrets.ts';
import { type PolicyKinds, policyKeys, policyMember } from './policy.ts';

export type Locks = Readonly<Record<string, string>>;

/** How often a process notes its locks. */
export const REPORT_EVERY_MS = 10_000;
/** A process that was not seen for this long has ended. */
export const SEEN_WITHIN_MS = 3 * REPORT_EVERY_MS;

const hashOf = (value: unknown): string =>
  hashSecret(JSON.stringify(value ?? null))
    .toString('hex')
    .slice(0, 16);

export const locksOf = (kinds: PolicyKinds): Locks =>
  Object.fromEntries(
    policyKeys(kinds).flatMap((key) => {
      const { locked } = kinds[key];
      return locked ? [[policyMember(key), hashOf(locked.value)]] : [];
    }),
  );

/** The members that some of them lock to another value, or not at all, in alphabetical order. */
export function differingLocks(all: readonly Locks[]): string[] {
  const members = [...new Set(all.flatMap((locks) => Object.keys(locks)))].sort();
  return members.filter((member) => new Set(all.map((locks) => locks[member])).size > 1);
}

// What no two accounts can have: the lines of a file that claim the same thing meet each other as they would in the
// database (contract 30).
import { comparedForm } from '../../people/usernames/username.ts';
import type { AccountToInsert, InsertedAccount } from './account-file-store.ts';

const emailsOf = ({ account, formerKey }: AccountToInsert): string[] => [
  `email ${account.emailKey}`,
  ...(formerKey === undefined ? [] : [`email ${formerKey}`]),
];
const nameOf = ({ account: { username } }: AccountToInsert): string[] =>
  username === undefined ? [] : [`name ${comparedForm(username)}`];
const subOf = ({ knownTo, sub }: { knownTo: string; sub: string }): string => `sub ${knownTo} ${sub}`;

/** Each `sub` of the account, and whose it is: the id of an application, or the resource of an API. */
export const subsOf = ({ subjects, connections, apiSubjects }: AccountToInsert) => [
  ...[...subjects, ...connections].map(({ applicationId, sub }) => ({ knownTo: applicationId, sub })),
  ...apiSubjects.map(({ resource, sub }) => ({ knownTo: resource, sub })),
];
const passkeysOf = ({ passkeys }: AccountToInsert): string[] =>
  passkeys.map(({ credentialId }) => `passkey ${credentialId.toString('hex')}`);

/** Everything that the account claims. */
export const claimsOf = (line: AccountToInsert): string[] => [
  ...emailsOf(line),
  ...nameOf(line),
  ...subsOf(line).map(subOf),
  ...passkeysOf(line),
];

/**
 * What a dry run would have stored so far. Its lines meet the database alone, so that it would count an account again
 * that the file has twice.
 */
export function createUnstored(): (line: AccountToInsert, found: InsertedAccount) => InsertedAccount {
  const claimed = new Map<string, string>();
  return (line, found) => {
    if (found.kind !== 'created') return found;
    const owner = emailsOf(line).map((email) => claimed.get(email));
    if (owner.some((id) => id !== undefined))
      return { kind: 'exists', accountId: owner.find((id) => id !== undefined) };
    const isClaimed = (claim: string) => claimed.has(claim);
    const knownTo = subsOf(line).flatMap((subject) => (isClaimed(subOf(subject)) ? [subject.knownTo] : []));
    const passkeys = passkeysOf(line).filter(isClaimed).length;
    if (knownTo.length > 0 || passkeys > 0) return { kind: 'taken', knownTo, passkeys };
    const usernameTaken = found.usernameTaken || nameOf(line).some(isClaimed);
    const all = claimsOf(line).filter((claim) => !usernameTaken || !nameOf(line).includes(claim));
    for (const claim of all) claimed.set(claim, line.account.id);
    return { kind: 'created', usernameTaken };
  };
}

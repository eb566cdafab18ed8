// Which accounts of an import can be stored, from what the database has already. Both databases ask the same questions
// in the transaction that stores the accounts.
import type { AccountToInsert, InsertedAccount } from '../core/operating/account-files/account-file-store.ts';
import { subsOf } from '../core/operating/account-files/claims.ts';

/** `knownTo`: the id of an application, or the resource of an API. */
export type Known = { knownTo: string; sub: string };

/** What the database has of what the batch wants. */
export type Taken = {
  /** Accounts by the key of their address. */
  addresses: ReadonlyMap<string, string>;
  reservedAddresses: ReadonlySet<string>;
  /** In hexadecimal digits. */
  nameKeys: ReadonlySet<string>;
  /** By `subjectKey`. */
  subjects: ReadonlySet<string>;
  /** In hexadecimal digits. */
  credentialIds: ReadonlySet<string>;
};

export type Wanted = {
  emailKeys: readonly string[];
  nameKeys: readonly string[];
  subjects: readonly Known[];
  credentialIds: readonly string[];
};

/** Ids and resources have no space in them. */
export const subjectKey = ({ knownTo, sub }: Known): string => `${knownTo} ${sub}`;

export const wantedBy = (batch: readonly AccountToInsert[]): Wanted => ({
  emailKeys: batch.flatMap(({ account, formerKey }) => [account.emailKey, ...(formerKey ? [formerKey] : [])]),
  nameKeys: batch.flatMap(({ nameKey }) => (nameKey ? [nameKey.toString('hex')] : [])),
  subjects: batch.flatMap(subsOf),
  credentialIds: batch.flatMap(({ passkeys }) => passkeys.map(({ credentialId }) => credentialId.toString('hex'))),
});

/** @returns the account as it is to be stored, and the result; no account: nothing of it is stored */
export function decideImport(
  line: AccountToInsert,
  taken: Taken,
): { result: InsertedAccount; store: AccountToInsert | undefined } {
  const { account, formerKey, nameKey } = line;
  const former = formerKey === undefined ? undefined : taken.addresses.get(formerKey);
  const accountId = former ?? taken.addresses.get(account.emailKey);
  if (accountId !== undefined || taken.reservedAddresses.has(account.emailKey)) {
    return { result: { kind: 'exists', accountId }, store: undefined };
  }
  const knownTo = subsOf(line)
    .filter((subject) => taken.subjects.has(subjectKey(subject)))
    .map((subject) => subject.knownTo);
  const passkeys = line.passkeys.filter(({ credentialId }) => taken.credentialIds.has(credentialId.toString('hex')));
  if (knownTo.length > 0 || passkeys.length > 0) {
    return { result: { kind: 'taken', knownTo, passkeys: passkeys.length }, store: undefined };
  }
  const usernameTaken = nameKey !== undefined && taken.nameKeys.has(nameKey.toString('hex'));
  const store = usernameTaken ? { ...line, account: { ...account, username: undefined }, nameKey: undefined } : line;
  return { result: { kind: 'created', usernameTaken }, store };
}

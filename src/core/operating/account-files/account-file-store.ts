// Port: stores whole accounts in batches, and reads them back (contract 30).

import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import type { Account, Profile, Role } from '../../ground/accounts/account.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { OneTimeCodes } from '../../sign-in/factors/one-time-code.ts';
import type { Passkey } from '../../sign-in/passkeys/passkey.ts';

/** By which `sub` an application knows the person. */
export type SubjectOfApplication = { applicationId: string; sub: string };

/** By which `sub` an API knows the person, through whichever application (contract 45). `resource`: of the API. */
export type ApiSubject = { resource: string; sub: string };

export type BroughtConnection = SubjectOfApplication & {
  answers: ConsentAnswers;
  createdAt: number;
  lastUsedAt: number | undefined;
};

/** An account with everything that is its own, and that another system can have. */
export type WholeAccount = {
  account: Account;
  codes: OneTimeCodes | undefined;
  /** Of an account with one-time codes. */
  recoveryCodes: readonly { codeHash: Buffer; usedAt: number | undefined; createdAt: number }[];
  passkeys: readonly Passkey[];
  agreements: readonly {
    documentId: string;
    documentVersion: string;
    agreedAt: number;
    withdrawnAt: number | undefined;
  }[];
  /** Those without a live connection. */
  subjects: readonly SubjectOfApplication[];
  /** Live ones. */
  connections: readonly BroughtConnection[];
  apiSubjects: readonly ApiSubject[];
  /** Names of the person's groups, in order. */
  groups: readonly string[];
};

export type AccountToInsert = WholeAccount & {
  /** An older spelling of the address under which an account may have it (`EmailAddress`). */
  formerKey: string | undefined;
  /** The key of the account's username. */
  nameKey: Buffer | undefined;
  /** Of an account with a role: queued for every operator with its batch (`rolesReported`). */
  tell?: NewMail | undefined;
};

/** One mail for a batch: a file may give a role to any number of people. Undefined: nobody got one. */
export function rolesReported(stored: readonly Pick<AccountToInsert, 'account' | 'tell'>[]): NewMail | undefined {
  const given = stored.filter(({ tell }) => tell !== undefined);
  const mail = given[0]?.tell;
  const roles: Partial<Record<Role, number>> = {};
  for (const { account } of given) roles[account.role] = (roles[account.role] ?? 0) + 1;
  return mail && { ...mail, facts: { at: mail.createdAt, what: 'import', roles } };
}

export type InsertedAccount =
  /** `usernameTaken`: it has no username, because another account has or had this one. */
  | { kind: 'created'; usernameTaken: boolean }
  /** `accountId` undefined: the address is reserved for an account that gave it up lately. */
  | { kind: 'exists'; accountId: string | undefined }
  /**
   * Some account has a `sub` of these applications (their ids) or APIs (their resources), or had it, or has a passkey
   * of the line; nothing was stored.
   */
  | { kind: 'taken'; knownTo: readonly string[]; passkeys: number };

export type AccountUpdate = {
  accountId: string;
  /** Merged into the profile. */
  profile: Profile;
  /** Undefined: the password stays. */
  passwordHash: string | undefined;
  /** What the line says, where it says so; the account keeps its own. */
  disabled: boolean | undefined;
  emailVerified: boolean | undefined;
  groups: readonly string[] | undefined;
  /** The other system asks the person for a new password. */
  mustSetPassword: boolean;
};

/** What an update looks at. */
export type CurrentAccount = {
  profile: Profile;
  passwordHash: string | undefined;
  disabled: boolean;
  emailVerified: boolean;
  groups: readonly string[];
  /** Imported with a password, and since then nobody has signed in or set one. */
  isUntouched: boolean;
};

/** What an account is, and stays, although the line says otherwise; `password`: it keeps that of its import. */
export type LeftAlone = 'active' | 'disabled' | 'verified' | 'unverified' | 'groups' | 'password';

/** `password` false: it stayed, because somebody signed in to the account or set a password since its import. */
export type UpdatedAccount = { profile: boolean; password: boolean; left: readonly LeftAlone[] };

export interface AccountFileStore {
  /**
   * ONE TRANSACTION, in which each account is stored whole or not at all. No two of the batch share an address, a name
   * key, a `sub` of an application or API, or a passkey. Accounts with a password can get another by `update` until
   * somebody signs in.
   * @param how.sealedKey the encrypted key that hashed the usernames (`KeyedName`); undefined: there is none yet, which
   *   only a dry run accepts
   * @param how.policyRevision of the policy by which reserved usernames were left out; undefined: none were
   * @param how.dryRun answers the same, and stores nothing
   * @returns in the order of the batch; `other-key`: the username key was replaced, `other-policy`: the policy was
   *   changed; `other-groups`: a group of the batch is gone. Then nothing was stored
   */
  insert(
    batch: readonly AccountToInsert[],
    how: { sealedKey: Buffer | undefined; policyRevision?: number | undefined; dryRun?: boolean },
  ): Promise<readonly InsertedAccount[] | 'other-key' | 'other-policy' | 'other-groups'>;
  /**
   * One transaction. A hash is replaced ONLY while nobody has signed in since the import and its password is that of
   * the import, even when somebody signs in at the same moment; sign-ins under way with the former password end.
   * @returns what changed, in the order of the batch
   */
  update(batch: readonly AccountUpdate[], now: number): Promise<readonly UpdatedAccount[]>;
  /** What `update` would look at, by id; accounts that are gone are left out. */
  findCurrent(ids: readonly string[]): Promise<ReadonlyMap<string, CurrentAccount>>;
  /** At most `limit` accounts in order of creation, after the account `afterId`. Leaving ones are left out. */
  read(page: { afterId: string; limit: number }): Promise<readonly WholeAccount[]>;
}

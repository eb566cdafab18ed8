// One account as a line of a file (contract 30). What reads a line is handed to core: `schema/account-files` describes
// the JSON.
import type { Profile, Role } from '../../ground/accounts/account.ts';
import type { EmailAddress } from '../../ground/accounts/email.ts';
import type { FactorAge } from '../../sign-in/factors/factor-age.ts';
import type { CodeKind } from '../../sign-in/factors/one-time-code.ts';
import type { Passkey } from '../../sign-in/passkeys/passkey.ts';
import type { StoredHash } from '../../sign-in/passwords/stored-hash.ts';
import type { ApiSubject, BroughtConnection, SubjectOfApplication, WholeAccount } from './account-file-store.ts';

/** What a line says, checked. */
export type AccountLine = {
  address: EmailAddress;
  /** Undefined: the line does not say. */
  emailVerified: boolean | undefined;
  /** As it was written. */
  username: string | undefined;
  role: Role | undefined;
  /** Undefined: the line does not say. */
  disabled: boolean | undefined;
  createdAt: number | undefined;
  profile: Profile;
  password: StoredHash | undefined;
  codes: BroughtCodes | undefined;
  passkeys: readonly BroughtPasskey[];
  agreements: WholeAccount['agreements'];
  subjects: readonly SubjectOfApplication[];
  connections: readonly BroughtConnection[];
  apiSubjects: readonly ApiSubject[];
  /** Names, each once. Undefined: the line does not say. */
  groups: readonly string[] | undefined;
};

export type BroughtCodes = Pick<FactorAge, 'knownSince' | 'setUpBehind'> & {
  secret: Buffer;
  kind: CodeKind;
  /** Undefined: no code was accepted yet. */
  lastStep: number | undefined;
  createdAt: number | undefined;
  lastUsedAt: number | undefined;
  recoveryCodes: readonly { codeHash: Buffer; usedAt: number | undefined; createdAt: number | undefined }[];
};

export type BroughtPasskey = Omit<Passkey, 'id' | 'accountId' | 'createdAt'> & { createdAt: number | undefined };

/** `faults`: everything that is wrong with it. */
export type ReadLine = { line: AccountLine; notes: string[] } | { faults: string[] };

export type ReadLineOptions = {
  /**
   * Leaves out profile values that are not allowed here, with a note: people cannot help what another system accepted.
   */
  lenient?: boolean | undefined;
  /** The kind of this server's own password hashes, which have no limit. */
  ownKind?: string | undefined;
  now: () => number;
};

export type CreateLineReader = (options: ReadLineOptions) => (json: unknown) => ReadLine;

/** With what the notes about a password begin. */
export const PASSWORD_NOTE = '/password:';

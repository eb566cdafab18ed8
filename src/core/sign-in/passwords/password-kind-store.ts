// Port: which kinds of password hashes the accounts have, and how many of each (contract 30). Counted from time to time
// rather than kept exact, so that no sign-up waits for a common row.

/** `kind`: as `readStoredHash` returns it. */
export type PasswordKindCount = { kind: string; accounts: number };

export interface PasswordKindStore {
  /** As counted last, in the order of the kinds. Empty: nothing was imported, or it was not counted yet. */
  list(): Promise<readonly PasswordKindCount[]>;
  replace(counts: readonly PasswordKindCount[]): Promise<void>;
  /** Whether any account was imported. */
  hasImported(): Promise<boolean>;
  /** Accounts with their hashes, in order of creation, after the account `afterId`. */
  listHashes(page: {
    afterId: string;
    limit: number;
  }): Promise<readonly { id: string; passwordHash: string | undefined }[]>;
}

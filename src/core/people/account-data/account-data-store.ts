// Port: reads everything that the database keeps about one account, without its secrets.

/** A row, by the names of its columns in camel case. Null is undefined. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Rows by the member of the document that they are in. */
export type StoredParts = Readonly<Record<string, readonly StoredRow[]>>;

export interface AccountDataStore {
  /** `account` has one row, or none when there is no such account. */
  read(accountId: string): Promise<StoredParts>;
}

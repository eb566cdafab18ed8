// Numbers of the locks that transactions take where there is no row to lock. All are of the transaction, never of the
// session: a pooler may give the session to somebody else.

/** "latchkey" and a digit, as eight bytes. */
const named = (digit: string): bigint => Buffer.from(`latchke${digit}`).readBigInt64BE();

/** Held while migrations are applied. */
export const MIGRATION_LOCK = named('1');
/** Held while setup links are issued and redeemed. */
export const SETUP_LOCK = named('2');
/** Held while signing keys are made and their times changed. */
export const SIGNING_KEYS_LOCK = named('3');

/** Of a keyed hash; two of them may share a number, and then only wait for each other. */
export const lockOf = (hash: Buffer): bigint => hash.readBigInt64BE();

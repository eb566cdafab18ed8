// Locks that intents take on PostgreSQL: numbers of advisory locks, where there is no row to lock, and the rows of an
// account and of an application. All are held by the transaction, never by the session: a pooler may give the session
// to another client.
import { statement } from '../statement.ts';

/** `latchke` and a digit, as eight bytes. */
const lockNumber = (digit: string): bigint => Buffer.from(`latchke${digit}`).readBigInt64BE();

/** Held while migrations are applied. */
export const MIGRATION_LOCK = lockNumber('1');
/** Held while setup links are issued and redeemed. */
export const SETUP_LOCK = lockNumber('2');
/** Held while signing keys are made and their times changed. */
export const SIGNING_KEYS_LOCK = lockNumber('3');

/** Held while the kinds of password hashes are stored. */
export const PASSWORD_KINDS_LOCK = lockNumber('4');

/** Shared by transactions that write audit entries, and held alone to wait for them. */
export const AUDIT_LOCK = lockNumber('5');

/** Held while refusals of the mail server are counted. */
export const MAIL_TROUBLES_LOCK = lockNumber('6');

/** The lock of a keyed hash. Two hashes may share a number and then merely wait for each other. */
export const lockOf = (hash: Buffer): bigint => hash.readBigInt64BE();

/**
 * Locks the account `accountId` before it, or what belongs to it, is changed. It comes before `requireProof`: of two
 * transactions that hold the row in common, neither could change it.
 */
export const LOCK_ACCOUNT = statement('select 1 from accounts where id = $accountId for no key update');

/** Locks the application `applicationId` before what belongs to it is changed. */
export const LOCK_APPLICATION = statement('select 1 from applications where id = $applicationId for no key update');

// Distinguishes trouble with PostgreSQL (gone, starting, full, read-only, no answer), which becomes `Unavailable`, from
// bugs of this program.
import { DatabaseError } from 'pg';
import { ScopesChanged } from '../../core/applications/apis/askable-scopes.ts';
import { ActRefused } from '../../core/ground/acts/acting.ts';
import { ConfirmationNeeded } from '../../core/ground/acts/session-proof.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import { GroupsChanged } from '../../core/people/groups/group-store.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { Undone } from '../intent.ts';
import { REMOVED_MEANWHILE } from '../removed-meanwhile.ts';

/** The SQLSTATE of an error from the server; empty for any other error. */
export const sqlStateOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

// 08 connection (PgBouncer's own errors too), 25006 read-only (a standby after fail-over), 25P0x idle or long
// transaction ended, 28 and 3D credentials and database no longer good, 53 disk, memory or connections used up, 55P03
// lock, 57 shutdown, crash and cancelled, 58 and XX the server's system and storage.
const TROUBLE = /^(08...|25006|25P0[2-4]|28...|3D000|53...|55P03|57...|58...|XX00.)$/;

/** A serialization failure or a deadlock: the same work can succeed when it is tried again. */
export const isConflict = (error: unknown): boolean => /^(40001|40P01)$/.test(sqlStateOf(error));

/** Another row has the same unique key. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505';

/** A text with a NUL or invalid UTF-8. No text in the database is like that. */
export const isUnstorableText = (error: unknown): boolean => sqlStateOf(error) === '22021';

const OWN_ERRORS = [
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  Unavailable,
  ConfirmationNeeded,
  ActRefused,
  AccountInDoubt,
  GroupsChanged,
  ScopesChanged,
  DatabaseRefused,
  Undone,
];

/** A statement was sent and not answered before its deadline. The driver marks this error by its message only. */
export const isDeadlinePassed = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Whether the connection cannot be used any more. Lost connections and passed deadlines come from the driver, the
 * socket or TLS as errors of many classes; mistakes in this program's values and code have the classes above.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|25006|57P|53|XX)/.test(error.code ?? '');
  return error instanceof Error && !OWN_ERRORS.some((fault) => error instanceof fault);
}

/** Converts trouble with PostgreSQL to `Unavailable`, and returns any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  if (isConnectionLost(error) || TROUBLE.test(sqlStateOf(error)) || isConflict(error)) {
    return new Unavailable('The database cannot answer', { cause: error });
  }
  // The row's parent was deleted since the caller read it. A caller that tries again gets the answer that fits.
  if (sqlStateOf(error) === '23503') {
    return new Unavailable(REMOVED_MEANWHILE, { cause: error });
  }
  return error;
}

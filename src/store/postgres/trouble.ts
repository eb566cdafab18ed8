// Telling PostgreSQL's trouble (gone, starting, full, read-only, no answer) from our bugs: the first is `Unavailable`,
// the second is not.
import { DatabaseError } from 'pg';
import { ConfirmationNeeded } from '../../core/sessions/session-proof.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { DatabaseRefused } from '../database-refused.ts';

export const REMOVED_MEANWHILE = 'What this belongs to was removed meanwhile';

/** SQLSTATE of what the server said; empty for anything else. */
export const sqlStateOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

// 08 connection (PgBouncer's own words too), 25006 read-only (a standby after fail-over), 25P0x idle or long
// transaction ended, 28 and 3D credentials and database no longer good, 53 disk, memory or connections used up,
// 55P03 lock, 57 shutdown, crash and cancelled, 58 and XX the server's system and storage.
const TROUBLE = /^(08...|25006|25P0[2-4]|28...|3D000|53...|55P03|57...|58...|XX00.)$/;

/** Two transactions could not both be had; the same work done again can succeed. */
export const isConflict = (error: unknown): boolean => /^(40001|40P01)$/.test(sqlStateOf(error));

/** A unique key is another row's. */
export const isTaken = (error: unknown): boolean => sqlStateOf(error) === '23505';

/** A text with the character NUL, or what is no UTF-8: no text of the database is like that. */
export const isUnstorableText = (error: unknown): boolean => sqlStateOf(error) === '22021';

const FAULTS_OF_OURS = [
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  Unavailable,
  ConfirmationNeeded,
  DatabaseRefused,
];

/** A statement was sent, and this side waits for its answer no longer: the driver's own words. */
export const isDeadlinePassed = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Whether the connection is of no more use. A lost connection and a passed deadline come from the driver, the socket or
 * TLS as errors of many kinds; what our own values and code do wrong is of the kinds above.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|25006|57P|53|XX)/.test(error.code ?? '');
  return error instanceof Error && !FAULTS_OF_OURS.some((fault) => error instanceof fault);
}

/** PostgreSQL's trouble as `Unavailable`; anything else as it is. */
export function unavailableOr(error: unknown): unknown {
  if (isConnectionLost(error) || TROUBLE.test(sqlStateOf(error)) || isConflict(error)) {
    return new Unavailable('The database cannot answer', { cause: error });
  }
  // What the row belongs to was removed since the caller read it. Told again from the start, the caller gets the answer
  // that fits, so it is asked to come again.
  if (sqlStateOf(error) === '23503') {
    return new Unavailable(REMOVED_MEANWHILE, { cause: error });
  }
  return error;
}

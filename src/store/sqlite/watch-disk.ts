// Knows whether the disk refused the last group of writes. A group that changed nothing says nothing of a disk that
// refused the one before.
import type { Database as Connection } from 'better-sqlite3';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { isTrouble } from './trouble.ts';

/** What became of one intent. */
export type IntentOutcome = { result: unknown } | { error: unknown };

/** `note` takes what became of each group; `isFailing`: the disk is full, read-only or broken. */
export function watchDisk(connection: Connection): {
  note(outcomes: readonly IntentOutcome[]): void;
  isFailing(): boolean;
} {
  const totalChanges = connection.prepare<[], number>('select total_changes()').pluck();
  /** Rows that were changed until the disk refused a group. */
  let refusedAt: number | undefined;
  return {
    note(outcomes) {
      if (outcomes.some((outcome) => 'error' in outcome && isOfDisk(outcome.error))) refusedAt = totalChanges.get();
      else if (refusedAt !== undefined && totalChanges.get() !== refusedAt) refusedAt = undefined;
    },
    isFailing: () => refusedAt !== undefined,
  };
}

const isOfDisk = (error: unknown): boolean => error instanceof Unavailable && isTrouble(error.cause);

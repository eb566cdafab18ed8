// Checkpoints the write-ahead log outside of any commit, so that no answer waits for it, and keeps the log's size
// bounded. It runs in a turn of the event loop: copying 1,000 pages takes a few milliseconds
// (docs/decisions/0003-group-commit.md), less than a worker thread would cost in memory and start time.
import type { Database as Connection, Statement } from 'better-sqlite3';
import { isTrouble } from '../trouble.ts';

/** A checkpoint runs after this many intents (two to four pages each), or after this time when there were fewer. */
const CHECKPOINT_INTENTS = 500;
const CHECKPOINT_MS = 1_000;
/**
 * Frames (4 KiB each) in the log beyond which passive checkpoints evidently never catch up with other processes'
 * writes.
 */
const MAX_LOG_FRAMES = 16_384;

export interface Checkpoints {
  /** Call after every group, with its number of intents. */
  note(intents: number): void;
  stop(): void;
}

export type CheckpointResult = { busy: number; log: number; checkpointed: number };

/** @param connection with `wal_autocheckpoint` off and busy timeout 0: a refused checkpoint is tried again */
export function scheduleCheckpoints(connection: Connection): Checkpoints {
  const passive = connection.prepare<[], CheckpointResult>('pragma wal_checkpoint(passive)');
  const restart = connection.prepare<[], CheckpointResult>('pragma wal_checkpoint(restart)');
  let intents = 0;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    immediate = undefined;
    intents = 0;
    const { log, checkpointed } = checkpoint(passive);
    // Other processes wrote meanwhile, or read an old snapshot. RESTART takes the write lock for a moment, if it is
    // free.
    if (log > MAX_LOG_FRAMES && checkpointed < log) checkpoint(restart);
    if (checkpointed < log) wait();
  };
  const wait = (): void => {
    timer ??= setTimeout(run, CHECKPOINT_MS).unref();
  };

  return {
    note(count) {
      intents += count;
      if (intents >= CHECKPOINT_INTENTS) immediate ??= setImmediate(run);
      else wait();
    },
    stop() {
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}

/** A log that cannot be checkpointed now is no fault: it stays, durable, and the next turn tries again. */
export function checkpoint(statement: Statement<[], CheckpointResult>): CheckpointResult {
  try {
    return statement.get() ?? { busy: 0, log: 0, checkpointed: 0 };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return { busy: 1, log: 0, checkpointed: 0 };
  }
}

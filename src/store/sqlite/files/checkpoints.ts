// Moves the write-ahead log into the database file outside of any commit, so that no answer waits for it, and keeps
// the log's size bounded. A turn of the event loop is enough: copying 1,000 pages takes a few milliseconds
// (docs/decisions/0003-group-commit.md), less than a worker thread would cost in memory and start time.
import type { Database as Connection, Statement } from 'better-sqlite3';
import { isTrouble } from '../trouble.ts';

/** Checkpoint after so many intents (two to four pages each), or after so long when fewer came, in ms. */
const INTENTS = 500;
const INTERVAL = 1_000;
/** Log frames (of 4 KiB) past which a passive checkpoint evidently never catches up with other processes' writes. */
const TOO_LONG = 16_384;

export interface Checkpoints {
  /** To be told after every group, with the number of its intents. */
  note(intents: number): void;
  stop(): void;
}

type Result = { busy: number; log: number; checkpointed: number };

/** @param connection with `wal_autocheckpoint` off and busy timeout 0: a checkpoint that is refused comes again */
export function scheduleCheckpoints(connection: Connection): Checkpoints {
  const passive = connection.prepare<[], Result>('pragma wal_checkpoint(passive)');
  const restart = connection.prepare<[], Result>('pragma wal_checkpoint(restart)');
  let intents = 0;
  let timer: NodeJS.Timeout | undefined;
  let due: NodeJS.Immediate | undefined;

  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    due = undefined;
    intents = 0;
    const { log, checkpointed } = checkpoint(passive);
    // Other processes wrote meanwhile, or read an old state. RESTART takes the write lock for a moment, if it is free.
    if (log > TOO_LONG && checkpointed < log) checkpoint(restart);
    if (checkpointed < log) wait();
  };
  const wait = (): void => {
    timer ??= setTimeout(run, INTERVAL).unref();
  };

  return {
    note(count) {
      intents += count;
      if (intents >= INTENTS) due ??= setImmediate(run);
      else wait();
    },
    stop() {
      clearTimeout(timer);
      clearImmediate(due);
    },
  };
}

/** A log that cannot be moved now is no fault: it stays, durable, and the next turn tries again. */
function checkpoint(statement: Statement<[], Result>): Result {
  try {
    return statement.get() ?? { busy: 0, log: 0, checkpointed: 0 };
  } catch (error) {
    if (!isTrouble(error)) throw error;
    return { busy: 1, log: 0, checkpointed: 0 };
  }
}

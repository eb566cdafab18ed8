// Group commit: all write intents of one turn of the event loop share one transaction, and so one fsync. An intent that
// throws is rolled back alone. Promises resolve only after the commit (docs/decisions/0003-group-commit.md).
import type { Database as Connection } from 'better-sqlite3';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { isBusy, isTrouble, toUnavailable } from './trouble.ts';
import { type IntentOutcome, watchDisk } from './watch-disk.ts';

/** How long an intent waits for another process's lock before it is `Unavailable`. */
const LOCK_TIMEOUT_MS = 5_000;
/** Maximum number of intents in one transaction. It limits how long the lock is held and the first intent waits. */
const MAX_GROUP_SIZE = 256;
/** Maximum number of event-loop turns a group waits, each only because another intent came in the turn before. */
const MAX_TURNS = 8;
/**
 * Limits of the pause between tries to begin while another process holds the lock. A worker holds it for a millisecond
 * or two: pauses of a quarter of the wait so far are short enough for that, and long enough for a wait of seconds.
 */
const MIN_PAUSE_MS = 1;
const MAX_PAUSE_MS = 50;
const PAUSE_RATIO = 1 / 4;

export interface Writer {
  readonly connection: Connection;
  /**
   * Runs `intent` with the others of this turn and resolves with its result once it is on disk. An error thrown by
   * `intent` rolls back that intent alone. `intent` may run twice, with the first run rolled back. Rejects with
   * `Unavailable` when nothing was stored because the lock or the disk was not available.
   */
  write<T>(intent: () => T): Promise<T>;
  /** Whether the disk refused the last group: it is full, read-only or broken. Other processes' locks do not count. */
  isFailing(): boolean;
  /** Accepts no more intents, and resolves when those under way have settled. */
  drain(): Promise<void>;
}

type Intent = {
  run: () => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  deadline: number;
};

/**
 * @param connection read-write, with busy timeout 0: waiting inside SQLite would block the whole process
 * @param afterGroup called after each group with its number of intents and its duration in seconds; their promises are
 *   settled by then
 * @param afterLockWait called with the time in seconds that writes waited for another process's lock, whether or not
 *   they got it; not called for writes that did not wait
 */
export function createWriter(
  connection: Connection,
  afterGroup: (intents: number, seconds: number) => void = () => {},
  afterLockWait: (seconds: number) => void = () => {},
): Writer {
  const runGroup = prepareGroup(connection);
  const lockWait = createLockWait(afterLockWait);
  let queue: Intent[] = [];
  let scheduled = false;
  let onEmpty: (() => void) | undefined;
  const disk = watchDisk(connection);

  const flush = (): void => {
    scheduled = false;
    const group = queue.slice(0, MAX_GROUP_SIZE);
    const startedAt = performance.now();
    const outcomes = runGroup(group.map((intent) => intent.run));
    const seconds = (performance.now() - startedAt) / 1000;
    if (outcomes === 'busy') {
      const pause = lockWait.extend(startedAt);
      queue = expire(queue);
      if (queue.length === 0) lockWait.end(performance.now());
      scheduleAgain(pause);
      return;
    }
    lockWait.end(startedAt);
    disk.note(outcomes);
    queue = queue.slice(group.length);
    group.forEach((intent, index) => {
      settle(intent, outcomes[index] as IntentOutcome);
    });
    scheduleAgain(0);
    afterGroup(group.length, seconds);
  };
  const gather = gatherUntilQuiet(() => queue.length, flush);

  const scheduleAgain = (delay: number): void => {
    if (queue.length === 0) {
      onEmpty?.();
    } else if (!scheduled) {
      scheduled = true;
      if (delay === 0) gather();
      else setTimeout(flush, delay);
    }
  };

  return {
    connection,
    write: (run) =>
      new Promise((resolve, reject) => {
        if (onEmpty) return reject(new Unavailable('The database is being closed'));
        queue.push({ run, resolve, reject, deadline: performance.now() + LOCK_TIMEOUT_MS });
        scheduleAgain(0);
      }),
    isFailing: disk.isFailing,
    drain: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        scheduleAgain(0);
      }),
  };
}

/**
 * Returns a function that calls `then` once no more intents arrive: it checks at each turn of the event loop, and goes
 * on as long as the turn before brought more.
 */
function gatherUntilQuiet(waiting: () => number, then: () => void): () => void {
  const check = (seen: number, turn: number): void => {
    const now = waiting();
    if (now > seen && now < MAX_GROUP_SIZE && turn < MAX_TURNS) setImmediate(check, now, turn + 1);
    else then();
  };
  return () => setImmediate(check, 0, 0);
}

/** Measures one wait for another process's lock, which may take many tries. */
type LockWait = {
  /** Begins or continues the wait. @returns after how many ms to try again */
  extend(at: number): number;
  /** Ends the wait and reports it; does nothing where there was none. */
  end(at: number): void;
};

function createLockWait(report: (seconds: number) => void): LockWait {
  let since: number | undefined;
  return {
    extend(at) {
      since ??= at;
      return Math.min(Math.max((at - since) * PAUSE_RATIO, MIN_PAUSE_MS), MAX_PAUSE_MS);
    },
    end(at) {
      if (since === undefined) return;
      report((at - since) / 1000);
      since = undefined;
    },
  };
}

function settle(intent: Intent, outcome: IntentOutcome): void {
  if ('error' in outcome) intent.reject(outcome.error);
  else intent.resolve(outcome.result as never);
}

/** Rejects the intents whose deadline has passed; returns the others. */
function expire(queue: readonly Intent[]): Intent[] {
  const now = performance.now();
  return queue.filter((intent) => {
    if (now < intent.deadline) return true;
    intent.reject(new Unavailable('The database is locked by another process'));
    return false;
  });
}

/**
 * Runs many intents in one transaction. Returns `'busy'` when it could not begin, otherwise one outcome for each.
 * Savepoints cost two statements for each intent, and an intent hardly ever throws, so the intents first run without
 * them. When one throws, the transaction is rolled back and every intent runs again inside its own savepoint. An intent
 * must therefore do nothing but run statements.
 */
function prepareGroup(connection: Connection): (intents: readonly (() => unknown)[]) => 'busy' | IntentOutcome[] {
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const rollBack = prepareRollback(connection);
  const runInSavepoint = prepareSavepoint(connection);
  const runDirectly = (intent: () => unknown): IntentOutcome => ({ result: intent() });

  const runGroup = (intents: readonly (() => unknown)[], run: typeof runDirectly): 'busy' | IntentOutcome[] => {
    const outcomes: IntentOutcome[] = [];
    try {
      begin.run();
      for (const intent of intents) outcomes.push(run(intent));
      commit.run();
      return outcomes;
    } catch (error) {
      if (outcomes.length === 0 && !connection.inTransaction && isBusy(error)) return 'busy';
      const isIntentError = run === runDirectly && connection.inTransaction && !isTrouble(error);
      rollBack();
      if (isIntentError) return runGroup(intents, runInSavepoint);
      const failure = isTrouble(error)
        ? toUnavailable(error, connection.name)
        : new Unavailable('The group was undone', { cause: error });
      return intents.map(() => ({ error: failure }));
    }
  };
  return (intents) => runGroup(intents, runDirectly);
}

/**
 * Rolls back a transaction that cannot be committed, unless SQLite has done so. Where even that fails, the next group
 * tries again.
 */
function prepareRollback(connection: Connection): () => void {
  const rollback = connection.prepare('rollback');
  return () => {
    try {
      if (connection.inTransaction) rollback.run();
    } catch (error) {
      if (!isTrouble(error)) throw error;
    }
  };
}

/**
 * Runs one intent inside a savepoint. Throws only when the whole group is lost: a full disk or an I/O error rolls the
 * transaction back and leaves autocommit on, where every later statement would be committed by itself.
 */
function prepareSavepoint(connection: Connection): (intent: () => unknown) => IntentOutcome {
  const savepoint = connection.prepare('savepoint intent');
  const release = connection.prepare('release intent');
  const rollBackTo = connection.prepare('rollback to intent');

  return (intent) => {
    savepoint.run();
    try {
      const result = intent();
      release.run();
      return { result };
    } catch (error) {
      if (!connection.inTransaction || isTrouble(error)) throw error;
      rollBackTo.run();
      release.run();
      return { error: toUnavailable(error, connection.name) };
    }
  };
}

// Group commit: all write intents of one turn of the event loop share one transaction, and so one fsync. What one
// intent throws undoes that one alone; its promise resolves only after the commit
// (docs/decisions/0003-group-commit.md).
import type { Database as Connection } from 'better-sqlite3';
import { Unavailable } from '../../core/unavailable.ts';
import { isBusy, isTrouble, unavailableOr } from './trouble.ts';

/** How long an intent waits for another process's lock before it is `Unavailable`, in ms. */
const PATIENCE = 5_000;
/** Intents of one transaction: past this the lock, and the wait of the first, would grow without end. */
const GROUP = 256;
/** Turns of the event loop that a group waits at most, each only because another intent came in the turn before. */
const MAX_TURNS = 8;
/**
 * Pauses between tries to begin while another process holds the lock, in ms. A worker holds it for a millisecond or
 * two: a quarter of the wait so far is soon enough for that, and seldom enough for a wait of seconds.
 */
const MIN_PAUSE_MS = 1;
const MAX_PAUSE_MS = 50;
const PAUSE_OF_WAIT = 1 / 4;

export interface Writer {
  readonly connection: Connection;
  /**
   * Runs `intent` with the others of this turn and resolves with its result once it is on disk. An error thrown by
   * `intent` undoes that intent alone; `intent` may be run twice, the first time undone. Rejects with `Unavailable`
   * when nothing was stored for want of lock or disk.
   */
  write<T>(intent: () => T): Promise<T>;
  /** Takes no more intents and resolves when those under way are settled. */
  drain(): Promise<void>;
}

type Intent = {
  run: () => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  deadline: number;
};

type Outcome = { result: unknown } | { error: unknown };

/**
 * @param connection read-write, with busy timeout 0: waiting inside SQLite would stop the whole process
 * @param afterGroup told after every group how many intents it had and how long it took; their promises are settled by
 *   then
 * @param afterLockWait told how long writes waited for another process's lock, in seconds, whether or not they got it;
 *   not told of those that did not wait
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

  const flush = (): void => {
    scheduled = false;
    const group = queue.slice(0, GROUP);
    const beganAt = performance.now();
    const outcomes = runGroup(group.map((intent) => intent.run));
    const seconds = (performance.now() - beganAt) / 1000;
    if (outcomes === 'busy') {
      const pause = lockWait.goOn(beganAt);
      queue = expire(queue);
      if (queue.length === 0) lockWait.end(performance.now());
      scheduleAgain(pause);
      return;
    }
    lockWait.end(beganAt);
    queue = queue.slice(group.length);
    group.forEach((intent, index) => {
      settle(intent, outcomes[index] as Outcome);
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
        queue.push({ run, resolve, reject, deadline: performance.now() + PATIENCE });
        scheduleAgain(0);
      }),
    drain: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        scheduleAgain(0);
      }),
  };
}

/** Begins with the next turn of the event loop, and goes on as long as the turn before brought more. */
function gatherUntilQuiet(waiting: () => number, then: () => void): () => void {
  const look = (seen: number, turn: number): void => {
    const now = waiting();
    if (now > seen && now < GROUP && turn < MAX_TURNS) setImmediate(look, now, turn + 1);
    else then();
  };
  return () => setImmediate(look, 0, 0);
}

/** One wait for another process's lock, of many tries. */
type LockWait = {
  /** @returns after how many ms to try again */
  goOn(at: number): number;
  /** Says nothing where there was no wait. */
  end(at: number): void;
};

function createLockWait(tell: (seconds: number) => void): LockWait {
  let since: number | undefined;
  return {
    goOn(at) {
      since ??= at;
      return Math.min(Math.max((at - since) * PAUSE_OF_WAIT, MIN_PAUSE_MS), MAX_PAUSE_MS);
    },
    end(at) {
      if (since === undefined) return;
      tell((at - since) / 1000);
      since = undefined;
    },
  };
}

function settle(intent: Intent, outcome: Outcome): void {
  if ('error' in outcome) intent.reject(outcome.error);
  else intent.resolve(outcome.result as never);
}

/** Rejects the intents that have waited long enough; returns the others. */
function expire(queue: readonly Intent[]): Intent[] {
  const now = performance.now();
  return queue.filter((intent) => {
    if (now < intent.deadline) return true;
    intent.reject(new Unavailable('The database is locked by another process'));
    return false;
  });
}

/**
 * One transaction around many intents: `'busy'` when it could not begin, otherwise one outcome for each. Hardly ever
 * does an intent throw, so they first run without savepoints, which are two statements for each; when one throws, all
 * is undone and every intent runs anew inside a savepoint of its own. So an intent must do nothing but run statements.
 */
function prepareGroup(connection: Connection): (intents: readonly (() => unknown)[]) => 'busy' | Outcome[] {
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const undoAll = prepareRollback(connection);
  const runInSavepoint = prepareIntent(connection);
  const runPlainly = (intent: () => unknown): Outcome => ({ result: intent() });

  const runGroup = (intents: readonly (() => unknown)[], run: typeof runPlainly): 'busy' | Outcome[] => {
    const outcomes: Outcome[] = [];
    try {
      begin.run();
      for (const intent of intents) outcomes.push(run(intent));
      commit.run();
      return outcomes;
    } catch (error) {
      if (outcomes.length === 0 && !connection.inTransaction && isBusy(error)) return 'busy';
      const isOfOneIntent = run === runPlainly && connection.inTransaction && !isTrouble(error);
      undoAll();
      if (isOfOneIntent) return runGroup(intents, runInSavepoint);
      const fault = isTrouble(error)
        ? unavailableOr(error, connection.name)
        : new Unavailable('The group was undone', { cause: error });
      return intents.map(() => ({ error: fault }));
    }
  };
  return (intents) => runGroup(intents, runPlainly);
}

/**
 * Ends a transaction that cannot be committed, if SQLite has not done so. Where even that fails, the next group tries.
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
 * One intent inside its savepoint. Throws only when the whole group is lost: a full disk or an I/O error undoes the
 * transaction and leaves autocommit on, where going on would commit every later statement by itself.
 */
function prepareIntent(connection: Connection): (intent: () => unknown) => Outcome {
  const savepoint = connection.prepare('savepoint intent');
  const release = connection.prepare('release intent');
  const undo = connection.prepare('rollback to intent');

  return (intent) => {
    savepoint.run();
    try {
      const result = intent();
      release.run();
      return { result };
    } catch (error) {
      if (!connection.inTransaction || isTrouble(error)) throw error;
      undo.run();
      release.run();
      return { error: unavailableOr(error, connection.name) };
    }
  };
}

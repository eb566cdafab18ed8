// Tracks the intents under way. Each has a deadline, is retried where that is safe, and is awaited before the
// connections are closed.
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { toUnavailable } from './trouble.ts';

/** How often the same work is tried before a conflict becomes `Unavailable`. */
const MAX_TRIES = 5;

export interface Intents {
  /**
   * @param work gets its deadline, in the time of `performance.now()`
   * @param mayRepeat whether the same work may be tried again after this error
   */
  run<Result>(work: (deadline: number) => Promise<Result>, mayRepeat: (error: unknown) => boolean): Promise<Result>;
  /** Accepts no more intents, and resolves when those under way have settled. */
  finish(): Promise<void>;
}

/** Trouble with the database rejects an intent with `Unavailable`. */
export function trackIntents(timeoutMs: number): Intents {
  const underWay = new Set<Promise<unknown>>();
  let closing = false;

  const attempt = async <Result>(
    work: (deadline: number) => Promise<Result>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<Result> => {
    const deadline = performance.now() + timeoutMs;
    for (let tries = 1; ; tries += 1) {
      try {
        return await work(deadline);
      } catch (error) {
        if (tries === MAX_TRIES || !mayRepeat(error) || performance.now() >= deadline) throw toUnavailable(error);
        await pause(tries * 5);
      }
    }
  };

  return {
    run(work, mayRepeat) {
      if (closing) return Promise.reject(new Unavailable('The database is being closed'));
      const intent = attempt(work, mayRepeat);
      underWay.add(intent);
      const forget = () => underWay.delete(intent);
      intent.then(forget, forget);
      return intent;
    },
    async finish() {
      closing = true;
      await Promise.allSettled(underWay);
    },
  };
}

// Hashes passwords on threads of its own instead of libuv's pool, which stays free for signatures, files and DNS. The
// system can give these threads a lower priority. The first thread is started with the first password; most commands
// have none.
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../core/ground/unavailable.ts';
import type { StoredHash } from '../core/sign-in/passwords/stored-hash.ts';

/** Memory in KiB, passes, lanes; `algorithm` 2 is Argon2id (the package's enum has no values at run time). */
export type HashCost = { algorithm: number; memoryCost: number; timeCost: number; parallelism: number };

/** `signerKey`: for hashes of Firebase. */
export type HashToCheck = StoredHash & { signerKey?: Buffer | undefined };

export interface HashingThreads {
  /** @returns a PHC string */
  hash(password: string, cost: HashCost): Promise<string>;
  /** @throws Error when the hash cannot be checked; Unavailable when the thread ended before it was done */
  verify(password: string, work: HashToCheck): Promise<boolean>;
}

type Job = { name: 'hash' | 'verify'; values: readonly unknown[] };
type Answer = { result: unknown } | { error: string };

const FILE = new URL('./hashing-thread.cjs', import.meta.url);
/** V8's heap in MiB, for a few strings. Argon2's memory is not part of it. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/**
 * A thread ends after this time without a job: it holds some 7 MiB, and the next password waits 60 ms for a new one.
 */
const MAX_IDLE_MS = 60_000;

/**
 * Starts as many threads as there are jobs at once, and keeps each for later jobs.
 * @param maxIdleMs how long a thread without a job is kept
 */
export function createHashingThreads(maxIdleMs = MAX_IDLE_MS): HashingThreads {
  const idle: Thread[] = [];
  const run = async (job: Job): Promise<unknown> => {
    const thread = idle.pop() ?? startThread();
    if (thread.ended) return run(job);
    const answer = await thread.run(job);
    idle.push(thread);
    thread.endAfterIdle(maxIdleMs);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  };
  return {
    hash: (...values) => run({ name: 'hash', values }) as Promise<string>,
    verify: (...values) => run({ name: 'verify', values }) as Promise<boolean>,
  };
}

type Thread = {
  readonly ended: boolean;
  /** Runs one job at a time. @throws Unavailable when the thread has exited */
  run(job: Job): Promise<Answer>;
  /** Ends the thread when it gets no job for this time. */
  endAfterIdle(maxIdleMs: number): void;
};

/** An idle thread does not keep the process alive. */
function startThread(): Thread {
  const worker = new Worker(FILE, { execArgv: [], resourceLimits: LIMITS });
  let underWay: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let ended = false;
  let cause: unknown;
  let idleTimer: NodeJS.Timeout | undefined;
  worker.on('message', (answer: Answer) => {
    worker.unref();
    underWay?.resolve(answer);
  });
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', () => {
    ended = true;
    underWay?.reject(new Unavailable('The password hashing thread exited.', { cause }));
  });
  return {
    get ended() {
      return ended;
    },
    run: (job) =>
      new Promise((resolve, reject) => {
        clearTimeout(idleTimer);
        underWay = { resolve, reject };
        worker.ref();
        worker.postMessage(job);
      }),
    endAfterIdle(maxIdleMs) {
      idleTimer = setTimeout(() => {
        ended = true;
        worker.terminate();
      }, maxIdleMs).unref();
    },
  };
}

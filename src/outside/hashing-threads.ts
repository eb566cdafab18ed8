// Argon2 on threads of its own instead of libuv's pool: signatures, files and names have the pool to themselves, and
// the system can be told to serve these threads last. The first is started with the first password; most processes of
// the command line have none.
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../core/unavailable.ts';

/** Memory in KiB, passes, lanes; `algorithm` 2 is Argon2id (the package's enum has no values at run time). */
export type HashCost = { algorithm: number; memoryCost: number; timeCost: number; parallelism: number };

export interface HashingThreads {
  /** PHC string. */
  hash(password: string, cost: HashCost): Promise<string>;
  /** @throws Error when the hash is malformed; Unavailable when the thread ended before it was done */
  verify(passwordHash: string, password: string): Promise<boolean>;
}

type Work = { name: 'hash' | 'verify'; values: readonly unknown[] };
type Answer = { result: unknown } | { error: string };

const FILE = new URL('./hashing-thread.cjs', import.meta.url);
/** In MiB, for a few strings: what Argon2 takes is not V8's. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/**
 * How long a thread without work stays, in ms: it holds some 7 MiB, and the next password waits 60 ms for a new one.
 */
const MAX_IDLE_MS = 60_000;

/** As many threads as there were works at once; each stays for the next work, for a while. @param longestRest in ms */
export function createHashingThreads(longestRest = MAX_IDLE_MS): HashingThreads {
  const idle: Thread[] = [];
  const run = async (work: Work): Promise<unknown> => {
    const thread = idle.pop() ?? startThread();
    if (thread.ended) return run(work);
    const answer = await thread.run(work);
    idle.push(thread);
    thread.rest(longestRest);
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
  /** One work at a time. @throws Unavailable when the thread is no more */
  run(work: Work): Promise<Answer>;
  /** Ends it when it is given no work for so many ms. */
  rest(longest: number): void;
};

/** A thread that rests keeps no process alive. */
function startThread(): Thread {
  const worker = new Worker(FILE, { execArgv: [], resourceLimits: LIMITS });
  let underWay: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let ended = false;
  let cause: unknown;
  let resting: NodeJS.Timeout | undefined;
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
    run: (work) =>
      new Promise((resolve, reject) => {
        clearTimeout(resting);
        underWay = { resolve, reject };
        worker.ref();
        worker.postMessage(work);
      }),
    rest(longest) {
      resting = setTimeout(() => {
        ended = true;
        worker.terminate();
      }, longest).unref();
    },
  };
}

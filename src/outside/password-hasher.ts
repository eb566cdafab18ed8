// Argon2id for passwords, off the event loop. Each hash takes 19 MiB and a thread of libuv's pool, so the number at
// once is bounded; a short queue waits, and what comes past it is told to come again (contract 2; cases P2, M16).
import type { PasswordHasher } from '../core/accounts/password-hasher.ts';
import { Unavailable } from '../core/unavailable.ts';

/** Native code of 8 MiB, which most processes never need: loaded with the first password. */
const loadArgon2 = () => import('@node-rs/argon2');

/** OWASP's parameters: memory in KiB, passes, lanes. `algorithm` 2 is Argon2id (the package's enum has no values at run time). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of nobody: 32 bytes that are no password's hash, at today's cost, so that a check against it takes the usual time. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$bGF0Y2hrZXktbm9ib2R5IQ$${'A'.repeat(43)}`;

export type PasswordHasherOptions = {
  /** Hashes computed at once; one thread of the pool stays free whatever is asked for. */
  concurrency: number;
  /** Of libuv's pool. Default: as its variable says, else its own 4. */
  threads?: number;
  /** How many may wait for their turn. Default 32: about half a second of work on two cores. */
  maxWaiting?: number;
  /** How long one may wait for its turn, in milliseconds. Default 1000. */
  maxWaitMs?: number;
};

/** For operators; counts since the start. */
export type HasherFigures = {
  running: number;
  waiting: number;
  done: number;
  /** Told to come again: there was no place to wait, or the wait was too long. */
  refused: number;
};

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher & { figures(): HasherFigures } {
  const { threads = poolThreads(), maxWaiting = 32, maxWaitMs = 1000 } = options;
  // Signatures with RSA, files and names need the pool as well: with all of it hashing, a signature took 280 ms, not 1.
  const concurrency = Math.max(1, Math.min(options.concurrency, threads - 1));
  const { inTurn, figures } = createTurnstile({ concurrency, maxWaiting, maxWaitMs });
  return {
    hash: (password) => inTurn(async () => (await loadArgon2()).hash(password, COST)),
    verify: (password, passwordHash) => inTurn(() => verifyOrDecoy(password, passwordHash)),
    isOutdated,
    figures,
  };
}

/** libuv reads it once, before any code of ours runs. */
const poolThreads = (): number => Number(process.env.UV_THREADPOOL_SIZE) || 4;

async function verifyOrDecoy(password: string, passwordHash: string | undefined): Promise<boolean> {
  const { verify } = await loadArgon2();
  if (passwordHash !== undefined) {
    // A malformed hash throws at once; it must neither match nor answer sooner than others.
    const matches = await verify(passwordHash, password).catch(() => undefined);
    if (matches !== undefined) return matches;
  }
  await verify(DECOY, password);
  return false;
}

/** `$argon2id$v=19$m=19456,t=2,p=1$…`, the form in which hashes are kept (PHC). */
const KEPT = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$/;

function isOutdated(passwordHash: string): boolean {
  const [, memory, time, lanes] = KEPT.exec(passwordHash) ?? [];
  return !(Number(memory) >= COST.memoryCost && Number(time) >= COST.timeCost && Number(lanes) === COST.parallelism);
}

/** Runs at most `concurrency` works at once, in the order they came. */
function createTurnstile({ concurrency, maxWaiting, maxWaitMs }: Required<Omit<PasswordHasherOptions, 'threads'>>) {
  let running = 0;
  let done = 0;
  let refused = 0;
  const waiting: { start: () => void; timer: NodeJS.Timeout }[] = [];

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (running < concurrency) {
        running += 1;
        resolve();
        return;
      }
      if (waiting.length >= maxWaiting) {
        refused += 1;
        reject(new Unavailable('Too many passwords are being checked.'));
        return;
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        refused += 1;
        reject(new Unavailable('Checking this password would take too long now.'));
      }, maxWaitMs);
      const entry = { start: resolve, timer };
      waiting.push(entry);
    });

  /** The place goes from hand to hand: `running` falls only when nobody waits. */
  const passOn = () => {
    const next = waiting.shift();
    if (!next) {
      running -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  };

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await turn();
    try {
      return await work();
    } finally {
      done += 1;
      passOn();
    }
  };
  return { inTurn, figures: (): HasherFigures => ({ running, waiting: waiting.length, done, refused }) };
}

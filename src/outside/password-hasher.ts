// Argon2id for passwords, off the event loop. Each hash takes 19 MiB and a core, so the number at once is bounded; a short
// queue waits, and what comes past it is told to come again (contract 2; cases P2, M16).
import type { PasswordHasher } from '../core/accounts/password-hasher.ts';
import { Unavailable } from '../core/unavailable.ts';
import { createHashingThreads, type HashCost, type HashingThreads } from './hashing-threads.ts';

/** OWASP's parameters. */
const COST: HashCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of nobody: 32 bytes that are no password's hash, at today's cost, so that a check against it takes the usual time. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$bGF0Y2hrZXktbm9ib2R5IQ$${'A'.repeat(43)}`;

export type PasswordHasherOptions = {
  /** Hashes computed at once, each on a thread of its own. */
  concurrency: number;
  /** How many may wait for their turn. Default 32: about half a second of work of one core. */
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
  const { concurrency, maxWaiting = 32, maxWaitMs = 1000 } = options;
  const threads = createHashingThreads();
  const { reserve, inTurn, figures } = createTurnstile({ concurrency, maxWaiting, maxWaitMs });
  return {
    reserve,
    hash: (password) => inTurn(() => threads.hash(password, COST)),
    verify: (password, passwordHash) => inTurn(() => verifyOrDecoy(threads, password, passwordHash)),
    isOutdated,
    figures,
  };
}

async function verifyOrDecoy(
  { verify }: HashingThreads,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  if (passwordHash !== undefined) {
    try {
      return await verify(passwordHash, password);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // A malformed hash fails at once; it must neither match nor answer sooner than others.
    }
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
function createTurnstile({ concurrency, maxWaiting, maxWaitMs }: Required<PasswordHasherOptions>) {
  let running = 0;
  let done = 0;
  let refused = 0;
  let reserved = 0;
  const waiting: { start: () => void; timer: NodeJS.Timeout }[] = [];

  const giveBack = (): void => {
    reserved -= 1;
  };
  const reserve = (): (() => void) | undefined => {
    if (reserved >= concurrency + maxWaiting) {
      refused += 1;
      return undefined;
    }
    reserved += 1;
    return giveBack;
  };

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
  return { reserve, inTurn, figures: (): HasherFigures => ({ running, waiting: waiting.length, done, refused }) };
}

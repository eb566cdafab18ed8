// Hashes passwords with Argon2id, off the event loop. Each hash takes 19 MiB or more and a core, so the number at once
// is limited. A short queue waits; requests beyond it are refused and may retry (contract 2; cases P2, M16).

import { Unavailable } from '../core/ground/unavailable.ts';
import type { PasswordHasher } from '../core/sign-in/passwords/password-hasher.ts';
import { readStoredHash } from '../core/sign-in/passwords/stored-hash.ts';
import { createHashingThreads, type HashCost, type HashingThreads } from './hashing-threads.ts';
import { createPasswordSemaphore, type SemaphoreFigures } from './password-semaphore.ts';

export const argon2id = ({ memoryKib, passes }: { memoryKib: number; passes: number }): HashCost => ({
  algorithm: 2,
  memoryCost: memoryKib,
  timeCost: passes,
  parallelism: 1,
});

/** OWASP's parameters. */
const OWASP = argon2id({ memoryKib: 19_456, passes: 2 });

/** The hash of no password, at the usual cost, so that a check against it takes the usual time. */
const decoyOf = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$bGF0Y2hrZXktbm9ib2R5IQ$${'A'.repeat(43)}`;

export type PasswordHasherOptions = {
  /** Hashes computed at once, each on a thread of its own. */
  concurrency: number;
  /**
   * How many may wait for their turn. Default 48: about a second of work of one core, of which one network holds a
   * quarter.
   */
  maxWaiting?: number;
  /** How long one may wait for its turn, in milliseconds. Default 1000. */
  maxWaitMs?: number;
  /** Default: OWASP's parameters. */
  cost?: HashCost;
  /** Default: threads that all hashers of the process share. */
  threads?: HashingThreads;
};

const SHARED_THREADS = createHashingThreads();

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher & { figures(): SemaphoreFigures } {
  const { concurrency, maxWaiting = 48, maxWaitMs = 1000, cost = OWASP, threads = SHARED_THREADS } = options;
  const decoy = decoyOf(cost);
  const { reserve, inTurn, figures } = createPasswordSemaphore({ concurrency, maxWaiting, maxWaitMs });
  return {
    reserve,
    hash: (password, from) => inTurn(from, () => threads.hash(password, cost)),
    verify: (password, passwordHash, { from, signerKey } = {}) =>
      inTurn(from, () => verifyOr(decoy, threads, { password, passwordHash, signerKey })),
    ownKind: readStoredHash(decoy)?.kind ?? '',
    isOutdated: (passwordHash) => isCheaper(passwordHash, cost),
    figures,
  };
}

type Check = { password: string; passwordHash: string | undefined; signerKey: Buffer | undefined };

async function verifyOr(
  decoy: string,
  { verify }: HashingThreads,
  { password, passwordHash, signerKey }: Check,
): Promise<boolean> {
  const stored = passwordHash === undefined ? undefined : readStoredHash(passwordHash);
  if (stored) {
    try {
      return await verify(password, { ...stored, signerKey });
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // A hash that cannot be checked fails at once; it must neither match nor answer sooner than others.
    }
  }
  const nobody = readStoredHash(decoy);
  if (nobody) await verify(password, nobody);
  return false;
}

/** The format of stored hashes (PHC): `$argon2id$v=19$m=19456,t=2,p=1$…`. */
const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

function isCheaper(passwordHash: string, { memoryCost, timeCost, parallelism }: HashCost): boolean {
  const [, memory, time, lanes] = PHC_FORMAT.exec(passwordHash) ?? [];
  return !(Number(memory) >= memoryCost && Number(time) >= timeCost && Number(lanes) === parallelism);
}

// How servers in the tests' own process hash passwords. Most tests that sign somebody in are about something else: real
// Argon2id at a cost of a millisecond, on threads that all servers of this process share. The real cost has tests of its
// own (test/unit/outside), and every server in a process of its own runs at it.
import { createHashingThreads } from '../../src/outside/hashing-threads.ts';
import type { PasswordHasherOptions } from '../../src/outside/password-hasher.ts';

export const PASSWORD_HASHING: Partial<PasswordHasherOptions> = {
  cost: { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 },
  threads: createHashingThreads(),
  // On a busy machine, concurrent sign-ins wait longer than a second. Refusals have tests of their own.
  maxWaitMs: 60_000,
};

// The threads of password hashing: kept while there are passwords, given back when there are none.
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readStoredHash, type StoredHash } from '../../../src/core/sign-in/passwords/stored-hash.ts';
import { createHashingThreads } from '../../../src/outside/hashing-threads.ts';

const CHEAP = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 };

/** They alone make way for the others. Those of tests that ran in this process before are not counted. */
const hashingThreads = (): string[] => threadsOfProcess().filter((thread) => isHashing(thread) && !before.has(thread));
const threadsOfProcess = () => readdirSync('/proc/self/task');
const before = process.platform === 'linux' ? new Set(threadsOfProcess()) : new Set<string>();

function isHashing(thread: string): boolean {
  try {
    return getPriority(Number(thread)) === constants.priority.PRIORITY_BELOW_NORMAL;
  } catch {
    return false; // It ended meanwhile.
  }
}

describe.runIf(process.platform === 'linux')('M14: a hashing thread', () => {
  it('stays for the next password, and ends when there is none for a while', async () => {
    const threads = createHashingThreads(2_000);
    expect(hashingThreads()).toEqual([]);
    await threads.hash('correct horse', CHEAP);
    const first = hashingThreads();
    expect(first).toHaveLength(1);
    for (let time = 0; time < 3; time += 1) {
      await pause(150);
      await threads.hash('correct horse', CHEAP);
      expect(hashingThreads()).toEqual(first);
    }
    await expect.poll(hashingThreads).toEqual([]);
  });

  it('that has ended is followed by another, and no password is lost', async () => {
    const threads = createHashingThreads(0);
    for (let time = 0; time < 20; time += 1) {
      const hash = await threads.hash('correct horse', CHEAP);
      await pause(time % 3);
      expect(await threads.verify('correct horse', readStoredHash(hash) as StoredHash)).toBe(true);
    }
  });
});

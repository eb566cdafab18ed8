// Argon2id, bounded: what is stored (P2), that nothing is cut (K18), that nobody can be told from somebody by the work
// done (K12), and that a flood is told to come again.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { createPasswordHasher } from '../../../src/outside/password-hasher.ts';
import { clientAt } from '../../helpers/client-at.ts';

/** Where the wait itself is not the point, a busy machine may take long. */
const PATIENT_MS = 60_000;
const hasher = createPasswordHasher({ concurrency: 2, maxWaitMs: PATIENT_MS });
const client = (number: number) => clientAt(`203.0.${number}.7`);

describe('what is stored', () => {
  it('P2: is Argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await hasher.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('P2: has a salt of its own each time', async () => {
    expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'));
  });

  it('P2: is outdated when it was made at a lower cost, by another algorithm, or is malformed', async () => {
    const current = await hasher.hash('correct horse');
    expect(hasher.isOutdated(current)).toBe(false);
    expect(hasher.isOutdated(current.replace('m=19456', 'm=9216'))).toBe(true);
    expect(hasher.isOutdated(current.replace('t=2', 't=1'))).toBe(true);
    expect(hasher.isOutdated(current.replace('argon2id', 'argon2i'))).toBe(true);
    expect(hasher.isOutdated('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
  });

  it('P2: at a higher cost than today is not outdated', async () => {
    expect(hasher.isOutdated((await hasher.hash('correct horse')).replace('m=19456', 'm=65536'))).toBe(false);
  });
});

describe('checking', () => {
  it('K18: two passwords with the same first 72 bytes differ', async () => {
    const start = 'x'.repeat(72);
    const stored = await hasher.hash(`${start}one`);
    expect(await hasher.verify(`${start}one`, stored)).toBe(true);
    expect(await hasher.verify(`${start}two`, stored)).toBe(false);
    expect(await hasher.verify(start, stored)).toBe(false);
  });

  it('K18: what follows a NUL counts', async () => {
    const stored = await hasher.hash('before\0after');
    expect(await hasher.verify('before\0after', stored)).toBe(true);
    expect(await hasher.verify('before\0other', stored)).toBe(false);
    expect(await hasher.verify('before', stored)).toBe(false);
  });

  it('K18: 256 characters of any Unicode are kept whole', async () => {
    const long = '🗝️가'.repeat(85);
    const stored = await hasher.hash(long);
    expect(await hasher.verify(long, stored)).toBe(true);
    expect(await hasher.verify(long.slice(0, -1), stored)).toBe(false);
  });

  it('K12: without a hash it is false, whatever the password', async () => {
    expect(await hasher.verify('correct horse', undefined)).toBe(false);
  });

  it.each(['', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA', '$2b$10$abcdefghijklmnopqrstuv'])(
    'K12: a malformed hash (%j) is false and not an error',
    async (stored) => {
      expect(await hasher.verify('correct horse', stored)).toBe(false);
    },
  );

  it('K12: no hash and a malformed hash take a turn as a real one does', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 0, maxWaitMs: PATIENT_MS });
    for (const stored of [undefined, 'malformed']) {
      const first = narrow.verify('correct horse', stored);
      await expect(narrow.verify('correct horse', stored)).rejects.toBeInstanceOf(Unavailable);
      expect(await first).toBe(false);
    }
  });
});

describe('the bound', () => {
  it('contract 2: past those computed and those waiting it is Unavailable at once', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 2, maxWaitMs: PATIENT_MS });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  it('M16: one that waits too long for its turn is Unavailable, and its place is free again', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 2, maxWaitMs: 1 });
    // The second may find the first one done, if this process stands still for as long; the third waits for both.
    const first = narrow.hash('correct horse');
    const second = narrow.hash('correct horse').catch((error: unknown) => error);
    await expect(narrow.hash('correct horse')).rejects.toBeInstanceOf(Unavailable);
    await Promise.all([first, second]);
    expect(await narrow.hash('correct horse')).toContain('$argon2id$');
  });

  it('a failed work gives its place back', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 0, maxWaitMs: PATIENT_MS });
    await expect(narrow.hash(undefined as unknown as string)).rejects.toThrow();
    expect(await narrow.hash('correct horse')).toContain('$argon2id$');
  });

  it('M16: who finds as many in hand as can be hashed and wait gets no place, until one is given back', () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 1, maxWaitMs: PATIENT_MS });
    const [first, second, third] = [narrow.reserve(client(1)), narrow.reserve(client(2)), narrow.reserve(client(3))];
    expect([first, second, third]).toEqual([expect.any(Function), expect.any(Function), undefined]);
    expect(narrow.figures().refused).toBe(1);
    first?.();
    expect(narrow.reserve(client(3))).toEqual(expect.any(Function));
  });

  it('M16: hashes take none of the threads that files and signatures need', async () => {
    const count = 12;
    const many = createPasswordHasher({ concurrency: count, maxWaitMs: PATIENT_MS });
    const ended: string[] = [];
    const hashes = Array.from({ length: count }, () => many.hash('correct horse').then(() => ended.push('hash')));
    await readFile(import.meta.filename).then(() => ended.push('file'));
    await Promise.all(hashes);
    // Node has four threads: behind these hashes the file would come after all but four of them.
    expect(ended.indexOf('file')).toBeLessThan(count - 4);
  });

  it.runIf(process.platform === 'linux')('M16: a hashing thread makes way for every other', async () => {
    await createPasswordHasher({ concurrency: 1, maxWaitMs: PATIENT_MS }).hash('correct horse');
    const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('metrics: tells how many are computed, wait, were done and were refused', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 1, maxWaitMs: PATIENT_MS });
    const hashes = Promise.allSettled(Array.from({ length: 3 }, () => narrow.hash('correct horse')));
    await Promise.resolve();
    expect(narrow.figures()).toEqual({ running: 1, waiting: 1, done: 0, refused: 1 });
    await hashes;
    expect(narrow.figures()).toEqual({ running: 0, waiting: 0, done: 2, refused: 1 });
  });

  it('metrics: one that waited too long counts as refused', async () => {
    const narrow = createPasswordHasher({ concurrency: 1, maxWaiting: 2, maxWaitMs: 1 });
    const settled = await Promise.allSettled([1, 2, 3].map(() => narrow.hash('correct horse')));
    const refused = settled.filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThan(0);
    expect(narrow.figures()).toEqual({ running: 0, waiting: 0, done: 3 - refused, refused });
  });
});

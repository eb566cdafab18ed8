// How many passwords a process hashes at once, on small and on large machines.
import { expect, it } from 'vitest';
import { hashConcurrency } from '../../../src/compose/hash-concurrency.ts';

it.each([
  [1, 1, 1],
  [2, 1, 1],
  [3, 1, 2],
  [4, 1, 3],
  [64, 1, 3],
  [2, 2, 1],
  [4, 2, 2],
  [4, 3, 1],
  [64, 8, 1],
])('decision 38: with %i cores, each of %i processes hashes %i passwords at once', (cores, workers, expected) => {
  expect(hashConcurrency(workers, cores)).toBe(expected);
});

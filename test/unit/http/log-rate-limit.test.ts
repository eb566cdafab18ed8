// Lines that anybody can cause are written once in a while, and tell how many they stand for.
import { expect, test } from 'vitest';
import { createLogRateLimit } from '../../../src/http/routes/log-rate-limit.ts';

test('contract 1: the first of a kind at once, then one in a while that counts those left out', () => {
  let now = 1_000;
  const limit = createLogRateLimit({ now: () => now }, 60_000);
  expect(limit.due('a')).toBe(1);
  expect([limit.due('a'), limit.due('a'), limit.due('b'), limit.due('a')]).toEqual([
    undefined,
    undefined,
    1,
    undefined,
  ]);
  now += 59_999;
  expect(limit.due('a')).toBeUndefined();
  now += 1;
  expect(limit.due('a')).toBe(5);
  expect(limit.due('b')).toBe(1);
  now += 60_000;
  expect(limit.due('a')).toBe(1);
});

test('a clock that was set back keeps no line away', () => {
  let now = 1_000_000;
  const limit = createLogRateLimit({ now: () => now }, 60_000);
  limit.due('a');
  now = 0;
  expect(limit.due('a')).toBe(1);
});

test('case M17: any number of kinds takes bounded memory, and none is written sooner for it', () => {
  const limit = createLogRateLimit({ now: () => 0 }, 60_000);
  limit.due('first');
  for (let kind = 0; kind < 5_000; kind += 1) expect(limit.due(String(kind))).toBe(1);
  expect(limit.due('first')).toBeUndefined();
});

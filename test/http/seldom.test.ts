// Lines that anybody can cause are written once in a while, and tell how many they stand for.
import { expect, test } from 'vitest';
import { createSeldom } from '../../src/http/log/seldom.ts';

test('contract 1: the first of a kind at once, then one in a while that counts those left out', () => {
  let now = 1_000;
  const seldom = createSeldom({ now: () => now }, 60_000);
  expect(seldom.due('a')).toBe(1);
  expect([seldom.due('a'), seldom.due('a'), seldom.due('b'), seldom.due('a')]).toEqual([
    undefined,
    undefined,
    1,
    undefined,
  ]);
  now += 59_999;
  expect(seldom.due('a')).toBeUndefined();
  now += 1;
  expect(seldom.due('a')).toBe(5);
  expect(seldom.due('b')).toBe(1);
  now += 60_000;
  expect(seldom.due('a')).toBe(1);
});

test('a clock that was set back keeps no line away', () => {
  let now = 1_000_000;
  const seldom = createSeldom({ now: () => now }, 60_000);
  seldom.due('a');
  now = 0;
  expect(seldom.due('a')).toBe(1);
});

test('case M17: any number of kinds takes bounded memory, and none is written sooner for it', () => {
  const seldom = createSeldom({ now: () => 0 }, 60_000);
  seldom.due('first');
  for (let kind = 0; kind < 5_000; kind += 1) expect(seldom.due(String(kind))).toBe(1);
  expect(seldom.due('first')).toBeUndefined();
});

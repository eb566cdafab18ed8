// The time that removal goes by: it follows the clock, but for leaps ahead that do not last.
import { beforeEach, expect, test } from 'vitest';
import { createPurgeClock } from '../../../src/background/purge-clock.ts';

const HOUR = 3_600_000;
const TEN_YEARS = 10 * 365 * 24 * HOUR;

/** What is true, and how far the machine's clock is off. */
let passed = 0;
let off = 0;
const START = 1_800_000_000_000;
const clock = { now: () => START + passed + off };
const read = () => purge.now() - START;
let purge = createPurgeClock(clock, () => passed);
beforeEach(() => {
  [passed, off] = [0, 0];
  purge = createPurgeClock(clock, () => passed);
});

test('goes with the clock', () => {
  passed = 15_000;
  expect(read()).toBe(15_000);
});

test('M13: does not go with a leap ahead, and is right again when the clock is', () => {
  off = TEN_YEARS;
  passed = 20_000;
  expect(read()).toBe(20_000);
  passed = HOUR;
  expect(read()).toBe(HOUR);
  off = 0;
  expect(read()).toBe(HOUR);
});

test('decision 7: the time is whole, also while it goes by a counter, because PostgreSQL takes no fractions', () => {
  off = TEN_YEARS;
  passed = 20_000.75;
  expect(purge.now()).toBe(START + 20_000);
});

test('M13: goes back with the clock at once: never ahead of it', () => {
  off = -HOUR;
  expect(read()).toBe(-HOUR);
  off = 0;
  passed = 30_000;
  expect(read()).toBe(30_000 - HOUR);
});

test('follows the small steps by which clocks are set', () => {
  for (const step of [5_000, 40_000, 90_000]) {
    off = step;
    expect(read()).toBe(step);
  }
});

test('believes a leap that has lasted for a day', () => {
  off = TEN_YEARS;
  expect(read()).toBe(0);
  passed = 23 * HOUR;
  expect(read()).toBe(23 * HOUR);
  passed = 25 * HOUR;
  expect(read()).toBe(TEN_YEARS + 25 * HOUR);
});

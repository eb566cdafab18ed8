// Token buckets (contract 10), counted by a clock that the test moves.
import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/http/callers/rate-limit.ts';
import { HttpError } from '../../../src/http/errors/http-error.ts';

function given(rate = { requestsPerSecond: 100, requestBurst: 500 }) {
  const clock = { at: 1_000_000, now: () => clock.at };
  const limiter = createRateLimiter(clock, rate);
  const allowed = (key: string, tries: number): number => {
    let count = 0;
    for (let i = 0; i < tries; i += 1) {
      try {
        limiter.take(key);
        count += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError);
      }
    }
    return count;
  };
  return { clock, limiter, allowed };
}

describe('contract 10: 100 a second, bursts of 500', () => {
  test('a burst of 500 passes, the next is refused', () => {
    expect(given().allowed('a', 510)).toBe(500);
  });

  test('after a burst, 100 a second pass', () => {
    const { clock, allowed } = given();
    allowed('a', 500);
    for (const _second of [1, 2, 3]) {
      clock.at += 1000;
      expect(allowed('a', 200)).toBe(100);
    }
  });

  test('an idle bucket fills up to the burst and no further', () => {
    const { clock, allowed } = given();
    allowed('a', 500);
    clock.at += 3_600_000;
    expect(allowed('a', 600)).toBe(500);
  });

  test('keys are counted apart', () => {
    const { allowed } = given();
    allowed('a', 500);
    expect([allowed('a', 1), allowed('b', 1)]).toEqual([0, 1]);
  });

  test('a refusal is 429 with whole seconds to wait, at least one', () => {
    const { limiter, allowed } = given({ requestsPerSecond: 0.25, requestBurst: 1 });
    allowed('a', 1);
    expect(() => limiter.take('a')).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 4 }));
  });

  test('a refused try costs nothing', () => {
    const { clock, allowed } = given();
    allowed('a', 10_000);
    clock.at += 10;
    expect(allowed('a', 5)).toBe(1);
  });

  test('a look without taking changes nothing', () => {
    const { limiter, allowed } = given({ requestsPerSecond: 1, requestBurst: 2 });
    expect([limiter.has('a'), limiter.has('a'), limiter.has('a')]).toEqual([true, true, true]);
    expect(allowed('a', 3)).toBe(2);
    expect(limiter.has('a')).toBe(false);
  });

  test('a clock set back neither fills nor empties a bucket', () => {
    const { clock, allowed } = given();
    allowed('a', 490);
    clock.at -= 60_000;
    expect(allowed('a', 20)).toBe(10);
  });

  test('a flood of fresh keys does not free a key that is limited', () => {
    const { allowed } = given();
    allowed('limited', 500);
    for (let i = 0; i < 60_000; i += 1) allowed(`fresh ${i}`, 1);
    expect(allowed('limited', 1)).toBe(0);
  });
});

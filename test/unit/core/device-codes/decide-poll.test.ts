// What a device that polls learns before anybody has answered (RFC 8628 3.5, contract 43).
import { expect, it } from 'vitest';
import { decidePoll } from '../../../../src/core/grants/device-codes/decide-poll.ts';

const FIRST = { pollInterval: 5000, nextPollAt: 100_000, slowed: false };

it.each([
  ['in time', FIRST, 100_000, 'pending', { pollInterval: 5000, nextPollAt: 105_000, slowed: false }],
  ['late', FIRST, 200_000, 'pending', { pollInterval: 5000, nextPollAt: 205_000, slowed: false }],
  ['too early', FIRST, 99_999, 'slow-down', { pollInterval: 10_000, nextPollAt: 105_000, slowed: true }],
  ['too early once more', { pollInterval: 10_000, nextPollAt: 105_000, slowed: true }, 104_999, 'slow-down', undefined],
  [
    'in time after that',
    { pollInterval: 10_000, nextPollAt: 105_000, slowed: true },
    105_000,
    'pending',
    { pollInterval: 10_000, nextPollAt: 115_000, slowed: false },
  ],
])('contract 43: a poll that comes %s', (_when, polls, now, kind, next) => {
  expect(decidePoll(polls, now)).toEqual({ kind, next });
});

it('contract 43: whoever polls without pause writes twice in an interval, which grows by 5 s each time', () => {
  let polls = { ...FIRST, nextPollAt: 0 };
  let writes = 0;
  for (let now = 0; now < 600_000; now += 100) {
    const { next } = decidePoll(polls, now);
    if (next) [polls, writes] = [next, writes + 1];
  }
  // 10 + 15 + … + 75 s are fourteen intervals, and another has begun.
  expect(writes).toBe(30);
  expect(polls.pollInterval).toBeGreaterThan(60_000);
});

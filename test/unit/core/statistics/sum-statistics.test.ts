// What the console shows of daily counts: sums, shares of answers and refusals, and bars of one day or of one week
// each.
import { describe, expect, it } from 'vitest';
import { DAYS_KEPT } from '../../../../src/core/applications/statistics/daily-count.ts';
import type { DayOfStatistics } from '../../../../src/core/applications/statistics/read-statistics.ts';
import { SPANS_OF_DAYS, sumStatistics } from '../../../../src/core/applications/statistics/sum-statistics.ts';

const day = (at: number, over: Partial<DayOfStatistics> = {}): DayOfStatistics => ({
  day: at,
  started: 0,
  completed: 0,
  cancelled: 0,
  refused: {},
  agreed: {},
  declined: {},
  ...over,
});
const days = (count: number, of: (at: number) => Partial<DayOfStatistics> = () => ({})) =>
  Array.from({ length: count }, (_, at) => day(100 + at, of(at)));

describe('sums of statistics', () => {
  it('each day is a bar with its own sums, refusals of every code together', () => {
    const { bars } = sumStatistics([
      day(7, { started: 5, completed: 3, cancelled: 1, refused: { 'code-unknown': 2, 'sign-in-needed': 1 } }),
      day(8, { started: 1 }),
    ]);
    expect(bars).toEqual([
      { fromDay: 7, toDay: 7, started: 5, completed: 3, cancelled: 1, refused: 3 },
      { fromDay: 8, toDay: 8, started: 1, completed: 0, cancelled: 0, refused: 0 },
    ]);
  });

  it('the totals are those of all days', () => {
    const { totals } = sumStatistics(days(90, (at) => ({ started: at, completed: 1, refused: { 'code-unknown': 2 } })));
    expect(totals).toEqual({ started: 4005, completed: 90, cancelled: 0, refused: 180 });
  });

  it('more than ninety days are drawn by whole weeks, and nothing is lost', () => {
    const most = Math.max(...SPANS_OF_DAYS);
    const { bars, totals } = sumStatistics(days(most, () => ({ started: 2 })));
    expect(bars.every(({ fromDay, toDay, started }) => toDay - fromDay === 6 && started === 14)).toBe(true);
    expect([bars[0]?.fromDay, bars.at(-1)?.toDay]).toEqual([100, 100 + most - 1]);
    expect(totals.started).toBe(2 * most);
  });

  it('the longest choice is what is kept, in whole weeks', () => {
    const most = Math.max(...SPANS_OF_DAYS);
    expect(most % 7).toBe(0);
    expect(DAYS_KEPT - most).toBeGreaterThanOrEqual(0);
    expect(DAYS_KEPT - most).toBeLessThan(7);
  });

  it('refusals by code, the most frequent first, equal ones in order of their codes', () => {
    const { refusals } = sumStatistics([
      day(1, { refused: { b: 1, a: 1 } }),
      day(2, { refused: { c: 3, d: 1 } }),
      day(3, { refused: { d: 1 } }),
    ]);
    expect(refusals).toEqual([
      { code: 'c', count: 3 },
      { code: 'd', count: 2 },
      { code: 'a', count: 1 },
      { code: 'b', count: 1 },
    ]);
  });

  it('an optional item was asked for as often as it was agreed to or declined', () => {
    const { answers } = sumStatistics([
      day(1, { agreed: { email: 2 }, declined: { gender: 4 } }),
      day(2, { agreed: { email: 1 }, declined: { email: 1 } }),
    ]);
    expect(answers).toEqual([
      { item: 'gender', agreed: 0, asked: 4 },
      { item: 'email', agreed: 3, asked: 4 },
    ]);
  });

  it('what is no item of the catalogue is no answer', () => {
    expect(sumStatistics([day(1, { agreed: { shoe_size: 2, constructor: 1 } })]).answers).toEqual([]);
  });
});

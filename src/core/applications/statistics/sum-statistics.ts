// Sums daily counts for display: totals, refusals by code, answers by item, and bars to draw.
import { CONSENT_ITEMS, type ConsentItemName } from '../../ground/consent-items.ts';
import { DAYS_KEPT } from './daily-count.ts';
import type { DayOfStatistics } from './read-statistics.ts';

export type Sums = { started: number; completed: number; cancelled: number; refused: number };
/** One day, or one week when there are many days. Both ends are included. */
export type StatisticsPeriod = Sums & { fromDay: number; toDay: number };

export type StatisticsSums = {
  totals: Sums;
  /** In order of days. */
  bars: readonly StatisticsPeriod[];
  /** Most frequent first. */
  refusals: readonly { code: string; count: number }[];
  /** Optional items that somebody was asked for, in the catalogue's order. */
  answers: readonly { item: ConsentItemName; agreed: number; asked: number }[];
};

const WEEK = 7;
/** More bars would be too thin to tell apart on a phone, and too many rows to read. */
const MAX_BARS = 90;

/** The periods that people can select, in days. The last one is all that is kept, in whole weeks. */
export const SPANS_OF_DAYS: readonly number[] = [7, 30, 90, Math.floor(DAYS_KEPT / WEEK) * WEEK];

/** @param days in order, without gaps. Above ninety, each bar is a week, and the last week is whole */
export function sumStatistics(days: readonly DayOfStatistics[]): StatisticsSums {
  const answers = CONSENT_ITEMS.map((item) => {
    const agreed = addUp(days, ({ agreed }) => agreed[item]);
    return { item, agreed, asked: agreed + addUp(days, ({ declined }) => declined[item]) };
  });
  return {
    totals: sumsOf(days),
    bars: groupDays(days, days.length > MAX_BARS ? WEEK : 1).map((span) => ({
      fromDay: span[0]?.day ?? 0,
      toDay: span.at(-1)?.day ?? 0,
      ...sumsOf(span),
    })),
    refusals: refusalsOf(days),
    answers: answers.filter(({ asked }) => asked > 0),
  };
}

const addUp = (days: readonly DayOfStatistics[], of: (day: DayOfStatistics) => number | undefined): number =>
  days.reduce((sum, day) => sum + (of(day) ?? 0), 0);

export const sumsOf = (days: readonly DayOfStatistics[]): Sums => ({
  started: addUp(days, ({ started }) => started),
  completed: addUp(days, ({ completed }) => completed),
  cancelled: addUp(days, ({ cancelled }) => cancelled),
  refused: addUp(days, ({ refused }) => Object.values(refused).reduce((sum, count) => sum + count, 0)),
});

/** Grouped from the end, so that only the first group may be short. */
function groupDays(days: readonly DayOfStatistics[], length: number): DayOfStatistics[][] {
  const spans: DayOfStatistics[][] = [];
  for (let end = days.length; end > 0; end -= length) spans.unshift(days.slice(Math.max(0, end - length), end));
  return spans;
}

function refusalsOf(days: readonly DayOfStatistics[]): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { refused } of days) {
    for (const [code, count] of Object.entries(refused)) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

// Counting in memory: by day in UTC, nothing lost to a store that fails, and never more kinds than fit.
import { describe, expect, it } from 'vitest';
import { startFlushLoop } from '../../../../src/background/flush-loop.ts';
import { createCounters } from '../../../../src/core/applications/statistics/counters.ts';
import { type DailyCount, fromDayText, toDayText } from '../../../../src/core/applications/statistics/daily-count.ts';
import { dayRange, isReadable } from '../../../../src/core/applications/statistics/read-statistics.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import { standingTime } from '../../../helpers/standing-time.ts';

const MIDNIGHT = Date.UTC(2026, 0, 3);
const TODAY = MIDNIGHT / 86_400_000;

function given() {
  const clock = { at: MIDNIGHT, now: () => clock.at };
  const stored: DailyCount[] = [];
  const store = {
    fails: 0,
    add: async (counts: readonly DailyCount[]) => {
      if (store.fails > 0) {
        store.fails -= 1;
        throw new Unavailable('not now');
      }
      stored.push(...structuredClone(counts));
    },
    read: async () => [],
    countAll: async () => [],
  };
  const sumOf = (counter: string) =>
    stored.filter((one) => one.counter === counter).reduce((sum, { count }) => sum + count, 0);
  return { clock, store, stored, sumOf, counters: createCounters({ statistics: store, clock }) };
}

describe('counters', () => {
  it('count by application, kind and day; a day ends at midnight UTC', async () => {
    const { clock, counters, stored } = given();
    clock.at = MIDNIGHT - 1;
    counters.count('shop', 'started');
    clock.at = MIDNIGHT;
    counters.count('shop', 'started');
    counters.count('shop', 'started');
    counters.count('blog', 'started');
    await counters.flush();
    expect(stored).toEqual([
      { applicationId: 'shop', day: TODAY - 1, counter: 'started', count: 1 },
      { applicationId: 'shop', day: TODAY, counter: 'started', count: 2 },
      { applicationId: 'blog', day: TODAY, counter: 'started', count: 1 },
    ]);
  });

  it('are written once: a second flush has nothing to add', async () => {
    const { counters, sumOf } = given();
    counters.count('shop', 'started');
    await counters.flush();
    await counters.flush();
    expect(sumOf('started')).toBe(1);
  });

  it('keep what could not be stored, with what came meanwhile', async () => {
    const { counters, store, sumOf } = given();
    counters.count('shop', 'started');
    store.fails = 1;
    const failing = counters.flush();
    counters.count('shop', 'started');
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    await counters.flush();
    expect(sumOf('started')).toBe(2);
  });

  it('of a flush that fails half-way, only the rest comes again', async () => {
    const { counters, store, stored } = given();
    for (let index = 0; index < 700; index += 1) counters.count(`a${index}`, 'started');
    const { add } = store;
    let calls = 0;
    store.add = async (counts) => {
      calls += 1;
      if (calls === 2) throw new Unavailable('not now');
      await add(counts);
    };
    await expect(counters.flush()).rejects.toBeInstanceOf(Unavailable);
    await counters.flush();
    expect(stored).toHaveLength(700);
    expect(new Set(stored.map(({ applicationId }) => applicationId)).size).toBe(700);
  });

  it('two flushes at once add nothing twice', async () => {
    const { counters, store, sumOf } = given();
    counters.count('shop', 'started');
    store.fails = 1;
    await Promise.allSettled([counters.flush(), counters.flush()]);
    await counters.flush();
    expect(sumOf('started')).toBe(1);
  });

  it('hold a bounded number of kinds, and tell what they dropped; known kinds go on counting', async () => {
    const { counters, sumOf } = given();
    for (let index = 0; index < 20_003; index += 1) counters.count(`a${index}`, 'started');
    counters.count('a0', 'started');
    expect(counters.dropped).toBe(3);
    await counters.flush();
    expect(sumOf('started')).toBe(20_001);
  });
});

describe('the loop', () => {
  it('flushes by timer, goes on after a failure, and flushes a last time when it stops', async () => {
    const { counters, store, sumOf } = given();
    const failures: unknown[] = [];
    const { timers, tick } = standingTime(0);
    const stop = startFlushLoop(counters, { job: 'statistics', timers, onFailure: (error) => failures.push(error) });
    counters.count('shop', 'started');
    await tick('statistics');
    expect(sumOf('started')).toBe(1);
    store.fails = 1;
    counters.count('shop', 'started');
    await tick('statistics');
    expect([sumOf('started'), failures.length]).toEqual([1, 1]);
    await tick('statistics');
    expect([sumOf('started'), failures.length]).toEqual([2, 1]);
    counters.count('shop', 'completed');
    await stop();
    expect(sumOf('completed')).toBe(1);
  });

  it('a last flush that fails does not keep the process from stopping', async () => {
    const { counters, store } = given();
    const failures: unknown[] = [];
    const stop = startFlushLoop(counters, {
      job: 'statistics',
      timers: standingTime(0).timers,
      onFailure: (error) => failures.push(error),
    });
    counters.count('shop', 'started');
    store.fails = 1;
    await stop();
    expect(failures).toHaveLength(1);
  });
});

describe('days', () => {
  it('are written YYYY-MM-DD and read back', () => {
    expect(fromDayText('2026-01-03')).toBe(TODAY);
    expect(toDayText(TODAY)).toBe('2026-01-03');
    expect(fromDayText('1970-01-01')).toBe(0);
  });

  it.each(['2026-1-3', '2026-02-29', '2026-13-01', '2026-01-03T00:00:00Z', 'today', ' 2026-01-03', '20260103'])(
    '%o is none',
    (text) => expect(fromDayText(text)).toBeUndefined(),
  );

  it('are thirty, the last of them today, where nobody says', () => {
    const range = (fromDay?: number, toDay?: number) => dayRange(MIDNIGHT + 1, { fromDay, toDay });
    expect(range()).toEqual({ fromDay: TODAY - 29, toDay: TODAY });
    expect(range(TODAY - 5)).toEqual({ fromDay: TODAY - 5, toDay: TODAY });
    expect(range(undefined, TODAY - 5)).toEqual({ fromDay: TODAY - 34, toDay: TODAY - 5 });
  });

  it('are four hundred at most, in order', () => {
    expect(isReadable({ fromDay: 1, toDay: 400 })).toBe(true);
    expect(isReadable({ fromDay: 0, toDay: 400 })).toBe(false);
    expect(isReadable({ fromDay: 2, toDay: 1 })).toBe(false);
  });
});

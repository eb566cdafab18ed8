// The clock that follows a database's time: shared by all processes, steady between two askings, and at peace with a
// database that does not answer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { createDatabaseClock, type DatabaseClock } from '../../src/store/postgres/database-clock.ts';

/** Where the database's clock stands, against the counter of this machine. */
let offset = 0;
/** How long its answer takes, in ms. */
let delay = 0;
let reachable = true;
const postgres = {
  async read() {
    if (!reachable) throw new Unavailable('gone');
    const now = Math.round(performance.now() + delay / 2 + offset);
    await vi.advanceTimersByTimeAsync(delay);
    return [{ now }] as never;
  },
};

let clock: DatabaseClock;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] });
  [offset, delay, reachable] = [1_000_000, 4, true];
  clock = await createDatabaseClock(postgres);
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

const error = () => Math.abs(clock.now() - (performance.now() + offset));
const halfMinute = () => vi.advanceTimersByTimeAsync(30_000);

describe('the clock of a database', () => {
  it('M13: tells the time of the database from the first moment on', () => {
    expect(error()).toBeLessThanOrEqual(4);
  });

  it('goes on between two askings', async () => {
    const before = clock.now();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(clock.now() - before).toBe(10_000);
  });

  it('M13: follows the database within half a minute, forward and back', async () => {
    for (const step of [3_600_000, -7_200_000]) {
      offset += step;
      await halfMinute();
      expect(error()).toBeLessThanOrEqual(4);
    }
  });

  it('does not tremble by what the asking itself takes', async () => {
    const before = clock.now() - performance.now();
    offset += 2;
    await halfMinute();
    expect(clock.now() - performance.now()).toBeCloseTo(before, 0);
  });

  it('does not believe an answer that took too long', async () => {
    delay = 1_500;
    offset += 400;
    await halfMinute();
    expect(error()).toBeGreaterThan(390);
    delay = 4;
    await halfMinute();
    expect(error()).toBeLessThanOrEqual(4);
  });

  it('goes on alone while the database does not answer', async () => {
    reachable = false;
    await halfMinute();
    await halfMinute();
    expect(error()).toBeLessThanOrEqual(4);
    reachable = true;
    offset += 5_000;
    await halfMinute();
    expect(error()).toBeLessThanOrEqual(4);
  });

  it('cannot begin without the database', async () => {
    reachable = false;
    await expect(createDatabaseClock(postgres)).rejects.toThrow(Unavailable);
  });
});

// The loop of the background jobs that look again and again.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemTimers } from '../../../src/background/system-timers.ts';
import { startTimerLoop } from '../../../src/background/timer-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = { job: 'statistics', timers: systemTimers, everyMs: 1000, onFailure: () => undefined } as const;

it('architecture 2: looks as soon as possible, and again a pause after the look is done, however long it takes', async () => {
  const startedAt: number[] = [];
  const began = Date.now();
  const stop = startTimerLoop(async () => {
    startedAt.push(Date.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, options);
  await vi.advanceTimersByTimeAsync(3000);
  expect(startedAt).toEqual([0, 1300, 2600]);
  await stop();
});

it('architecture 2: may begin with the pause', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
  };
  const stop = startTimerLoop(look, { ...options, pauseFirst: true });
  await vi.advanceTimersByTimeAsync(999);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(1);
  await stop();
});

it('architecture 2: tells of a look that failed, and the next one comes at its time', async () => {
  const failures: unknown[] = [];
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks < 3) throw new Error(`look ${looks}`);
  };
  const stop = startTimerLoop(look, { ...options, onFailure: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(3000);
  expect(failures).toEqual([new Error('look 1'), new Error('look 2')]);
  expect(looks).toBe(4);
  await stop();
});

it('architecture 2: stopping waits for the look under way, which is told, and no other follows', async () => {
  let looks = 0;
  let finish: () => void = () => undefined;
  const told: boolean[] = [];
  const stop = startTimerLoop(async (isStopped) => {
    looks += 1;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    told.push(isStopped());
  }, options);
  await vi.advanceTimersByTimeAsync(0);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([looks, stopped]).toEqual([1, false]);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(5000);
  expect([looks, told]).toEqual([1, [true]]);
});

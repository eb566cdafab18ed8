// Time that a test moves: a clock that stands until `advance`, and background jobs that run when the test says so.
import type { Clock } from '../../src/core/ground/clock.ts';
import type { JobName, JobTimers } from '../../src/core/ground/job-timers.ts';

export type StandingTime = {
  readonly clock: { now(): number; advance(milliseconds: number): void };
  readonly timers: JobTimers;
  /**
   * Does what a background job would do next, whatever pause is before it, and what follows from it without a pause.
   * Resolves when all of it is done: messages that the outbox takes up have been answered.
   */
  tick(job: JobName): Promise<void>;
};

type Pending = { job: JobName; ms: number; work: () => unknown };

/** @param start ms since the epoch */
export function standingTime(start: number): StandingTime {
  let now = start;
  const clock = {
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  return { clock, ...standingTimers(clock) };
}

/** Beside a clock that the test has already. */
export function standingTimers(clock: Clock): Pick<StandingTime, 'timers' | 'tick'> {
  const pending = new Set<Pending>();
  const take = (isDue: (one: Pending) => boolean): Pending[] => {
    const due = [...pending].filter(isDue);
    for (const one of due) pending.delete(one);
    return due;
  };
  return {
    timers: {
      after(job, ms, work) {
        const one = { job, ms, work };
        pending.add(one);
        return () => pending.delete(one);
      },
      elapsed: () => clock.now(),
      loadMeter: () => () => 0,
    },
    async tick(job) {
      const isOfJob = (one: Pending): boolean => one.job === job;
      for (let due = take(isOfJob); due.length > 0; due = take((one) => isOfJob(one) && one.ms === 0)) {
        await Promise.all(due.map(({ work }) => work()));
      }
    },
  };
}

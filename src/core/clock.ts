// Time comes in from here and nowhere else, so that expiry is tested by moving the clock.

/** Milliseconds since the epoch. All processes on one database must agree on it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

// Core reads the time only through this interface, so that tests of expiry can move the clock.

/** Milliseconds since the epoch. All processes on one database must agree on the time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

// Port: how wrong passwords and sign-ups are counted (contract 10). A try is reserved before it is evaluated, so that
// any number of parallel guesses evaluates no more than the limit (case K14); a right password gives its reservation
// back.

export type LimitBucket = {
  /** Keyed hash of what is counted (account, device, address, network): never the address itself. */
  key: Buffer;
  /** How many reservations may stand in one window. */
  limit: number;
};

export interface SignInLimitStore {
  /**
   * One intent: if every bucket has room within the last `windowMs`, takes a place in each under `attemptId`;
   * otherwise takes none. `retryAt` is when the first full bucket has room again.
   */
  reserve(input: {
    attemptId: string;
    buckets: readonly LimitBucket[];
    windowMs: number;
    now: number;
  }): Promise<{ kind: 'reserved' } | { kind: 'limited'; retryAt: number }>;
  /** Gives the places of `attemptId` back. */
  release(attemptId: string): Promise<void>;
}

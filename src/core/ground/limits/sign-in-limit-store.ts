// Port: counts wrong passwords and sign-ups (contract 10). A try is reserved before it is evaluated, so that any number
// of parallel guesses stays within the limit (case K14). A correct password releases its reservation.

export type LimitBucket = {
  /** Keyed hash of what is counted (account, device, address, network), never the address itself. */
  key: Buffer;
  /** The number of reservations that a window allows. */
  limit: number;
};

export interface SignInLimitStore {
  /**
   * One intent: reserves a place in every bucket under `attemptId` if all have room within the last `windowMs`,
   * otherwise in none. `retryAt` is when the first full bucket has room again.
   */
  reserve(input: {
    attemptId: string;
    buckets: readonly LimitBucket[];
    windowMs: number;
    now: number;
  }): Promise<{ kind: 'reserved' } | { kind: 'limited'; retryAt: number }>;
  /** Releases the reservations of `attemptId`. */
  release(attemptId: string): Promise<void>;
  /** Releases every reservation in a bucket. */
  clear(key: Buffer): Promise<void>;
}

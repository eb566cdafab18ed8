// Token buckets in memory, for each process (contract 10): a steady rate with bursts for each key. The clock is passed
// in, so that tests can move it.
import type { Clock } from '../../core/ground/clock.ts';
import { tooManyRequests } from '../errors/http-error.ts';

export type Rate = { requestsPerSecond: number; requestBurst: number };

/** Maximum number of keys. Above it the fullest buckets are dropped first, because they limit least. */
const MAX_KEYS = 20_000;

/** How full the bucket was, and when. */
type Bucket = { level: number; at: number };

export type RateLimiter = {
  /** Takes one token from the bucket of `key`. @throws 429 with the seconds until the next token */
  take(key: string): void;
  /** Whether a token is available now. Takes none. */
  has(key: string): boolean;
};

export function createRateLimiter(clock: Clock, { requestsPerSecond, requestBurst }: Rate): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const perMs = requestsPerSecond / 1000;

  const levelOf = (bucket: Bucket | undefined, now: number): number => {
    if (!bucket) return requestBurst;
    // A clock that was set back neither fills nor empties a bucket.
    return Math.min(requestBurst, bucket.level + Math.max(0, now - bucket.at) * perMs);
  };

  return {
    has: (key) => levelOf(buckets.get(key), clock.now()) >= 1,
    take: (key) => {
      const now = clock.now();
      const bucket = buckets.get(key);
      const level = levelOf(bucket, now);
      if (level < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - level) / requestsPerSecond)));
      if (bucket) {
        bucket.level = level - 1;
        bucket.at = now;
        return;
      }
      if (buckets.size >= MAX_KEYS) evictFullest(buckets, (one) => levelOf(one, now));
      buckets.set(key, { level: level - 1, at: now });
    },
  };
}

/** Drops the fuller half of the buckets; a full bucket limits nothing. */
function evictFullest(buckets: Map<string, Bucket>, levelOf: (bucket: Bucket) => number): void {
  const byLevel = [...buckets].map(([key, bucket]) => ({ key, level: levelOf(bucket) }));
  byLevel.sort((a, b) => b.level - a.level);
  for (const { key } of byLevel.slice(0, Math.ceil(buckets.size / 2))) buckets.delete(key);
}

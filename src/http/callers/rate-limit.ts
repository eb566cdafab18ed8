// Token buckets in memory, per process (contract 10): what a key may do at a steady rate, with bursts. Counted by the
// clock that comes in, so that tests move it.
import type { Clock } from '../../core/clock.ts';
import { tooManyRequests } from '../errors/http-error.ts';

export type Rate = { requestsPerSecond: number; requestBurst: number };

/** Keys kept at most. Past it the fullest buckets go first: they are the ones nobody would miss. */
const MAX_KEYS = 20_000;

/** How full the bucket was, and when. */
type Bucket = { level: number; at: number };

export type RateLimiter = {
  /** Takes one from the bucket of `key`. @throws 429 with the seconds until one is there again. */
  take(key: string): void;
  /** Whether one could be taken now. Takes none. */
  has(key: string): boolean;
};

export function createRateLimiter(clock: Clock, { requestsPerSecond, requestBurst }: Rate): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const perMs = requestsPerSecond / 1000;

  const levelOf = (bucket: Bucket | undefined, now: number): number => {
    if (!bucket) return requestBurst;
    // A clock that was set back fills nothing and empties nothing.
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
      if (buckets.size >= MAX_KEYS) makeRoom(buckets, (one) => levelOf(one, now));
      buckets.set(key, { level: level - 1, at: now });
    },
  };
}

/** Forgets full buckets, which are as good as none; if there are too few, the fuller half of all. */
function makeRoom(buckets: Map<string, Bucket>, levelOf: (bucket: Bucket) => number): void {
  const byLevel = [...buckets].map(([key, bucket]) => ({ key, level: levelOf(bucket) }));
  byLevel.sort((a, b) => b.level - a.level);
  for (const { key } of byLevel.slice(0, Math.ceil(buckets.size / 2))) buckets.delete(key);
}

// Counts a try before it is made, so that any number of simultaneous tries stays within the limit (contract 10; case
// K14).
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';
import type { LimitBucket } from './sign-in-limit-store.ts';

/** `limit`: which one it was, where the page says so. */
export type Limited = { kind: 'limited'; retryAfterSeconds: number; limit?: 'sign-ups' | undefined };

/**
 * Makes the try if every bucket has room within the last `windowMs`.
 * @param make makes the try; the function it receives removes the try from the count
 * @throws what `make` throws; the try is not counted then, because the failure is the server's
 */
export async function countedTry<Result>(
  deps: Pick<Ports, 'signInLimits' | 'clock'>,
  { limit, ...limits }: { buckets: readonly LimitBucket[]; windowMs: number; limit?: Limited['limit'] },
  make: (uncount: () => Promise<void>) => Promise<Result>,
): Promise<Result | Limited> {
  const attemptId = newId(deps.clock);
  const now = deps.clock.now();
  const reserved = await deps.signInLimits.reserve({ attemptId, ...limits, now });
  if (reserved.kind === 'limited') {
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((reserved.retryAt - now) / 1000)), limit };
  }
  const uncount = () => deps.signInLimits.release(attemptId);
  try {
    return await make(uncount);
  } catch (error) {
    // If the store fails here too, the try stays counted until the window has passed.
    await uncount().catch(() => undefined);
    throw error;
  }
}

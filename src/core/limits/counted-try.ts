// A try that is counted before it is made, so that any number at once makes no more than the limit (contract 10; case
// K14).
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';
import type { LimitBucket } from './sign-in-limit-store.ts';

export type Limited = { kind: 'limited'; retryAfterSeconds: number };

/**
 * Makes the try, if every bucket has room within the last `windowMs`.
 * @param make makes it; what it is given takes the try out of the count again
 * @throws whatever `make` throws; trouble of ours is no try, and is not counted
 */
export async function countedTry<Result>(
  deps: Pick<Ports, 'signInLimits' | 'clock'>,
  limits: { buckets: readonly LimitBucket[]; windowMs: number },
  make: (uncount: () => Promise<void>) => Promise<Result>,
): Promise<Result | Limited> {
  const attemptId = newId();
  const now = deps.clock.now();
  const reserved = await deps.signInLimits.reserve({ attemptId, ...limits, now });
  if (reserved.kind === 'limited') {
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((reserved.retryAt - now) / 1000)) };
  }
  const uncount = () => deps.signInLimits.release(attemptId);
  try {
    return await make(uncount);
  } catch (error) {
    // When the store cannot take it back either, it stays counted until the window has passed.
    await uncount().catch(() => undefined);
    throw error;
  }
}

// What a page with a form says when it is shown again.
import type { FastifyReply } from 'fastify';
import type { Fault } from '../../core/ground/fault.ts';

/** `faults`: with the name of a field as path. */
export type Shown = { status?: number; faults?: readonly Fault[]; limitedForMinutes?: number };

/** Somebody tried too often. */
export function limited(reply: FastifyReply, { retryAfterSeconds }: { retryAfterSeconds: number }): TooOften {
  reply.header('retry-after', String(retryAfterSeconds));
  return { status: 429, limitedForMinutes: Math.ceil(retryAfterSeconds / 60) };
}

type TooOften = { status: 429; limitedForMinutes: number };

/** @param status 400, unless told otherwise */
export const withFaults = (faults: readonly Fault[], status = 400): Shown => ({ status, faults });

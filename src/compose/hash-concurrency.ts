// How many passwords a process hashes at once (case M16).
import { availableParallelism } from 'node:os';

/**
 * One core is left to requests: with a hash on every core, the p99 of other requests was ten times as high (decision
 * 38). The worker processes of a machine share the number.
 * @param workers 1: this process serves alone
 * @param cores that the processes may use together
 */
export const hashConcurrency = (workers = 1, cores = availableParallelism()): number =>
  Math.ceil(Math.max(1, Math.min(3, cores - 1)) / workers);

// Generates request ids, which never come from the caller (contract 9). They connect a response with its log lines, and
// do not reveal how many requests there were before.
import { randomChunks } from '../../core/ground/secrets.ts';

/** 72 random bits. */
const ID_BYTES = 9;

/** Returns a function that makes ids such as `k3m9x2pqZ_1f`. */
export function createRequestIds(): () => string {
  const next = randomChunks(ID_BYTES);
  return () => next().toString('base64url');
}

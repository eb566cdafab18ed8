// Request ids: ours, never the caller's (contract 9). They join an answer to its log lines, and tell nobody how many
// requests there were before it.
import { randomChunks } from '../../core/secrets.ts';

/** 72 random bits. */
const ID_BYTES = 9;

/** Gives `k3m9x2pqZ_1f` and the like. */
export function createRequestIds(): () => string {
  const next = randomChunks(ID_BYTES);
  return () => next().toString('base64url');
}

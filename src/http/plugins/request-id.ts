// Request ids: ours, never the caller's (contract 9). They join an answer to its log lines and are no secret, so they
// are made as cheaply as possible.
import { newId } from '../../core/secrets.ts';

/** Unguessable part per process, then a counter: `k3m9x2pq-1f`. */
export function createRequestIds(): () => string {
  const prefix = newId().slice(-8);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

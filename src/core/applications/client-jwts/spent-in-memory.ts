// JWTs that may be used once, remembered by one process: for proofs at user-info with a nonce of ours, which are short
// enough that a row for each call would cost more than it protects (contract 41).
import type { SpentJwtStore } from './spent-jwt-store.ts';

/** Beyond this number the oldest ones are forgotten. */
const MAX_REMEMBERED = 200_000;

export function createSpentInMemory(): SpentJwtStore {
  const spent = new Map<string, number>();
  return {
    async spend({ idHash, until, now }) {
      const name = idHash.toString('latin1');
      if ((spent.get(name) ?? 0) > now) return false;
      spent.delete(name);
      spent.set(name, until);
      // In order of use, which is nearly that of their end: what is over is at the front.
      for (const [first, end] of spent) {
        if (end > now && spent.size <= MAX_REMEMBERED) break;
        spent.delete(first);
      }
      return true;
    },
  };
}

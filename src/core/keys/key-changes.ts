// What became of the signing keys between two looks, for the log: the change to the next key needs nobody, it is a
// matter of time, and an operator may bring it from another process.
import { currentKey } from './key-schedule.ts';
import { SIGNING_ALGORITHMS, type SigningKey } from './signing-key.ts';

/** `signs`: it is the one that signs from now on · `revoked`: it was given up. */
export type KeyChange = { key: SigningKey; result: 'signs' | 'revoked' };

/** The keys as they stood at a moment. */
export type KeysSeen = { keys: readonly SigningKey[]; at: number };

/** In the order of the algorithms; what signs comes after what was given up for it. */
export function keyChanges(before: KeysSeen, after: KeysSeen): KeyChange[] {
  return SIGNING_ALGORITHMS.flatMap((algorithm) => {
    const revoked = after.keys.filter(
      (key) => key.algorithm === algorithm && key.revokedAt !== undefined && !isRevokedIn(before, key),
    );
    const current = currentKey(after.keys, algorithm, after.at);
    const changed = current && current.id !== currentKey(before.keys, algorithm, before.at)?.id;
    return [
      ...revoked.map((key): KeyChange => ({ key, result: 'revoked' })),
      ...(changed ? [{ key: current, result: 'signs' } satisfies KeyChange] : []),
    ];
  });
}

const isRevokedIn = ({ keys }: KeysSeen, { id }: SigningKey): boolean =>
  keys.some((key) => key.id === id && key.revokedAt !== undefined);

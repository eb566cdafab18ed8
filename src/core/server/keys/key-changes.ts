// Finds what changed about the signing keys between two snapshots, for the log. The next key takes over by time alone,
// and an operator may change keys in another process.
import { currentKey } from './key-schedule.ts';
import { SIGNING_ALGORITHMS, type SigningKey } from './signing-key.ts';

/** `signs`: the key signs from now on · `revoked`: the key was revoked */
export type KeyChange = { key: SigningKey; result: 'signs' | 'revoked' };

/** The keys at a point in time. */
export type KeySnapshot = { keys: readonly SigningKey[]; at: number };

/** In the order of the algorithms; revoked keys come before the one that signs instead. */
export function keyChanges(before: KeySnapshot, after: KeySnapshot): KeyChange[] {
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

const isRevokedIn = ({ keys }: KeySnapshot, { id }: SigningKey): boolean =>
  keys.some((key) => key.id === id && key.revokedAt !== undefined);

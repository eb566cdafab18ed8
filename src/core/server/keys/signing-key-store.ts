// Port: stores signing keys. There are a few of each algorithm, so all of them are read at once.
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

export interface SigningKeyStore {
  /** All keys, by algorithm and number. */
  list(): Promise<SigningKey[]>;
  /** One intent: all or none. False when a number of the algorithm is taken, because another process was first. */
  insert(keys: readonly SigningKey[]): Promise<boolean>;
  /**
   * One intent. OF MANY CALLERS THAT CHANGE THE SAME KEY, OR CREATE THE SAME NUMBER, ONE SUCCEEDS. False, and nothing
   * changes, when the key's `signsFrom` is no longer `from`, the key was revoked, or a number is taken.
   */
  rotate(change: KeyRotation): Promise<boolean>;
  /** Replaces the encrypted private key, only while it still is `from`. */
  reseal(id: string, from: Buffer, to: Buffer): Promise<boolean>;
  /** Removes keys that are no longer needed to verify anything. */
  remove(algorithm: SigningAlgorithm, belowNumber: number): Promise<void>;
}

export type KeyRotation = {
  algorithm: SigningAlgorithm;
  /** Moves the time from which a key signs. */
  schedule: { id: string; from: number; to: number } | undefined;
  /** Keys to store with the change. */
  made: readonly SigningKey[];
  /** Revokes every key of the algorithm with a lower number. */
  revoke: { belowNumber: number; at: number } | undefined;
};

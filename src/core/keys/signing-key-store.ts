// Port: how signing keys persist. There are a few of each algorithm, so they are read all at once.
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

export interface SigningKeyStore {
  /** All, by algorithm and number. */
  list(): Promise<SigningKey[]>;
  /** One intent: all or none. False when a number of the algorithm is taken: another process was first. */
  insert(keys: readonly SigningKey[]): Promise<boolean>;
  /**
   * One intent. OF MANY THAT CHANGE THE SAME KEY, OR MAKE THE SAME NUMBER, ONE SUCCEEDS: false, and nothing happens,
   * when the key's time is not `from` any more, when it was given up, or when a number is taken.
   */
  rotate(change: KeyRotation): Promise<boolean>;
  /** Replaces the encrypted private key, only while it still is `from`. */
  reseal(id: string, from: Buffer, to: Buffer): Promise<boolean>;
  /** Removes keys that can verify nothing any more. */
  remove(algorithm: SigningAlgorithm, belowNumber: number): Promise<void>;
}

export type KeyRotation = {
  algorithm: SigningAlgorithm;
  /** Moves the time at which a key begins to sign. */
  schedule: { id: string; from: number; to: number } | undefined;
  /** Keys to store with it. */
  made: readonly SigningKey[];
  /** Gives up every key of the algorithm with a lower number. */
  revoke: { belowNumber: number; at: number } | undefined;
};

// Port: how signing keys persist. There are a few of each algorithm, so they are read all at once.
import type { SigningAlgorithm, SigningKey } from './signing-key.ts';

export interface SigningKeyStore {
  /** All, by algorithm and number. */
  list(): Promise<SigningKey[]>;
  /** One intent: all or none. False when a number of the algorithm is taken: another process was first. */
  insert(keys: readonly SigningKey[]): Promise<boolean>;
  /**
   * Brings the change to the key `next` forward to `signsFrom`, stores its successor, and with `revokeOlderAt` gives up
   * every older key of the algorithm. One intent; false, and nothing happens, when the successor's number is taken.
   */
  rotate(input: {
    next: SigningKey;
    signsFrom: number;
    successor: SigningKey;
    revokeOlderAt: number | undefined;
  }): Promise<boolean>;
  /** Replaces the encrypted private key, only while it still is `from`. */
  reseal(id: string, from: Buffer, to: Buffer): Promise<boolean>;
  /** Removes keys that can verify nothing any more. */
  remove(algorithm: SigningAlgorithm, belowNumber: number): Promise<void>;
}

// Port: stores values that the server keeps for itself, by name, encrypted with its secret.

export type SealedValue = {
  name: string;
  /** Encrypted with the server's secret. */
  sealed: Buffer;
  createdAt: number;
};

export interface SealedValueStore {
  find(name: string): Promise<SealedValue | undefined>;
  /**
   * OF MANY CALLERS THAT STORE THE FIRST VALUE OF A NAME, ONE SUCCEEDS. False, and nothing changes, when there is one.
   */
  insert(value: SealedValue): Promise<boolean>;
  /** Replaces the encrypted value, only while it still is `from`. */
  reseal(name: string, from: Buffer, to: Buffer): Promise<boolean>;
}

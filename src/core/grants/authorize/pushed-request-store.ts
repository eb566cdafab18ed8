// Port: pushed authorization requests (contract 42). That one code ends a request is the contract of `CodeStore`.

export type PushedRequest = {
  /** SHA-256 of its `request_uri`. */
  uriHash: Buffer;
  /** What the code spends that is issued for it, as a stamp is spent (`Grant.stampHash`). */
  stampHash: Buffer;
  /** The API key that pushed it. */
  apiKey: string;
  /** As a query, without the client's credentials. */
  parameters: string;
  /** Until then any browser may open it. */
  expiresAt: number;
  /** Until then a browser that opened it may go on; `expiresAt` until one has. */
  keptUntil: number;
};

export type FoundRequest = Omit<PushedRequest, 'uriHash'> & {
  /** A code was issued for it. */
  isSpent: boolean;
};

export interface PushedRequestStore {
  insert(request: PushedRequest): Promise<void>;
  find(uriHash: Buffer): Promise<FoundRequest | undefined>;
  /** A browser opened it. @returns false: it is gone */
  keep(input: { uriHash: Buffer; keptUntil: number }): Promise<boolean>;
}

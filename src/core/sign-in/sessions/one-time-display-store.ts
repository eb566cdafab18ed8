// Port: stores secrets that wait for the page that shows them once.

export type PendingSecret = {
  id: string;
  sessionId: string;
  /** Encrypted with the server's secret. */
  sealed: Buffer;
  expiresAt: number;
};

export interface OneTimeDisplayStore {
  /** Replaces a waiting secret with the same id. */
  insert(waiting: PendingSecret): Promise<void>;
  exists(place: Pick<PendingSecret, 'id' | 'sessionId'>, now: number): Promise<boolean>;
  /** THE ONLY SHOWING: of many callers at once, one gets the secret, and then it is gone. */
  take(place: Pick<PendingSecret, 'id' | 'sessionId'>, now: number): Promise<Buffer | undefined>;
}

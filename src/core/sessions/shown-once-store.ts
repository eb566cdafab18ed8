// Port: how what is shown once waits for the page that shows it.

export type ToBeShown = {
  id: string;
  sessionId: string;
  /** Encrypted with the server's secret. */
  sealed: Buffer;
  expiresAt: number;
};

export interface ShownOnceStore {
  /** Replaces what waits there under the same id. */
  insert(waiting: ToBeShown): Promise<void>;
  exists(place: Pick<ToBeShown, 'id' | 'sessionId'>, now: number): Promise<boolean>;
  /** THE ONE SHOWING: of many that ask at once one gets it, and then it is gone. */
  take(place: Pick<ToBeShown, 'id' | 'sessionId'>, now: number): Promise<Buffer | undefined>;
}

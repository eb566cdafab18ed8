// Port: requests of people who forgot their password, as messages of the outbox.
import type { DueMessage, OutboxStore } from '../../ground/outbox/outbox-store.ts';

export type ResetRequest = {
  id: string;
  /** What was typed and by whom, encrypted with the server's secret. */
  sealed: Buffer;
  expiresAt: number;
};

export type DueResetRequest = DueMessage & ResetRequest;

export interface ResetRequestStore extends OutboxStore<DueResetRequest> {
  /** @param now when it is due */
  insert(request: ResetRequest, now: number): Promise<void>;
}

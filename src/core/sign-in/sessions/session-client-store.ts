// Port: the API keys that got an ID token in a session and must be told when it ends. Once the session has ended, such
// a row is a message of the outbox (docs/decisions/0010-back-channel-outbox.md).
import type { DueMessage, OutboxStore } from '../../ground/outbox/outbox-store.ts';

export type DueSessionEnd = DueMessage & {
  sessionId: string;
  apiKey: string;
  /** The session and the person as the application of this API key knows them. */
  sid: string;
  sub: string;
};

export interface SessionClientStore extends OutboxStore<DueSessionEnd> {
  /**
   * Makes messages of rows that were added to a session after its end, because a code was redeemed later or at the same
   * moment. Looks at sessions that ended at or after `endedSince`.
   */
  tellLate(input: { endedSince: number; now: number }): Promise<void>;
}

// A kind of message in the outbox, such as back-channel logout: everything in which it differs from other kinds.
import type { DueMessage, OutboxStore } from './outbox-store.ts';

/** How a try ended. */
export type DeliveryAnswer = {
  kind:
    | 'delivered'
    /** There is nobody to send it to any more. */
    | 'dropped'
    /** Another try would not help. */
    | 'refused'
    /** The recipient answered that another try may help. */
    | 'deferred'
    /** There was no answer. */
    | 'failed';
  reason: string | undefined;
  /** As the log may name it. */
  recipient: string | undefined;
  /** The recipient asked to be left alone for so long. */
  retryAfterMs?: number | undefined;
};

/** What became of a message after a try. */
export type Delivery = {
  /** `gave-up`: refused, expired, or failed too often. */
  result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
  recipient: string | undefined;
  /** This one included. */
  tries: number;
  reason: string | undefined;
};

export interface MessageKind<Message extends DueMessage = DueMessage> {
  readonly store: OutboxStore<Message>;
  /** Pauses after the first failed try, the second and so on, in ms. After the last one the message is given up. */
  readonly retryPauses: readonly number[];
  /**
   * Deliveries with the same key that one process may have under way. Messages are claimed several at a time, so there
   * can be up to `perKey - 1` more for a moment, and never more than three.
   */
  readonly perKey: number;
  /**
   * Deliveries that one process may have under way at places of its own. Absent: at those that all kinds share.
   */
  readonly places?: number;
  /** Whose slowness delays this message: an API key, a domain, an endpoint. */
  keyOf(message: Message): string;
  /**
   * Tries once. Settles well within the 30 s of a claim, and at once when `stopping` aborts: `failed`, unless there was
   * an answer.
   * @throws Unavailable when the store does not respond; the message is due again when its claim ends.
   */
  deliver(message: Message, stopping: AbortSignal): Promise<DeliveryAnswer>;
  /** Runs before each look by timer: makes messages that their cause could not write. */
  prepare?(): Promise<void>;
  onDelivery?(delivery: Delivery): void;
  /** The store did not respond, or a delivery threw. The loop goes on. */
  onFailure?(error: unknown): void;
}

// Ports: how a mail becomes text, and how it leaves.
import type { DeliveryAnswer } from '../../ground/outbox/message-kind.ts';
import type { MailSecrets } from './mail-kinds.ts';
import type { DueMail } from './mail-store.ts';

/**
 * `smtp`: to a mail server · `memory`: kept in the process for the page of the operations listener, where nobody but
 * this machine can reach the server · `off`: nothing that needs mail is offered.
 */
export type MailDelivery = 'smtp' | 'memory' | 'off';

/** A mail as it is sent. */
export type RenderedMail = {
  /** `<id@domain>`. */
  messageId: string;
  /** Exactly one recipient. */
  to: string;
  date: number;
  subject: string;
  text: string;
  html: string;
};

export type RenderMail = (
  mail: DueMail,
  secrets: MailSecrets,
) => Promise<Pick<RenderedMail, 'subject' | 'text' | 'html'>>;

/** How a try ended, before it is known whether others are refused as well. */
export type MailAnswer = Pick<DeliveryAnswer, 'kind' | 'reason'> & {
  /**
   * Set for a refusal for good that may be about this server and not about the mail: of its `sender`, before any
   * recipient was named, or by policy (5.7.x) of a `recipient`, or of the mail to them.
   */
  refused?: 'sender' | 'recipient';
};

export interface MailSender {
  /** The domain of `Message-ID`. */
  readonly domain: string;
  /**
   * Tries once, in less than 30 s, and stops at once when `stopping` aborts. Never throws. A reason has no address in
   * it.
   */
  send(mail: RenderedMail, stopping: AbortSignal): Promise<MailAnswer>;
}

// Keeps mail in memory instead of sending it, for demonstrations on one machine: the operations listener shows it.
import type { MailSender, RenderedMail } from '../core/server/mail/mail-sender.ts';

export interface Mailbox extends MailSender {
  /** The last mails, the newest first. */
  list(): readonly RenderedMail[];
}

const MAX_MAILS = 100;

export function createMailbox(): Mailbox {
  const mails: RenderedMail[] = [];
  return {
    domain: 'localhost',
    send: async (mail) => {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, MAX_MAILS);
      return { kind: 'delivered', reason: undefined };
    },
    list: () => mails,
  };
}

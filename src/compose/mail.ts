// Where mail goes, by the settings, and what it looks like. The texts are loaded with the first mail, like the library
// that sends it.

import { isStillWanted, type WantedMail } from '../core/applications/still-wanted.ts';
import type { MessageKind } from '../core/ground/outbox/message-kind.ts';
import type { Ports } from '../core/operating/ports.ts';
import { mailMessages } from '../core/server/mail/mail-messages.ts';
import type { DueMail } from '../core/server/mail/mail-store.ts';
import { createMailbox, type Mailbox } from '../outside/mailbox.ts';
import { createSmtpSender } from '../outside/smtp-sender.ts';
import { readSmtpUrl } from '../schema/settings/smtp-url.ts';
import type { Settings } from '../settings/config.ts';
import { mailDelivery } from '../settings/mail-settings.ts';

export type Mail = {
  /** Undefined: mail is off. What an earlier start queued then waits until it expires. */
  kind: MessageKind<DueMail> | undefined;
  /** Undefined: mail is not kept in memory. */
  mailbox: Mailbox | undefined;
};

export function composeMail(ports: Ports, settings: Settings): Mail {
  const delivery = mailDelivery(settings);
  const mailbox = delivery === 'memory' ? createMailbox() : undefined;
  const sender = mailbox ?? smtpSender(ports, settings);
  const render = lazyRenderer(ports, settings);
  const stillWanted = (...mail: WantedMail) => isStillWanted(ports, ...mail);
  return { kind: sender && mailMessages({ ...ports, sender, render, isStillWanted: stillWanted }), mailbox };
}

function smtpSender(ports: Ports, { smtpUrl, mailFrom }: Settings) {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  return createSmtpSender({ server: readSmtpUrl(smtpUrl), from: mailFrom, senderName: () => ports.serviceName });
}

function lazyRenderer({ livePolicy }: Ports, { authUrl }: Settings) {
  return async (...mail: Parameters<Parameters<typeof mailMessages>[0]['render']>) => {
    const { createMailRenderer } = await import('../views/mail/render-mail.ts');
    return createMailRenderer({ authUrl, brand: livePolicy.values() })(...mail);
  };
}

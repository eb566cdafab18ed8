// Checks mail: whether there is a mail server, and whether it takes mail from this one.
import type { MailDelivery } from '../mail/mail-sender.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

export type MailFacts = {
  delivery: MailDelivery;
  /** The mail server, without its password. */
  server: string | undefined;
  /** Why connecting and signing in failed; undefined: it did not. */
  trouble: string | undefined;
  /** Only this machine can reach the server by its public URLs. */
  isOnLoopback: boolean;
};

export function examineMail({ delivery, server, trouble, isOnLoopback }: MailFacts): Finding {
  if (delivery === 'memory') return ok('mail', 'mails are kept in memory, for /mail of the operations listener');
  if (delivery === 'off') {
    const found = 'there is no mail server: nothing that needs mail is offered';
    return isOnLoopback ? ok('mail', found) : warning('mail', found, 'set smtp_url and mail_from (docs/accounts.md)');
  }
  return trouble === undefined
    ? ok('mail', `${server} accepts connections`)
    : fault('mail', `${server}: ${trouble}`, 'correct smtp_url, or the mail server; mails wait for a day');
}

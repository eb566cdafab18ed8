// Checks mail: whether there is a mail server, and whether it takes mail from this one.
import type { MailDelivery } from '../mail/mail-sender.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

export type MailFacts = {
  delivery: MailDelivery;
  /** The mail server, without its password. */
  server: string | undefined;
  /** Why connecting and signing in failed; undefined: it did not. */
  trouble: string | undefined;
  /** Mails given up within a week; undefined: the database cannot be read. */
  givenUp: number | undefined;
  /** Only this machine can reach the server by its public URLs. */
  isOnLoopback: boolean;
};

export function examineMail({ delivery, server, trouble, givenUp = 0, isOnLoopback }: MailFacts): Finding {
  if (delivery === 'memory') return ok('mail', 'mails are kept in memory, for /mail of the operations listener');
  if (delivery === 'off') {
    const found = 'there is no mail server: nothing that needs mail is offered';
    return isOnLoopback ? ok('mail', found) : warning('mail', found, 'set smtp_url and mail_from (docs/accounts.md)');
  }
  if (trouble !== undefined) {
    return fault('mail', `${server}: ${trouble}`, 'correct smtp_url, or the mail server; mails wait for a day');
  }
  if (givenUp === 0) return ok('mail', `${server} accepts connections`);
  const found = `${server} accepts connections; ${givenUp} mails were given up within a week`;
  return warning('mail', found, 'see the reasons with "latchkey mails list", or on /console/mails');
}

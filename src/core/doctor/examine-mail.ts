// Checks mail: whether there is a mail server, and whether it takes mail from this one.
import type { MailDelivery } from '../mail/mail-sender.ts';
import { type Finding, fault, ok, teller, warning } from './finding.ts';

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

const NO_SERVER = 'there is no mail server: nothing that needs mail is offered';

export const MAIL_FINDINGS = {
  'mail-in-memory': ok('mail', 'mails are kept in memory, for /mail of the operations listener'),
  'mail-off': warning('mail', NO_SERVER, 'set smtp_url and mail_from (docs/accounts.md)'),
  'mail-off-on-loopback': ok('mail', NO_SERVER),
  'mail-refused': fault('mail', '{server}: {trouble}', 'correct smtp_url, or the mail server; mails wait for a day'),
  'mail-accepted': ok('mail', '{server} accepts connections'),
  'mail-given-up': warning(
    'mail',
    '{server} accepts connections; {givenUp} mails were given up within a week',
    'see the reasons with "latchkey messages list", or on /console/messages',
  ),
} as const;
const tell = teller(MAIL_FINDINGS);

export function examineMail({ delivery, server = '', trouble, givenUp = 0, isOnLoopback }: MailFacts): Finding {
  if (delivery === 'memory') return tell('mail-in-memory');
  if (delivery === 'off') return isOnLoopback ? tell('mail-off-on-loopback') : tell('mail-off');
  if (trouble !== undefined) return tell('mail-refused', { server, trouble });
  return givenUp === 0 ? tell('mail-accepted', { server }) : tell('mail-given-up', { server, givenUp });
}

// Checks mail: whether there is a mail server, and whether it takes mail from this one.
import type { MailDelivery } from '../../server/mail/mail-sender.ts';
import type { MailTrouble } from '../../server/mail/mail-store.ts';
import { type Finding, fault, findingOf, ok, warning } from './finding.ts';

export type MailFacts = {
  delivery: MailDelivery;
  /** The mail server, without its password. */
  server: string | undefined;
  /** Whose mail it was asked to take. */
  from: string | undefined;
  /** What it answered to MAIL FROM, or why it was not asked or refused it. */
  asked: { answer: string } | { trouble: string } | undefined;
  /** What it has refused the mail of this server with, lately; undefined: the database cannot be read. */
  troubles: readonly MailTrouble[] | undefined;
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
  'mail-troubled': fault(
    'mail',
    '{server} refuses mail of this server, whoever it goes to, since {since}: {reason}',
    'see at the mail server what it demands of this sender (docs/accounts.md); mails wait for a day',
  ),
  'mail-accepted': ok('mail', '{server} takes mail from {from}: {answer}'),
  'mail-given-up': warning(
    'mail',
    '{server} takes mail from {from}: {answer}; {givenUp} mails were given up within a week',
    'see the reasons with "latchkey messages list", or on /console/messages',
  ),
} as const;
const tell = findingOf(MAIL_FINDINGS);

export function examineMail(facts: MailFacts): Finding {
  const { delivery, server = '', from = '', asked, troubles = [], givenUp = 0, isOnLoopback } = facts;
  if (delivery === 'memory') return tell('mail-in-memory');
  if (delivery === 'off') return isOnLoopback ? tell('mail-off-on-loopback') : tell('mail-off');
  if (asked && 'trouble' in asked) return tell('mail-refused', { server, trouble: asked.trouble });
  const [trouble] = troubles;
  if (trouble) {
    return tell('mail-troubled', { server, since: new Date(trouble.since).toISOString(), reason: trouble.reason });
  }
  const answer = asked?.answer ?? '';
  return givenUp === 0
    ? tell('mail-accepted', { server, from, answer })
    : tell('mail-given-up', { server, from, answer, givenUp });
}

// Creates a mail for the outbox. Nothing is queued here: the store method of the cause takes the mail, so that both are
// in one transaction.
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import { newId } from '../../ground/secrets.ts';
import { describeDevice } from '../../ground/texts/describe-device.ts';
import type { Ports } from '../ports.ts';
import { type Act, type ActKind, MAIL_KINDS, type MailFacts, type MailKind, type MailSecrets } from './mail-kinds.ts';
import type { DueMail, NewMail } from './mail-store.ts';

type Deps = Pick<Ports, 'secrets' | 'clock' | 'rules'>;

const DAY_MS = 24 * 60 * 60 * 1000;

export type MailInput<Kind extends MailKind> = {
  kind: Kind;
  /** The address is the account's own unless `email` says another. */
  to: { accountId: string; email?: string } | { accountId?: undefined; email: string };
  /** The language of the page where the recipient acts; undefined: that of their profile. */
  language?: string | undefined;
  facts: MailFacts[Kind];
  secrets?: MailSecrets;
  /** When the link or code is over; at the latest, mails are given up after 24 hours. */
  expiresAt?: number;
};

/** @returns undefined when this server sends no mail: the cause then happens without one */
export function writeMail<Kind extends MailKind>(
  { secrets, clock, rules }: Deps,
  input: MailInput<Kind>,
): NewMail | undefined {
  if (rules.mail === 'off') return undefined;
  const { kind, to, language, facts, expiresAt = Number.POSITIVE_INFINITY } = input;
  const id = newId(clock);
  const now = clock.now();
  return {
    id,
    kind,
    accountId: to.accountId,
    email: to.email,
    language,
    facts,
    sealed: input.secrets && secrets.seal('mail', id, Buffer.from(JSON.stringify(input.secrets))),
    isNotice: MAIL_KINDS[kind] === 'notice',
    createdAt: now,
    expiresAt: Math.min(expiresAt, now + DAY_MS),
  };
}

/** @returns undefined when neither secret of the server opens them */
export function openMailSecrets(
  { secrets }: Pick<Ports, 'secrets'>,
  { id, sealed }: Pick<DueMail, 'id' | 'sealed'>,
): MailSecrets | undefined {
  if (sealed === undefined) return {};
  const opened = secrets.open('mail', id, sealed);
  return opened && (JSON.parse(opened.plain.toString()) as MailSecrets);
}

/** Where somebody acts: the browser, its network, and the language of its pages. */
export type ActedFrom = Pick<ClientAddress, 'site'> & { userAgent: string; language: string };

/**
 * Tells the owner of an account what happened to it, in the language of `from`.
 * @param input `from` undefined: an operator acted, on the command line or by the API
 */
export const writeNotice = (
  deps: Deps,
  { kind, accountId, from }: { kind: ActKind; accountId: string; from?: ActedFrom | undefined },
): NewMail | undefined =>
  writeMail(deps, { kind, to: { accountId }, language: from?.language, facts: actOf(deps, from) });

export const actOf = ({ clock }: Pick<Ports, 'clock'>, from: Omit<ActedFrom, 'language'> | undefined): Act => ({
  at: clock.now(),
  device: from && describeDevice(from.userAgent),
  network: from?.site,
});

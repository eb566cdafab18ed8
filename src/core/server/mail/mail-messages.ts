// Mail as a kind of message in the outbox (contract 20).
import { readEmailAddress } from '../../ground/accounts/email.ts';
import type { DeliveryAnswer, MessageKind } from '../../ground/outbox/message-kind.ts';
import type { Ports } from '../ports.ts';
import { judgeRefusal } from './judge-refusal.ts';
import { isMailKind, type MailKind, type MailSecrets } from './mail-kinds.ts';
import type { MailSender, RenderMail } from './mail-sender.ts';
import type { DueMail } from './mail-store.ts';
import { isRationed } from './unproven-address.ts';
import { openMailSecrets } from './write-mail.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** More than a day in all: a mail expires before the last one. Short at first, because somebody may wait for a code. */
const RETRY_PAUSES: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE],
  ...Array.from({ length: 24 }, () => HOUR),
];

type Deps = Pick<Ports, 'mails' | 'secrets' | 'clock' | 'publish'> & {
  sender: MailSender;
  render: RenderMail;
  /** Whether the link or code of a mail still works: who made it knows. */
  isStillWanted(kind: MailKind, secrets: MailSecrets): Promise<boolean>;
};

export const mailMessages = (deps: Deps): MessageKind<DueMail> => ({
  store: deps.mails,
  retryPauses: RETRY_PAUSES,
  // All mails go to one server: it decides how many it takes at once.
  perKey: 8,
  keyOf: () => 'mail',
  deliver: (mail, stopping) => deliverMail(deps, mail, stopping),
});

/** The log names a mail by its id, never by its address. */
async function deliverMail(deps: Deps, mail: DueMail, stopping: AbortSignal): Promise<DeliveryAnswer> {
  const { sender, render } = deps;
  // Queued by a later version, whose processes know what it says (decision 44).
  if (!isMailKind(mail.kind)) return { kind: 'failed', reason: 'kind unknown', recipient: mail.id };
  const opened = openMailSecrets(deps, mail);
  const to = recipientOf(mail.email);
  if (!opened || to === undefined) {
    return { kind: 'refused', reason: opened ? 'address' : 'secret changed', recipient: mail.id };
  }
  if (!(await deps.isStillWanted(mail.kind, opened))) return { kind: 'dropped', reason: 'over', recipient: mail.id };
  const toUnproven = mail.toUnproven && isRationed(mail.kind);
  const rendered = await render({ ...mail, toUnproven }, opened);
  const messageId = `<${mail.id}@${sender.domain}>`;
  const answer = await sender.send({ ...rendered, messageId, to, date: mail.createdAt }, stopping);
  if (answer.kind === 'delivered') await deps.mails.noteTaken();
  return { ...(await judgeRefusal(deps, mail, answer)), recipient: mail.id };
}

/** As stored, with the domain as an A-label where it is not ASCII: few mail servers know another form. */
function recipientOf(email: string): string | undefined {
  const address = readEmailAddress(email);
  if (address?.email !== email) return undefined;
  const [local, domain = ''] = email.split('@');
  return /^[ -~]*$/.test(domain) ? email : `${local}@${address.emailKey.split('@')[1]}`;
}

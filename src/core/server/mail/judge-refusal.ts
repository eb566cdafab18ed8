// Decides whose trouble a refusal of the mail server is (contract 20). One that is about this server and its sender is
// the operator's: it meets every mail, so each is tried again and the operator is told at once. A refusal by policy
// (5.7.x) of a recipient can be either, so it waits for others: three domains with the same answer within an hour.
import type { DeliveryAnswer } from '../../ground/outbox/message-kind.ts';
import type { Ports } from '../ports.ts';
import type { MailAnswer } from './mail-sender.ts';
import type { DueMail } from './mail-store.ts';

/** As many domains of recipients have to be refused with one answer within the window. */
export const TROUBLE_DOMAINS = 3;
export const REFUSAL_WINDOW_MS = 60 * 60 * 1000;

/** A trouble lasts for so long after it was last seen: mails that wait are tried every hour at least. */
export const TROUBLE_LASTS_MS = 2 * REFUSAL_WINDOW_MS;

export async function judgeRefusal(
  { mails, clock, publish }: Pick<Ports, 'mails' | 'clock' | 'publish'>,
  { id }: Pick<DueMail, 'id'>,
  { kind, reason = '', refused }: MailAnswer,
): Promise<Pick<DeliveryAnswer, 'kind' | 'reason'>> {
  if (refused === undefined) return { kind, reason };
  const at = clock.now();
  const { since, trouble } = await mails.noteRefusal({ id, reason, refused, at });
  if (trouble === 'new') publish({ kind: 'mail-trouble-began', reason });
  if (trouble !== 'none') return { kind: 'failed', reason };
  return { kind: at - since < REFUSAL_WINDOW_MS ? 'deferred' : 'refused', reason };
}

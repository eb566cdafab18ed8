// An address that its account gave up lately is reserved (contract 21). Pages do not say so, because that would tell
// that it had an account; a mail to the address does.
import type { NewMail } from '../../server/mail/mail-store.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';

/** @returns undefined: the address is not reserved for any account but `exceptId` */
export async function mailAboutReserved(
  deps: Pick<Ports, 'emailChanges' | 'secrets' | 'clock' | 'rules'>,
  { emailKey, exceptId, from }: { emailKey: string; exceptId?: string; from: ActedFrom },
): Promise<NewMail | undefined> {
  const reserved = await deps.emailChanges.findReserved(emailKey, deps.clock.now());
  if (!reserved || reserved.accountId === exceptId) return undefined;
  const { accountId, email, expiresAt: until } = reserved;
  return writeMail(deps, {
    kind: 'address-reserved',
    to: { accountId, email },
    language: from.language,
    facts: { ...actOf(deps, from), until },
  });
}

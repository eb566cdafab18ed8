// Somebody entered a former address on the page of forgotten passwords: the account is in doubt, and the address gets
// its link once more, with the same end (contract 22). The page says what it says to everybody.

import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { mayRequestMailTo } from '../../server/mail/count-mail-request.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'emailChanges' | 'signInLimits' | 'secrets' | 'clock' | 'rules' | 'publish'>;

/** False: no account in doubt had the address, or nothing may be mailed. */
export async function mailLinkAgain(
  deps: Deps,
  { emailKey, from, requestId }: { emailKey: string; from: ActedFrom; requestId: string },
): Promise<boolean> {
  const now = deps.clock.now();
  const former = await deps.emailChanges.findReserved(emailKey, now);
  if (!former || !(await mayRequestMailTo(deps, emailKey, 'reset'))) return false;
  const token = randomSecret();
  const { accountId, email, expiresAt: until } = former;
  const mail = writeMail(deps, {
    kind: 'take-back-link',
    to: { accountId, email },
    language: from.language,
    facts: { ...actOf(deps, from), until },
    secrets: { token },
    expiresAt: until,
  });
  const link = { id: newId(deps.clock), tokenHash: hashSecret(token) };
  if (!(await deps.emailChanges.addLink({ formerId: former.id, link, mail, requestId, now }))) return false;
  deps.publish({ kind: 'mail-queued' });
  return true;
}

// An operator has a mail sent to themselves, to see whether mail arrives (contract 20). It goes the way of all others,
// so what stops those stops it, and it is given up soon enough to be seen among the messages that were.
import type { Account } from '../../ground/accounts/account.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import type { Ports } from '../ports.ts';
import { countedMailRequest, countMailTo } from './count-mail-request.ts';
import { type ActedFrom, actOf, writeMail } from './write-mail.ts';

type Deps = Pick<Ports, 'mails' | 'signInLimits' | 'secrets' | 'clock' | 'rules' | 'publish'>;

/** Nobody waits longer for a test: its last try is about eight minutes after the first. */
const TEST_MAIL_TTL_MS = 15 * 60 * 1000;

/** Why there is nothing to send it with, or to: `memory`: mails are kept in the process. */
export type NoTestMail = 'off' | 'memory' | 'unverified';

/** Undefined: it can be sent. */
export function whyNoTestMail(
  { rules }: Pick<Ports, 'rules'>,
  { emailVerified }: Pick<Account, 'emailVerified'>,
): NoTestMail | undefined {
  if (rules.mail !== 'smtp') return rules.mail;
  return emailVerified ? undefined : 'unverified';
}

/**
 * @param input.account the operator's own: the mail goes to its address, and to no other
 * @param input.proof of the session in which they ask
 * @throws ConfirmationNeeded the session ended
 */
export async function sendTestMail(
  deps: Deps,
  { account, proof, from }: { account: Account; proof: SessionProof; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'queued' | 'no-operator' | NoTestMail } | Limited> {
  const reason = whyNoTestMail(deps, account);
  if (reason !== undefined) return { kind: reason };
  return countedMailRequest(deps, from, async () => {
    const counted = await countMailTo(deps, account.emailKey, 'test');
    if (counted.kind === 'limited') return counted;
    const mail = writeMail(deps, {
      ...{ kind: 'test-mail', to: { accountId: account.id }, language: from.language, facts: actOf(deps, from) },
      expiresAt: deps.clock.now() + TEST_MAIL_TTL_MS,
    });
    if (!mail) return { kind: 'off' };
    if (!(await deps.mails.queueTest(mail, proof))) return { kind: 'no-operator' };
    deps.publish({ kind: 'mail-queued' });
    return { kind: 'queued' };
  });
}

// Sends somebody a mail that proves their address. Five an hour to one address (contract 20): of those for a new
// password, and of those that need a session.

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { hashSecret, newId } from '../../ground/secrets.ts';
import { countMailTo } from '../../server/mail/count-mail-request.ts';
import { type ActedFrom, actOf, writeMail } from '../../server/mail/write-mail.ts';
import { standingAddress } from '../email-changes/standing-address.ts';
import type { Ports } from '../ports.ts';
import { type EmailProof, newProofSecrets, PROOF_TTL_MS, type ProofPurpose } from './email-proof.ts';

type Deps = Pick<Ports, 'emailProofs' | 'emailChanges' | 'signInLimits' | 'secrets' | 'clock' | 'rules' | 'publish'>;

const MAIL_KINDS = { address: 'verify-email', password: 'reset-password' } as const;

/**
 * A code that proves who somebody is goes to the address that stands, a link for a password to the account's.
 * @returns `limited`: the address has had enough of them, and nothing is sent
 * @param input.from undefined: an operator acts
 * @param input.by who sends it to somebody else @throws ActRefused, ConfirmationNeeded
 * @param input.requestId the request that this mail answers
 * @param input.kind of the mail, where it is not the usual one of the purpose
 */
export async function sendProof(
  deps: Deps,
  input: {
    account: Account;
    purpose: Exclude<ProofPurpose, 'change'>;
    from: ActedFrom | undefined;
    by?: AuthorizedAct | undefined;
    requestId?: string;
    kind?: 'factor-code' | 'delete-code' | 'account-created' | undefined;
  },
): Promise<{ kind: 'mailed' } | Limited> {
  const { account, purpose, from, by, requestId, kind = MAIL_KINDS[purpose] } = input;
  const recipient = purpose === 'address' ? await standingAddress(deps, account) : account;
  const counted = await countMailTo(deps, recipient.emailKey, purpose === 'address' ? 'session' : 'reset');
  if (counted.kind === 'limited') return counted;
  const { token, code, codeMac } = newProofSecrets(deps.secrets, account.id);
  const now = deps.clock.now();
  const expiresAt = now + PROOF_TTL_MS;
  const mail = writeMail(deps, {
    kind,
    to: { accountId: account.id, email: recipient.email },
    language: from?.language,
    facts: actOf(deps, from),
    secrets: purpose === 'address' ? { token, code } : { token },
    expiresAt,
  });
  const proof: EmailProof = {
    // Its hour begins anew when the mail server has taken the mail with this id.
    id: mail?.id ?? newId(deps.clock),
    accountId: account.id,
    purpose,
    emailKey: recipient.emailKey,
    tokenHash: hashSecret(token),
    codeMac,
    signInEpoch: account.signInEpoch,
    createdAt: now,
    expiresAt,
  };
  const notice = purpose === 'password' ? noticeOfReset(deps, account, from) : undefined;
  await deps.emailProofs.issue({ proof, mail, notice, requestId, by });
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'mailed' };
}

/** For the address that stood before, of an account in doubt: the link went to the other one. */
const noticeOfReset = (deps: Deps, { id: accountId }: Account, from: ActedFrom | undefined) =>
  writeMail(deps, {
    kind: 'reset-link-sent',
    to: { accountId },
    language: from?.language,
    facts: actOf(deps, from),
  });

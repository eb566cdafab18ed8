// A signed-in person asks for another address, with their password. It takes effect when they prove it (contract 21).
// The answer is the same for every address: that one has an account already, its mail says instead of giving a code.

import type { EmailAddress } from '../../ground/accounts/email.ts';
import { ConfirmationNeeded } from '../../ground/acts/session-proof.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { hashSecret, newId } from '../../ground/secrets.ts';
import { countedMailRequest, mayRequestMailTo } from '../../server/mail/count-mail-request.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import { type ActedFrom, actOf, writeMail, writeNotice } from '../../server/mail/write-mail.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import {
  type EmailChange as ChangedAtOnce,
  checkEmailChange,
  type EmailChangeForm,
  noLongerProven,
} from '../accounts/change-email.ts';
import { checkPendingEmail } from '../accounts/new-account.ts';
import type { Ports } from '../ports.ts';
import { type EmailProof, newProofSecrets, PROOF_TTL_MS } from '../verification/email-proof.ts';
import { AccountInDoubt } from './doubt.ts';
import { mailAboutReserved } from './reserved-address.ts';

export type AskedEmailChange = { kind: 'asked' } | Exclude<ChangedAtOnce, { kind: 'changed' }>;

type Deps = Parameters<typeof checkEmailChange>[0] & Pick<Ports, 'emailChanges' | 'publish'>;

/** Tells the present address at once. */
export async function askEmailChange(
  deps: Deps,
  { from, ...form }: EmailChangeForm & { from: ActedFrom },
): Promise<AskedEmailChange> {
  const checked = await checkEmailChange(deps, form);
  if (checked.kind !== 'valid') return checked;
  const { account, session } = form.signedIn;
  const former = await deps.emailChanges.findDoubt(account.id, deps.clock.now());
  if (former && former.emailKey !== checked.address.emailKey) return { kind: 'in-doubt', until: former.expiresAt };
  return countedMailRequest(deps, form.visitor, async (): Promise<AskedEmailChange> => {
    const { email, emailKey } = checked.address;
    const { proof, mail } = await newProof(deps, { signedIn: form.signedIn, address: checked.address, from });
    const { createdAt: askedAt, expiresAt } = proof;
    const change = { accountId: account.id, email, emailKey, signInEpoch: session.signInEpoch, askedAt, expiresAt };
    const notice = writeNotice(deps, { kind: 'email-change-asked', accountId: account.id, from });
    try {
      await deps.emailChanges.ask({ change, proof, mail, notice, session: checked.proof });
    } catch (error) {
      if (error instanceof ConfirmationNeeded) return noLongerProven(account);
      if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
      throw error;
    }
    deps.publish({ kind: 'mail-queued' });
    return { kind: 'asked' };
  });
}

/** Sends another code for the pending change, within the limits of the client. */
export const sendEmailChangeCode = (
  deps: Omit<Deps, 'factors' | 'passkeys' | 'members' | 'passwords'>,
  { signedIn, from }: { signedIn: SignedIn; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'sent' | 'gone' } | Limited> =>
  countedMailRequest(deps, from, async () => {
    const now = deps.clock.now();
    const change = await deps.emailChanges.find(signedIn.account.id, now);
    if (!change) return { kind: 'gone' };
    // What waits is judged by the rules of now.
    if (checkPendingEmail(deps.rules, change).length > 0) {
      await deps.emailChanges.cancel(change.accountId);
      return { kind: 'gone' };
    }
    const { email, emailKey } = change;
    const address = { email, emailKey, formerKey: undefined };
    const { proof, mail } = await newProof(deps, { signedIn, address, from });
    // A code that is not sent must not take the place of one that was.
    if (!mail) return { kind: 'sent' };
    if (!(await deps.emailChanges.askAgain({ proof, mail, now }))) return { kind: 'gone' };
    deps.publish({ kind: 'mail-queued' });
    return { kind: 'sent' };
  });

/** `mail` is undefined once the address has had enough (contract 20). */
async function newProof(
  deps: Omit<Deps, 'factors' | 'passkeys' | 'members' | 'passwords'>,
  { signedIn, address, from }: { signedIn: SignedIn; address: EmailAddress; from: ActedFrom },
): Promise<{ proof: EmailProof; mail: NewMail | undefined }> {
  const accountId = signedIn.account.id;
  const secrets = newProofSecrets(deps.secrets, accountId);
  const now = deps.clock.now();
  const expiresAt = now + PROOF_TTL_MS;
  const mail = await mailToNew(deps, { accountId, address, from, secrets, expiresAt });
  const proof: EmailProof = {
    // Its hour begins anew when the mail server has taken the mail with this id.
    id: mail?.id ?? newId(deps.clock),
    accountId,
    purpose: 'change',
    emailKey: address.emailKey,
    tokenHash: hashSecret(secrets.token),
    codeMac: secrets.codeMac,
    signInEpoch: signedIn.session.signInEpoch,
    createdAt: now,
    expiresAt,
  };
  return { proof, mail };
}

async function mailToNew(
  deps: Omit<Deps, 'factors' | 'passkeys' | 'members' | 'passwords'>,
  input: {
    accountId: string;
    address: EmailAddress;
    from: ActedFrom;
    secrets: { token: string; code: string };
    expiresAt: number;
  },
): Promise<NewMail | undefined> {
  const { accountId, address, from, secrets, expiresAt } = input;
  const { email, emailKey } = address;
  const known = await findByAddress(deps, address);
  const taken = known?.id === accountId ? undefined : known;
  if (!(await mayRequestMailTo(deps, taken?.emailKey ?? emailKey, 'stranger'))) return undefined;
  const shared = { language: from.language, facts: actOf(deps, from) };
  if (taken) return writeMail(deps, { kind: 'address-taken', to: { accountId: taken.id }, ...shared });
  const reserved = await mailAboutReserved(deps, { emailKey, exceptId: accountId, from });
  const { token, code } = secrets;
  const proving = { secrets: { token, code }, expiresAt };
  return reserved ?? writeMail(deps, { kind: 'verify-email', to: { accountId, email }, ...shared, ...proving });
}

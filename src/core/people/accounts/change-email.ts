// A signed-in person changes their email address (contract 2). The current password is required, and wrong ones count
// as at sign-in. Where the server sends no mail, the change takes effect at once, and the new address is not verified;
// otherwise `core/people/email-changes/` goes on from the same form. Attempts are counted as sign-ups, because the
// answer also tells whether an address is taken: otherwise anybody with an account could find out who else has one.

import type { Account } from '../../ground/accounts/account.ts';
import type { EmailAddress } from '../../ground/accounts/email.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import {
  ConfirmationNeeded,
  isConfirmed,
  proofOf,
  type SessionProof,
  validSession,
} from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { type MustConfirmDeps, mustConfirmFactor } from '../../sign-in/factors/must-confirm-factor.ts';
import { firstFactorProof, mustProveAddress } from '../../sign-in/factors/second-factor-policy.ts';
import type { VerifyPasswordDeps, Visitor } from '../../sign-in/passwords/verify-password.ts';
import { confirmByPassword } from '../../sign-in/sessions/confirm-by-password.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import { AccountInDoubt } from '../email-changes/doubt.ts';
import { checkEmailDomain } from './email-domains.ts';
import { checkNewEmail } from './new-account.ts';
import { countedSignUp } from './sign-up.ts';

export type EmailChange =
  | { kind: 'changed' }
  /** The account has a second factor, or no password, and the person has not confirmed lately who they are. */
  | { kind: 'unconfirmed' }
  /** Policy demands a factor that the account lacks, and the address that stands was not proven lately. */
  | { kind: 'unproven' }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'limited'; retryAfterSeconds: number }
  /** The address was changed lately, and a further change waits until then (contract 21). */
  | { kind: 'in-doubt'; until: number };

export type EmailChangeForm = {
  signedIn: SignedIn;
  email: string | undefined;
  password: string | undefined;
  visitor: Visitor;
};

const wrongPassword = (): Extract<EmailChange, { kind: 'refused' }> => ({
  kind: 'refused',
  faults: [formFault(['password'], 'current-password-wrong')],
});

type ValidEmailChange = {
  kind: 'valid';
  address: EmailAddress;
  /**
   * The form asked for the password, so the session only has to exist. Without one it says who the person is. See also
   * `firstFactorProof`.
   */
  proof: SessionProof;
};

/** The session of a valid form ended a moment earlier, or what it was proven by. */
export const noLongerProven = (account: Account): Exclude<EmailChange, { kind: 'changed' }> =>
  account.passwordHash === undefined ? { kind: 'unconfirmed' } : wrongPassword();

/** Checks the form and the password of whoever changes the address. Who has a passkey alone has confirmed instead. */
export async function checkEmailChange(
  deps: VerifyPasswordDeps & MustConfirmDeps,
  { signedIn, email, password, visitor }: EmailChangeForm,
): Promise<ValidEmailChange | Exclude<EmailChange, { kind: 'changed' }>> {
  const { account, session } = signedIn;
  const { address, faults } = checkNewEmail(email);
  if (address) faults.push(...checkEmailDomain(deps.rules, address));
  if (address?.email === account.email) faults.push(formFault(['email'], 'email-unchanged'));
  const hasPassword = account.passwordHash !== undefined;
  if (hasPassword && !password) faults.push(formFault(['password'], 'password-missing'));
  if (!address || faults.length > 0) return { kind: 'refused', faults };

  const now = deps.clock.now();
  if (!hasPassword) {
    return isConfirmed(session, now)
      ? { kind: 'valid', address, proof: proofOf(session, now) }
      : { kind: 'unconfirmed' };
  }
  if (await mustConfirmFactor(deps, signedIn)) return { kind: 'unconfirmed' };
  if (await mustProveAddress(deps, signedIn, now)) return { kind: 'unproven' };
  const verified = await confirmByPassword(deps, { signedIn, password, visitor });
  if (verified.kind === 'limited') return verified;
  if (verified.kind !== 'verified') return wrongPassword();
  return {
    kind: 'valid',
    address,
    proof: { ...validSession(session), ...(await firstFactorProof(deps, signedIn, now)) },
  };
}

/** Changes it at once. */
export async function changeEmail(
  deps: Parameters<typeof checkEmailChange>[0],
  form: EmailChangeForm,
): Promise<EmailChange> {
  const { account } = form.signedIn;
  const checked = await checkEmailChange(deps, form);
  if (checked.kind !== 'valid') return checked;
  const { address, proof } = checked;
  return countedSignUp(deps, form.visitor, async (uncount): Promise<EmailChange> => {
    const taken: EmailChange = { kind: 'refused', faults: [formFault(['email'], 'email-taken-by-other')] };
    // An account that kept its former key has this exact spelling, which the store cannot see from `emailKey`.
    const known = await findByAddress(deps, address);
    if (known && known.id !== account.id) return taken;
    try {
      const result = await deps.accounts.changeEmail(account.id, address, deps.clock.now(), proof);
      if (result === 'email-taken') return taken;
      await uncount();
      return { kind: 'changed' };
    } catch (error) {
      // The password was changed, or the session ended, a moment earlier.
      if (error instanceof ConfirmationNeeded) return noLongerProven(account);
      if (error instanceof AccountInDoubt) return { kind: 'in-doubt', until: error.until };
      throw error;
    }
  });
}

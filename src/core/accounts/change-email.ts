// A signed-in person changes their email address (contract 2). The current password is required, and wrong ones count
// as at sign-in. Where the server sends no mail, the change takes effect at once, and the new address is not verified;
// otherwise `core/email-changes/` goes on from the same form. Attempts are counted as sign-ups, because the answer also
// tells whether an address is taken: otherwise anybody with an account could find out who else has one.

import { mustConfirmFactor } from '../factors/must-confirm-factor.ts';
import type { Fault } from '../fault.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';
import { ConfirmationNeeded } from '../sessions/session-proof.ts';
import type { EmailAddress } from './email.ts';
import { checkEmailDomain } from './email-domains.ts';
import { findByAddress } from './find-by-address.ts';
import { formFault } from './form-faults.ts';
import { checkEmail } from './new-account.ts';
import { countedSignUp } from './sign-up.ts';

export type EmailChange =
  | { kind: 'changed' }
  /** The account has a second factor, and the person has not confirmed lately who they are. */
  | { kind: 'unconfirmed' }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'limited'; retryAfterSeconds: number };

export type EmailChangeForm = {
  signedIn: SignedIn;
  email: string | undefined;
  password: string | undefined;
  visitor: Visitor;
};

/** The password was wrong, or the session that was proven by it ended a moment earlier. */
export const wrongPassword = (): Extract<EmailChange, { kind: 'refused' }> => ({
  kind: 'refused',
  faults: [formFault(['password'], 'current-password-wrong')],
});

/** Checks the form and the password of whoever changes the address. */
export async function checkEmailChange(
  deps: VerifyPasswordDeps & Pick<Ports, 'factors'>,
  { signedIn: { account, session }, email, password, visitor }: EmailChangeForm,
): Promise<{ kind: 'valid'; address: EmailAddress } | Exclude<EmailChange, { kind: 'changed' }>> {
  const { address, faults } = checkEmail(email);
  if (address) faults.push(...checkEmailDomain(deps.rules, address));
  if (address?.email === account.email) faults.push(formFault(['email'], 'email-unchanged'));
  if (!password) faults.push(formFault(['password'], 'password-missing'));
  if (!address || !password || faults.length > 0) return { kind: 'refused', faults };

  if (await mustConfirmFactor(deps, session)) return { kind: 'unconfirmed' };
  const verified = await verifyPassword(deps, { email: account.email, password, visitor });
  if (verified.kind === 'limited') return verified;
  return verified.kind === 'wrong' ? wrongPassword() : { kind: 'valid', address };
}

/** Changes it at once. */
export async function changeEmail(
  deps: Parameters<typeof checkEmailChange>[0],
  form: EmailChangeForm,
): Promise<EmailChange> {
  const { account, session } = form.signedIn;
  const checked = await checkEmailChange(deps, form);
  if (checked.kind !== 'valid') return checked;
  const { address } = checked;
  // The form asked for the password, so the session only has to exist.
  const proof = { sessionId: session.id, authenticatedSince: 0 };
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
      if (error instanceof ConfirmationNeeded) return wrongPassword();
      throw error;
    }
  });
}

// A signed-in person changes their password (contract 2; cases K19, G8). The current one is required, and wrong ones
// count as at sign-in. All other sessions end, this one gets a new handle, and if the person ticks it, the
// applications' tokens end too.

import { formFault } from '../accounts/form-faults.ts';
import { mustConfirmFactor } from '../factors/must-confirm-factor.ts';
import type { Fault } from '../fault.ts';
import { type ActedFrom, writeNotice } from '../mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { keepSession } from '../sessions/end-sessions.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { Opened } from '../sessions/start-session.ts';
import { checkNewPassword, toHashedForm } from './password-rules.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from './verify-password.ts';

export type PasswordChange =
  /** `opened`: this session under its new handle. */
  | { kind: 'changed'; opened: Opened }
  /** The account has a second factor, and the person has not confirmed lately who they are. */
  | { kind: 'unconfirmed' }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'limited'; retryAfterSeconds: number };

/** @param input `endGrants`: also end every code and token of every application */
export async function changePassword(
  deps: VerifyPasswordDeps & Pick<Ports, 'factors' | 'publish'>,
  input: {
    signedIn: SignedIn;
    currentPassword: string | undefined;
    newPassword: string | undefined;
    endGrants: boolean;
    visitor: Visitor;
    from?: ActedFrom;
  },
): Promise<PasswordChange> {
  const { account, session } = input.signedIn;
  const { currentPassword, newPassword } = input;
  const faults = await checkNewPassword(newPassword, account.email, 'new_password');
  if (!currentPassword) faults.unshift(formFault(['current_password'], 'password-missing'));
  if (!currentPassword || !newPassword || faults.length > 0) return { kind: 'refused', faults };

  if (await mustConfirmFactor(deps, session)) return { kind: 'unconfirmed' };
  const { email } = account;
  const verified = await verifyPassword(deps, { email, password: currentPassword, visitor: input.visitor });
  if (verified.kind === 'limited') return verified;
  const wrong: PasswordChange = {
    kind: 'refused',
    faults: [formFault(['current_password'], 'current-password-wrong')],
  };
  if (verified.kind === 'wrong') return wrong;
  if (toHashedForm(currentPassword) === toHashedForm(newPassword)) {
    return { kind: 'refused', faults: [formFault(['new_password'], 'password-unchanged')] };
  }
  const { keep, opened } = keepSession(input.signedIn);
  const mail = writeNotice(deps, { kind: 'password-changed', accountId: account.id, from: input.from });
  const changed = await deps.accounts.changePassword({
    accountId: account.id,
    fromEpoch: session.signInEpoch,
    toHash: await deps.passwords.hash(toHashedForm(newPassword), input.visitor),
    keep,
    endGrants: input.endGrants,
    mail,
    now: deps.clock.now(),
  });
  // Somebody changed it a moment earlier: the password that was proven is no longer the current one.
  if (!changed) return wrong;
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  if (mail) deps.publish({ kind: 'mail-queued' });
  return { kind: 'changed', opened };
}

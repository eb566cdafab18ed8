// A signed-in person changes their password (contract 2; cases K19, G8). The current one is required, and wrong ones
// count as at sign-in. All other sessions end, this one gets a new handle, and if the person ticks it, the
// applications' tokens end too.

import { formFault } from '../../ground/accounts/form-faults.ts';
import { ConfirmationNeeded, isConfirmed, proofOf } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import { type MustConfirmDeps, mustConfirmFactor } from '../factors/must-confirm-factor.ts';
import type { Ports } from '../ports.ts';
import { confirmByPassword } from '../sessions/confirm-by-password.ts';
import { keepSession } from '../sessions/end-sessions.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { SessionWithHandle } from '../sessions/start-session.ts';
import { checkNewPassword, toHashedForm } from './password-rules.ts';
import type { VerifyPasswordDeps, Visitor } from './verify-password.ts';

export type PasswordChange =
  /** `opened`: this session under its new handle. */
  | { kind: 'changed'; opened: SessionWithHandle }
  /** The account has a second factor, or no password, and the person has not confirmed lately who they are. */
  | { kind: 'unconfirmed' }
  | { kind: 'refused'; faults: Fault[] }
  | { kind: 'limited'; retryAfterSeconds: number };

const wrong: PasswordChange = {
  kind: 'refused',
  faults: [formFault(['current_password'], 'current-password-wrong')],
};

/**
 * Sets the first password of somebody who signs in with a passkey, too: they have confirmed who they are instead.
 * @param input `endGrants`: also end every code and token of every application
 */
export async function changePassword(
  deps: VerifyPasswordDeps & MustConfirmDeps & Pick<Ports, 'publish'>,
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
  const hasPassword = account.passwordHash !== undefined;
  if (hasPassword && !currentPassword) faults.unshift(formFault(['current_password'], 'password-missing'));
  if (!newPassword || faults.length > 0) return { kind: 'refused', faults };

  const now = deps.clock.now();
  if (hasPassword ? await mustConfirmFactor(deps, input.signedIn) : !isConfirmed(session, now))
    return { kind: 'unconfirmed' };
  if (hasPassword) {
    const refused = await refusePassword(deps, { ...input, currentPassword: currentPassword ?? '', newPassword });
    if (refused) return refused;
  }
  const { keep, opened } = keepSession(input.signedIn);
  const mail = writeNotice(deps, { kind: 'password-changed', accountId: account.id, from: input.from });
  const toHash = await deps.passwords.hash(toHashedForm(newPassword), input.visitor);
  const proof = hasPassword ? undefined : proofOf(session, now);
  const change = { accountId: account.id, fromEpoch: session.signInEpoch, toHash, keep, endGrants: input.endGrants };
  const changed = await deps.accounts
    .changePassword({ ...change, proof, mail, now: deps.clock.now() })
    .catch((error: unknown) => {
      if (error instanceof ConfirmationNeeded) return false;
      throw error;
    });
  // Somebody changed it a moment earlier: the password that was proven is no longer the current one.
  if (!changed) return hasPassword ? wrong : { kind: 'unconfirmed' };
  deps.publish({ kind: 'sessions-ended', accountId: account.id });
  if (mail) deps.publish({ kind: 'mail-queued' });
  return { kind: 'changed', opened };
}

/** Undefined: the current password is right, and the new one is another. */
async function refusePassword(
  deps: VerifyPasswordDeps,
  {
    signedIn,
    currentPassword,
    newPassword,
    visitor,
  }: { signedIn: SignedIn; currentPassword: string; newPassword: string; visitor: Visitor },
): Promise<PasswordChange | undefined> {
  const verified = await confirmByPassword(deps, { signedIn, password: currentPassword, visitor });
  if (verified.kind === 'limited') return verified;
  if (verified.kind !== 'verified') return wrong;
  if (toHashedForm(currentPassword) !== toHashedForm(newPassword)) return undefined;
  return { kind: 'refused', faults: [formFault(['new_password'], 'password-unchanged')] };
}

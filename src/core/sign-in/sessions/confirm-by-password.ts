// The signed-in person confirms who they are by password (contract 25).
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import {
  type VerifiedPassword,
  type VerifyPasswordDeps,
  type Visitor,
  verifyPassword,
} from '../passwords/verify-password.ts';
import type { SignedIn } from './session.ts';

export type Confirmation = VerifiedPassword | { kind: 'missing' };

/** Whether this is the signed-in person's password. A try counts like a sign-in (case K15). @throws Unavailable */
export async function confirmByPassword(
  deps: VerifyPasswordDeps,
  input: { signedIn: SignedIn; password: string | undefined; visitor: Visitor },
): Promise<Confirmation> {
  const { signedIn, password, visitor } = input;
  if (password === undefined) return { kind: 'missing' };
  const verified = await verifyPassword(deps, { email: signedIn.account.email, password, visitor });
  // The address belongs to another account by now.
  const isOther = verified.kind === 'verified' && verified.account.id !== signedIn.account.id;
  return isOther ? { kind: 'wrong', accountId: signedIn.account.id } : verified;
}

/** The input errors of a form that asked for the password. */
export const confirmationFaults = ({ kind }: Confirmation): Fault[] => {
  if (kind === 'missing') return [formFault(['password'], 'password-missing')];
  return kind === 'wrong' ? [formFault(['password'], 'current-password-wrong')] : [];
};

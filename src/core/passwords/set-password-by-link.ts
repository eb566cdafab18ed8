// A one-time link sets the password: the first one, or a new one after an operator's reset. It always ends all
// sessions, grants and API tokens of the account (contract 2), and works once (case K19).

import type { Account } from '../accounts/account.ts';
import type { Fault } from '../fault.ts';
import { findPasswordLink } from '../one-time-links/find-one-time-link.ts';
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import { checkNewPassword, toHashedForm } from './password-rules.ts';

export type PasswordByLink =
  | { kind: 'changed'; account: Account }
  | { kind: 'refused'; account: Account; faults: Fault[] }
  | { kind: 'link-expired' };

export async function setPasswordByLink(
  deps: Pick<Ports, 'links' | 'accounts' | 'passwords' | 'clock' | 'publish'>,
  input: { token: string | undefined; password: string | undefined },
): Promise<PasswordByLink> {
  const { token, password } = input;
  const account = await findPasswordLink(deps, token);
  if (!token || !account) return { kind: 'link-expired' };
  const faults = await checkNewPassword(password, account.email);
  if (!password || faults.length > 0) return { kind: 'refused', account, faults };
  const passwordHash = await deps.passwords.hash(toHashedForm(password));
  const now = deps.clock.now();
  const changed = await deps.links.redeemForPassword({ tokenHash: hashSecret(token), passwordHash, now });
  if (!changed) return { kind: 'link-expired' };
  deps.publish({ kind: 'sessions-ended', accountId: changed.id });
  return { kind: 'changed', account: changed };
}

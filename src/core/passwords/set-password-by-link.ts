// A one-time link sets the password: the first one, or a new one after an operator's reset or by a mail that the person
// requested. It works once (case K19), and ends all sessions, grants and API tokens of the account (contract 2, 22).

import type { Account } from '../accounts/account.ts';
import type { Fault } from '../fault.ts';
import { type ActedFrom, writeNotice } from '../mail/write-mail.ts';
import { findPasswordLink } from '../one-time-links/find-one-time-link.ts';
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import { checkNewPassword, toHashedForm } from './password-rules.ts';

export type PasswordByLink =
  | { kind: 'changed'; account: Account }
  | { kind: 'refused'; account: Account; faults: Fault[] }
  | { kind: 'link-expired' };

export async function setPasswordByLink(
  deps: Pick<Ports, 'links' | 'emailProofs' | 'accounts' | 'passwords' | 'secrets' | 'clock' | 'rules' | 'publish'>,
  input: {
    token: string | undefined;
    password: string | undefined;
    from?: ActedFrom;
  },
): Promise<PasswordByLink> {
  const { token, password } = input;
  const link = await findPasswordLink(deps, token);
  if (!token || !link) return { kind: 'link-expired' };
  const { account, by } = link;
  const faults = await checkNewPassword(password, account.email);
  if (!password || faults.length > 0) return { kind: 'refused', account, faults };
  const passwordHash = await deps.passwords.hash(toHashedForm(password));
  const now = deps.clock.now();
  const notice = { kind: 'password-changed', accountId: account.id, from: input.from } as const;
  // The first password is not a change.
  const mail = account.passwordHash === undefined ? undefined : writeNotice(deps, notice);
  const links = by === 'mail' ? deps.emailProofs : deps.links;
  const changed = await links.redeemForPassword({ tokenHash: hashSecret(token), passwordHash, mail, now });
  if (!changed) return { kind: 'link-expired' };
  deps.publish({ kind: 'sessions-ended', accountId: changed.id });
  if (mail) deps.publish({ kind: 'mail-queued' });
  return { kind: 'changed', account: changed };
}

// An operator makes an account from the command line (contract 1). Without a password it gets one by a one-time link.
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import type { Account, Role } from './account.ts';
import { formFault } from './form-faults.ts';
import type { IssuedLink } from './issue-one-time-link.ts';
import { issuePasswordLink } from './issue-password-link.ts';
import { checkEmail, makeAccount } from './new-account.ts';
import { checkNewPassword, toHashedForm } from './password-rules.ts';
import { readField } from './profile-fields.ts';

export type AccountCreation =
  /** `link` sets the first password; undefined when one was given. */
  { kind: 'created'; account: Account; link: IssuedLink | undefined } | { kind: 'refused'; faults: Fault[] };

export async function createAccount(
  deps: Pick<Ports, 'accounts' | 'links' | 'passwords' | 'clock'>,
  input: {
    email: string | undefined;
    role: Role;
    nickname: string | undefined;
    password: string | undefined;
    /** The operator states that the address is the person's. */
    emailVerified?: boolean;
  },
): Promise<AccountCreation> {
  const { address, faults } = checkEmail(input.email);
  if (input.password !== undefined) faults.push(...(await checkNewPassword(input.password, address?.email)));
  const nickname = readField('nickname', input.nickname);
  if (nickname && 'fault' in nickname) faults.push(formFault(['nickname'], nickname.fault, nickname.values));
  if (!address || faults.length > 0) return { kind: 'refused', faults };

  const now = deps.clock.now();
  const made = makeAccount({
    address,
    passwordHash: input.password === undefined ? undefined : await deps.passwords.hash(toHashedForm(input.password)),
    nickname: nickname && 'value' in nickname ? nickname.value : undefined,
    role: input.role,
    origin: 'command',
    now,
  });
  const account: Account = input.emailVerified
    ? { ...made, emailVerified: true, emailVerifiedBy: 'operator', emailVerifiedAt: now }
    : made;
  if ((await deps.accounts.insert(account)) === 'email-taken') {
    return { kind: 'refused', faults: [formFault(['email'], 'email-taken')] };
  }
  const link = input.password === undefined ? await issuePasswordLink(deps, account) : undefined;
  return { kind: 'created', account, link };
}

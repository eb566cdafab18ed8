// An operator creates an account, on the command line or by the API (contract 1, 29). Without a password, the account
// gets a one-time link to set one.

import type { Account, Role } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Actor, AuthorizedAct } from '../../ground/acts/acting.ts';
import type { Fault } from '../../ground/fault.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import { writeOperatorNotice } from '../../server/mail/operator-notice.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { checkNewPassword, toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import type { IssuedLink } from '../one-time-links/issue-one-time-link.ts';
import { issuePasswordLink } from '../one-time-links/issue-password-link.ts';
import type { Ports } from '../ports.ts';
import { readField } from '../profile/profile-fields.ts';
import { checkUsername, insertNamedAccount } from '../usernames/take-username.ts';
import { checkNewEmail, makeAccount } from './new-account.ts';

export type AccountCreation =
  /** `link` sets the first password; undefined when a password was given, or the API was called. */
  { kind: 'created'; account: Account; link: IssuedLink | undefined } | { kind: 'refused'; faults: Fault[] };

/** What is asked for, whatever is stored. */
type NewAccount = {
  email: string | undefined;
  nickname: string | undefined;
  /** May be a reserved one, because an operator assigns it. */
  username?: string | undefined;
  password: string | undefined;
};

/** The input errors that need no database, all at once. */
export const checkNewAccount = async (input: NewAccount): Promise<Fault[]> => (await readNewAccount(input)).faults;

async function readNewAccount(input: NewAccount) {
  const { address, faults } = checkNewEmail(input.email);
  if (input.password !== undefined) faults.push(...(await checkNewPassword(input.password, address?.email)));
  const nickname = readField('nickname', input.nickname);
  if (nickname && 'fault' in nickname) faults.push(formFault(['nickname'], nickname.fault, nickname.values));
  const username = input.username === undefined ? undefined : checkUsername(input.username);
  if (username && 'fault' in username) faults.push(username.fault);
  return {
    address,
    nickname: nickname && 'value' in nickname ? nickname.value : undefined,
    name: username && 'name' in username ? username.name : undefined,
    faults,
  };
}

export async function createAccount(
  deps: Pick<
    Ports,
    'accounts' | 'usernames' | 'sealedValues' | 'secrets' | 'links' | 'passwords' | 'clock' | 'rules' | 'publish'
  >,
  input: NewAccount & {
    role: Role;
    /** The operator vouches for the address. */
    emailVerified?: boolean;
    /** Whoever calls the API, where links are sent or shown by `sendReset`. Absent: the command line. */
    caller?: Actor;
  },
): Promise<AccountCreation> {
  const { address, nickname, name, faults } = await readNewAccount(input);
  // The insert finds any other taken address, together with a taken username.
  if (address?.formerKey !== undefined && (await findByAddress(deps, address))) {
    faults.push(formFault(['email'], 'email-taken'));
  }
  if (!address || faults.length > 0) return { kind: 'refused', faults };

  const by = input.caller && ({ act: 'create', caller: input.caller } as const);
  const now = deps.clock.now();
  const made = makeAccount(deps, {
    address,
    passwordHash: input.password === undefined ? undefined : await deps.passwords.hash(toHashedForm(input.password)),
    nickname,
    role: input.role,
    origin: input.caller ? 'api' : 'command',
    now,
  });
  const account: Account = input.emailVerified
    ? { ...made, emailVerified: true, emailVerifiedBy: 'operator', emailVerifiedAt: now }
    : made;
  const { role } = account;
  const tell = role === 'user' ? undefined : writeOperatorNotice(deps, { what: 'role', accountId: account.id, role });
  const taken = await insert(deps, { account, name, by, tell });
  if (taken.length > 0) return { kind: 'refused', faults: taken };
  if (tell) deps.publish({ kind: 'mail-queued' });
  const asksLink = input.password === undefined && !input.caller;
  const link = asksLink ? await issuePasswordLink(deps, account) : undefined;
  return { kind: 'created', account: (await deps.accounts.find(account.id)) ?? account, link };
}

/** @returns input errors for what is taken; empty when the account was created */
async function insert(
  deps: Pick<Ports, 'accounts' | 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules'>,
  {
    account,
    name,
    by,
    tell,
  }: { account: Account; name: string | undefined; by: AuthorizedAct | undefined; tell: NewMail | undefined },
): Promise<Fault[]> {
  if (name !== undefined) return insertNamedAccount(deps, { ...account, username: name }, by, tell);
  return (await deps.accounts.insert(account, [], by, tell)) === 'created' ? [] : [formFault(['email'], 'email-taken')];
}

// An account as text for people.
import type { Account } from '../../core/ground/accounts/account.ts';
import { accountJson } from '../../json/account.ts';
import { timeOrNull } from '../../json/time.ts';
import type { CommandAnswer } from '../frame/command.ts';
import { textFields } from '../frame/text-table.ts';

/** @param groups their names, where the account is shown alone */
export const accountText = (account: Account, groups?: readonly string[]): string =>
  textFields({
    id: account.id,
    email: `${account.email} (${account.emailVerified ? 'verified' : 'not verified'})`,
    role: account.role,
    nickname: account.profile.nickname,
    username: account.username,
    password: account.passwordHash === undefined ? 'not set' : 'set',
    ...(groups && { groups: groups.join(' ') || 'none' }),
    disabled: timeOrNull(account.disabledAt),
    'deleted by its person, until': timeOrNull(account.leavingUntil),
    created: timeOrNull(account.createdAt),
  });

/**
 * A command that gives an account something warns when its address is unverified, because it may be somebody else's.
 */
export const unverifiedWarnings = ({ email, emailVerified }: Account): readonly string[] =>
  emailVerified ? [] : [`${email} is not verified: whoever signed up with it has what you gave`];

/** The rule of `mayReset`. An owner without an application is warned of it too, because one comes later. */
export const resetWarnings = ({ email, emailVerified }: Account): readonly string[] =>
  emailVerified
    ? []
    : [
        `${email} is not verified: no mail sets a new password of support, operators, or owners of an application. ` +
          'If you know that it is theirs, give --email-verified, or run latchkey accounts set-email-verified',
      ];

export const accountAnswer = (account: Account, groups?: readonly string[]): CommandAnswer => ({
  json: { ...accountJson(account), ...(groups && { groups }) },
  text: accountText(account, groups),
});

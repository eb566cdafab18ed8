// An account as text for people.
import type { Account } from '../../core/accounts/account.ts';
import type { Answer } from '../command.ts';
import { accountDocument, toTime } from '../documents.ts';
import { textFields } from '../text-table.ts';

export const accountText = (account: Account): string =>
  textFields({
    id: account.id,
    email: `${account.email} (${account.emailVerified ? 'verified' : 'not verified'})`,
    role: account.role,
    nickname: account.profile.nickname,
    password: account.passwordHash === undefined ? 'not set' : 'set',
    disabled: toTime(account.disabledAt),
    created: toTime(account.createdAt),
  });

/** Commands that give something to whoever has an address say when nobody knows whose it is. */
export const unverifiedWarnings = ({ email, emailVerified }: Account): readonly string[] =>
  emailVerified ? [] : [`${email} is not verified: whoever signed up with it has what you gave`];

export const accountAnswer = (account: Account): Answer => ({
  json: accountDocument(account),
  text: accountText(account),
});

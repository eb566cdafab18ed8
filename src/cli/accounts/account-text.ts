// An account as text for people.
import type { Account } from '../../core/accounts/account.ts';
import type { Answer } from '../command.ts';
import { accountDocument, toTime } from '../documents.ts';
import { textFields } from '../text-table.ts';

export const accountText = (account: Account): string =>
  textFields({
    id: account.id,
    email: account.email,
    role: account.role,
    nickname: account.profile.nickname,
    'user name': account.username,
    password: account.passwordHash === undefined ? 'not set' : 'set',
    disabled: toTime(account.disabledAt),
    created: toTime(account.createdAt),
  });

export const accountAnswer = (account: Account): Answer => ({
  json: accountDocument(account),
  text: accountText(account),
});

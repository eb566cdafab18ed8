// Accounts in requests and responses (contract 29): never a password, token, code or secret.
import { ACCOUNT_STATUSES, type Account, ORIGINS, ROLES, statusOf } from '../../../core/accounts/account.ts';
import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email.ts';
import { accountJson } from '../../../json/account.ts';
import { flag, id, objectOf, oneOf, optional, readOnly, text, textOrNull, time, timeOrNever } from './shape.ts';

const address = { maxLength: MAX_EMAIL_LENGTH };
const status = oneOf(ACCOUNT_STATUSES, {
  description:
    'Disabling ends every session, token and password link for good; enabling restores none of them. `leaving`: the person deleted the account and can restore it.',
});
const role = oneOf(ROLES, { description: 'The last enabled operator keeps the role.' });
const username = textOrNull({
  type: ['string', 'null'],
  description: 'Reserved names are allowed. A name that is taken away stays reserved for the account.',
});
const nickname = { type: ['string', 'null'], description: 'What the person is called.' };
const verified = flag({ description: 'An operator can state that the address is verified, and not take it back.' });

/** What support does not see is optional. */
export const accountShape = objectOf({
  id: id('ID of the account.'),
  email: readOnly({ type: 'string', ...address, description: 'The address.' }),
  email_verified: verified,
  status,
  created_at: time('When the account was created.'),
  disabled_at: readOnly(timeOrNever('When the account was disabled.')),
  role: optional(role),
  username: optional(username),
  nickname: optional(readOnly(nickname)),
  email_verified_by: optional(
    readOnly({ type: ['string', 'null'], enum: ['operator', 'mail', null], description: 'Who verified the address.' }),
  ),
  email_verified_at: optional(readOnly(timeOrNever('When the address was verified.'))),
  origin: optional(readOnly({ type: 'string', enum: ORIGINS, description: 'How the account was created.' })),
  has_password: optional(readOnly({ type: 'boolean', description: 'Whether a password is set.' })),
  leaving_until: optional(readOnly(timeOrNever('Until when the person can restore the account that they deleted.'))),
  updated_at: optional(time('When anything that applications may read last changed.')),
});

export const newAccountShape = objectOf({
  email: text({ ...address, description: 'The address. With a mail server, a link to set a password goes to it.' }),
  role: optional(oneOf(ROLES, { description: 'What the person may do here.', default: 'user' })),
  nickname: optional(text({ description: nickname.description })),
  username: optional(text({ description: 'A username. Reserved names are allowed.' })),
  email_verified: optional(flag({ description: 'Whether you vouch for the address.', default: false })),
});

export const accountSessionShape = objectOf({
  id: id('ID of the session.'),
  browser: readOnly({ type: ['string', 'null'], description: 'The browser with its version.' }),
  system: readOnly({ type: ['string', 'null'], description: 'The operating system.' }),
  network: readOnly({ type: 'string', description: 'The network of the last sign-in: IPv4 /24 or IPv6 /48.' }),
  created_at: time('When the person signed in.'),
  last_used_at: time('When the session was last used, to five minutes.'),
});

export const passwordLinkShape = objectOf({
  mailed: readOnly({ type: 'boolean', description: 'Whether the person gets the link by mail, and nobody else does.' }),
  password_link: optional(
    readOnly({ type: 'string', format: 'uri', description: 'Give it to the person. It works once and is shown once.' }),
  ),
  expires_at: optional(time('When the link ends.')),
});

/** @param all whether whoever asks sees everything that is shown of an account */
export function toAccountJson(account: Account, all: boolean) {
  const { id, email, email_verified, created_at, disabled_at, ...rest } = accountJson(account);
  const seen = { id, email, email_verified, status: statusOf(account), created_at, disabled_at };
  return all ? { ...seen, ...rest } : seen;
}

// Accounts (contract 29): never a password, token, code or secret.
import * as z from 'zod/mini';
import { ACCOUNT_STATUSES, ORIGINS, ROLES } from '../../core/ground/accounts/account.ts';
import { MAX_EMAIL_LENGTH } from '../../core/ground/accounts/email.ts';
import { atFirstUse } from '../at-first-use.ts';
import { describedOneOf, flag, id, text, time, timeOrNever, uri } from './kinds.ts';

const NICKNAME = 'What the person is called.';

/** What support does not see is optional. */
export const accountSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the account.'),
    email: z.readonly(text('The address.', z.maxLength(MAX_EMAIL_LENGTH))),
    email_verified: flag('An operator can state that the address is verified, and not take it back.'),
    status: describedOneOf(
      ACCOUNT_STATUSES,
      'Disabling ends every session, token and password link for good; enabling restores none of them. `leaving`: the person deleted the account and can restore it.',
    ),
    created_at: time('When the account was created.'),
    disabled_at: timeOrNever('When the account was disabled.'),
    role: z.optional(describedOneOf(ROLES, 'The last enabled operator keeps the role.')),
    username: z.optional(
      z.nullable(text('Reserved names are allowed. A name that is taken away stays reserved for the account.')),
    ),
    nickname: z.optional(z.readonly(z.nullable(text(NICKNAME)))),
    email_verified_by: z.optional(
      z.readonly(z.nullable(describedOneOf(['operator', 'mail'], 'Who verified the address.'))),
    ),
    email_verified_at: z.optional(timeOrNever('When the address was verified.')),
    origin: z.optional(z.readonly(describedOneOf(ORIGINS, 'How the account was created.'))),
    has_password: z.optional(z.readonly(flag('Whether a password is set.'))),
    groups: z.optional(
      z.readonly(
        z.array(z.string()).check(z.describe('Names of the groups of the person, in order. Only of one account.')),
      ),
    ),
    leaving_until: z.optional(timeOrNever('Until when the person can restore the account that they deleted.')),
    updated_at: z.optional(time('When anything that applications may read last changed.')),
  }),
);

export const newAccountSchema = atFirstUse(() =>
  z.strictObject({
    email: text('The address. With a mail server, a link to set a password goes to it.', z.maxLength(MAX_EMAIL_LENGTH)),
    role: z.optional(z.enum(ROLES).check(z.meta({ description: 'What the person may do here.', default: 'user' }))),
    nickname: z.optional(text(NICKNAME)),
    username: z.optional(text('A username. Reserved names are allowed.')),
    email_verified: z.optional(
      z.boolean().check(z.meta({ description: 'Whether you vouch for the address.', default: false })),
    ),
  }),
);

export const accountSessionSchema = atFirstUse(() =>
  z.strictObject({
    id: id('ID of the session.'),
    browser: z.readonly(z.nullable(text('The browser with its version.'))),
    system: z.readonly(z.nullable(text('The operating system.'))),
    network: z.readonly(text('The network of the last sign-in: IPv4 /24 or IPv6 /48.')),
    created_at: time('When the person signed in.'),
    last_used_at: time('When the session was last used, to five minutes.'),
  }),
);

export const passwordLinkSchema = atFirstUse(() =>
  z.strictObject({
    mailed: z.readonly(flag('Whether the person gets the link by mail, and nobody else does.')),
    password_link: z.optional(z.readonly(uri('Give it to the person. It works once and is shown once.'))),
    expires_at: z.optional(time('When the link ends.')),
  }),
);

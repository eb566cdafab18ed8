// Descriptions of the operations on accounts (contract 29).
import type { Operations } from './operation.ts';

const accountShown = {
  id: '0123456789abcdef0123456789abcdef',
  email: 'new.person@example.com',
  email_verified: false,
  status: 'active',
  created_at: '2031-01-31T12:00:00.000Z',
  disabled_at: null,
  email_verified_by: null,
  email_verified_at: null,
  origin: 'api',
  role: 'user',
  nickname: 'Mina',
  username: null,
  has_password: false,
  leaving_until: null,
  updated_at: '2031-01-31T12:05:00.000Z',
};

const accountDisabled = { ...accountShown, status: 'disabled', disabled_at: '2031-01-31T12:05:00.000Z' };

const sessionShown = {
  id: 'fedcba9876543210fedcba9876543210',
  browser: 'Firefox 145',
  system: 'Windows',
  network: '192.0.2.0/24',
  created_at: '2031-01-31T12:00:00.000Z',
  last_used_at: '2031-01-31T12:05:00.000Z',
};

const TAKEN =
  'An account with this address exists, or the username is another account’s: `errors` points to what is taken.';

const LAST =
  'The account is the last enabled operator’s, or it owns applications, which `applications` lists, and would be deleted or get a role that may own none; or the account that `applications` of the query names cannot get them.';

export const accountOperations: Operations = {
  'GET /accounts': {
    id: 'listAccounts',
    tag: 'accounts',
    summary: 'Find accounts',
    description: 'Support does not see all members, and does not find by role.',
    answers: {
      kind: 'list',
      of: 'Account',
      order: 'in the order of the addresses',
      example: [accountShown],
      leadsTo: { id: 'getAccount', parameter: 'accountId', member: 'id' },
    },
  },
  'POST /accounts': {
    id: 'createAccount',
    tag: 'accounts',
    summary: 'Create an account',
    description:
      'With a mail server, the person gets a link to set a password. Operators and machine tokens only. A role but `user` also requires the scope `roles`, which only machine tokens have.',
    sends: { schema: 'AccountInput', example: { email: 'new.person@example.com', nickname: 'Mina', role: 'user' } },
    answers: { kind: 'created' },
    conflict: TAKEN,
  },
  'GET /accounts/:accountId': {
    id: 'getAccount',
    tag: 'accounts',
    summary: 'Get an account',
    answers: { kind: 'resource', schema: 'Account', example: accountShown, tagged: true },
  },
  'PATCH /accounts/:accountId': {
    id: 'patchAccount',
    tag: 'accounts',
    summary: 'Change an account',
    description:
      'Its status, role, username, and whether its address is verified: all that is sent, or nothing. Never another operator’s. Another role also requires the scope `roles`, which only machine tokens have. With a role that may own no applications, `applications` names who gets them.',
    alsoScopes: ['accounts:read'],
    sends: { schema: 'AccountPatch', example: { status: 'disabled' } },
    answers: { kind: 'resource', schema: 'Account', example: accountDisabled, tagged: true },
    conflict: `${LAST} Or the username is not available: \`errors\` points to it.`,
  },
  'DELETE /accounts/:accountId': {
    id: 'deleteAccount',
    tag: 'accounts',
    summary: 'Delete an account with all its data',
    description:
      'One that owns applications stays until each was handed over or deleted, unless `applications` names who gets them.',
    answers: { kind: 'removed' },
    conflict: LAST,
  },
  'GET /accounts/:accountId/sessions': {
    id: 'listAccountSessions',
    tag: 'accounts',
    summary: 'List the devices on which the person is signed in',
    answers: { kind: 'list', of: 'AccountSession', example: [sessionShown] },
  },
  'DELETE /accounts/:accountId/sessions': {
    id: 'deleteAccountSessions',
    tag: 'accounts',
    summary: 'Sign the person out everywhere',
    answers: { kind: 'removed' },
  },
  'POST /accounts/:accountId/password-links': {
    id: 'createPasswordLink',
    tag: 'accounts',
    summary: 'Let the person set a new password',
    description: 'Nothing ends before they do. Older links stop working.',
    answers: {
      kind: 'resource',
      schema: 'PasswordLink',
      tagged: false,
      example: {
        mailed: false,
        password_link: 'https://auth.example.com/password?token=Jm2cQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqMk',
        expires_at: '2031-01-31T13:00:00.000Z',
      },
    },
    conflict: 'The account is disabled, or it is an operator’s with an unverified address.',
  },
};

// Descriptions of the operations on accounts (contract 29), and on groups of them (contract 31).
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource-operations.ts';

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

/** As it is shown alone. */
const accountAlone = { ...accountShown, groups: [] };

const accountDisabled = { ...accountAlone, status: 'disabled', disabled_at: '2031-01-31T12:05:00.000Z' };

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
  ...resourceOperations(
    {
      path: '/accounts',
      parameter: 'accountId',
      tag: 'accounts',
      schema: 'Account',
      words: ['an account', 'accounts'],
      example: accountAlone,
      listed: [accountShown],
      order: 'in the order of the addresses',
      member: 'id',
    },
    {
      list: {
        summary: 'Find accounts',
        description: 'Support does not see all members, and does not find by role.',
      },
      create: {
        description:
          'With a mail server, the person gets a link to set a password. Operators and machine tokens only. A role but `user` also requires the scope `roles`, which only machine tokens have.',
        sends: { schema: 'AccountInput', example: { email: 'new.person@example.com', nickname: 'Mina', role: 'user' } },
        conflict: TAKEN,
      },
      get: {},
      change: {
        id: 'patchAccount',
        summary: 'Change an account',
        description:
          'Its status, role, username, and whether its address is verified: all that is sent, or nothing. Never another operator’s. Another role also requires the scope `roles`, which only machine tokens have. With a role that may own no applications, `applications` names who gets them.',
        alsoScopes: ['accounts:read'],
        sends: { schema: 'AccountPatch', example: { status: 'disabled' } },
        answers: { kind: 'resource', schema: 'Account', example: accountDisabled, tagged: true },
        conflict: `${LAST} Or the username is not available: \`errors\` points to it.`,
      },
      delete: {
        summary: 'Delete an account with all its data',
        description:
          'One that owns applications stays until each was handed over or deleted, unless `applications` names who gets them.',
        conflict: LAST,
      },
    },
  ),
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

const groupSent = { name: 'sre', label: 'Site reliability', applications: 'any' };

const groupShown = {
  id: '89abcdef0123456789abcdef01234567',
  ...groupSent,
  created_at: '2031-01-31T12:00:00.000Z',
  updated_at: '2031-01-31T12:05:00.000Z',
};

const memberShown = { account: '0123456789abcdef0123456789abcdef', added_at: '2031-01-31T12:05:00.000Z' };

const NAMED_GROUP =
  'Applications name the group, so its name stays; or nobody could sign in to an application any more that may not name it. The detail names them. Or another group has the name.';

/** What PUT and PATCH have alike. */
const groupChanged = {
  description: 'An application that may not name the group any more loses the name from `groups` and `allowed_groups`.',
  conflict: NAMED_GROUP,
};

export const groupOperations: Operations = {
  ...resourceOperations(
    {
      path: '/groups',
      parameter: 'groupId',
      tag: 'groups',
      schema: 'Group',
      words: ['a group', 'groups'],
      example: groupShown,
      order: 'by name',
      member: 'id',
    },
    {
      list: {},
      create: {
        sends: { schema: 'GroupInput', example: groupSent },
        conflict: 'Another group has the name, or there are 10,000 groups.',
      },
      get: {},
      replace: { ...groupChanged, sends: { schema: 'GroupInput', example: groupSent } },
      change: {
        ...groupChanged,
        id: 'patchGroup',
        summary: 'Change a group',
        sends: { schema: 'GroupPatch', example: { label: 'Site reliability' } },
      },
      delete: {
        conflict:
          'Applications name the group: the detail names them. With `force`, nobody could sign in to one any more.',
      },
    },
  ),
  ...resourceOperations(
    {
      path: '/groups/:groupId/members',
      parameter: 'accountId',
      tag: 'groups',
      schema: 'GroupMember',
      words: ['whether an account is in a group', 'who is in a group'],
      example: memberShown,
      order: 'in the order of the ids of the accounts',
      member: 'account',
    },
    {
      list: {},
      create: {
        id: 'addGroupMember',
        summary: 'Add an account to a group',
        sends: { schema: 'GroupMemberInput', example: { account: memberShown.account } },
        conflict: 'The account is already in the group, or in 100 groups.',
      },
      get: {},
      delete: { id: 'removeGroupMember', summary: 'Remove an account from a group' },
    },
  ),
};

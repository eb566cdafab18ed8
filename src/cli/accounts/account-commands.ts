// The commands about accounts, as the map of the command line shows them.
import { readUsername } from '../../core/accounts/username.ts';
import type { CommandSpec, FlagSpec } from '../command.ts';
import { email, matching } from '../flags.ts';

const ROLE_WORDS = 'user, owner, operator';
const username: FlagSpec = {
  name: 'username',
  value: 'NAME',
  description: 'user name that applications can know the person by; reserved words too',
  allowed: {
    test: (value) => readUsername(value) !== undefined,
    words: '3 to 30 of a-z, 0-9, ".", "_" and "-"; first a letter, last no separator, no two separators in a row',
  },
};
const role: FlagSpec = {
  name: 'role',
  value: 'ROLE',
  description: `what the account may do: ${ROLE_WORDS}`,
  allowed: matching(/^(user|owner|operator)$/, ROLE_WORDS),
};

export const ACCOUNT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['accounts', 'create'],
    summary: 'make an account; without a password prints a one-time link (24 h) to set one',
    flags: [
      email,
      { ...role, description: `${role.description} (default: user)` },
      { name: 'nickname', value: 'NAME', description: 'what the pages call the person' },
      username,
      { name: 'email-verified', description: 'state that the address is the person’s' },
      { name: 'password-stdin', description: 'read the password from standard input' },
    ],
    load: () => import('./create.ts'),
  },
  {
    path: ['accounts', 'list'],
    summary: 'list the accounts, in order of creation',
    flags: [
      { name: 'email', value: 'TEXT', description: 'only those whose address contains this, such as @example.com' },
      { ...role, description: `only those of this role: ${ROLE_WORDS}` },
      { name: 'disabled', description: 'only those that are disabled' },
      {
        name: 'limit',
        value: 'N',
        description: 'at most so many (default: all)',
        allowed: matching(/^[1-9]\d{0,8}$/, 'a whole number from 1 to 999999999'),
      },
      {
        name: 'after',
        value: 'ID',
        description: 'only those made after this account: the last one of the page before',
        allowed: matching(/^[0-9a-f]{32}$/, 'the id of an account, as the list shows it'),
      },
    ],
    load: () => import('./list.ts'),
  },
  {
    path: ['accounts', 'show'],
    summary: 'show an account',
    flags: [email],
    load: () => import('./show.ts'),
  },
  {
    path: ['accounts', 'disable'],
    summary: 'end every sign-in, token, API token and password link of an account, and refuse new sign-ins',
    flags: [email],
    load: () => import('./disable.ts'),
  },
  {
    path: ['accounts', 'enable'],
    summary: 'let a disabled account sign in again; nothing that was ended is revived',
    flags: [email],
    load: () => import('./enable.ts'),
  },
  {
    path: ['accounts', 'delete'],
    summary: 'remove an account with everything that belongs to it, its applications included',
    flags: [email],
    load: () => import('./delete.ts'),
  },
  {
    path: ['accounts', 'set-role'],
    summary: 'change what an account may do',
    flags: [email, { ...role, required: true }],
    load: () => import('./set-role.ts'),
  },
  {
    path: ['accounts', 'set-email-verified'],
    summary: 'state that the address of an account is the person’s, or those of all accounts that operators made',
    flags: [
      { ...email, required: false },
      { name: 'all', description: 'every account that was made by setup, command, API or import' },
      {
        name: 'include-sign-ups',
        description: 'with --all: also the addresses that people typed themselves; asks first',
      },
    ],
    load: () => import('./set-email-verified.ts'),
  },
  {
    path: ['accounts', 'password-link'],
    summary: 'print a one-time link to set a password; older ones die',
    flags: [email],
    load: () => import('./password-link.ts'),
  },
  {
    path: ['accounts', 'set-username'],
    summary: 'give an account another user name or none; the one of before stays reserved for it',
    flags: [email, username, { name: 'none', description: 'take the user name away' }],
    load: () => import('./set-username.ts'),
  },
];

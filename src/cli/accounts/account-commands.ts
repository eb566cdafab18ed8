// Declares the `latchkey accounts …` commands.
import { ACCOUNT_STATUSES, ROLES } from '../../core/ground/accounts/account.ts';
import type { WholeAct } from '../../core/ground/acts/account-acts.ts';
import { ID } from '../../core/ground/secrets.ts';
import { readUsername } from '../../core/people/usernames/username.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { ACCOUNT_FLAGS, ACCOUNT_FLAGS_BESIDE_USERNAME, email, matching } from '../frame/flags.ts';
import { ACCOUNT_FILE_COMMANDS } from './account-file-commands.ts';
import type { CommandAct } from './acts.ts';

const ROLE_WORDS = ROLES.join(', ');
const STATUS_WORDS = ACCOUNT_STATUSES.join(', ');
const username: FlagSpec = {
  name: 'username',
  value: 'NAME',
  description: 'username; operators can also give reserved names',
  allowed: {
    test: (value) => readUsername(value) !== undefined,
    words: '3 to 30 of a-z, 0-9, ".", "_" and "-"; first a letter, last no separator, no two separators in a row',
  },
};
const role: FlagSpec = {
  name: 'role',
  value: 'ROLE',
  description: `role of the account: ${ROLE_WORDS}`,
  allowed: { test: (value) => (ROLES as readonly string[]).includes(value), words: ROLE_WORDS },
};

/** `newOwnerOf` reads it. */
const handOverTo: FlagSpec = {
  name: 'hand-over-to',
  value: 'ACCOUNT',
  description: 'who gets the applications that it owns: id or verified address of a member of each',
};

type Named = Omit<CommandSpec, 'path'>;

/** Each act has a command, and two have a name of their own. */
type ActCommand = Exclude<WholeAct, 'send-reset' | 'verify-email'> | 'password-link' | 'set-email-verified';

const act = (name: CommandAct) => async () => (await import('./acts.ts')).workOf(name);

const COMMANDS = {
  create: {
    summary: 'create an account; without a password, print a one-time link to set one (24 hours)',
    audit: 'change',
    flags: [
      email,
      { ...role, description: `${role.description} (default: user)` },
      { name: 'nickname', value: 'NAME', description: 'nickname of the person' },
      username,
      { name: 'email-verified', description: 'mark the email address as verified' },
      { name: 'password-stdin', description: 'read the password from standard input' },
    ],
    load: () => import('./create.ts'),
  },
  list: {
    summary: 'list accounts in order of creation',
    audit: 'look',
    flags: [
      {
        name: 'email',
        value: 'TEXT',
        description: 'only accounts whose address contains this text, such as @example.com',
      },
      { ...role, description: `only accounts with this role: ${ROLE_WORDS}` },
      {
        name: 'status',
        value: 'STATUS',
        description: `only accounts with this status: ${STATUS_WORDS}`,
        allowed: matching(new RegExp(`^(?:${ACCOUNT_STATUSES.join('|')})$`), STATUS_WORDS),
      },
      { name: 'disabled', description: 'only disabled accounts, as --status disabled' },
      {
        name: 'limit',
        value: 'N',
        description: 'maximum number of accounts (default: all)',
        allowed: matching(/^[1-9]\d{0,8}$/, 'a whole number from 1 to 999999999'),
      },
      {
        name: 'after',
        value: 'ID',
        description: 'only accounts created after this one; use the last id of the previous page',
        allowed: matching(ID, 'the id of an account, as the list shows it'),
      },
    ],
    load: () => import('./list.ts'),
  },
  ...ACCOUNT_FILE_COMMANDS,
  show: {
    summary: 'show an account',
    audit: 'look',
    flags: ACCOUNT_FLAGS,
    load: async () => (await import('./looks.ts')).show,
  },
  disable: {
    summary: 'disable an account: end its sessions, tokens, API tokens and password links, and refuse new sign-ins',
    audit: 'change',
    danger: 'Sessions, tokens, API tokens and password links of the account end for good.',
    flags: ACCOUNT_FLAGS,
    load: act('disable'),
  },
  enable: {
    summary: 'enable a disabled account; its ended sessions and tokens stay ended',
    audit: 'change',
    flags: ACCOUNT_FLAGS,
    load: act('enable'),
  },
  delete: {
    summary: 'delete an account with all its data; one that owns applications stays, unless somebody gets them',
    audit: 'change',
    danger: 'The account is deleted with all its data, for good.',
    flags: [...ACCOUNT_FLAGS, handOverTo],
    load: act('delete'),
  },
  'delete-again': {
    summary: 'delete the accounts again that an older backup brought back',
    audit: 'change',
    danger: 'Every account that the file names is deleted with all its data, for good.',
    argument: { name: 'FILE', description: 'the log of the server, or a copy of the table deleted_accounts' },
    flags: [],
    load: () => import('./delete-again.ts'),
  },
  agreement: {
    summary: 'show what the person of a deleted account had agreed to, by the id that their application knows',
    audit: 'look',
    flags: [
      { name: 'application', value: 'ID', description: 'id of the application', required: true },
      { name: 'sub', value: 'SUB', description: 'the `sub` by which it knew the person', required: true },
    ],
    load: () => import('./agreement.ts'),
  },
  'set-role': {
    summary: 'change the role of an account',
    audit: 'change',
    flags: [...ACCOUNT_FLAGS, { ...role, required: true }, handOverTo],
    load: act('set-role'),
  },
  'set-email-verified': {
    summary: 'mark the email address of an account as verified, or those of all accounts that operators created',
    audit: 'change',
    flags: [
      ...ACCOUNT_FLAGS.map((flag) => ({ ...flag, required: false })),
      { name: 'all', description: 'every account created by setup, command, API or import' },
      {
        name: 'include-sign-ups',
        description: 'with --all: also addresses that users entered themselves; asks for confirmation',
      },
    ],
    load: () => import('./set-email-verified.ts'),
  },
  'password-link': {
    summary:
      'mail a one-time link to set a password, or print it where there is no mail server; older links stop working',
    audit: 'change',
    flags: ACCOUNT_FLAGS,
    load: act('send-reset'),
  },
  sessions: {
    summary: 'list the devices on which an account is signed in, last used first',
    audit: 'look',
    flags: ACCOUNT_FLAGS,
    load: async () => (await import('./looks.ts')).sessions,
  },
  'end-sessions': {
    summary: 'sign an account out on all devices; applications keep their access',
    audit: 'change',
    danger: 'The account is signed out on all devices.',
    flags: ACCOUNT_FLAGS,
    load: act('end-sessions'),
  },
  'remove-factors': {
    summary: 'remove the one-time codes, recovery codes and passkeys of an account, and end its sessions',
    audit: 'change',
    danger: 'The password alone signs in then, until the person sets up a second factor again.',
    flags: ACCOUNT_FLAGS,
    load: act('remove-factors'),
  },
  'set-username': {
    summary: 'change or remove the username of an account; its former username stays reserved for it',
    audit: 'change',
    flags: [...ACCOUNT_FLAGS_BESIDE_USERNAME, username, { name: 'none', description: 'remove the username' }],
    load: act('set-username'),
  },
} satisfies Readonly<Record<string, Named>> & Readonly<Record<ActCommand, Named>>;

export const ACCOUNT_COMMANDS: readonly CommandSpec[] = Object.entries<Named>(COMMANDS).map(([name, spec]) => ({
  path: ['accounts', name],
  ...spec,
}));

// Lists every command with its flags and the file that implements it (contract 1, "Command line").

import { MAX_STAFF_SCOPE_DAYS, PERSON_SCOPES, scopesOf } from '../core/ground/acts/scope.ts';
import { ACCOUNT_COMMANDS } from './accounts/account-commands.ts';
import { API_COMMANDS } from './apis/api-commands.ts';
import { APPLICATION_COMMANDS, application } from './applications/application-commands.ts';
import { AUDIT_COMMANDS } from './audit/audit-commands.ts';
import { CLIENT_COMMANDS } from './clients/client-commands.ts';
import { DATABASE_COMMANDS } from './database/database-commands.ts';
import type { CommandSpec, FlagSpec } from './frame/command.ts';
import { email, matching } from './frame/flags.ts';
import { GROUP_COMMANDS } from './groups/group-commands.ts';
import { KEY_COMMANDS } from './keys/key-commands.ts';
import { MACHINE_TOKEN_COMMANDS } from './machine-tokens/machine-token-commands.ts';
import { POLICY_COMMANDS } from './policy/policy-commands.ts';
import { USERNAME_COMMANDS } from './usernames/username-commands.ts';

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const id = (what: string): FlagSpec => ({ name: 'id', value: 'ID', description: `id of the ${what}`, required: true });
const expiresIn = (description: string): FlagSpec => ({
  name: 'expires-in',
  value: 'DAYS',
  description,
  allowed: matching(/^(0|[1-9]\d{0,3})$/, 'a whole number of days from 0 to 9999; 0: never'),
});

export const GROUPS: Readonly<Record<string, string>> = {
  config: 'check the settings',
  accounts: 'manage accounts',
  'api-tokens': 'manage API tokens for the registration API',
  'machine-tokens': 'manage tokens of no person for the API',
  policy: 'read and change the policy',
  usernames: 'reserve usernames',
  groups: 'manage groups, and who is in them',
  apis: 'manage APIs of your own, and which applications have their scopes',
  clients: 'list and block hosts of clients that nobody registered',
  'client-secrets': 'manage the client secrets of an application',
  applications: 'manage applications',
  messages: 'list messages that were given up',
  keys: 'manage signing keys',
  audit: 'read and verify the audit',
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    path: ['serve'],
    summary: 'start the server',
    audit: 'change',
    flags: [
      {
        name: 'only',
        value: 'HOST',
        description: 'serve only one host in this process: auth or api',
        allowed: matching(/^(auth|api)$/, 'auth, api'),
      },
      {
        name: 'workers',
        value: 'N',
        description: 'number of worker processes; use the number of cores. Workers that exit are restarted',
        allowed: matching(/^([1-9]\d?)$/, 'a whole number from 1 to 99'),
      },
    ],
    load: () => import('./serve.ts'),
  },
  ...DATABASE_COMMANDS,
  {
    path: ['healthcheck'],
    summary: 'exit with 0 if the running server is ready',
    audit: { harmless: 'asks a running server' },
    flags: [],
    load: () => import('./healthcheck.ts'),
  },
  {
    path: ['config', 'check'],
    summary: 'check and show the settings, and report every error',
    audit: { harmless: 'reads the settings' },
    flags: [],
    load: () => import('./config-check.ts'),
  },
  ...ACCOUNT_COMMANDS,
  {
    path: ['api-tokens', 'create'],
    summary: 'create an API token for an account; it is printed only once',
    audit: 'change',
    flags: [
      email,
      { name: 'name', value: 'NAME', description: 'what the token is for' },
      {
        name: 'scope',
        value: 'SCOPE',
        description: `what the token may do (default: applications); support may have ${listed(scopesOf('support'))}, operators all; tokens with others than applications expire within ${MAX_STAFF_SCOPE_DAYS} days`,
        repeated: true,
        allowed: {
          test: (text: string) => PERSON_SCOPES.some((scope) => scope === text),
          words: PERSON_SCOPES.join(', '),
        },
      },
      expiresIn('days until it expires; 0: never (default: 90)'),
    ],
    load: () => import('./api-tokens/create.ts'),
  },
  {
    path: ['api-tokens', 'list'],
    summary: 'list the API tokens of an account',
    audit: 'look',
    flags: [email],
    load: () => import('./api-tokens/list.ts'),
  },
  {
    path: ['api-tokens', 'delete'],
    summary: 'delete an API token',
    audit: 'change',
    danger: 'Programs that use the token stop working.',
    flags: [id('token')],
    load: () => import('./api-tokens/delete.ts'),
  },
  ...MACHINE_TOKEN_COMMANDS,
  ...POLICY_COMMANDS,
  ...USERNAME_COMMANDS,
  ...GROUP_COMMANDS,
  ...API_COMMANDS,
  ...CLIENT_COMMANDS,
  {
    path: ['client-secrets', 'create'],
    summary: 'create a client secret for an application; it is printed only once',
    audit: 'change',
    flags: [application, expiresIn('days until it expires; 0: never (default: 0)')],
    load: () => import('./client-secrets/create.ts'),
  },
  {
    path: ['client-secrets', 'list'],
    summary: 'list the client secrets of an application',
    audit: { harmless: 'shows no person' },
    flags: [application],
    load: () => import('./client-secrets/list.ts'),
  },
  {
    path: ['client-secrets', 'delete'],
    summary: 'delete a client secret',
    audit: 'change',
    danger: 'Programs that use the secret stop working.',
    flags: [application, id('secret')],
    load: () => import('./client-secrets/delete.ts'),
  },
  ...APPLICATION_COMMANDS,
  {
    path: ['messages', 'list'],
    summary: 'list the mails, events and back-channel logouts that were given up within a week, with the reason',
    audit: { harmless: 'shows no person' },
    flags: [
      {
        name: 'kind',
        value: 'KIND',
        description: 'only these: mail, event or logout',
        allowed: matching(/^(mail|event|logout)$/, 'mail, event, logout'),
      },
    ],
    load: () => import('./messages/list.ts'),
  },
  ...KEY_COMMANDS,
  ...AUDIT_COMMANDS,
];

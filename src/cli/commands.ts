// Lists every command with its flags and the file that implements it (contract 1, "Command line").

import { MAX_STAFF_SCOPE_DAYS, PERSON_SCOPES, scopesOf } from '../core/api-tokens/scope.ts';
import { ACCOUNT_COMMANDS } from './accounts/account-commands.ts';
import { FIELD_FLAGS } from './applications/field-flags.ts';
import { TRANSLATION_FLAGS } from './applications/translation-flags.ts';
import { AUDIT_COMMANDS } from './audit/audit-commands.ts';
import type { CommandSpec, FlagSpec } from './command.ts';
import { DATABASE_COMMANDS } from './database/database-commands.ts';
import { email, matching } from './flags.ts';
import { KEY_COMMANDS } from './keys/key-commands.ts';
import { MACHINE_TOKEN_COMMANDS } from './machine-tokens/machine-token-commands.ts';
import { POLICY_COMMANDS } from './policy/policy-commands.ts';

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const application: FlagSpec = {
  name: 'application',
  value: 'ID',
  description: 'id of the application',
  required: true,
};
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
  {
    path: ['applications', 'create'],
    summary: 'register an application and print it with its API keys',
    audit: 'change',
    flags: [
      { ...email, description: 'email address of the owner' },
      { name: 'name', value: 'NAME', description: 'name shown on the consent page', required: true },
      { name: 'platform', value: 'PLATFORM', description: 'Android, iOS or Web', required: true, repeated: true },
      {
        name: 'site-domain',
        value: 'DOMAIN',
        description: 'site domain such as https://www.example.com; Web only',
        repeated: true,
      },
      {
        name: 'redirect-uri',
        value: 'URI',
        description: 'where the authorization code is sent',
        required: true,
        repeated: true,
      },
      {
        name: 'consent-item',
        value: 'ITEM',
        description: 'ITEM:required or ITEM:optional, optionally followed by :PURPOSE',
        repeated: true,
        allowed: matching(/^[^:]+:(required|optional)(:|$)/, 'ITEM:required or ITEM:optional[:PURPOSE]'),
      },
      {
        name: 'retention',
        value: 'ITEM:TEXT',
        description: 'how long the application keeps a consent item, shown on the consent page',
        repeated: true,
        allowed: matching(/^[^:]+:/, 'ITEM:TEXT'),
      },
      ...TRANSLATION_FLAGS,
      {
        name: 'login-activation',
        value: 'SWITCH',
        description: 'ON or OFF; users can sign in only when ON (default: OFF)',
      },
      ...FIELD_FLAGS,
      {
        name: 'post-logout-redirect-uri',
        value: 'URI',
        description: 'where users can return to after signing out',
        repeated: true,
      },
      { name: 'backchannel-logout-uri', value: 'URI', description: 'where the server sends logout tokens' },
    ],
    load: () => import('./applications/create.ts'),
  },
  {
    path: ['applications', 'list'],
    summary: 'list the applications',
    audit: { harmless: 'shows no person' },
    flags: [{ ...email, description: 'only applications that this account owns', required: false }],
    load: () => import('./applications/list.ts'),
  },
  {
    path: ['applications', 'show'],
    summary: 'show an application with its API keys',
    audit: { harmless: 'shows no person' },
    flags: [application],
    load: () => import('./applications/show.ts'),
  },
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

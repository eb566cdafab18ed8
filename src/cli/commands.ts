// The map of the command line (contract 1, "Command line"): every command, its flags, and the file that does its work.
import { readEmailAddress } from '../core/accounts/email.ts';
import type { CommandSpec, FlagSpec } from './command.ts';
import { DATABASE_COMMANDS } from './database-commands.ts';
import { KEY_COMMANDS } from './keys/key-commands.ts';

const matching = (pattern: RegExp, words: string): FlagSpec['allowed'] & object => ({
  test: (value) => pattern.test(value),
  words,
});

const ROLE_WORDS = 'user, owner, operator';
const ALGORITHM_WORDS = 'RS256, ES256 or EdDSA';

const email: FlagSpec = {
  name: 'email',
  value: 'ADDRESS',
  description: 'e-mail address of the account',
  required: true,
  allowed: { test: (value) => readEmailAddress(value) !== undefined, words: 'an address such as name@example.com' },
};
const application: FlagSpec = {
  name: 'application',
  value: 'ID',
  description: 'id of the application',
  required: true,
};
const id = (what: string): FlagSpec => ({ name: 'id', value: 'ID', description: `id of the ${what}`, required: true });
const role: FlagSpec = {
  name: 'role',
  value: 'ROLE',
  description: `what the account may do: ${ROLE_WORDS}`,
  allowed: matching(/^(user|owner|operator)$/, ROLE_WORDS),
};
const expiresIn = (description: string): FlagSpec => ({
  name: 'expires-in',
  value: 'DAYS',
  description,
  allowed: matching(/^(0|[1-9]\d{0,3})$/, 'a whole number of days from 0 to 9999; 0: never'),
});

export const GROUPS: Readonly<Record<string, string>> = {
  config: 'look at the settings',
  accounts: 'the people who sign in, own applications or run the server',
  'api-tokens': 'what an owner presents to the registration API',
  'client-secrets': 'what an application proves itself with',
  applications: 'what people sign in to',
  keys: 'what ID tokens are signed with',
};

export const COMMANDS: readonly CommandSpec[] = [
  {
    path: ['serve'],
    summary: 'run the server until it is told to stop',
    flags: [
      {
        name: 'only',
        value: 'HOST',
        description: 'serve one host in this process: auth, api',
        allowed: matching(/^(auth|api)$/, 'auth, api'),
      },
      {
        name: 'workers',
        value: 'N',
        description: 'serve by N processes, as many as the machine has cores; one that dies is started again',
        allowed: matching(/^([1-9]\d?)$/, 'a whole number from 1 to 99'),
      },
    ],
    load: () => import('./serve.ts'),
  },
  ...DATABASE_COMMANDS,
  {
    path: ['healthcheck'],
    summary: 'exit 0 when the running server is ready',
    flags: [],
    load: () => import('./healthcheck.ts'),
  },
  {
    path: ['config', 'check'],
    summary: 'check the settings and show them; every fault at once',
    flags: [],
    load: () => import('./config-check.ts'),
  },
  {
    path: ['accounts', 'create'],
    summary: 'make an account; without a password prints a one-time link (24 h) to set one',
    flags: [
      email,
      { ...role, description: `${role.description} (default: user)` },
      { name: 'nickname', value: 'NAME', description: 'what the pages call the person' },
      { name: 'email-verified', description: 'state that the address is the person’s' },
      { name: 'password-stdin', description: 'read the password from standard input' },
    ],
    load: () => import('./accounts/create.ts'),
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
    load: () => import('./accounts/list.ts'),
  },
  {
    path: ['accounts', 'show'],
    summary: 'show an account',
    flags: [email],
    load: () => import('./accounts/show.ts'),
  },
  {
    path: ['accounts', 'disable'],
    summary: 'end every sign-in, token, API token and password link of an account, and refuse new sign-ins',
    flags: [email],
    load: () => import('./accounts/disable.ts'),
  },
  {
    path: ['accounts', 'enable'],
    summary: 'let a disabled account sign in again; nothing that was ended is revived',
    flags: [email],
    load: () => import('./accounts/enable.ts'),
  },
  {
    path: ['accounts', 'delete'],
    summary: 'remove an account with everything that belongs to it, its applications included',
    flags: [email],
    load: () => import('./accounts/delete.ts'),
  },
  {
    path: ['accounts', 'set-role'],
    summary: 'change what an account may do',
    flags: [email, { ...role, required: true }],
    load: () => import('./accounts/set-role.ts'),
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
    load: () => import('./accounts/set-email-verified.ts'),
  },
  {
    path: ['accounts', 'password-link'],
    summary: 'print a one-time link to set a password; older ones die',
    flags: [email],
    load: () => import('./accounts/password-link.ts'),
  },
  {
    path: ['api-tokens', 'create'],
    summary: 'make an API token of an account; it is printed this once',
    flags: [
      email,
      { name: 'name', value: 'NAME', description: 'what the token is for' },
      expiresIn('days until it expires; 0: never (default: 90)'),
    ],
    load: () => import('./api-tokens/create.ts'),
  },
  {
    path: ['api-tokens', 'list'],
    summary: 'list the API tokens of an account',
    flags: [email],
    load: () => import('./api-tokens/list.ts'),
  },
  {
    path: ['api-tokens', 'delete'],
    summary: 'end an API token',
    flags: [id('token')],
    load: () => import('./api-tokens/delete.ts'),
  },
  {
    path: ['client-secrets', 'create'],
    summary: 'make a client secret of an application; it is printed this once',
    flags: [application, expiresIn('days until it expires; 0: never (default: 0)')],
    load: () => import('./client-secrets/create.ts'),
  },
  {
    path: ['client-secrets', 'list'],
    summary: 'list the client secrets of an application',
    flags: [application],
    load: () => import('./client-secrets/list.ts'),
  },
  {
    path: ['client-secrets', 'delete'],
    summary: 'end a client secret',
    flags: [application, id('secret')],
    load: () => import('./client-secrets/delete.ts'),
  },
  {
    path: ['applications', 'create'],
    summary: 'register an application and print it with its API keys',
    flags: [
      { ...email, description: 'e-mail address of the account that owns it' },
      { name: 'name', value: 'NAME', description: 'what people see on the consent page', required: true },
      { name: 'platform', value: 'PLATFORM', description: 'Android, iOS or Web', required: true, repeated: true },
      { name: 'site-domain', value: 'DOMAIN', description: 'such as https://www.example.com; for Web', repeated: true },
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
        description: 'ITEM:required or ITEM:optional, then perhaps :PURPOSE',
        repeated: true,
        allowed: matching(/^[^:]+:(required|optional)(:|$)/, 'ITEM:required or ITEM:optional[:PURPOSE]'),
      },
      { name: 'login-activation', value: 'SWITCH', description: 'ON or OFF; login works only when ON (default: OFF)' },
      { name: 'implementation-method', value: 'METHOD', description: 'REST API, JavaScript, Android, iOS or Flutter' },
      { name: 'require-pkce', description: 'refuse authorization requests without PKCE' },
      { name: 'no-id-token-claims', description: 'keep what user-info tells out of the ID token' },
      { name: 'id-token-signed-response-alg', value: 'ALG', description: `${ALGORITHM_WORDS} (default: RS256)` },
      {
        name: 'userinfo-signed-response-alg',
        value: 'ALG',
        description: `answer user-info with a JWT: ${ALGORITHM_WORDS}`,
      },
      {
        name: 'post-logout-redirect-uri',
        value: 'URI',
        description: 'where a sign-out may lead back to',
        repeated: true,
      },
      { name: 'backchannel-logout-uri', value: 'URI', description: 'where the server tells of the end of sign-ins' },
    ],
    load: () => import('./applications/create.ts'),
  },
  {
    path: ['applications', 'list'],
    summary: 'list the applications',
    flags: [{ ...email, description: 'only those that this account owns', required: false }],
    load: () => import('./applications/list.ts'),
  },
  {
    path: ['applications', 'show'],
    summary: 'show an application with its API keys',
    flags: [application],
    load: () => import('./applications/show.ts'),
  },
  ...KEY_COMMANDS,
];

// The commands of the operator's own APIs (contract 45).
import {
  ACCESS_TOKEN_ALGORITHMS,
  ACCESS_TOKEN_FORMATS,
  API_AUDIENCES,
  MAX_TTL_SECONDS,
  MIN_TTL_SECONDS,
} from '../../core/applications/apis/api.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';
import { SCOPE_TEXT_FLAGS } from './scope-flags.ts';

const wordOf = (words: readonly string[]) => matching(new RegExp(`^(?:${words.join('|')})$`), words.join(', '));

const resource: FlagSpec = {
  name: 'resource',
  value: 'URI',
  description: 'resource of the API: the audience of its tokens',
  required: true,
};
const application: FlagSpec = {
  name: 'application',
  value: 'ID',
  description: 'id of the application',
  required: true,
};

const asking: FlagSpec = {
  ...application,
  description: 'id of the application, or any for every one',
  instead: ['documents'],
};
const documents: FlagSpec = {
  name: 'documents',
  description: 'clients that nobody registered, such as MCP clients, instead of an application',
};

export const API_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['apis', 'create'],
    summary: 'create an API',
    audit: 'change',
    flags: [
      resource,
      { name: 'name', value: 'TEXT', description: 'name of the API', required: true },
      {
        name: 'machine-scope',
        value: 'SCOPE',
        description: 'scope that applications can have for themselves, with client_credentials',
        repeated: true,
      },
      { name: 'scope', value: 'SCOPE', description: 'scope that people can agree to', repeated: true },
      {
        name: 'default-scope',
        value: 'SCOPE',
        description: 'one of them, which a request gets that names no scope of the API',
        repeated: true,
      },
      ...SCOPE_TEXT_FLAGS,
      {
        name: 'ask',
        value: 'ID',
        description: 'application that can ask people for these scopes, or any for every one',
        repeated: true,
      },
      { name: 'documents', description: 'clients that nobody registered, such as MCP clients, can ask for them too' },
      {
        name: 'audience',
        value: 'AUDIENCE',
        description: 'who can get tokens: everyone (default), or groups for members of groups',
        allowed: wordOf(API_AUDIENCES),
      },
      {
        name: 'allowed-group',
        value: 'NAME',
        description: 'name of a group whose members can get tokens, with --audience groups',
        repeated: true,
      },
      {
        name: 'group',
        value: 'NAME',
        description: 'name of a group that tokens tell of people who are in it',
        repeated: true,
      },
      {
        name: 'format',
        value: 'FORMAT',
        description: 'format of access tokens (default jwt)',
        allowed: wordOf(ACCESS_TOKEN_FORMATS),
      },
      {
        name: 'signing-alg',
        value: 'ALG',
        description: 'signature algorithm of JWTs (default ES256)',
        allowed: wordOf(ACCESS_TOKEN_ALGORITHMS),
      },
      {
        name: 'ttl',
        value: 'SECONDS',
        description: `lifetime of access tokens, ${MIN_TTL_SECONDS} to ${MAX_TTL_SECONDS} (default 300 for jwt, 3600 for opaque)`,
        allowed: matching(/^\d{1,6}$/, 'a number of seconds'),
      },
    ],
    load: () => import('./create.ts'),
  },
  {
    path: ['apis', 'list'],
    summary: 'list the APIs',
    audit: { harmless: 'shows no person' },
    flags: [],
    load: () => import('./list.ts'),
  },
  {
    path: ['apis', 'show'],
    summary: 'show an API, its scopes and who has them, and its secrets without their values',
    audit: { harmless: 'shows no person' },
    flags: [resource],
    load: () => import('./show.ts'),
  },
  {
    path: ['apis', 'allow'],
    summary: 'give an application scopes of an API for itself, instead of those that it has',
    audit: 'change',
    flags: [
      resource,
      application,
      { name: 'scope', value: 'SCOPE', description: 'scope of the API', required: true, repeated: true },
    ],
    load: () => import('./allow.ts'),
  },
  {
    path: ['apis', 'deny'],
    summary: 'take all scopes of an API from an application',
    audit: 'change',
    flags: [resource, application],
    load: () => import('./deny.ts'),
  },
  {
    path: ['apis', 'let-ask'],
    summary: 'let an application ask people for the scopes of an API that are not for applications themselves',
    audit: 'change',
    flags: [resource, asking, documents],
    load: () => import('./let-ask.ts'),
  },
  {
    path: ['apis', 'stop-asking'],
    summary: 'let an application, or any, ask people for scopes of an API no more',
    audit: 'change',
    flags: [resource, asking, documents],
    load: () => import('./stop-asking.ts'),
  },
  {
    path: ['apis', 'create-secret'],
    summary: 'create a secret with which an API asks about tokens, and print it once',
    audit: 'change',
    flags: [resource],
    load: () => import('./create-secret.ts'),
  },
  {
    path: ['apis', 'delete-secret'],
    summary: 'delete a secret of an API',
    audit: 'change',
    danger: 'An API that uses the secret cannot ask about tokens any more.',
    flags: [
      resource,
      { name: 'secret-id', value: 'ID', description: 'id of the secret, as show prints it', required: true },
    ],
    load: () => import('./delete-secret.ts'),
  },
  {
    path: ['apis', 'delete'],
    summary: 'delete an API with its scopes and secrets',
    audit: 'change',
    danger: 'Applications get no tokens for the API any more, and opaque ones end at once.',
    flags: [resource],
    load: () => import('./delete.ts'),
  },
];

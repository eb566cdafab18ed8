// Descriptions of the operations on the operator's own APIs and their secrets (contract 45), and on hosts of clients
// that nobody registered (contract 46).
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource-operations.ts';

const apiSent = {
  resource: 'https://billing.example.com',
  name: 'Billing',
  scopes: [{ name: 'billing.read', description: 'Read invoices', machine: true }],
  applications: 'any',
};

const apiShown = {
  id: '89abcdef0123456789abcdef01234567',
  resource: apiSent.resource,
  name: apiSent.name,
  scopes: [{ ...apiSent.scopes[0], default: false }],
  machine_access: [],
  applications: apiSent.applications,
  documents: false,
  audience: 'everyone',
  allowed_groups: [],
  groups: [],
  access_token_format: 'jwt',
  access_token_signing_alg: 'ES256',
  access_token_ttl_seconds: 300,
  created_at: '2031-01-31T12:00:00.000Z',
  updated_at: '2031-01-31T12:05:00.000Z',
};

const secretShown = {
  id: '0123456789abcdef0123456789abcdef',
  created_at: '2031-01-31T12:00:00.000Z',
  last_used_at: null,
};

const TAKEN = 'Another API has this resource, or a scope of one of these names: the detail names them.';
const LOSES =
  'Applications lose the scopes that they have no more with it: introspection says so at once, and JWTs expire within their lifetime.';

/** What PUT and PATCH have alike. */
const changed = { description: LOSES, conflict: TAKEN };

export const apiOperations: Operations = {
  ...resourceOperations(
    {
      path: '/apis',
      parameter: 'operatorApiId',
      tag: 'APIs',
      schema: 'Api',
      words: ['an API', 'APIs'],
      example: apiShown,
      member: 'id',
    },
    {
      list: {},
      create: { sends: { schema: 'ApiInput', example: apiSent }, conflict: `${TAKEN} Or there are 500 APIs.` },
      get: {},
      replace: { ...changed, sends: { schema: 'ApiInput', example: apiSent } },
      change: {
        ...changed,
        id: 'patchApi',
        summary: 'Change an API',
        sends: { schema: 'ApiPatch', example: { access_token_ttl_seconds: 600 } },
      },
      delete: { description: 'Its secrets and opaque tokens end at once; JWTs expire within their lifetime.' },
    },
  ),
  ...resourceOperations(
    {
      path: '/apis/:operatorApiId/secrets',
      parameter: 'apiSecretId',
      tag: 'APIs',
      schema: 'ApiSecret',
      words: ['a secret of an API', 'the secrets of an API'],
      example: secretShown,
      member: 'id',
    },
    {
      list: { summary: 'List the secrets of an API, without their values' },
      create: {
        description:
          'With its ID and the secret, the API asks about tokens by introspection. The response is the only one that contains the secret. There can be two, so that you can rotate them.',
        answers: {
          kind: 'resource',
          schema: 'NewApiSecret',
          example: {
            id: secretShown.id,
            secret: 'lk_as_0123456789abcdefghijABCDEFGHIJ0123456789-_a',
            created_at: secretShown.created_at,
          },
          tagged: false,
          leadsTo: { id: 'getApiSecret', parameter: 'apiSecretId' },
        },
        conflict: 'The API has two secrets already.',
      },
      get: { summary: 'Get a secret of an API, without its value' },
      delete: {},
    },
  ),
};

const hostShown = {
  host: 'claude.ai',
  people: 0,
  blocked: true,
  blocked_at: '2031-01-31T12:05:00.000Z',
  last_used_at: null,
};

export const clientHostOperations: Operations = {
  'GET /client-hosts': {
    id: 'listClientHosts',
    tag: 'client hosts',
    summary: 'List hosts of clients that nobody registered',
    answers: {
      kind: 'list',
      of: 'ClientHost',
      order: 'By name.',
      example: [hostShown],
      leadsTo: { id: 'getClientHost', parameter: 'hostId', member: 'host' },
    },
  },
  'GET /client-hosts/:hostId': {
    id: 'getClientHost',
    tag: 'client hosts',
    summary: 'Get a host of clients',
    answers: { kind: 'resource', schema: 'ClientHost', example: hostShown, tagged: true },
  },
  'PATCH /client-hosts/:hostId': {
    id: 'patchClientHost',
    tag: 'client hosts',
    summary: 'Block a host of clients, or unblock it',
    description:
      'The clients of a blocked host are switched off at once: their codes, refresh tokens and access tokens do not work. What has not expired works again when it is unblocked, if `LATCHKEY_CLIENT_METADATA_DOCUMENTS` takes it.',
    sends: { schema: 'ClientHostPatch', example: { blocked: true } },
    answers: { kind: 'resource', schema: 'ClientHost', example: hostShown, tagged: true },
  },
};

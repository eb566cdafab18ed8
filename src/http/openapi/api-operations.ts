// Descriptions of the operations on the operator's own APIs and their secrets (contract 45).
import type { Operations } from './operation.ts';

const apiSent = {
  resource: 'https://billing.example.com',
  name: 'Billing',
  scopes: [{ name: 'billing.read', description: 'Read invoices', machine: true }],
};

const apiShown = {
  id: '89abcdef0123456789abcdef01234567',
  ...apiSent,
  machine_access: [],
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

export const apiOperations: Operations = {
  'GET /apis': {
    id: 'listApis',
    tag: 'APIs',
    summary: 'List APIs',
    answers: {
      kind: 'list',
      of: 'Api',
      example: [apiShown],
      leadsTo: { id: 'getApi', parameter: 'operatorApiId', member: 'id' },
    },
  },
  'POST /apis': {
    id: 'createApi',
    tag: 'APIs',
    summary: 'Create an API',
    sends: { schema: 'ApiInput', example: apiSent },
    answers: { kind: 'created' },
    conflict: `${TAKEN} Or there are 500 APIs.`,
  },
  'GET /apis/:operatorApiId': {
    id: 'getApi',
    tag: 'APIs',
    summary: 'Get an API',
    answers: { kind: 'resource', schema: 'Api', example: apiShown, tagged: true },
  },
  'PUT /apis/:operatorApiId': {
    id: 'replaceApi',
    tag: 'APIs',
    summary: 'Replace an API',
    description: LOSES,
    sends: { schema: 'ApiInput', example: apiSent },
    answers: { kind: 'resource', schema: 'Api', example: apiShown, tagged: true },
    conflict: TAKEN,
  },
  'PATCH /apis/:operatorApiId': {
    id: 'patchApi',
    tag: 'APIs',
    summary: 'Change an API',
    description: LOSES,
    sends: { schema: 'ApiPatch', example: { access_token_ttl_seconds: 600 } },
    answers: { kind: 'resource', schema: 'Api', example: { ...apiShown, access_token_ttl_seconds: 600 }, tagged: true },
    conflict: TAKEN,
  },
  'DELETE /apis/:operatorApiId': {
    id: 'deleteApi',
    tag: 'APIs',
    summary: 'Delete an API',
    description: 'Its secrets and opaque tokens end at once; JWTs expire within their lifetime.',
    answers: { kind: 'removed' },
  },
  'GET /apis/:operatorApiId/secrets': {
    id: 'listApiSecrets',
    tag: 'APIs',
    summary: 'List the secrets of an API, without their values',
    answers: {
      kind: 'list',
      of: 'ApiSecret',
      example: [secretShown],
      leadsTo: { id: 'getApiSecret', parameter: 'apiSecretId', member: 'id' },
    },
  },
  'POST /apis/:operatorApiId/secrets': {
    id: 'createApiSecret',
    tag: 'APIs',
    summary: 'Create a secret of an API',
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
  'GET /apis/:operatorApiId/secrets/:apiSecretId': {
    id: 'getApiSecret',
    tag: 'APIs',
    summary: 'Get a secret of an API, without its value',
    answers: { kind: 'resource', schema: 'ApiSecret', example: secretShown, tagged: true },
  },
  'DELETE /apis/:operatorApiId/secrets/:apiSecretId': {
    id: 'deleteApiSecret',
    tag: 'APIs',
    summary: 'Delete a secret of an API',
    answers: { kind: 'removed' },
  },
};

// Descriptions of the operations on applications, logos and client secrets.
import * as example from './examples.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource-operations.ts';

export const applicationOperations = resourceOperations(
  {
    path: '/applications',
    parameter: 'id',
    tag: 'applications',
    schema: 'Application',
    words: ['an application', 'applications'],
    example: example.applicationShown,
    member: 'id',
  },
  {
    list: { description: 'Returns the applications you own or are a member of. Operators get all applications.' },
    create: {
      summary: 'Register an application',
      description: 'One request can include platforms, redirect URIs and consent items.',
      forPersons: true,
      sends: { schema: 'ApplicationInput', example: example.applicationSent },
      conflict: 'The owner has as many applications as one may have.',
    },
    get: {},
    replace: {
      description:
        'Absent members are removed or set to their default, except `platforms` and `client_secret_required`, which are unchanged. Entries are matched by platform, by value and by item. A matched entry keeps its id and API key.',
      sends: { schema: 'ApplicationInput', example: example.applicationSent },
    },
    change: {
      description: 'JSON Merge Patch (RFC 7396): null removes a member, and a list is replaced as a whole.',
      sends: { schema: 'ApplicationPatch', example: example.applicationPatched },
      answers: {
        kind: 'resource',
        schema: 'Application',
        example: { ...example.applicationShown, ...example.applicationPatched, privacy_policy_uri: undefined },
        tagged: true,
      },
      conflict: 'Something that stays in the application needs what the patch takes away; it is named.',
    },
    delete: { description: 'Deletes everything issued under it, immediately. Requires the role owner.' },
  },
);

export const LOGO_LIMITS =
  'A complete PNG or WebP image, not animated, of at most 48 KiB and 512 × 512 pixels. The server never fetches a logo.';

export const logoOperations: Operations = {
  'GET /applications/:id/logo': {
    id: 'getLogo',
    tag: 'logo',
    summary: 'Get the logo',
    description: 'The logo is public at the `logo_uri` of the application.',
    isSingle: true,
    answers: { kind: 'image' },
  },
  'PUT /applications/:id/logo': {
    id: 'replaceLogo',
    tag: 'logo',
    summary: 'Set the logo',
    description: LOGO_LIMITS,
    isSingle: true,
    answers: { kind: 'image' },
  },
  'DELETE /applications/:id/logo': {
    id: 'deleteLogo',
    tag: 'logo',
    summary: 'Delete the logo',
    description: 'Pages show the first letter of the name instead.',
    isSingle: true,
    answers: { kind: 'removed' },
  },
};

export const clientSecretOperations = resourceOperations(
  {
    path: '/applications/:id/client-secrets',
    parameter: 'secretId',
    tag: 'client secrets',
    schema: 'ClientSecret',
    words: ['a client secret', 'client secrets'],
    example: example.clientSecretShown,
    member: 'id',
  },
  {
    list: { summary: 'List client secrets, without their values' },
    create: {
      description:
        'The response is the only one that contains the secret. Two secrets can be active at once, so that you can rotate them.',
      sends: { schema: 'ClientSecretInput', example: example.clientSecretSent },
      answers: {
        kind: 'resource',
        schema: 'NewClientSecret',
        example: example.newClientSecretShown,
        tagged: false,
        leadsTo: { id: 'getClientSecret', parameter: 'secretId' },
      },
      conflict: 'Two secrets live already, or the application has no Web entry.',
    },
    deleteAll: {
      description: 'While `client_secret_required` is on and no secret is active, the application cannot get tokens.',
    },
    get: { summary: 'Get a client secret, without its value' },
    delete: {},
  },
);

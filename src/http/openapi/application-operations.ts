// Descriptions of the operations on applications, logos and client secrets.
import * as example from './examples.ts';
import type { Operations } from './operation.ts';

export const applicationOperations: Operations = {
  'GET /applications': {
    id: 'listApplications',
    tag: 'applications',
    summary: 'List applications',
    description: 'Returns the applications you own or are a member of. Operators get all applications.',
    answers: {
      kind: 'list',
      of: 'Application',
      example: [example.applicationShown],
      leadsTo: { id: 'getApplication', parameter: 'id', member: 'id' },
    },
  },
  'POST /applications': {
    id: 'createApplication',
    tag: 'applications',
    summary: 'Register an application',
    description: 'One request can include platforms, redirect URIs and consent items.',
    forPersons: true,
    sends: { schema: 'ApplicationInput', example: example.applicationSent },
    answers: { kind: 'created' },
    conflict: 'The owner has as many applications as one may have.',
  },
  'GET /applications/:id': {
    id: 'getApplication',
    tag: 'applications',
    summary: 'Get an application',
    answers: { kind: 'resource', schema: 'Application', example: example.applicationShown, tagged: true },
  },
  'PUT /applications/:id': {
    id: 'replaceApplication',
    tag: 'applications',
    summary: 'Replace an application',
    description:
      'Absent members are removed or set to their default, except `platforms` and `client_secret_required`, which are unchanged. Entries are matched by platform, by value and by item. A matched entry keeps its id and API key.',
    sends: { schema: 'ApplicationInput', example: example.applicationSent },
    answers: { kind: 'resource', schema: 'Application', example: example.applicationShown, tagged: true },
  },
  'PATCH /applications/:id': {
    id: 'changeApplication',
    tag: 'applications',
    summary: 'Update an application',
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
  'DELETE /applications/:id': {
    id: 'deleteApplication',
    tag: 'applications',
    summary: 'Delete an application',
    description: 'Deletes everything issued under it, immediately. Requires the role owner.',
    answers: { kind: 'removed' },
  },
};

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

export const clientSecretOperations: Operations = {
  'GET /applications/:id/client-secrets': {
    id: 'listClientSecrets',
    tag: 'client secrets',
    summary: 'List client secrets, without their values',
    answers: {
      kind: 'list',
      of: 'ClientSecret',
      example: [example.clientSecretShown],
      leadsTo: { id: 'getClientSecret', parameter: 'secretId', member: 'id' },
    },
  },
  'POST /applications/:id/client-secrets': {
    id: 'createClientSecret',
    tag: 'client secrets',
    summary: 'Create a client secret',
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
  'DELETE /applications/:id/client-secrets': {
    id: 'deleteClientSecrets',
    tag: 'client secrets',
    summary: 'Delete all client secrets',
    description: 'While `client_secret_required` is on and no secret is active, the application cannot get tokens.',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/client-secrets/:secretId': {
    id: 'getClientSecret',
    tag: 'client secrets',
    summary: 'Get a client secret, without its value',
    answers: { kind: 'resource', schema: 'ClientSecret', example: example.clientSecretShown, tagged: true },
  },
  'DELETE /applications/:id/client-secrets/:secretId': {
    id: 'deleteClientSecret',
    tag: 'client secrets',
    summary: 'Delete a client secret',
    answers: { kind: 'removed' },
  },
};

// What is said of applications and their client secrets.
import * as example from './examples.ts';
import type { Operations } from './operation.ts';

export const applicationOperations: Operations = {
  'GET /applications': {
    id: 'listApplications',
    tag: 'applications',
    summary: 'List the applications you may see',
    description: 'Your own and those you are a member of; an operator sees all.',
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
    description: 'With platforms, redirect URIs and consent items inside, one request registers everything.',
    sends: { schema: 'ApplicationInput', example: example.applicationSent },
    answers: { kind: 'created' },
    conflict: 'The owner has as many applications as one may have.',
  },
  'GET /applications/:id': {
    id: 'getApplication',
    tag: 'applications',
    summary: 'Show an application',
    answers: { kind: 'resource', schema: 'Application', example: example.applicationShown, tagged: true },
  },
  'PUT /applications/:id': {
    id: 'replaceApplication',
    tag: 'applications',
    summary: 'Replace an application',
    description:
      'What is absent is removed or set to its default, except `platforms` and `client_secret_required`, which then stay as they are. Entries are matched by platform, by value and by item; a matched entry keeps its id and API key.',
    sends: { schema: 'ApplicationInput', example: example.applicationSent },
    answers: { kind: 'resource', schema: 'Application', example: example.applicationShown, tagged: true },
  },
  'PATCH /applications/:id': {
    id: 'changeApplication',
    tag: 'applications',
    summary: 'Change parts of an application',
    description: 'JSON Merge Patch (RFC 7396): null takes a member away, a list is replaced as a whole.',
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
    description: 'With everything issued under it, at once. Its owner alone may.',
    answers: { kind: 'removed' },
  },
};

const LOGO_LIMITS =
  'A whole PNG or WebP image that does not move, of at most 48 KiB and 512 pixels a side. The server never fetches one.';

export const logoOperations: Operations = {
  'GET /applications/:id/logo': {
    id: 'getLogo',
    tag: 'logo',
    summary: 'Show the logo',
    description: 'Everybody finds it where `logo_uri` of the application leads.',
    isSingle: true,
    answers: { kind: 'image' },
  },
  'PUT /applications/:id/logo': {
    id: 'replaceLogo',
    tag: 'logo',
    summary: 'Give the application a logo',
    description: LOGO_LIMITS,
    isSingle: true,
    answers: { kind: 'image' },
  },
  'DELETE /applications/:id/logo': {
    id: 'deleteLogo',
    tag: 'logo',
    summary: 'Take the logo away',
    description: 'The initial of the name stands for the application again.',
    isSingle: true,
    answers: { kind: 'removed' },
  },
};

export const clientSecretOperations: Operations = {
  'GET /applications/:id/client-secrets': {
    id: 'listClientSecrets',
    tag: 'client secrets',
    summary: 'List the client secrets, without the secrets',
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
    summary: 'Make a client secret',
    description: 'The answer shows it, this once. At most two live at the same time, so that one can take over.',
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
    description: 'While `client_secret_required` is on and no secret lives, the application can get no tokens.',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/client-secrets/:secretId': {
    id: 'getClientSecret',
    tag: 'client secrets',
    summary: 'Show a client secret, without the secret',
    answers: { kind: 'resource', schema: 'ClientSecret', example: example.clientSecretShown, tagged: true },
  },
  'DELETE /applications/:id/client-secrets/:secretId': {
    id: 'deleteClientSecret',
    tag: 'client secrets',
    summary: 'Delete a client secret',
    answers: { kind: 'removed' },
  },
};

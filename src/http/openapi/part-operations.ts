// Descriptions of the operations on an application's platforms, redirect URIs and consent items.
import * as example from './examples.ts';
import type { Operations } from './operation.ts';

export const platformOperations: Operations = {
  'GET /applications/:id/platforms': {
    id: 'listPlatforms',
    tag: 'platforms',
    summary: 'List platform entries',
    answers: {
      kind: 'list',
      of: 'Platform',
      example: [...example.applicationShown.platforms, example.platformShown],
      leadsTo: { id: 'getPlatform', parameter: 'platformId', member: 'id' },
    },
  },
  'POST /applications/:id/platforms': {
    id: 'createPlatform',
    tag: 'platforms',
    summary: 'Add a platform entry and issue its API key',
    sends: { schema: 'PlatformInput', example: example.platformSent },
    answers: { kind: 'created' },
    conflict: 'The application has its entry of this platform already.',
  },
  'DELETE /applications/:id/platforms': {
    id: 'deletePlatforms',
    tag: 'platforms',
    summary: 'Delete all platform entries',
    description: 'Every code and token issued under their API keys is revoked immediately.',
    answers: { kind: 'removed' },
    conflict: 'A redirect URI of the application needs an entry; it is named.',
  },
  'GET /applications/:id/platforms/:platformId': {
    id: 'getPlatform',
    tag: 'platforms',
    summary: 'Get a platform entry',
    answers: { kind: 'resource', schema: 'Platform', example: example.platformShown, tagged: true },
  },
  'PUT /applications/:id/platforms/:platformId': {
    id: 'replacePlatform',
    tag: 'platforms',
    summary: 'Replace a platform entry',
    description: 'The entry keeps its id, its API key and its platform.',
    sends: { schema: 'PlatformReplacement', example: example.platformSent },
    answers: { kind: 'resource', schema: 'Platform', example: example.platformShown, tagged: true },
    conflict: 'A redirect URI of the application needs a site domain that would go; it is named.',
  },
  'PATCH /applications/:id/platforms/:platformId': {
    id: 'changePlatform',
    tag: 'platforms',
    summary: 'Update a platform entry',
    description: 'JSON Merge Patch (RFC 7396): null removes a member.',
    sends: { schema: 'PlatformPatch', example: example.platformPatched },
    answers: {
      kind: 'resource',
      schema: 'Platform',
      example: { ...example.platformShown, ...example.platformPatched },
      tagged: true,
    },
    conflict: 'A redirect URI of the application needs a site domain that would go; it is named.',
  },
  'DELETE /applications/:id/platforms/:platformId': {
    id: 'deletePlatform',
    tag: 'platforms',
    summary: 'Delete a platform entry',
    description: 'Every code and token issued under its API key is revoked immediately.',
    answers: { kind: 'removed' },
    conflict: 'A redirect URI of the application needs the entry; it is named.',
  },
};

export const redirectUriOperations: Operations = {
  'GET /applications/:id/redirect-uris': {
    id: 'listRedirectUris',
    tag: 'redirect URIs',
    summary: 'List redirect URIs',
    answers: {
      kind: 'list',
      of: 'RedirectUri',
      example: [example.redirectUriShown],
      leadsTo: { id: 'getRedirectUri', parameter: 'redirectUriId', member: 'id' },
    },
  },
  'POST /applications/:id/redirect-uris': {
    id: 'createRedirectUri',
    tag: 'redirect URIs',
    summary: 'Register a redirect URI',
    sends: { schema: 'RedirectUriInput', example: example.redirectUriSent },
    answers: { kind: 'created' },
    conflict: 'The application has this redirect URI already.',
  },
  'DELETE /applications/:id/redirect-uris': {
    id: 'deleteRedirectUris',
    tag: 'redirect URIs',
    summary: 'Delete all redirect URIs',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/redirect-uris/:redirectUriId': {
    id: 'getRedirectUri',
    tag: 'redirect URIs',
    summary: 'Get a redirect URI',
    answers: { kind: 'resource', schema: 'RedirectUri', example: example.redirectUriShown, tagged: true },
  },
  'PUT /applications/:id/redirect-uris/:redirectUriId': {
    id: 'replaceRedirectUri',
    tag: 'redirect URIs',
    summary: 'Replace a redirect URI',
    description: 'The entry keeps its id.',
    sends: { schema: 'RedirectUriInput', example: example.redirectUriSent },
    answers: { kind: 'resource', schema: 'RedirectUri', example: example.redirectUriShown, tagged: true },
    conflict: 'The application has this redirect URI already.',
  },
  'DELETE /applications/:id/redirect-uris/:redirectUriId': {
    id: 'deleteRedirectUri',
    tag: 'redirect URIs',
    summary: 'Delete a redirect URI',
    answers: { kind: 'removed' },
  },
};

export const consentItemOperations: Operations = {
  'GET /applications/:id/consent-items': {
    id: 'listConsentItems',
    tag: 'consent items',
    summary: 'List consent items',
    answers: { kind: 'list', of: 'ConsentItem', example: [example.consentItemSent] },
  },
  'POST /applications/:id/consent-items': {
    id: 'createConsentItem',
    tag: 'consent items',
    summary: 'Add a consent item',
    sends: { schema: 'ConsentItemInput', example: example.consentItemSent },
    answers: { kind: 'created' },
    conflict: 'The application has this consent item already.',
  },
  'DELETE /applications/:id/consent-items': {
    id: 'deleteConsentItems',
    tag: 'consent items',
    summary: 'Delete all consent items',
    description: 'User-info then returns only `sub`.',
    answers: { kind: 'removed' },
  },
  'GET /applications/:id/consent-items/:item': {
    id: 'getConsentItem',
    tag: 'consent items',
    summary: 'Get a consent item',
    answers: { kind: 'resource', schema: 'ConsentItem', example: example.consentItemSent, tagged: true },
  },
  'PUT /applications/:id/consent-items/:item': {
    id: 'replaceConsentItem',
    tag: 'consent items',
    summary: 'Replace a consent item',
    sends: { schema: 'ConsentItemReplacement', example: example.consentItemSent },
    answers: { kind: 'resource', schema: 'ConsentItem', example: example.consentItemSent, tagged: true },
  },
  'PATCH /applications/:id/consent-items/:item': {
    id: 'changeConsentItem',
    tag: 'consent items',
    summary: 'Update a consent item',
    description: 'JSON Merge Patch (RFC 7396): null removes a member.',
    sends: { schema: 'ConsentItemPatch', example: example.consentItemPatched },
    answers: {
      kind: 'resource',
      schema: 'ConsentItem',
      example: { ...example.consentItemSent, ...example.consentItemPatched },
      tagged: true,
    },
  },
  'DELETE /applications/:id/consent-items/:item': {
    id: 'deleteConsentItem',
    tag: 'consent items',
    summary: 'Delete a consent item',
    description: 'User-info stops returning it immediately.',
    answers: { kind: 'removed' },
  },
};

// Descriptions of the operations on an application's platforms, redirect URIs and consent items.
import * as example from './examples.ts';
import { resourceOperations } from './resource-operations.ts';

const MERGE_PATCH = 'JSON Merge Patch (RFC 7396): null removes a member.';
const SITE_DOMAIN_NEEDED = 'A redirect URI of the application needs a site domain that would go; it is named.';
const REGISTERED = 'The application has this redirect URI already.';

export const platformOperations = resourceOperations(
  {
    path: '/applications/:id/platforms',
    parameter: 'platformId',
    tag: 'platforms',
    schema: 'Platform',
    words: ['a platform entry', 'platform entries'],
    example: example.platformShown,
    listed: [...example.applicationShown.platforms, example.platformShown],
    member: 'id',
  },
  {
    list: {},
    create: {
      summary: 'Add a platform entry and issue its API key',
      sends: { schema: 'PlatformInput', example: example.platformSent },
      conflict: 'The application has its entry of this platform already.',
    },
    deleteAll: {
      description: 'Every code and token issued under their API keys is revoked immediately.',
      conflict: 'A redirect URI of the application needs an entry; it is named.',
    },
    get: {},
    replace: {
      description: 'The entry keeps its id, its API key and its platform.',
      sends: { schema: 'PlatformReplacement', example: example.platformSent },
      conflict: SITE_DOMAIN_NEEDED,
    },
    change: {
      description: MERGE_PATCH,
      sends: { schema: 'PlatformPatch', example: example.platformPatched },
      conflict: SITE_DOMAIN_NEEDED,
    },
    delete: {
      description: 'Every code and token issued under its API key is revoked immediately.',
      conflict: 'A redirect URI of the application needs the entry; it is named.',
    },
  },
);

export const redirectUriOperations = resourceOperations(
  {
    path: '/applications/:id/redirect-uris',
    parameter: 'redirectUriId',
    tag: 'redirect URIs',
    schema: 'RedirectUri',
    words: ['a redirect URI', 'redirect URIs'],
    example: example.redirectUriShown,
    member: 'id',
  },
  {
    list: {},
    create: {
      summary: 'Register a redirect URI',
      sends: { schema: 'RedirectUriInput', example: example.redirectUriSent },
      conflict: REGISTERED,
    },
    deleteAll: {},
    get: {},
    replace: {
      description: 'The entry keeps its id.',
      sends: { schema: 'RedirectUriInput', example: example.redirectUriSent },
      conflict: REGISTERED,
    },
    delete: {},
  },
);

export const consentItemOperations = resourceOperations(
  {
    path: '/applications/:id/consent-items',
    parameter: 'item',
    tag: 'consent items',
    schema: 'ConsentItem',
    words: ['a consent item', 'consent items'],
    example: example.consentItemSent,
  },
  {
    list: {},
    create: {
      summary: 'Add a consent item',
      sends: { schema: 'ConsentItemInput', example: example.consentItemSent },
      conflict: 'The application has this consent item already.',
    },
    deleteAll: { description: 'User-info then returns only `sub`.' },
    get: {},
    replace: { sends: { schema: 'ConsentItemReplacement', example: example.consentItemSent } },
    change: { description: MERGE_PATCH, sends: { schema: 'ConsentItemPatch', example: example.consentItemPatched } },
    delete: { description: 'User-info stops returning it immediately.' },
  },
);

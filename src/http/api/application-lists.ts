// /applications/:id/platforms, …/redirect-uris, …/consent-items and their entries (contract 3).
import { consentItemList, platformList, redirectUriList } from '../../core/applications/applications/change-parts.ts';
import { consentItemJson, platformJson, redirectUriJson } from '../../json/application.ts';
import { consentItemSchema, platformSchema, redirectUriSchema } from '../../schema/api/application.ts';
import type { ApiRoute } from '../routes/route.ts';
import { partRoutes } from './application-parts.ts';
import { readConsentItem, readPlatform, readRedirectUri } from './json/application-json.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const applicationListRoutes = (deps: RegistrationDeps): ApiRoute[] => [
  // Creating an entry issues its API key. Deleting it revokes every code and token issued under that key.
  ...partRoutes(deps, {
    segment: 'platforms',
    parameter: 'platformId',
    nameOf: ({ id }) => id,
    list: platformList,
    read: readPlatform,
    schema: platformSchema,
    toJson: platformJson,
    hasPatch: true,
  }),
  ...partRoutes(deps, {
    segment: 'redirect-uris',
    parameter: 'redirectUriId',
    nameOf: ({ id }) => id,
    list: redirectUriList,
    read: readRedirectUri,
    schema: redirectUriSchema,
    toJson: redirectUriJson,
    hasPatch: false,
  }),
  // Paths write the names of items with hyphens.
  ...partRoutes(deps, {
    segment: 'consent-items',
    parameter: 'item',
    nameOf: ({ item }) => item.replaceAll('_', '-'),
    list: consentItemList,
    read: readConsentItem,
    schema: consentItemSchema,
    toJson: consentItemJson,
    hasPatch: true,
  }),
];

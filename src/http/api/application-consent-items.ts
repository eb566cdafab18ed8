// /applications/:id/consent-items and …/:item (contract 3). Paths write the names of items with hyphens.

import { consentItemList } from '../../core/applications/change-parts.ts';
import { consentItemJson } from '../../json/application.ts';
import { consentItemSchema } from '../../schema/api/application.ts';
import type { ApiRoute } from '../routes/route.ts';
import { partRoutes } from './application-parts.ts';
import { readConsentItem } from './json/application-json.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const applicationConsentItemRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  partRoutes(deps, {
    segment: 'consent-items',
    parameter: 'item',
    nameOf: ({ item }) => item.replaceAll('_', '-'),
    list: consentItemList,
    read: readConsentItem,
    schema: consentItemSchema,
    toJson: consentItemJson,
    hasPatch: true,
  });

// /applications/:id/consent-items and …/:item, where an item's name is written with hyphens (contract 3).

import { consentItemList } from '../../core/applications/change-parts.ts';
import { consentItemDocument } from '../../documents/application-document.ts';
import type { Route } from '../route.ts';
import { readConsentItem } from './application-json.ts';
import { partRoutes } from './application-parts.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const applicationConsentItemRoutes = (deps: RegistrationDeps): Route[] =>
  partRoutes(deps, {
    segment: 'consent-items',
    parameter: 'item',
    nameOf: ({ item }) => item.replaceAll('_', '-'),
    list: consentItemList,
    read: readConsentItem,
    toJson: consentItemDocument,
    hasPatch: true,
  });

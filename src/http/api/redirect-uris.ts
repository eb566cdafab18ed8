// /applications/:id/redirect-uris and …/:redirect-uri-id (contract 3).

import { redirectUriList } from '../../core/applications/change-parts.ts';
import { redirectUriDocument } from '../../documents/application-document.ts';
import type { Route } from '../route.ts';
import { readRedirectUri } from './application-json.ts';
import { partRoutes } from './application-parts.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const redirectUriRoutes = (deps: RegistrationDeps): Route[] =>
  partRoutes(deps, {
    segment: 'redirect-uris',
    parameter: 'redirectUriId',
    nameOf: ({ id }) => id,
    list: redirectUriList,
    read: readRedirectUri,
    toJson: redirectUriDocument,
    hasPatch: false,
  });

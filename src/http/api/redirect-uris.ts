// /applications/:id/redirect-uris and …/:redirect-uri-id (contract 3).

import { redirectUriList } from '../../core/applications/change-parts.ts';
import { redirectUriJson } from '../../json/application.ts';
import { redirectUriSchema } from '../../schema/api/application.ts';
import type { ApiRoute } from '../routes/route.ts';
import { partRoutes } from './application-parts.ts';
import { readRedirectUri } from './json/application-json.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const redirectUriRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  partRoutes(deps, {
    segment: 'redirect-uris',
    parameter: 'redirectUriId',
    nameOf: ({ id }) => id,
    list: redirectUriList,
    read: readRedirectUri,
    schema: redirectUriSchema,
    toJson: redirectUriJson,
    hasPatch: false,
  });

// /applications/:id/platforms and …/:platform-id (contract 3). Creating an entry issues its API key. Deleting it
// revokes every code and token issued under that key.

import { platformList } from '../../core/applications/change-parts.ts';
import { platformJson } from '../../json/application.ts';
import { platformSchema } from '../../schema/api/application.ts';
import type { ApiRoute } from '../routes/route.ts';
import { partRoutes } from './application-parts.ts';
import { readPlatform } from './json/application-json.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const platformRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  partRoutes(deps, {
    segment: 'platforms',
    parameter: 'platformId',
    nameOf: ({ id }) => id,
    list: platformList,
    read: readPlatform,
    schema: platformSchema,
    toJson: platformJson,
    hasPatch: true,
  });

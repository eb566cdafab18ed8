// /applications/:id/platforms and …/:platform-id (contract 3). Creating an entry issues its API key; deleting it ends every
// code and token issued under that key.

import { platformList } from '../../core/applications/change-parts.ts';
import { platformDocument } from '../../documents/application-document.ts';
import type { Route } from '../route.ts';
import { readPlatform } from './application-json.ts';
import { partRoutes } from './application-parts.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const platformRoutes = (deps: RegistrationDeps): Route[] =>
  partRoutes(deps, {
    segment: 'platforms',
    parameter: 'platformId',
    nameOf: ({ id }) => id,
    list: platformList,
    read: readPlatform,
    toJson: platformDocument,
    hasPatch: true,
  });

// /consent-items: the catalogue of what applications can request (contract 3), for any active API token.
import { CATALOGUE } from '../../core/ground/consent-items.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { routesOf } from './frame/route-table.ts';
import { sendList } from './frame/send-list.ts';
import type { RegistrationDeps } from './registration-deps.ts';

/** In the catalogue's order. The ids are for cursors only. */
const ROWS = CATALOGUE.map(({ item, claims, scopes }, position) => ({
  id: String(position).padStart(2, '0'),
  json: { item, claims, scopes },
}));

export const consentItemRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  routesOf({
    'GET /consent-items': {
      access: 'any-api-token',
      scope: 'any',
      query: PAGE_QUERY,
      body: 'none',
      audit: 'harmless: shows the catalogue',
      produces: ['application/json'],
      handle: (request, reply) => sendList(deps, request, reply, { path: '/consent-items', rows: ROWS }),
    },
  });

// /consent-items: the catalogue of what applications can request (contract 3), for any active API token.
import { CATALOGUE } from '../../core/consent/catalogue.ts';
import type { Route } from '../routes/route.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { sendList } from './send-list.ts';

/** In the catalogue's order. The ids are for cursors only. */
const ROWS = CATALOGUE.map(({ item, claims, scopes }, position) => ({
  id: String(position).padStart(2, '0'),
  json: { item, claims, scopes },
}));

export const consentItemRoutes = (deps: RegistrationDeps): Route[] => [
  {
    path: '/consent-items',
    errors: 'problem',
    methods: {
      GET: {
        access: 'any-api-token',
        scope: 'any',
        body: 'none',
        audit: 'harmless: shows the catalogue',
        produces: ['application/json'],
        handle: (request, reply) => sendList(deps, request, reply, { path: '/consent-items', rows: ROWS }),
      },
    },
  },
];

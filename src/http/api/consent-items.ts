// /consent-items: the catalogue of what an application may ask for (contract 3); for any live API token.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE } from '../../core/consent/catalogue.ts';
import { callerOf } from '../plugins/access.ts';
import type { Route } from '../route.ts';
import { cutPage, readPage, sendPage } from './pages-of-lists.ts';
import type { RegistrationDeps } from './registration-deps.ts';

/** In the catalogue's order; the ids are for cursors only. */
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
        body: 'none',
        produces: ['application/json'],
        handle: (request, reply) => list(deps, request, reply),
      },
    },
  },
];

function list({ ports: { secrets }, apiUrl }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const name = { path: '/consent-items', accountId: callerOf(request).accountId };
  const wanted = readPage(request, secrets, name);
  const page = { ...cutPage(ROWS, wanted), limit: wanted.limit };
  return sendPage(reply, page, { apiUrl, secrets, list: name });
}

// GET /openapi (contract 1; OpenAPI 3.1): how programs call the API host, from the very list of routes that it serves. Made
// once, cacheable with an ETag, open to every origin.

import { apiRoutes } from '../api/api-routes.ts';
import { entityTagOf, isKnown } from '../api/entity-tags.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { describeHosts } from '../openapi/document.ts';
import { OPERATIONS } from '../openapi/operations.ts';
import type { Route, RouteMethod } from '../route.ts';

/** @throws Error when a route of the API host is not described: such a host does not boot. */
export function openapiRoutes({ ports, apiUrl, authUrl }: Pick<AuthDeps, 'ports' | 'apiUrl' | 'authUrl'>): Route[] {
  const handle: RouteMethod['handle'] = (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('etag', tag);
    return isKnown(request, tag) ? reply.code(304).send() : reply.type('application/json').send(body);
  };
  const route: Route = {
    path: '/openapi',
    errors: 'negotiated',
    cors: 'any',
    methods: { GET: { access: 'public', body: 'none', handle } },
  };
  const hosts = { apiUrl, authUrl, apiRoutes: apiRoutes(ports, apiUrl), authRoutes: [route] };
  const document = describeHosts(hosts, OPERATIONS);
  const body = JSON.stringify(document);
  const tag = entityTagOf(document);
  return [route];
}

// GET /openapi (contract 1; OpenAPI 3.1): how programs call the API host, from the same list of routes that it serves.
// Checked at start, made at the first request, cacheable with an ETag, open to every origin.
import { apiRoutes } from '../api/api-routes.ts';
import { OPERATIONS } from '../openapi/operations.ts';
import { type DescribedHosts, describePaths } from '../openapi/paths.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route, RouteMethod } from '../routes/route.ts';
import { type SendConstant, sendConstant } from '../wire/constant-body.ts';
import { entityTagOf } from '../wire/entity-tags.ts';

/** @throws Error when a route of the API host has no description; the host does not boot */
export function openapiRoutes({ ports, apiUrl, authUrl }: Pick<AuthDeps, 'ports' | 'apiUrl' | 'authUrl'>): Route[] {
  let made: Promise<SendConstant> | undefined;
  const handle: RouteMethod['handle'] = async (request, reply) => {
    made ??= makeDocument(hosts);
    return (await made)(request, reply);
  };
  const route: Route = {
    path: '/openapi',
    errors: 'negotiated',
    cors: 'any',
    methods: { GET: { access: 'public', body: 'none', handle } },
  };
  const hosts = { apiUrl, authUrl, apiRoutes: apiRoutes(ports, apiUrl), authRoutes: [route] };
  describePaths(hosts, OPERATIONS);
  return [route];
}

async function makeDocument(hosts: DescribedHosts): Promise<SendConstant> {
  const { describeHosts } = await import('../openapi/document.ts');
  const document = describeHosts(hosts, OPERATIONS);
  return sendConstant({
    text: JSON.stringify(document),
    type: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=300',
    tag: entityTagOf(document),
  });
}

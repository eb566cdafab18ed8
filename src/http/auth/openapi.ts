// GET /openapi (contract 1; OpenAPI 3.1): how programs call the API host, from the very list of routes that it serves. Checked
// at the start, made when it is first asked for, cacheable with an ETag, open to every origin.
import { apiRoutes } from '../api/api-routes.ts';
import { entityTagOf, isKnown } from '../api/entity-tags.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { OPERATIONS } from '../openapi/operations.ts';
import { type DescribedHosts, describePaths } from '../openapi/paths.ts';
import type { Route, RouteMethod } from '../route.ts';

/** @throws Error when a route of the API host is not described: such a host does not boot. */
export function openapiRoutes({ ports, apiUrl, authUrl }: Pick<AuthDeps, 'ports' | 'apiUrl' | 'authUrl'>): Route[] {
  let made: ReturnType<typeof makeDocument> | undefined;
  const handle: RouteMethod['handle'] = async (request, reply) => {
    made ??= makeDocument(hosts);
    const { body, tag } = await made;
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
  describePaths(hosts, OPERATIONS);
  return [route];
}

async function makeDocument(hosts: DescribedHosts): Promise<{ body: string; tag: string }> {
  const { describeHosts } = await import('../openapi/document.ts');
  const document = describeHosts(hosts, OPERATIONS);
  return { body: JSON.stringify(document), tag: entityTagOf(document) };
}

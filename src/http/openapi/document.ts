// The OpenAPI 3.1 document of what programs call, made from the declarations of the routes themselves and a few words about
// each operation. A route that nothing is said of stops the start, and so do words about a route that is not there.
import { ROUTE_METHODS, type Route, type RouteMethod } from '../route.ts';
import { answersOf, IMAGES, isTagged } from './answers.ts';
import { componentSchemas, type JsonSchema, refTo } from './component-schemas.ts';
import { HEADERS } from './headers.ts';
import { type Operation, type Operations, TAGS } from './operation.ts';
import { isSingle, PARAMETERS, parameterRef, parametersIn, pathParameter } from './parameters.ts';
import { refusalResponses, refusalsOf } from './refusals.ts';

export type DescribedHosts = {
  /** Public origins of the hosts. */
  apiUrl: string;
  authUrl: string;
  apiRoutes: readonly Route[];
  /** Those of the auth host that programs call and no metadata document describes. */
  authRoutes: readonly Route[];
};

/** @throws Error naming the route that is not described, or the description without a route. */
export function describeHosts(hosts: DescribedHosts, operations: Operations): JsonSchema {
  const { apiUrl, authUrl, apiRoutes, authRoutes } = hosts;
  const routes = [...apiRoutes, ...authRoutes];
  refuseStrayWords(routes, operations);
  const paths = routes.map((route) => [
    route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}'),
    {
      ...(authRoutes.includes(route) && { servers: [{ url: authUrl, description: 'The auth host.' }] }),
      ...describeRoute(route, operations),
    },
  ]);
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: apiUrl, description: 'The API host.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: componentSchemas(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: refusalResponses(),
      securitySchemes: SECURITY,
    },
  };
}

const INFO = {
  title: 'Latchkey',
  // The interface's own: paths carry no version, because changes only add (contract 11).
  version: '1',
  description:
    'The registration API, with which owners run their applications, and user information. What an application calls to sign its users in (authorization, token, revocation, introspection, logout) is described by /.well-known/openid-configuration. Every GET answers HEAD, every path answers OPTIONS. Unknown members are refused; read-only ones may be sent back and are ignored, so what GET gave can be edited and PUT.',
};

const SECURITY = {
  apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_api_…', description: 'An API token of an account.' },
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_at_…', description: 'From the token endpoint.' },
};

const keyOf = (route: Route, name: string): string => `${name} ${route.path}`;

const methodsOf = (route: Route): [(typeof ROUTE_METHODS)[number], RouteMethod][] =>
  ROUTE_METHODS.flatMap((name) => {
    const method = route.methods[name];
    return method ? [[name, method] as [typeof name, RouteMethod]] : [];
  });

function refuseStrayWords(routes: readonly Route[], operations: Operations): void {
  const declared = new Set(routes.flatMap((route) => methodsOf(route).map(([name]) => keyOf(route, name))));
  const stray = Object.keys(operations).filter((key) => !declared.has(key));
  if (stray.length > 0) throw new Error(`/openapi describes what no route declares: ${stray.join(', ')}.`);
}

function describeRoute(route: Route, operations: Operations): JsonSchema {
  const parameters = parametersIn(route.path).map(pathParameter);
  const described = methodsOf(route).map(([name, method]) => {
    const operation = operations[keyOf(route, name)];
    if (!operation) throw new Error(`The route ${keyOf(route, name)} is not described for /openapi.`);
    return [name.toLowerCase(), describeMethod(route, [name, method], operation)] as const;
  });
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(described) };
}

function describeMethod(route: Route, [name, method]: [string, RouteMethod], operation: Operation): JsonSchema {
  const parameters = parametersOf(route, name, operation);
  const requestBody = bodyOf(route, name, method, operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(method),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...answersOf(route.path, name, operation), ...refusalsOf(route, [name, method], operation) },
  };
}

function parametersOf(route: Route, name: string, operation: Operation): JsonSchema[] {
  const { answers, query } = operation;
  if (query) return query.map(parameterRef);
  if (answers.kind === 'list') return [parameterRef('limit'), parameterRef('cursor')];
  if (name === 'GET') return isTagged(answers) ? [parameterRef('ifNoneMatch')] : [];
  if (name === 'POST') return [];
  return [parameterRef(isSingle(route.path, operation) ? 'ifMatch' : 'ifMatchList')];
}

function securityOf({ access, body }: RouteMethod): JsonSchema[] {
  if (access === 'owner' || access === 'any-api-token') return [{ apiToken: [] }];
  if (access !== 'bearer') return [];
  // Where there may be a form, the token may stand in it (RFC 6750 2.2).
  return [{ accessToken: [] }, ...(body === 'none' ? [] : [{}])];
}

const FORM_WITH_TOKEN = {
  'application/x-www-form-urlencoded': {
    schema: { type: 'object', properties: { access_token: { type: 'string' } } },
  },
};

/** @throws Error when a route reads JSON and nothing is said of it, or the other way round. */
function bodyOf(route: Route, name: string, { body }: RouteMethod, { sends }: Operation): JsonSchema | undefined {
  const isJson = body === 'json' || body === 'optional-json' || body === 'merge-patch';
  if (isJson !== (sends !== undefined)) throw new Error(`What ${keyOf(route, name)} reads is not described rightly.`);
  if (body === 'optional-form') return { content: FORM_WITH_TOKEN };
  if (body === 'image') return { required: true, content: IMAGES };
  if (!sends) return undefined;
  const media = { schema: refTo(sends.schema), example: sends.example };
  const patch = body === 'merge-patch' && { 'application/merge-patch+json': media };
  return { ...(body !== 'optional-json' && { required: true }), content: { ...patch, 'application/json': media } };
}

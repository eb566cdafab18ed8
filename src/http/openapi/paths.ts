// The paths of the document at /openapi, made from the declarations of the routes and the description of each
// operation. A route without a description fails the build, and so does a description without a route.

import { ROUTE_METHODS, type Route, type RouteMethod } from '../routes/route.ts';
import { answersOf, IMAGES, isTagged } from './answers.ts';
import { refTo } from './component-schemas.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation, Operations } from './operation.ts';
import { isSingle, parameterRef, parametersIn, pathParameter } from './parameters.ts';
import { refusalsOf } from './refusals.ts';

export type DescribedHosts = {
  /** Public URLs of the hosts. */
  apiUrl: string;
  authUrl: string;
  apiRoutes: readonly Route[];
  /** Routes of the auth host that programs call and that the metadata does not describe. */
  authRoutes: readonly Route[];
};

/** @throws Error naming the route without a description, or the description without a route */
export function describePaths(hosts: DescribedHosts, operations: Operations): JsonSchema {
  const { authUrl, apiRoutes, authRoutes } = hosts;
  const routes = [...apiRoutes, ...authRoutes];
  refuseStrayDescriptions(routes, operations);
  const paths = routes.map((route) => [
    route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}'),
    {
      ...(authRoutes.includes(route) && { servers: [{ url: authUrl, description: 'The auth host.' }] }),
      ...describeRoute(route, operations),
    },
  ]);
  return Object.fromEntries(paths);
}

const keyOf = (route: Route, name: string): string => `${name} ${route.path}`;

const methodsOf = (route: Route): [(typeof ROUTE_METHODS)[number], RouteMethod][] =>
  ROUTE_METHODS.flatMap((name) => {
    const method = route.methods[name];
    return method ? [[name, method] as [typeof name, RouteMethod]] : [];
  });

function refuseStrayDescriptions(routes: readonly Route[], operations: Operations): void {
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
  const parameters = parametersOf(route, [name, method], operation);
  const requestBody = bodyOf(route, name, method, operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(method, operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...answersOf(route.path, name, operation), ...refusalsOf(route, [name, method], operation) },
  };
}

const parametersOf = (
  route: Route,
  [name, { query = [] }]: [string, RouteMethod],
  operation: Operation,
): JsonSchema[] => [...query.map(parameterRef), ...preconditionsOf(route, name, operation)];

function preconditionsOf(route: Route, name: string, operation: Operation): JsonSchema[] {
  if (name === 'GET') return isTagged(operation.answers) ? [parameterRef('ifNoneMatch')] : [];
  if (name === 'POST') return [];
  return [parameterRef(isSingle(route.path, operation) ? 'ifMatch' : 'ifMatchList')];
}

/** Either token has to have all scopes. */
function securityOf({ access, body, scope }: RouteMethod, { alsoScopes = [], forPersons }: Operation): JsonSchema[] {
  if (scope !== undefined) {
    const scopes = scope === 'any' ? [] : [scope, ...alsoScopes];
    return [{ apiToken: scopes }, ...(forPersons ? [] : [{ machineToken: scopes }])];
  }
  if (access !== 'bearer') return [];
  // The token may also be sent in a form (RFC 6750 2.2).
  return [{ accessToken: [] }, ...(body === 'none' ? [] : [{}])];
}

const FORM_WITH_TOKEN = {
  'application/x-www-form-urlencoded': {
    schema: { type: 'object', properties: { access_token: { type: 'string' } } },
  },
};

/** @throws Error if the route reads JSON and the description has no request body, or the reverse */
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

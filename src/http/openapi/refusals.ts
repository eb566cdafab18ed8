// Error responses. Which of them an operation has follows from the route's declaration (contract 3, order of checks).

import type { Route, RouteMethod } from '../routes/route.ts';
import { refTo } from './component-schemas.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';

const DESCRIPTIONS = {
  400: 'The request is malformed or its input is not valid. `errors` lists all input errors.',
  401: 'The token is missing, unknown, expired or revoked.',
  403: 'The token does not have the scope of this operation, or the role of its account does not allow it.',
  404: 'The resource does not exist, or you do not have access to it.',
  406: 'None of the media types in Accept is available.',
  412: 'The ETag in If-Match is not current. Lists have no ETag.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  429: 'Too many requests. Retry after the time in Retry-After.',
  503: 'The service is temporarily unavailable. Retry after the time in Retry-After.',
} as const;

type Status = keyof typeof DESCRIPTIONS;

const NAMES: Readonly<Record<Status, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** All but 409. */
function statusesOf(route: Route, [name, method]: readonly [string, RouteMethod]): Status[] {
  const { access, beforeBody, body, produces, scope } = method;
  const changes = name !== 'GET' && name !== 'POST';
  const asked: readonly (readonly [Status, boolean])[] = [
    [400, true],
    [401, access !== 'public'],
    [403, scope !== undefined && scope !== 'any'],
    [404, route.path.includes(':') || beforeBody !== undefined],
    // User information negotiates the type in its handler, after it has checked the token.
    [406, produces !== undefined || access === 'bearer'],
    [412, changes],
    [413, body !== 'none'],
    [415, body !== 'none'],
    [429, scope !== undefined],
    [503, true],
  ];
  return asked.flatMap(([status, may]) => (may ? [status] : []));
}

/** By status. */
export function refusalsOf(
  route: Route,
  [name, method]: readonly [string, RouteMethod],
  operation: Operation,
): Record<string, JsonSchema> {
  const { conflict } = operation;
  const statuses = statusesOf(route, [name, method]);
  const isProblem = route.errors === 'problem';
  const shared = statuses.map((status) => [
    String(status),
    isProblem ? responseRef(NAMES[status]) : described(status, true),
  ]);
  return {
    ...Object.fromEntries(shared),
    ...(conflict !== undefined && { 409: response(conflict) }),
    default: responseRef('Refused'),
  };
}

/** `components.responses` */
export const refusalResponses = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(Object.entries(NAMES).map(([status, name]) => [name, described(Number(status) as Status)])),
  Refused: response('The request violates a rule of HTTP, or an internal error occurred.'),
});

const responseRef = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

const described = (status: Status, orPage = false): JsonSchema => ({
  ...response(DESCRIPTIONS[status], orPage),
  headers: headerRefs(
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ),
});

/** @param orPage with an HTML page for requests that accept text/html */
const response = (description: string, orPage = false): JsonSchema => ({
  description,
  headers: headerRefs('X-Request-Id'),
  content: {
    'application/problem+json': { schema: refTo('Problem') },
    ...(orPage && { 'text/html': { schema: { type: 'string' } } }),
  },
});

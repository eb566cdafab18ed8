// Parameters of the operations: path parameters by their names in routes, the query parameters that routes declare, and
// the headers of preconditions (contract 3).
import { CONSENT_ITEMS } from '../../core/ground/consent-items.ts';
import { QUERY_PARAMETERS } from '../routes/query-parameters.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';

const ID = { type: 'string', pattern: '^[a-z0-9]+$' };

const IN_PATHS: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  id: { description: 'The application.', schema: ID },
  platformId: { description: 'The platform entry.', schema: ID },
  redirectUriId: { description: 'The redirect URI.', schema: ID },
  item: {
    description: 'The name of the consent item, with hyphens.',
    schema: { type: 'string', enum: CONSENT_ITEMS.map((item) => item.replaceAll('_', '-')) },
  },
  secretId: { description: 'The client secret.', schema: ID },
  sub: { description: 'The `sub` of the user.', schema: ID },
  endpointId: { description: 'The event endpoint.', schema: ID },
  accountId: { description: 'The account.', schema: ID },
  operatorApiId: { description: 'The API.', schema: ID },
  hostId: { description: 'Host of clients that nobody registered.', schema: { type: 'string' } },
  apiSecretId: { description: 'The secret of the API.', schema: ID },
  groupId: { description: 'The group.', schema: ID },
  memberId: { description: 'The member.', schema: ID },
};

/** Whether the path identifies a single resource, which has preconditions. */
export const isSingle = (path: string, operation: Pick<Operation, 'isSingle'>): boolean =>
  operation.isSingle === true || /:[^/]+$/.test(path);

/** The names of the path's parameters, in order. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);

/** @throws Error if the parameter is not described */
export function pathParameter(name: string): JsonSchema {
  const known = IN_PATHS[name];
  if (!known) throw new Error(`The path parameter ${name} is not described for /openapi.`);
  return { name, in: 'path', required: true, ...known };
}

export const PARAMETERS = {
  ...QUERY_PARAMETERS,
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An ETag. If the resource has a different one, the response is 412.',
    schema: { type: 'string' },
  },
  ifMatchList: {
    name: 'If-Match',
    in: 'header',
    description: 'Lists have no ETag: `*` is accepted, and any other value returns 412.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag. If the resource still has it, the response is 304.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonSchema>;

export const parameterRef = (name: keyof typeof PARAMETERS): JsonSchema => ({
  $ref: `#/components/parameters/${name}`,
});

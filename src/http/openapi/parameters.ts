// Parameters of the operations: path parameters by their names in routes, the query parameters of lists, and the
// headers of preconditions (contract 3).
import { ACCOUNT_STATUSES, ROLES } from '../../core/accounts/account.ts';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import type { JsonSchema } from '../api/json/shape.ts';
import type { Operation } from './operation.ts';

const ID = { type: 'string', pattern: '^[a-z0-9]+$' };
const AUDITED_ID = { type: 'string', pattern: '^[0-9a-f]{32}$' };

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
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Maximum number of entries per page.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'Start of the page. Take it from the Link header of the previous page.',
    schema: { type: 'string', pattern: '^[0-9a-f]+$' },
  },
  from: {
    name: 'from',
    in: 'query',
    description: 'The first day, in UTC. Default: 30 days including `to`.',
    schema: { type: 'string', format: 'date' },
  },
  to: {
    name: 'to',
    in: 'query',
    description: 'The last day, in UTC. Default: today.',
    schema: { type: 'string', format: 'date' },
  },
  email: {
    name: 'email',
    in: 'query',
    description: 'The beginning of the address, in any spelling.',
    schema: { type: 'string' },
  },
  status: {
    name: 'status',
    in: 'query',
    description: 'Only accounts with this status.',
    schema: { type: 'string', enum: ACCOUNT_STATUSES },
  },
  role: {
    name: 'role',
    in: 'query',
    description: 'Only accounts with this role.',
    schema: { type: 'string', enum: ROLES },
  },
  application: {
    name: 'application',
    in: 'query',
    description: 'Only entries of this application.',
    schema: AUDITED_ID,
  },
  account: { name: 'account', in: 'query', description: 'Only what this account did.', schema: AUDITED_ID },
  subject: { name: 'subject', in: 'query', description: 'Only what is about this account.', schema: AUDITED_ID },
  action: {
    name: 'action',
    in: 'query',
    description: 'Only this action, as the entries have it.',
    schema: { type: 'string' },
  },
  fromTime: {
    name: 'from',
    in: 'query',
    description: 'Only entries of this time or later.',
    schema: { type: 'string', format: 'date-time' },
  },
  toTime: {
    name: 'to',
    in: 'query',
    description: 'Only entries of before this time.',
    schema: { type: 'string', format: 'date-time' },
  },
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

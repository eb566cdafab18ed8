// The query parameters of the registration API (contract 3). A route declares which of them it takes; others are
// refused, and /openapi describes these.
import { ACCOUNT_STATUSES, ROLES } from '../../core/ground/accounts/account.ts';

const AUDITED_ID = { type: 'string', pattern: '^[0-9a-f]{32}$' };

/** As /openapi describes them. `name` is that of the query; another route may give it another meaning. */
export const QUERY_PARAMETERS = {
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
  applications: {
    name: 'applications',
    in: 'query',
    description:
      '`hand-over:ACCOUNT`: this account, by ID or by a verified address, gets every application that the other one owns, in the same act or not at all. Also requires the scopes `applications` and `roles`. It must be a member of each, have the role owner or operator, and is told of it by mail. The former owner is no member any more.',
    schema: { type: 'string', pattern: '^hand-over:.+$' },
  },
  namePrefix: {
    name: 'name',
    in: 'query',
    description: 'Only groups whose name begins so.',
    schema: { type: 'string' },
  },
  force: {
    name: 'force',
    in: 'query',
    description:
      '`true`: takes the name of the group out of the applications that name it first. Refused where nobody could sign in to one of them any more.',
    schema: { type: 'boolean', default: false },
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
} as const satisfies Record<string, { name: string; in: 'query'; description: string; schema: object }>;

export type QueryKey = keyof typeof QUERY_PARAMETERS;
export type QueryName = (typeof QUERY_PARAMETERS)[QueryKey]['name'];

/** What a route takes that is no list. */
export const NO_QUERY: readonly QueryKey[] = [];
/** What every list takes. */
export const PAGE_QUERY: readonly QueryKey[] = ['limit', 'cursor'];
/** What ends the ownership of an account takes. */
export const HAND_OVER_QUERY: readonly QueryKey[] = ['applications'];

// The query parameters of the registration API (contract 3). A route declares which of them it takes; others are
// refused, and /openapi describes these.
import { ACCOUNT_STATUSES, ROLES } from '../../core/ground/accounts/account.ts';
import { ID } from '../../core/ground/secrets.ts';

const AUDITED_ID = { type: 'string', pattern: ID.source };

const inQuery = <const Name extends string>(name: Name, description: string, schema: object) =>
  ({ name, in: 'query', description, schema }) as const;

/** As /openapi describes them. `name` is that of the query; another route may give it another meaning. */
export const QUERY_PARAMETERS = {
  limit: inQuery('limit', 'Maximum number of entries per page.', {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
  }),
  cursor: inQuery('cursor', 'Start of the page. Take it from the Link header of the previous page.', {
    type: 'string',
    pattern: '^[0-9a-f]+$',
  }),
  from: inQuery('from', 'The first day, in UTC. Default: 30 days including `to`.', { type: 'string', format: 'date' }),
  to: inQuery('to', 'The last day, in UTC. Default: today.', { type: 'string', format: 'date' }),
  email: inQuery('email', 'The beginning of the address, in any spelling.', { type: 'string' }),
  status: inQuery('status', 'Only accounts with this status.', { type: 'string', enum: ACCOUNT_STATUSES }),
  role: inQuery('role', 'Only accounts with this role.', { type: 'string', enum: ROLES }),
  application: inQuery('application', 'Only entries of this application.', AUDITED_ID),
  account: inQuery('account', 'Only what this account did.', AUDITED_ID),
  subject: inQuery('subject', 'Only what is about this account.', AUDITED_ID),
  action: inQuery('action', 'Only this action, as the entries have it.', { type: 'string' }),
  applications: inQuery(
    'applications',
    '`hand-over:ACCOUNT`: this account, by ID or by a verified address, gets every application that the other one owns, in the same act or not at all. Also requires the scopes `applications` and `roles`. It must be a member of each, have the role owner or operator, and is told of it by mail. The former owner is no member any more.',
    { type: 'string', pattern: '^hand-over:.+$' },
  ),
  namePrefix: inQuery('name', 'Only groups whose name begins so.', { type: 'string' }),
  force: inQuery(
    'force',
    '`true`: takes the name of the group out of the applications that name it first. Refused where nobody could sign in to one of them any more.',
    { type: 'boolean', default: false },
  ),
  fromTime: inQuery('from', 'Only entries of this time or later.', { type: 'string', format: 'date-time' }),
  toTime: inQuery('to', 'Only entries of before this time.', { type: 'string', format: 'date-time' }),
};

export type QueryKey = keyof typeof QUERY_PARAMETERS;
export type QueryName = (typeof QUERY_PARAMETERS)[QueryKey]['name'];

/** What a route takes that is no list. */
export const NO_QUERY: readonly QueryKey[] = [];
/** What every list takes. */
export const PAGE_QUERY: readonly QueryKey[] = ['limit', 'cursor'];
/** What ends the ownership of an account takes. */
export const HAND_OVER_QUERY: readonly QueryKey[] = ['applications'];

// Entries of the audit in responses (contract 61), for `/openapi`. json/audit-entry.ts makes them.
import { ROLES } from '../../../core/accounts/account.ts';
import { type JsonSchema, objectOf, readOnly, time } from './shape.ts';

const known = (description: string): JsonSchema => ({ type: ['string', 'null'], description });

export const auditEntryShape = objectOf({
  id: readOnly({ type: 'integer', description: 'Number of the entry. It rises with each.' }),
  at: time('When it was done.'),
  role: readOnly({
    type: 'string',
    enum: [...ROLES, 'machine', 'server'],
    description: 'Role of whoever acted. `machine`: a machine token; `server`: the server itself.',
  }),
  account: readOnly(known('Who acted. null for machine tokens, commands and the server.')),
  api_token: readOnly(known('ID of the API token or machine token.')),
  command: readOnly(known('The command, where the command line acted.')),
  machine_user: readOnly(known('Who ran the command, as the machine names them.')),
  address: readOnly(known('The address that the request came from.')),
  request_id: readOnly(known('The `X-Request-Id` of the request, which the log has too.')),
  action: readOnly({ type: 'string', description: 'What was done: a route, a form of the console, or a command.' }),
  application: readOnly(known('The application that it is about.')),
  subject: readOnly(known('The account that it is about.')),
  entry: readOnly(known('ID or name of the entry of the application, or of the key, token or setting.')),
  fields: readOnly({
    type: 'array',
    items: { type: 'string' },
    description: 'Names of what was changed or looked at, never values.',
  }),
  reason: readOnly(known('Why data was exported.')),
  result: readOnly({ type: 'string', enum: ['done', 'refused'], description: 'Whether it was done.' }),
  refusal: readOnly(known('Code of the refusal.')),
});

// Entries of the audit (contract 61). json/audit-entry.ts makes them.
import * as z from 'zod/mini';
import { ROLES } from '../../core/ground/accounts/account.ts';
import { atFirstUse } from '../at-first-use.ts';
import { describedOneOf, listOf, text, time } from './kinds.ts';

const known = (description: string) => z.nullable(text(description));

export const auditEntrySchema = atFirstUse(() =>
  z.strictObject({
    id: z.int().check(z.describe('Number of the entry. It rises with each.')),
    at: time('When it was done.'),
    role: describedOneOf(
      [...ROLES, 'machine', 'server'],
      'Role of whoever acted. `machine`: a machine token; `server`: the server itself.',
    ),
    account: known('Who acted. null for machine tokens, commands and the server.'),
    api_token: known('ID of the API token or machine token.'),
    command: known('The command, where the command line acted.'),
    machine_user: known('Who ran the command, as the machine names them.'),
    address: known('The address that the request came from.'),
    request_id: known('The `X-Request-Id` of the request, which the log has too.'),
    action: text('What was done: a route, a form of the console, or a command.'),
    application: known('The application that it is about.'),
    subject: known('The account that it is about.'),
    entry: known('ID or name of the entry of the application, or of the key, token or setting.'),
    fields: listOf(z.string(), 'Names of what was changed or looked at, never values.'),
    reason: known('Why data was exported.'),
    result: describedOneOf(['done', 'refused'], 'Whether it was done.'),
    refusal: known('Code of the refusal.'),
  }),
);

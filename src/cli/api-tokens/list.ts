// `latchkey api-tokens list`: lists the API tokens of an account, without the tokens themselves, which are not stored.

import { listApiTokens } from '../../core/applications/api-tokens/list-api-tokens.ts';
import { findAccount } from '../../core/people/accounts/administer-accounts.ts';
import { apiTokenJson } from '../../json/account.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { requireAccount } from '../frame/require-found.ts';
import { textTable } from '../frame/text-table.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const email = context.flags.get('email');
  return withPorts(context, async (ports) => {
    const account = requireAccount(await findAccount(ports, email), email);
    await recordCommand(ports, context, { subjectId: account.id, fields: ['api_tokens'] });
    const documents = requireAccount(await listApiTokens(ports, email), email).map(apiTokenJson);
    const rows = documents.map((token) => [
      token.id,
      token.name,
      token.scopes.join(' '),
      token.created_at,
      token.last_used_at,
      token.expires_at ?? 'never',
    ]);
    return { json: documents, text: textTable(['ID', 'NAME', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES'], rows) };
  });
}

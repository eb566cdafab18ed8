// `latchkey api-tokens create`: creates an API token, which is printed once and stored as a hash.
import {
  API_TOKEN_DEFAULT_DAYS,
  createApiToken,
  MAX_API_TOKENS,
} from '../../core/applications/api-tokens/create-api-token.ts';
import { apiTokenJson } from '../../json/account.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { noSuchAccount } from '../frame/require-found.ts';
import { textFields } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const email = flags.get('email');
  const expiresInDays = Number(flags.optional('expires-in') ?? API_TOKEN_DEFAULT_DAYS);
  return withPorts(context, async (ports) => {
    const created = await createApiToken(ports, {
      email,
      name: flags.optional('name') ?? 'command line',
      expiresInDays,
      ...(flags.has('scope') && { scopes: flags.all('scope') }),
    });
    if (created.kind === 'no-account') throw noSuchAccount(email);
    if (created.kind === 'refused') throw new CommandFailed(...created.faults.map(({ detail }) => detail));
    if (created.kind === 'too-many') {
      throw new CommandFailed(`${email} already has the maximum of ${MAX_API_TOKENS} API tokens`);
    }
    const { apiToken, token } = created;
    const document = apiTokenJson(apiToken);
    const { id, name } = document;
    const shown = { token, id, name, scopes: document.scopes.join(' '), expires: document.expires_at ?? 'never' };
    return { json: { token, ...document }, text: `${textFields(shown)}\n\nThe token is shown this once.` };
  });
}

// `latchkey apis create-secret`: creates a secret of an API, which is printed once and stored as a hash.
import { createApiSecret } from '../../core/applications/apis/api-secrets.ts';
import { newApiSecretJson } from '../../json/operator-api.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { textFields } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';
import { noSuchApi, requireApi } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const resource = context.flags.get('resource');
  return withPorts(context, async (ports) => {
    const { id } = await requireApi(ports, resource);
    const made = await createApiSecret(ports, { apiId: id });
    switch (made.kind) {
      case 'gone':
        throw noSuchApi(resource);
      case 'too-many':
        throw new CommandFailed('--resource: the API already has two secrets; delete one first');
      case 'made': {
        const shown = { api: id, ...newApiSecretJson(made.apiSecret, made.secret) };
        return {
          json: shown,
          text: `${textFields({ secret: shown.secret, id: shown.id, api: id })}\n\nThe secret is shown only once.`,
        };
      }
    }
  });
}

// `latchkey apis show`: shows an API with its secrets, but for their values.
import { apiSecretJson } from '../../json/operator-api.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, requireApi } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  return withPorts(context, async (ports) => {
    const api = await requireApi(ports, context.flags.get('resource'));
    const secrets = (await ports.apis.listSecrets(api.id)).map(apiSecretJson);
    const { json, text } = apiAnswer(api);
    const rows = secrets.map(({ id, created_at, last_used_at }) => [id, created_at, last_used_at ?? 'never']);
    return {
      json: { ...(json as object), secrets },
      text: `${text}\n\n${textTable(['SECRET', 'CREATED', 'LAST USED'], rows)}`,
    };
  });
}

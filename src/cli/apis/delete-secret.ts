// `latchkey apis delete-secret`: deletes a secret of an API, which can ask about tokens with it no more.
import { removeApiSecret } from '../../core/applications/apis/api-secrets.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { requireApi } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const id = context.flags.get('secret-id');
  return withPorts(context, async (ports) => {
    const api = await requireApi(ports, context.flags.get('resource'));
    if (!(await removeApiSecret(ports, { apiId: api.id, id })))
      throw new CommandFailed(`--secret-id ${JSON.stringify(id)}: the API has no such secret`);
    return { json: { deleted: true, id }, text: `Deleted the secret ${id}.` };
  });
}

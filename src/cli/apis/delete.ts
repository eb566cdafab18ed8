// `latchkey apis delete`: deletes an API with its scopes and secrets.
import { removeApi } from '../../core/applications/apis/manage-apis.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { noSuchApi, requireApi } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const resource = context.flags.get('resource');
  return withPorts(context, async (ports) => {
    const { id } = await requireApi(ports, resource);
    if (!(await removeApi(ports, { id }))) throw noSuchApi(resource);
    return { json: { deleted: true, id, resource }, text: `Deleted ${resource}.` };
  });
}

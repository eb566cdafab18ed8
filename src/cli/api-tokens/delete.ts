// `latchkey api-tokens delete`: deletes an API token, with effect at its next use, on every process.
import { deleteApiToken } from '../../core/applications/api-tokens/delete-api-token.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const id = context.flags.get('id');
  return withPorts(context, async (ports) => {
    if (!(await deleteApiToken(ports, id)))
      throw new CommandFailed(`--id ${JSON.stringify(id)}: there is no such API token`);
    return { json: { deleted: true, id }, text: `Deleted ${id}.` };
  });
}

// `latchkey machine-tokens delete`: deletes a machine token, with effect at its next use, on every process.
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const id = context.flags.get('id');
  return withPorts(context, async ({ machineTokens }) => {
    if (!(await machineTokens.remove(id)))
      throw new CommandFailed(`--id ${JSON.stringify(id)}: there is no such machine token`);
    return { json: { deleted: true, id }, text: `Deleted ${id}.` };
  });
}

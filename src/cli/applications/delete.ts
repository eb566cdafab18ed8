// `latchkey applications delete`: deletes an application with its keys, secrets and connections.
import { findApplication } from '../../core/applications/applications/find-application.ts';
import { removeApplication } from '../../core/applications/applications/remove-application.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { requireApplication } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run({ flags, ...context }: CommandContext): Promise<CommandAnswer> {
  const id = flags.get('application');
  return withPorts(context, async (ports) => {
    const asked = { caller: OPERATOR, id };
    const application = await findApplication(ports, asked);
    const { name } = requireApplication((await removeApplication(ports, asked)) ? application : undefined, id);
    return { json: { deleted: true, id, name }, text: `Deleted ${name} (${id}).` };
  });
}

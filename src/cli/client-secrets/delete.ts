// `latchkey client-secrets delete`: deletes a client secret, which stops working at once. Whether the application
// requires a secret does not change (contract 5).
import { findApplication } from '../../core/applications/applications/find-application.ts';
import { removeClientSecret } from '../../core/applications/client-secrets/remove-client-secrets.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { requireApplication } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const applicationId = context.flags.get('application');
  const id = context.flags.get('id');
  return withPorts(context, async (ports) => {
    requireApplication(await findApplication(ports, { caller: OPERATOR, id: applicationId }), applicationId);
    if (!(await removeClientSecret(ports, { caller: OPERATOR, applicationId, id }))) {
      throw new CommandFailed(`--id ${JSON.stringify(id)}: the application has no such client secret`);
    }
    return { json: { deleted: true, id }, text: `Deleted ${id}.` };
  });
}

// `latchkey apis deny`: takes all scopes of an API from an application, with effect at its next introspection or token.
import { withAccess } from '../../core/applications/apis/manage-apis.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, changeNamed } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const [resource, application] = [context.flags.get('resource'), context.flags.get('application')];
  return withPorts(context, async (ports) =>
    apiAnswer(
      await changeNamed(ports, resource, (current) => {
        if (!current.machineAccess.some((one) => one.application === application))
          throw new CommandFailed(`${application} has no scope of ${resource}`);
        return withAccess(current, application, []);
      }),
    ),
  );
}

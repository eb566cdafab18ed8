// `latchkey apis stop-asking`: lets an application, or clients that nobody registered, ask people for scopes of an API
// no more. What an application asks for of the API goes from its list.
import { withoutAsking } from '../../core/applications/apis/manage-apis.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, changeNamed } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const [resource, application] = [context.flags.get('resource'), context.flags.optional('application')];
  return withPorts(context, async (ports) =>
    apiAnswer(
      await changeNamed(ports, resource, (current) => {
        if (application === undefined) return { ...current, documents: false };
        const draft = withoutAsking(current, application);
        if (!draft) throw new CommandFailed(`${application} is not among those that ask for scopes of ${resource}`);
        return draft;
      }),
    ),
  );
}

// `latchkey apis let-ask`: lets an application, or clients that nobody registered, ask people for scopes of an API.
import { withAsking } from '../../core/applications/apis/manage-apis.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, changeNamed } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const [resource, application] = [context.flags.get('resource'), context.flags.optional('application')];
  return withPorts(context, async (ports) =>
    apiAnswer(
      await changeNamed(ports, resource, (current) =>
        application === undefined ? { ...current, documents: true } : withAsking(current, application),
      ),
    ),
  );
}

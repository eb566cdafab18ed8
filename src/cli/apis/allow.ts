// `latchkey apis allow`: gives an application scopes of an API for itself.
import { withAccess } from '../../core/applications/apis/manage-apis.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiAnswer, changeNamed } from './api-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const [application, scopes] = [flags.get('application'), flags.all('scope')];
  return withPorts(context, async (ports) =>
    apiAnswer(await changeNamed(ports, flags.get('resource'), (current) => withAccess(current, application, scopes))),
  );
}

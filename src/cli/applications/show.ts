// `latchkey applications show`: shows an application with its API keys.
import { findApplication } from '../../core/applications/applications/find-application.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { requireApplication } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';
import { applicationAnswer } from './application-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const id = context.flags.get('application');
  return withPorts(context, async (ports) =>
    applicationAnswer(requireApplication(await findApplication(ports, { caller: OPERATOR, id }), id), ports.issuer),
  );
}

// `latchkey usernames release`: people may take these usernames again.
import { releaseUsernames } from '../../core/people/usernames/reserve-usernames.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { listed, namesIn, requireChanged } from './named.ts';

export { check } from './named.ts';

export const run = (context: CommandContext): Promise<CommandAnswer> =>
  withPorts(context, async (ports) => listed(requireChanged(await releaseUsernames(ports, namesIn(context.flags)))));

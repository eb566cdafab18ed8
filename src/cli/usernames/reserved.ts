// `latchkey usernames reserved`: lists what the policy reserves.
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { listed } from './named.ts';

export const run = (context: CommandContext): Promise<CommandAnswer> =>
  withPorts(context, async ({ livePolicy }) => listed(livePolicy.values().reservedUsernames));

// `latchkey usernames reserved`: lists what the policy reserves.
import type { Answer, CommandContext } from '../command.ts';
import { withPorts } from '../with-ports.ts';
import { listed } from './named.ts';

export const run = (context: CommandContext): Promise<Answer> =>
  withPorts(context, async ({ livePolicy }) => listed(livePolicy.values().reservedUsernames));

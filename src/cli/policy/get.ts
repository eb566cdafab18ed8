// `latchkey policy get`: prints the policy.
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { policyAnswer } from './policy-text.ts';

export const run = (context: CommandContext): Promise<CommandAnswer> =>
  withPorts(context, async ({ livePolicy, issuer }) => policyAnswer(livePolicy, issuer));

// `latchkey policy get`: prints the policy.
import type { Answer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { policyAnswer } from './policy-text.ts';

export const run = (context: CommandContext): Promise<Answer> =>
  withPorts(context, async ({ livePolicy, issuer }) => policyAnswer(livePolicy, issuer));

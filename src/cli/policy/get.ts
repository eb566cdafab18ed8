// `latchkey policy get`: prints the policy.
import type { Answer, CommandContext } from '../command.ts';
import { withPorts } from '../with-ports.ts';
import { policyAnswer } from './policy-text.ts';

export const run = (context: CommandContext): Promise<Answer> =>
  withPorts(context, async ({ livePolicy, issuer }) => policyAnswer(livePolicy, issuer));

// `latchkey accounts remove-factors`: for a person who lost their phone and their recovery codes. Their password alone
// signs them in again.
import { removeFactorsOf } from '../../core/factors/change-factors.ts';
import { accountJson } from '../../json/account.ts';
import type { Answer, CommandContext } from '../command.ts';
import { requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  const email = context.flags.get('email');
  return withPorts(context, async (ports) => {
    const { account, removed } = requireAccount(await removeFactorsOf(ports, email), email);
    return {
      json: { account: accountJson(account), removed },
      text: removed
        ? `Removed the second factors of ${account.email} and ended its sessions.`
        : `${account.email} has no second factor. Nothing was changed.`,
    };
  });
}

// `latchkey accounts remove-factors`: for a person who lost their phone and their recovery codes. Their password alone
// signs them in again. Passkeys go too: they may be on the same phone, and they are second factors.
import { removeFactorsOf } from '../../core/factors/change-factors.ts';
import { accountJson } from '../../json/account.ts';
import type { Answer, CommandContext } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';

const KEPT =
  'Its passkeys stay, because it has no password: set one with latchkey accounts password-link first, and repeat this.';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    const { account, removed, keepsPasskeys } = requireAccount(await removeFactorsOf(ports, name), name);
    return {
      json: { account: accountJson(account), removed, passkeys_kept: keepsPasskeys },
      text: [
        removed
          ? `Removed the second factors of ${account.email} and ended its sessions.`
          : `${account.email} has no second factor to remove. Nothing was changed.`,
        ...(keepsPasskeys ? [KEPT] : []),
      ].join(' '),
    };
  });
}

// What every command on one account does first: it finds the account that the flags name.
import type { Account } from '../../core/ground/accounts/account.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type AccountName, findAccount } from '../../core/people/accounts/administer-accounts.ts';
import type { Settings } from '../../settings/config.ts';
import type { CommandAnswer, CommandContext, CommandWork } from '../frame/command.ts';
import { accountOf } from '../frame/flags.ts';
import { requireAccount } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';
import { accountAnswer } from './account-text.ts';

export type OnAccount = {
  account: Account;
  /** As the flags name it. */
  name: AccountName;
  ports: Ports;
  settings: Settings;
  context: CommandContext;
};

export const onAccount =
  (work: (on: OnAccount) => Promise<CommandAnswer>): CommandWork['run'] =>
  (context) => {
    const name = accountOf(context.flags);
    if (name === undefined) throw new Error('The flags of the account were not checked');
    return withPorts(context, async (ports, settings) => {
      const account = requireAccount(await findAccount(ports, name), name);
      return work({ account, name, ports, settings, context });
    });
  };

/** The account as the act left it. `isDone`: false where it was deleted a moment earlier. */
export async function accountAfter({ ports, account, name }: OnAccount, isDone: boolean): Promise<Account> {
  return requireAccount(isDone ? await ports.accounts.find(account.id) : undefined, name);
}

export const answerAfter = async (on: OnAccount, isDone: boolean): Promise<CommandAnswer> =>
  accountAnswer(await accountAfter(on, isDone));

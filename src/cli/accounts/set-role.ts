// `latchkey accounts set-role`: changes an account's role, with immediate effect on every process.
import { mayOwnApplications, type Role } from '../../core/accounts/account.ts';
import { setAccountRole } from '../../core/accounts/administer-accounts.ts';
import type { Answer, CommandContext, Flags } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';
import { accountAnswer, resetWarnings, unverifiedWarnings } from './account-text.ts';
import { newOwnerOf } from './new-owner.ts';

export const check = (flags: Flags): readonly string[] =>
  flags.has('hand-over-to') && mayOwnApplications((flags.optional('role') ?? 'user') as Role)
    ? ['--hand-over-to goes with a role that may own no applications: user, support']
    : [];

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  const role = context.flags.get('role') as Role;
  return withPorts(context, async (ports) => {
    const newOwner = await newOwnerOf(ports, context.flags);
    const account = requireAccount(await setAccountRole(ports, name, role, newOwner), name);
    return {
      ...accountAnswer(account),
      warnings: role === 'user' ? [] : [...unverifiedWarnings(account), ...resetWarnings(account)],
    };
  });
}

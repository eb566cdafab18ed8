// `latchkey accounts set-username`: sets or removes an account's username. Operators can give reserved names.
import { setUsername } from '../../core/usernames/take-username.ts';
import { type Answer, type CommandContext, CommandFailed, type Flags } from '../command.ts';
import { faultLines } from '../fault-lines.ts';
import { accountNamed, noSuchAccount } from '../require-found.ts';
import { requireUsernames } from '../require-usernames.ts';
import { withPorts } from '../with-ports.ts';
import { accountAnswer } from './account-text.ts';

export const check = (flags: Flags): readonly string[] => {
  if (flags.has('username') && flags.has('none')) return ['--username and --none: give one of them'];
  return flags.has('username') || flags.has('none') ? [] : ['--username or --none is missing: the name, or no name'];
};

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports) => {
    await requireUsernames(ports);
    const set = await setUsername(ports, name, context.flags.optional('username'));
    if (set.kind === 'no-such-account') throw noSuchAccount(name);
    if (set.kind === 'refused') throw new CommandFailed(...faultLines(set.faults, () => '--username'));
    return accountAnswer(set.account);
  });
}

// `latchkey usernames reserve`: adds usernames to those that only operators give.
import { holdersOf, reserveUsernames } from '../../core/people/usernames/reserve-usernames.ts';
import { isReservedEverywhere } from '../../core/people/usernames/username.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { requireUsernames } from '../frame/require-usernames.ts';
import { withPorts } from '../frame/with-ports.ts';
import { listed, namesIn, requireChanged } from './named.ts';

export { check } from './named.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const names = namesIn(context.flags);
  return withPorts(context, async (ports) => {
    await requireUsernames(ports);
    const reserved = requireChanged(await reserveUsernames(ports, names));
    // After the change, from which on nobody takes one: who has a name then is all who ever do.
    const holders = await holdersOf(ports, names);
    const warnings = [
      ...names.filter(isReservedEverywhere).map((name) => `${name} is reserved on every server`),
      ...holders.map(
        ({ name, accountId }) => `${name} is or was the username of the account ${accountId}, which keeps it`,
      ),
    ];
    return { ...listed(reserved), warnings };
  });
}

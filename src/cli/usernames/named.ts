// The usernames that a command is given, and what it answers.
import type { ReservedUsernames } from '../../core/people/usernames/reserve-usernames.ts';
import { checkUsername } from '../../core/people/usernames/take-username.ts';
import { readUsername } from '../../core/people/usernames/username.ts';
import { type CommandAnswer, CommandFailed, type Flags } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { policyRefused } from '../policy/policy-refused.ts';

export const check = (flags: Flags): readonly string[] =>
  flags.all('NAME').flatMap((name) => {
    const read = checkUsername(name);
    return 'fault' in read ? [`${name}: ${read.fault.detail}`] : [];
  });

/** Of flags that were checked. */
export const namesIn = (flags: Flags): readonly string[] =>
  flags.all('NAME').flatMap((name) => readUsername(name) ?? []);

export const listed = (names: readonly string[]): CommandAnswer => ({
  json: { reserved_usernames: names },
  text: textTable(
    ['USERNAME'],
    names.map((name) => [name]),
  ),
});

/** @throws CommandFailed */
export function requireChanged(changed: ReservedUsernames): readonly string[] {
  switch (changed.kind) {
    case 'changed':
      return changed.names;
    case 'not-reserved':
      throw new CommandFailed(...changed.names.map((name) => `${name} is not among the usernames that were reserved`));
    default:
      throw policyRefused(changed);
  }
}

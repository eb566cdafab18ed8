// Asks before a command ends something for good (contract 1): on a terminal, because whoever types may have the wrong
// account. Elsewhere nobody can be asked, and `--yes` says that it is meant.
import { CommandFailed, type CommandSpec, type Flags } from './frame/command.ts';
import type { GivenFlags } from './frame/flags.ts';
import { readLine } from './frame/standard-input.ts';

type Dangerous = Pick<CommandSpec, 'path' | 'danger' | 'argument'>;

const isTerminal = (): boolean => process.stdin.isTTY === true;

/** Told with what is wrong with the flags. */
export const confirmationFaults = ({ danger }: Dangerous, flags: Flags): readonly string[] =>
  danger === undefined || flags.has('yes') || isTerminal()
    ? []
    : [`--yes is missing: ${danger} Without a terminal nobody can be asked whether that is meant`];

/** @throws CommandFailed unless the answer is yes */
export async function confirmFirst(spec: Dangerous, flags: Flags, given: GivenFlags): Promise<void> {
  if (spec.danger === undefined || flags.has('yes')) return;
  process.stderr.write(`${[...spec.path, ...wordsOf(spec, flags, given)].join(' ')}\n${spec.danger} Go on? (yes/no) `);
  if ((await readLine()).trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.');
}

/** What the command is about, as it was typed. */
function wordsOf({ argument }: Dangerous, flags: Flags, given: GivenFlags): readonly string[] {
  const values = [...given].map(([name, [value]]) => (value ? `--${name} ${value}` : `--${name}`));
  return [...(argument ? [flags.get(argument.name)] : []), ...values];
}

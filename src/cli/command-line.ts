// Builds the command line (contract 1) from the list in `commands.ts`. Each command's code is loaded when it runs.
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { COMMANDS, GROUPS } from './commands.ts';
import type { CommandSpec } from './frame/command.ts';
import { argumentText, COMMON_FLAGS, declareFlags, flagsOf } from './frame/flags.ts';
import { runCommand } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** One run of it: what is given is kept until it ends. */
export function commandLine(): Command {
  const program = new Command('latchkey')
    .description('Latchkey, an OAuth 2.0 and OpenID Connect identity provider.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    // Values are declared as optional so that all faults can be reported at once. The help shows them as required.
    .configureHelp({ optionTerm: ({ flags }) => flags.replace('[', '<').replace(']', '>') });
  for (const spec of COMMANDS) addCommand(program, spec);
  return program;
}

function addCommand(program: Command, spec: CommandSpec): void {
  const [name = '', subname] = spec.path;
  const group = subname === undefined ? program : groupOf(program, name);
  const command = group.command(subname ?? name).description(spec.summary);
  const specs = [...flagsOf(spec), ...COMMON_FLAGS];
  if (spec.argument) {
    const { description } = spec.argument;
    command.argument(`[${spec.argument.name}]`, description).usage(`[options] ${argumentText(spec.argument)}`);
  }
  const given = declareFlags(command, specs);
  command.action(async () => {
    process.exitCode = await runCommand({ spec, specs, given, excess: command.args });
  });
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).description(GROUPS[name] ?? '');
}

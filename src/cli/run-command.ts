// Runs one command: checks its flags, does its work, and prints its answer. Every error becomes lines on standard error
// and exit code 1 (contract 1).

import { confirmationFaults, confirmFirst } from './confirmation.ts';
import { type CommandAnswer, CommandFailed, type CommandSpec, type FlagSpec } from './frame/command.ts';
import { checkFlags, type GivenFlags } from './frame/flags.ts';
import { type List, printList } from './frame/print-list.ts';

export type Invocation = {
  spec: CommandSpec;
  specs: readonly FlagSpec[];
  given: GivenFlags;
  excess: readonly string[];
};

/** @returns the exit code. */
export async function runCommand({ spec, specs, given, excess }: Invocation): Promise<number> {
  const { flags, faults } = checkFlags({ flags: specs, argument: spec.argument }, given, excess);
  const print = ({ json, text }: CommandAnswer) =>
    process.stdout.write(flags.has('json') ? `${JSON.stringify(json, undefined, 2)}\n` : `${text}\n`);
  const writeList = async (list: List): Promise<undefined> => {
    await printList(list, flags.has('json'), process.stdout);
  };
  // The reader of the answer may close the pipe (`| head`). That is no fault, and must not end a server.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    const work = await spec.load();
    const lines = [...faults, ...((await work.check?.(flags)) ?? []), ...confirmationFaults(spec, flags)];
    if (lines.length > 0) throw new CommandFailed(...lines, `See: latchkey ${spec.path.join(' ')} --help`);
    await confirmFirst(spec, flags, given);
    const settingsInput = { configFile: flags.optional('config'), env: process.env };
    const answer = await work.run({
      command: spec.path.join(' '),
      flags,
      settingsInput,
      onlyReads: spec.audit !== 'change',
      print,
      printList: writeList,
    });
    for (const line of answer?.warnings ?? []) process.stderr.write(`latchkey: warning: ${line}\n`);
    if (answer) print(answer);
    return answer?.failed ? 1 : 0;
  } catch (error) {
    for (const line of linesOf(error)) process.stderr.write(`latchkey: ${line}\n`);
    return 1;
  }
}

/** Errors whose message is written for the operator. Any other error is a bug, and its stack is shown. */
const OPERATOR_ERRORS = new Set([
  'SettingsError',
  'StartRefused',
  'Unavailable',
  'WorkerRefused',
  'ActRefused',
  'AccountInDoubt',
]);

function linesOf(error: unknown): readonly string[] {
  if (error instanceof CommandFailed) return error.lines;
  if (error instanceof Error && OPERATOR_ERRORS.has(error.name)) return error.message.split('\n');
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

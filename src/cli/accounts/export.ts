// `latchkey accounts export`: writes every account as JSON Lines that `accounts import` reads.
import { textOf, writeAccountFile } from '../../compose/account-files/export-file.ts';
import { findSecretFault } from '../../compose/server-secret.ts';
import { exportAccounts } from '../../core/operating/account-files/export-accounts.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { type CommandAnswer, type CommandContext, CommandFailed, type Flags } from '../frame/command.ts';
import { printText } from '../frame/print-list.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';

/** Credentials are for a file that nobody else can read, or for the program behind a pipe. */
export function check(flags: Flags): readonly string[] {
  if (flags.has('output')) return [];
  if (flags.has('json')) return ['--output is missing: with --json, standard output has one document'];
  return flags.has('with-credentials') && process.stdout.isTTY
    ? ['--output is missing: the file for the credentials, which a terminal should not show']
    : [];
}

export function run(context: CommandContext): Promise<CommandAnswer | undefined> {
  const { flags } = context;
  const withCredentials = flags.has('with-credentials');
  const output = flags.optional('output');
  return withPorts(context, async (ports) => {
    const fault = withCredentials ? await findSecretFault(ports) : undefined;
    if (fault !== undefined) throw new CommandFailed(fault);
    const fields = withCredentials ? ['accounts', 'credentials'] : ['accounts'];
    await recordCommand(ports, context, { fields, reason: flags.get('reason') });
    const told: ExportCounts = { accounts: 0, lost: 0 };
    const lines = counted(ports, withCredentials, told);
    if (output === undefined) {
      await printText(textOf(lines), process.stdout);
      for (const line of warningsOf(told)) process.stderr.write(`latchkey: warning: ${line}\n`);
      return undefined;
    }
    await writeAccountFile(output, lines);
    return {
      json: { file: output, accounts: told.accounts, with_credentials: withCredentials },
      text: `Exported ${told.accounts} accounts to ${output}. Only its owner can read the file.`,
      warnings: warningsOf(told),
    };
  });
}

type ExportCounts = { accounts: number; lost: number };

const warningsOf = ({ lost }: ExportCounts): string[] =>
  lost > 0 ? [`${lost} credentials are missing: no secret of the server decrypts them`] : [];

async function* counted(ports: Ports, withCredentials: boolean, told: ExportCounts): AsyncGenerator<object> {
  for await (const { json, lost } of exportAccounts(ports, { withCredentials })) {
    told.accounts += 1;
    told.lost += lost.length;
    yield json;
  }
}

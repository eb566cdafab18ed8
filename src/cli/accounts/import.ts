// `latchkey accounts import FILE`: creates the accounts of a file. It can be repeated: accounts that exist are left
// alone.
import { type AccountFormat, openAccountFiles } from '../../compose/account-files/import-files.ts';
import { type AccountReports, openAccountReports } from '../../compose/account-files/reports.ts';
import { importAccounts } from '../../core/operating/account-files/import-accounts.ts';
import type { ImportCounts, SourcePlace } from '../../core/operating/account-files/tell-results.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { countPasswordKinds } from '../../core/sign-in/passwords/count-password-kinds.ts';
import { createLineReader } from '../../schema/account-files/account-line.ts';
import { type CommandAnswer, type CommandContext, CommandFailed, type Flags } from '../frame/command.ts';
import { requireUsernames } from '../frame/require-usernames.ts';
import { recordCommand, withPorts, withPortsOfDryRun } from '../frame/with-ports.ts';

/** Which flags belong to which format. */
export function check(flags: Flags): readonly string[] {
  const format = formatIn(flags);
  const faults: string[] = [];
  if (format === 'jsonl' && flags.has('subject-for')) {
    faults.push('--subject-for is for files of other systems: in JSON Lines, use the member subjects');
  }
  if (format === 'firebase' && !flags.has('hash-config')) {
    faults.push('--hash-config is missing: the file with the parameters of the password hashes');
  }
  if (format !== 'firebase' && flags.has('hash-config')) faults.push('--hash-config is for --format firebase');
  if (format !== 'auth0' && flags.has('passwords')) faults.push('--passwords is for --format auth0');
  if (format !== 'keycloak' && flags.has('realm')) faults.push('--realm is for --format keycloak');
  if (flags.optional('FILE') === STANDARD_INPUT) faults.push(...faultsOfStandardInput(flags));
  return faults;
}

const STANDARD_INPUT = '-';

/** It can be read once, and has no folder beside which the reports could stand. */
function faultsOfStandardInput(flags: Flags): string[] {
  return [
    ...(flags.has('report') ? [] : ['--report is missing: the folder for the reports of standard input']),
    ...(flags.has('passwords') ? ['--passwords needs a FILE that can be read several times, not standard input'] : []),
    ...(process.stdin.isTTY ? ['standard input is a terminal: name a FILE, or give one by a pipe'] : []),
  ];
}

const formatIn = (flags: Flags): AccountFormat => (flags.optional('format') ?? 'jsonl') as AccountFormat;

export const run = async (context: CommandContext): Promise<CommandAnswer> => {
  const { flags } = context;
  // Before anything that may fail: what an earlier run reported is not of this one.
  const reports = openAccountReports(flags.get('FILE'), flags.optional('report'));
  return flags.has('dry-run')
    ? withPortsOfDryRun(context, (ports, isNew) => importFiles(context, ports, { reports, isNew }))
    : withPorts(context, (ports) => importFiles(context, ports, { reports, isNew: false }));
};

/** @param isNew there is no database yet, and `ports` are those of an empty one */
async function importFiles(
  context: CommandContext,
  ports: Ports,
  { reports, isNew }: { reports: AccountReports; isNew: boolean },
): Promise<CommandAnswer> {
  const { flags } = context;
  const dryRun = flags.has('dry-run');
  await requireUsernames(ports, { dryRun });
  const subjectFor = [...new Set(flags.all('subject-for'))];
  await requireApplications(ports, subjectFor);
  const { lines, lenient, warnings } = openAccountFiles({
    file: flags.get('FILE'),
    format: formatIn(flags),
    subjectFor,
    passwords: flags.optional('passwords'),
    hashConfig: flags.optional('hash-config'),
    realm: flags.optional('realm'),
    standardInput: () => process.stdin,
  });
  if (!dryRun) await recordCommand(ports, context, { entry: formatIn(flags), fields: ['accounts'] });
  const withMore = { withRoles: flags.has('with-roles'), withGroups: flags.has('with-groups') };
  const options = { dryRun, update: flags.has('update'), ...withMore, lenient };
  const { refused, notes } = reports;
  const counts = await importAccounts(ports, lines, {
    ...options,
    createLineReader,
    onRefused: (at, reasons) => refused.write({ ...placeOf(at), reasons }),
    onNote: (at, noted) => notes.write({ ...placeOf(at), notes: noted }),
    onProgress: createProgress(),
  });
  await Promise.all([refused.close(), notes.close()]);
  if (!dryRun) await countPasswordKinds(ports);
  const files = {
    refused_file: refused.entries > 0 ? refused.path : null,
    notes_file: notes.entries > 0 ? notes.path : null,
  };
  return {
    json: { ...jsonOf(counts), dry_run: dryRun, ...files },
    text: textLines(counts, dryRun, files).join('\n'),
    // An import that brings nobody is a mistake in nearly every case: another file, another format.
    failed: counts.created + counts.existing === 0,
    warnings: [
      ...warnings,
      ...(counts.read === 0 ? ['there is no account in the file'] : []),
      ...(isNew ? ['there is no database yet: the lines were compared with an empty one'] : []),
      ...(counts.refused > 0 ? [`${counts.refused} lines were refused: ${refused.path} says why`] : []),
      ...(counts.refusedPasswords > 0
        ? [`${counts.refusedPasswords} lines of the file of passwords were refused: ${refused.path} says why`]
        : []),
    ],
  };
}

async function requireApplications({ applications }: Pick<Ports, 'applications'>, ids: readonly string[]) {
  const missing: string[] = [];
  for (const id of ids) if ((await applications.find(id)) === undefined) missing.push(id);
  if (missing.length > 0) {
    throw new CommandFailed(...missing.map((id) => `--subject-for ${id}: there is no such application`));
  }
}

const placeOf = ({ file, line }: SourcePlace) => (file === undefined ? { line } : { file, line });

const jsonOf = (counts: ImportCounts) => ({
  read: counts.read,
  created: counts.created,
  existing: counts.existing,
  updated: counts.updated,
  refused: counts.refused,
  without_username: counts.withoutUsername,
  without_password: counts.withoutPassword,
  refused_passwords: counts.refusedPasswords,
  notes: counts.notes,
});

/** The same in a dry run, but that nothing was done. */
function textLines(counts: ImportCounts, dryRun: boolean, files: { notes_file: string | null }): string[] {
  const { read, created, existing, updated, refused, refusedPasswords, withoutUsername, withoutPassword } = counts;
  const [made, changed] = dryRun ? ['To be created', 'To be updated'] : ['Created', 'Updated'];
  return [
    `Read: ${read}. ${made}: ${created}. Existed already: ${existing}. Refused: ${refused}.`,
    ...(updated > 0 ? [`${changed}, of those that existed: ${updated}.`] : []),
    ...(refusedPasswords > 0 ? [`Refused lines of the file of passwords: ${refusedPasswords}.`] : []),
    ...(withoutUsername > 0 ? [`Without their username, which cannot be given: ${withoutUsername}.`] : []),
    ...(withoutPassword > 0
      ? [
          `Without a password or a passkey that works here: ${withoutPassword}. These people set a password by "Forgot password?".`,
        ]
      : []),
    ...(counts.notes.length > 0 ? ['Left out or left alone, with the number of lines:'] : []),
    ...counts.notes.map(({ note, lines }) => `${String(lines).padStart(8)}  ${note}`),
    ...(files.notes_file === null ? [] : [`Which lines these are: ${files.notes_file}`]),
    ...(dryRun ? ['Nothing was stored.'] : []),
  ];
}

const PROGRESS_MS = 5_000;

/** @returns a function that tells the counts from time to time */
function createProgress(): (counts: Readonly<ImportCounts>) => void {
  let told = performance.now();
  return ({ read, created, existing, refused }) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    process.stderr.write(`latchkey: ${read} read, ${created} created, ${existing} existed, ${refused} refused\n`);
  };
}

// `latchkey accounts import FILE`: creates the accounts of a file. It can be repeated: accounts that exist are left
// alone.
import { type AccountFormat, openAccountFiles } from '../../compose/account-files.ts';
import { type ImportCounts, importAccounts, type SourcePlace } from '../../core/account-files/import-accounts.ts';
import { countPasswordKinds } from '../../core/passwords/count-password-kinds.ts';
import type { Ports } from '../../core/ports.ts';
import { type Answer, type CommandContext, CommandFailed, type Flags } from '../command.ts';
import { requireUsernames } from '../require-usernames.ts';
import { recordCommand, withPorts, withPortsOfDryRun } from '../with-ports.ts';

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
  return faults;
}

const formatIn = (flags: Flags): AccountFormat => (flags.optional('format') ?? 'jsonl') as AccountFormat;

export const run = (context: CommandContext): Promise<Answer> =>
  context.flags.has('dry-run')
    ? withPortsOfDryRun(context, (ports, isNew) => importFiles(context, ports, isNew))
    : withPorts(context, (ports) => importFiles(context, ports, false));

/** @param isNew there is no database yet, and `ports` are those of an empty one */
async function importFiles(context: CommandContext, ports: Ports, isNew: boolean): Promise<Answer> {
  const { flags } = context;
  const dryRun = flags.has('dry-run');
  await requireUsernames(ports, { dryRun });
  const subjectFor = [...new Set(flags.all('subject-for'))];
  await requireApplications(ports, subjectFor);
  const { lines, lenient, refused, notes } = openAccountFiles({
    file: flags.get('FILE'),
    format: formatIn(flags),
    subjectFor,
    passwords: flags.optional('passwords'),
    hashConfig: flags.optional('hash-config'),
  });
  if (!dryRun) await recordCommand(ports, context, { entry: formatIn(flags), fields: ['accounts'] });
  const options = { dryRun, update: flags.has('update'), withRoles: flags.has('with-roles'), lenient };
  const progress = createProgress();
  const counts = await importAccounts(ports, lines, {
    ...options,
    onRefused: (at, reasons) => refused.write({ ...placeOf(at), reasons }),
    onNote: (at, noted) => notes.write({ ...placeOf(at), notes: noted }),
    onProgress: progress,
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
      ...(counts.read === 0 ? ['there is no account in the file'] : []),
      ...(isNew ? ['there is no database yet: the lines were compared with an empty one'] : []),
      ...(counts.refused > 0 ? [`${counts.refused} lines were refused: ${refused.path} says why`] : []),
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
});

function textLines(
  { read, created, existing, updated, refused, withoutUsername, withoutPassword }: ImportCounts,
  dryRun: boolean,
  files: { notes_file: string | null },
): string[] {
  return [
    `Read: ${read}. ${dryRun ? 'To be created' : 'Created'}: ${created}. Existed already: ${existing}. Refused: ${refused}.`,
    ...(updated > 0 ? [`Updated, of those that existed: ${updated}.`] : []),
    ...(withoutUsername > 0 ? [`Created without their username, which could not be given: ${withoutUsername}.`] : []),
    ...(withoutPassword > 0
      ? [`Without password and passkey: ${withoutPassword}. These people set a password by "Forgot password?".`]
      : []),
    ...(files.notes_file === null ? [] : [`What was left alone or left out: ${files.notes_file}`]),
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

// `latchkey backup FILE`: backs the SQLite database up to one file, also while a server is running. The backup is
// verified before it gets its name.
import { backUpDatabase } from '../../compose/backup.ts';
import { recordOnDatabase } from '../../compose/record-command.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { BACKED_UP } from '../../core/operating/operators/server-state.ts';
import { checkSettings, secretIn } from '../../settings/config.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { quoted, refusePostgres } from './refuse-postgres.ts';

export async function run({ command, flags, settingsInput }: CommandContext): Promise<CommandAnswer> {
  const values = checkSettings(settingsInput);
  const file = flags.get('FILE');
  refusePostgres(values, (url) => `pg_dump --format=custom --file=${quoted(file)} ${quoted(url)}`);
  await recordOnDatabase(values, command);
  const { path, bytes, rows, applied } = await backUpDatabase(values.databaseUrl, file, flags.has('replace'));
  const warnings = await noteVerified(values, command);
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  return {
    json: {
      file: path,
      bytes,
      rows: Object.fromEntries(rows),
      schema: applied.at(-1) ?? null,
      secret: secretIn(values),
    },
    warnings,
    text: [
      `Backed up ${total} rows of ${values.databaseUrl} to ${path} (${bytes} bytes), and verified the backup by restoring it.`,
      `The backup does not contain the secret (${secretIn(values)}), and is useless without it. Keep a copy of the secret in another place.`,
    ].join('\n'),
  };
}

/** The backup is there, whether or not the database can say so. @returns a warning where it cannot */
async function noteVerified(values: Parameters<typeof recordOnDatabase>[0], command: string): Promise<string[]> {
  try {
    await recordOnDatabase(values, command, BACKED_UP);
    return [];
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return [`The backup was made, but the console will not know of it: ${error.message}`];
  }
}

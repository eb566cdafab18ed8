// `latchkey move --to URL [--from URL]`: copies all data from one database to another, SQLite or PostgreSQL, and
// verifies the copy. The server must be stopped.

import { moveDatabase } from '../../compose/move.ts';
import { recordOnDatabase } from '../../compose/record-command.ts';
import { readDatabaseUrl } from '../../schema/settings/database-url.ts';
import { SETTINGS } from '../../schema/settings/settings.ts';
import { readWritten } from '../../schema/written.ts';
import { checkSettings, secretIn } from '../../settings/config.ts';
import type { CommandAnswer, CommandContext, Flags } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';

/** The value is not shown: a database URL may contain a password. */
export const check = (flags: Flags): readonly string[] =>
  ['to', 'from'].flatMap((name) => {
    const read = readWritten(SETTINGS.databaseUrl.schema, flags.optional(name));
    if (!flags.has(name) || 'value' in read) return [];
    return read.faults.map(({ allowed }) => `--${name} is not valid; allowed: ${allowed}`);
  });

export async function run({ command, flags, settingsInput }: CommandContext): Promise<CommandAnswer> {
  const values = checkSettings(settingsInput);
  const [from, to] = [flags.optional('from') ?? values.databaseUrl, flags.get('to')];
  const moved = await moveDatabase({ from, to, timeoutMs: values.databaseTimeoutMs });
  await recordOnDatabase({ ...values, databaseUrl: to }, command);
  const tables = moved.map((sum) => ({ ...sum, ok: true }));
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  const ends = { from: readDatabaseUrl(from).shown, to: readDatabaseUrl(to).shown };
  return {
    json: { ...ends, rows, tables, secret: secretIn(values) },
    text: [
      textTable(
        ['table', 'rows', 'checksum', 'ok'],
        tables.map(({ table, rows, checksum, ok }) => [table, String(rows), checksum, ok ? 'yes' : 'no']),
      ),
      '',
      `Moved ${rows} rows from ${ends.from} to ${ends.to}. The source is unchanged.`,
      `Before you start the server again, set database_url to the new database and keep the same secret (${secretIn(values)}).`,
      'With it, every session and token keeps working.',
    ].join('\n'),
  };
}

// `latchkey backup FILE`: the SQLite database in one file, made beside a running server and tried before it gets its name.
import { backUpDatabase } from '../compose-backup.ts';
import { checkSettings, secretIn } from '../config.ts';
import type { Answer, CommandContext } from './command.ts';
import { quoted, refusePostgres } from './refuse-postgres.ts';

export async function run({ flags, settingsInput }: CommandContext): Promise<Answer> {
  const values = checkSettings(settingsInput);
  const file = flags.get('FILE');
  refusePostgres(values, (url) => `pg_dump --format=custom --file=${quoted(file)} ${quoted(url)}`);
  const { path, bytes, rows, applied } = await backUpDatabase(values.databaseUrl, file, flags.has('replace'));
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  return {
    json: {
      file: path,
      bytes,
      rows: Object.fromEntries(rows),
      schema: applied.at(-1) ?? null,
      secret: secretIn(values),
    },
    text: [
      `Backed up ${total} rows of ${values.databaseUrl} in ${path} (${bytes} bytes), and restored it once to try it.`,
      `It is of no use without the secret (${secretIn(values)}), which is not in it: keep a copy of that in another place.`,
    ].join('\n'),
  };
}

// `latchkey restore FILE`: replaces the SQLite database by a backup, while no server runs on it.
import { restoreDatabase } from '../../compose/backup.ts';
import { recordOnDatabase } from '../../compose/record-command.ts';
import type { SettingValues } from '../../schema/settings/settings.ts';
import { checkSettings, secretIn } from '../../settings/config.ts';
import { askOperationsListener } from '../frame/ask-server.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { quoted, refusePostgres } from './refuse-postgres.ts';

export async function run({ command, flags, settingsInput }: CommandContext): Promise<CommandAnswer> {
  const values = checkSettings(settingsInput);
  const file = flags.get('FILE');
  refusePostgres(values, (url) => `pg_restore --clean --if-exists --dbname=${quoted(url)} ${quoted(file)}`);
  const requireStopped = () => refuseRunning(values);
  const restored = await restoreDatabase(values.databaseUrl, file, { replace: flags.has('replace'), requireStopped });
  const { rows, applied, pending, kept, deletedAgain } = restored;
  await recordOnDatabase(values, command);
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const schema = applied.at(-1) ?? null;
  return {
    json: {
      file,
      database_url: values.databaseUrl,
      rows: Object.fromEntries(rows),
      schema,
      pending,
      kept: kept ?? null,
      deleted_again: deletedAgain.count,
      kept_operator: deletedAgain.keptOperator ?? null,
      secret: secretIn(values),
    },
    text: [
      `Restored ${total} rows from ${file} to ${values.databaseUrl}.`,
      ...(kept === undefined
        ? []
        : [
            `The previous database was kept as ${kept}. Its tokens still work, so delete it when you no longer need it.`,
          ]),
      ...(deletedAgain.count > 0
        ? [
            `${deletedAgain.count} accounts that were deleted since the backup were deleted again. An operator has the applications that they owned in it.`,
          ]
        : []),
      ...(deletedAgain.keptOperator === undefined
        ? []
        : [
            `${deletedAgain.keptOperator} was deleted since the backup too, and stays as its last enabled operator. Create another one, then delete it with latchkey accounts delete.`,
          ]),
      ...(kept === undefined
        ? ['If accounts were deleted since the backup, run latchkey accounts delete-again with the log of the server.']
        : []),
      ...(pending.length > 0
        ? [`Its schema is older (${schema}). The next start applies the pending migrations (${pending.join(', ')}).`]
        : []),
      `It needs the secret it was created with (${secretIn(values)}). Run latchkey doctor to check the secret.`,
    ].join('\n'),
  };
}

/** Called only when the file is too damaged to tell whether it is in use. */
async function refuseRunning({ opsListen }: SettingValues): Promise<void> {
  if (opsListen === 'off') return;
  const answer = await askOperationsListener(opsListen, '/health/live').catch(() => undefined);
  if (answer === undefined) return;
  throw new CommandFailed(`a server is running at ${answer.url}: stop it before you restore`);
}

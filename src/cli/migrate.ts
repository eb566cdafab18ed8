// `latchkey migrate`: brings the database up to date. `serve` does so by itself; this is for doing it beforehand.
import { migrateDatabase } from '../compose-ports.ts';
import { loadSettings, shownDatabaseUrl } from '../config.ts';
import type { Answer, CommandContext } from './command.ts';

export async function run({ settingsInput }: CommandContext): Promise<Answer> {
  const settings = loadSettings(settingsInput);
  const { migrations, backup } = await migrateDatabase(settings);
  const lines = [
    migrations.length > 0 ? `Applied: ${migrations.join(', ')}` : 'The database is up to date.',
    ...(backup === undefined ? [] : [`As it was before: ${backup}`]),
  ];
  return {
    json: { database_url: shownDatabaseUrl(settings.databaseUrl), applied: migrations, backup: backup ?? null },
    text: lines.join('\n'),
  };
}

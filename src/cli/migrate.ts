// `latchkey migrate`: brings the database up to date. `serve` does so by itself; this is for doing it beforehand.
import { migrateDatabase } from '../compose-ports.ts';
import { loadSettings, shownDatabaseUrl } from '../config.ts';
import type { Answer, CommandContext } from './command.ts';

export async function run({ settingsInput }: CommandContext): Promise<Answer> {
  const settings = loadSettings(settingsInput);
  const applied = await migrateDatabase(settings);
  const text = applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.';
  return { json: { database_url: shownDatabaseUrl(settings.databaseUrl), applied }, text };
}

// `latchkey migrate`: applies pending migrations. `serve` does so too; this command does it beforehand.

import { migrateDatabase } from '../../compose/ports.ts';
import { readDatabaseUrl } from '../../schema/settings/database-url.ts';
import { loadSettings } from '../../settings/config.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';

export async function run({ settingsInput }: CommandContext): Promise<CommandAnswer> {
  const settings = loadSettings(settingsInput);
  const { migrations, backup } = await migrateDatabase(settings);
  const lines = [
    migrations.length > 0 ? `Applied: ${migrations.join(', ')}` : 'The database is up to date.',
    ...(backup === undefined ? [] : [`Backup of the previous state: ${backup}`]),
  ];
  return {
    json: { database_url: readDatabaseUrl(settings.databaseUrl).shown, applied: migrations, backup: backup ?? null },
    text: lines.join('\n'),
  };
}

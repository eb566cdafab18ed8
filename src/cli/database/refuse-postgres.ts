// PostgreSQL has its own backup tools, which know roles, replicas and point-in-time recovery. The refusal says which
// command to run.

import { readDatabaseUrl } from '../../schema/settings/database-url.ts';
import type { SettingValues } from '../../schema/settings/settings.ts';
import { secretIn } from '../../settings/config.ts';
import { CommandFailed } from '../frame/command.ts';

/**
 * @param commandFor returns the command to run instead, for the database's URL without passwords
 * @throws CommandFailed when the database is PostgreSQL
 */
export function refusePostgres(values: SettingValues, commandFor: (url: string) => string): void {
  if (readDatabaseUrl(values.databaseUrl).kind !== 'postgresql') return;
  const url = new URL(values.databaseUrl);
  url.password = '';
  for (const name of ['password', 'sslpassword']) url.searchParams.delete(name);
  throw new CommandFailed(
    'the database is PostgreSQL, which has its own tools for this. Nothing was done; run:',
    `  ${commandFor(url.href)}`,
    `and keep a copy of the secret (${secretIn(values)}) in another place; see docs/backup.md`,
  );
}

/** Quotes a word for a shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

// Reads the program's migrations and determines which of them a database still needs. Both databases have the same
// numbers. A released file never changes: each applied migration is recorded with its checksum, so that an altered one
// is detected.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseRefused } from './database-refused.ts';

/** One file `migrations/<database>/NNNN_name.sql`. */
export type Migration = { number: number; name: string; checksum: string; sql: string };

/** A row of `schema_migrations`. */
export type AppliedMigration = { number: number; name: string; checksum: string };

/** The names of the applied and the pending migrations, in order: file names without `.sql`. */
export type MigrationStatus = { applied: readonly string[]; pending: readonly string[] };

/** The folder with this program's migrations for `database`. */
export const ownMigrationsFolder = (database: 'sqlite' | 'postgres'): string =>
  join(fileURLToPath(new URL('../../migrations/', import.meta.url)), database);

/** Reads all migrations of a folder in order. Numbers must run 1, 2, 3 … without a gap. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
    if (number !== index + 1) throw new Error(`Migration ${join(folder, file)} is misnamed or out of sequence`);
    const sql = readFileSync(join(folder, file), 'utf8');
    return { number, name: file.slice(0, -'.sql'.length), checksum: checksumOf(sql), sql };
  });
}

/** Line endings are normalized, because they may differ between checkouts. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Returns the migrations that have not been applied yet.
 * @param applied rows of `schema_migrations`, in order
 * @param where names the database in messages: its path or host
 * @throws DatabaseRefused when the database has a migration that this program lacks or has with another checksum
 */
export function pendingMigrations(
  own: readonly Migration[],
  applied: readonly AppliedMigration[],
  where: string,
): readonly Migration[] {
  applied.forEach((row, index) => {
    const expected = own[index];
    if (!expected || row.number !== expected.number) {
      throw new DatabaseRefused(
        `${where}: the schema is newer than this program (it has migration ${row.name}); start the version that made it, or a later one`,
      );
    }
    if (row.checksum !== expected.checksum) {
      throw new DatabaseRefused(
        `${where}: migration ${row.name} was applied from a file other than this program's ${expected.name}; restore the original migrations`,
      );
    }
  });
  return own.slice(applied.length);
}

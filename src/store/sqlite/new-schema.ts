// The schema that all migrations make together, as one script. The build writes it, and a new file is made from it:
// SQLite checks the whole schema for each table that is altered, so migrating step by step takes four times as long
// (decision 38).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { type Migration, ownMigrationsFolder, readMigrations } from '../migrate.ts';

/** `checksums`: of the migrations that make it, in order. */
export type NewSchema = { checksums: readonly string[]; sql: string };

/** What the build writes into `new-schema.json`. @throws Error when a migration fills a table, which is not copied */
export function ownNewSchema(): NewSchema {
  const own = readMigrations(ownMigrationsFolder('sqlite'));
  const connection = new Sqlite(':memory:');
  try {
    for (const { sql } of own) connection.exec(sql);
    const parts = connection
      .prepare<[], { type: string; name: string; sql: string }>(
        'select type, name, sql from sqlite_schema where sql is not null order by rowid',
      )
      .all();
    for (const { type, name } of parts) {
      if (type === 'table' && connection.prepare(`select 1 from "${name}"`).get() !== undefined) {
        throw new Error(`A migration fills ${name}: new-schema.ts has to copy rows as well`);
      }
    }
    return { checksums: own.map(({ checksum }) => checksum), sql: parts.map(({ sql }) => `${sql};\n`).join('') };
  } finally {
    connection.close();
  }
}

/** @returns undefined: the program runs from its sources, or from a build of other migrations */
export function readNewSchema(own: readonly Migration[]): string | undefined {
  let text: string;
  try {
    text = readFileSync(fileURLToPath(new URL('./new-schema.json', import.meta.url)), 'utf8');
  } catch {
    return undefined;
  }
  return schemaOf(JSON.parse(text) as NewSchema, own);
}

/** @returns the script, if it stands for exactly these migrations */
export const schemaOf = ({ checksums, sql }: NewSchema, own: readonly Migration[]): string | undefined =>
  checksums.length === own.length && own.every(({ checksum }, index) => checksum === checksums[index])
    ? sql
    : undefined;

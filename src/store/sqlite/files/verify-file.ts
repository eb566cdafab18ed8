// Verifies that a file is a complete database of this program: every page and index, every foreign key, and a history
// of migrations that this program knows.
import type { Database as Connection } from 'better-sqlite3';
import { DatabaseRefused } from '../../database-refused.ts';
import { type Migration, type MigrationStatus, pendingMigrations } from '../../migrate.ts';
import { appliedMigrations } from '../apply-migrations.ts';
import { openConnection } from '../connection.ts';
import { refuseOnTrouble } from './file-alone.ts';

/** The number of rows of each table. */
export type RowCounts = ReadonlyMap<string, number>;

export type Verified = MigrationStatus & { rows: RowCounts };

/** The message lists no more faults than a person would read. */
const MAX_FAULTS = 3;

/**
 * The names of the verified copy in messages: `file`, the file that it will become; `rows`, the file that its rows are
 * from.
 */
export type ShownAs = { file: string; rows: string };

/**
 * Reads all of a file that no other process has open; changes nothing.
 * @throws DatabaseRefused with one line that says what is wrong
 */
export function verifyFile(path: string, own: readonly Migration[], shownAs: ShownAs): Verified {
  return refuseOnTrouble(shownAs.file, () => {
    const connection = openConnection(path, { readonly: true, fileMustExist: true });
    try {
      const damage = connection.prepare<[], string>(`pragma integrity_check(${MAX_FAULTS})`).pluck().all();
      if (damage.join() !== 'ok')
        throw new DatabaseRefused(`${shownAs.file}: is damaged (${damage.join('; ').replaceAll('\n', ' ')})`);
      const applied = appliedMigrations(connection, shownAs.rows);
      if (applied.length === 0) throw new DatabaseRefused(`${shownAs.rows}: contains no database`);
      const pending = pendingMigrations(own, applied, shownAs.rows);
      refuseOrphans(connection, shownAs.rows);
      return {
        applied: applied.map(({ name }) => name),
        pending: pending.map(({ name }) => name),
        rows: countRows(connection),
      };
    } finally {
      connection.close();
    }
  });
}

function refuseOrphans(connection: Connection, shownAs: string): void {
  const orphans = orphansIn(connection);
  if (orphans !== undefined) throw new DatabaseRefused(`${shownAs}: is damaged (${orphans})`);
}

/** Describes rows whose foreign keys lead nowhere; undefined: there are none. */
export function orphansIn(connection: Connection): string | undefined {
  const [orphan] = connection.prepare<[], { table: string; parent: string }>('pragma foreign_key_check').all();
  return orphan && `rows of ${orphan.table} miss theirs of ${orphan.parent}`;
}

/** Every table in the file, except SQLite's own. */
export const tablesIn = (connection: Connection): string[] =>
  connection
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all();

export function countRows(connection: Connection): RowCounts {
  const count = (name: string) => connection.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0;
  return new Map(tablesIn(connection).map((name) => [name, count(name)]));
}

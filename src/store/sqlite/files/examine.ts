// Inspects a database file for `latchkey doctor`: reads all of it, whether or not a server is running, and changes
// nothing.
import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import type { DatabaseFacts } from '../../../core/operating/doctor/examine-database.ts';
import { ownMigrationsFolder, readMigrations } from '../../migrate.ts';
import { createStores } from '../../nouns/create-stores.ts';
import { readStoredFacts, type StoredFacts, UNREADABLE } from '../../stored-facts.ts';
import { inspectSchema } from '../connect.ts';
import { openConnection } from '../connection.ts';
import { sqliteBase } from '../drive.ts';
import { createReader } from '../reader.ts';
import { createWriter } from '../writer.ts';
import { LOCK_TIMEOUT_MS, refuseOnTrouble } from './file-alone.ts';
import { orphansIn } from './verify-file.ts';

/** Tables whose ids begin with the time of their creation (UUIDv7). */
const DATED = ['accounts', 'sessions', 'grants'];

/**
 * @param rpId the relying party of passkeys here; empty: there is none
 * @throws DatabaseRefused when the file cannot be used
 */
export async function examineSqlite(path: string, rpId: string): Promise<DatabaseFacts> {
  const status = inspectSchema(path, readMigrations(ownMigrationsFolder('sqlite')));
  const connection = openConnection(path, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    const found = refuseOnTrouble(path, () => figuresOf(connection));
    const isReadable = found.damage === undefined && status.pending.length === 0 && status.applied.length > 0;
    return {
      kind: 'sqlite',
      where: path,
      ...status,
      ...found,
      walBytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
      newestAt: isReadable ? newestAt(connection) : undefined,
      ...(isReadable ? await storedFactsOf(connection, rpId) : UNREADABLE),
    };
  } finally {
    connection.close();
  }
}

function figuresOf(connection: Connection) {
  const number = (source: string) => connection.prepare<[], number>(source).pluck().get() ?? 0;
  const pageSize = number('pragma page_size');
  return {
    bytes: pageSize * number('pragma page_count'),
    freeBytes: pageSize * number('pragma freelist_count'),
    damage: damageIn(connection),
  };
}

function damageIn(connection: Connection): string | undefined {
  try {
    const findings = connection.prepare<[], string>('pragma quick_check(3)').pluck().all().join('; ');
    return findings === 'ok' ? orphansIn(connection) : findings.replaceAll('\n', ' ');
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) return error.message;
    throw error;
  }
}

function newestAt(connection: Connection): number | undefined {
  const times = DATED.map((table) => {
    const newest = connection.prepare<[], string | null>(`select max(id) from ${table}`).pluck().get();
    return newest ? Number.parseInt(newest.slice(0, 12), 16) : 0;
  });
  const newest = Math.max(...times);
  return newest > 0 ? newest : undefined;
}

/** Read by the stores themselves, on a connection that cannot write. */
async function storedFactsOf(connection: Connection, rpId: string): Promise<StoredFacts> {
  const sqlite = { reader: createReader(connection), writer: createWriter(connection) };
  return readStoredFacts(createStores(sqliteBase(sqlite)), rpId);
}

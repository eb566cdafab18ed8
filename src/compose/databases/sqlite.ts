// SQLite, as the commands and the server use it. Its driver is loaded on demand.
import { existsSync } from 'node:fs';
import { systemClock } from '../../core/ground/clock.ts';
import { readDatabaseUrl } from '../../schema/settings/database-url.ts';
import { passkeyRpIdOf } from '../../settings/passkey-settings.ts';
import { danglingLink } from '../../store/sqlite/files/database-file.ts';
import type { DatabaseKind } from './database-kind.ts';

/** The path in an SQLite URL. */
export const sqliteFile = (url: string): string => readDatabaseUrl(url).file as string;

const isMissing = (path: string): boolean => !existsSync(path) && danglingLink(path) === undefined;

export const sqlite: DatabaseKind = {
  async open({ databaseUrl }, { clock = systemClock, ...options }) {
    const { openSqlite } = await import('../../store/sqlite/open.ts');
    return { ...(await openSqlite({ path: sqliteFile(databaseUrl), clock, ...options })), clock };
  },
  async isNew({ databaseUrl }) {
    const path = sqliteFile(databaseUrl);
    if (isMissing(path)) return true;
    const { sqliteMigrationStatus } = await import('../../store/sqlite/open.ts');
    return (await sqliteMigrationStatus(path)).applied.length === 0;
  },
  async examine(settings) {
    const path = sqliteFile(settings.databaseUrl);
    if (isMissing(path)) return { missing: path };
    const { examineSqlite } = await import('../../store/sqlite/files/examine.ts');
    return examineSqlite(path, passkeyRpIdOf(settings) ?? '');
  },
  async withSource({ url }, work) {
    const { withSqliteSource } = await import('../../store/sqlite/files/whole-tables.ts');
    return withSqliteSource(sqliteFile(url), work);
  },
  async withTarget({ url }, at, work) {
    const { withSqliteTarget } = await import('../../store/sqlite/files/whole-tables.ts');
    return withSqliteTarget({ path: sqliteFile(url), ...at }, work);
  },
};

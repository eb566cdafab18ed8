// Connects the backup commands to the SQLite store. PostgreSQL has its own tools, which can do more.

import { systemClock } from '../core/ground/clock.ts';
import { type BackedUp, backUpSqlite } from '../store/sqlite/files/back-up.ts';
import { type Restored, restoreSqlite } from '../store/sqlite/files/restore.ts';
import { sqliteMigrationStatus } from '../store/sqlite/open.ts';
import { sqliteFile } from './databases/sqlite.ts';
import { startOrRefuse } from './ports.ts';

export type { BackedUp, Restored };

/**
 * Copies the database of `databaseUrl` (`sqlite:…`) into `file`, also while it is in use.
 * @throws StartRefused when no backup was made
 */
export const backUpDatabase = (databaseUrl: string, file: string, replace: boolean): Promise<BackedUp> =>
  startOrRefuse(async () => {
    const path = sqliteFile(databaseUrl);
    await sqliteMigrationStatus(path);
    return backUpSqlite(path, file, { replace });
  });

/**
 * Replaces the database of `databaseUrl` (`sqlite:…`) by the backup `file`.
 * @param requireStopped see `Restore`
 * @throws StartRefused when nothing was restored
 */
export const restoreDatabase = (
  databaseUrl: string,
  file: string,
  { replace, requireStopped }: { replace: boolean; requireStopped: () => Promise<void> },
): Promise<Restored> =>
  startOrRefuse(() => {
    const path = sqliteFile(databaseUrl);
    const time = new Date(systemClock.now()).toISOString().replace(/[-:.]/g, '');
    return restoreSqlite({ backup: file, path, replace, keepAt: `${path}.replaced-${time}`, requireStopped });
  });

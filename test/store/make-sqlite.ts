// A fresh SQLite database in a folder of its own, for one test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { NOW } from './contract/given.ts';
import type { FreshDatabase } from './contract/use-database.ts';

export async function makeSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'));
  const path = join(folder, 'latchkey.db');
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite({ path, clock: { now: () => NOW } }),
    execute: async (sql) => {
      const connection = new Sqlite(path);
      connection.exec(sql);
      connection.close();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

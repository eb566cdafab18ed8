// A fresh SQLite database in a folder of its own, for one test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { placeMigratedFile } from '../helpers/migrated-file.ts';
import { NOW } from './contract/given.ts';
import type { FreshDatabase } from './contract/use-database.ts';

type Trigger = { name: string; sql: string };

const EVERY_TABLE = `select name from sqlite_schema where type = 'table' and name <> 'schema_migrations'
  order by name = 'removed_applications'`;

export async function makeSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'));
  const path = join(folder, 'latchkey.db');
  await placeMigratedFile(path);
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite({ path, clock: { now: () => NOW } }),
    execute: async (sql) => {
      const connection = new Sqlite(path);
      connection.exec(sql);
      connection.close();
    },
    async empty() {
      const connection = new Sqlite(path);
      connection.pragma('foreign_keys = off');
      const tables = connection.prepare<[], string>(EVERY_TABLE).pluck().all();
      const triggers = connection
        .prepare<[], Trigger>("select name, sql from sqlite_schema where type = 'trigger' and name like 'audit%'")
        .all();
      // A trigger fills removed_applications while applications go, so that table goes last.
      connection.transaction(() => {
        for (const { name } of triggers) connection.exec(`drop trigger ${name}`);
        for (const table of tables) connection.exec(`delete from ${table}`);
        for (const { sql } of triggers) connection.exec(sql);
      })();
      connection.close();
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

// A fresh SQLite database in a folder of its own, for one test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { placeMigratedFile } from '../helpers/migrated-file.ts';
import { NOW } from './stores/given.ts';
import type { FreshDatabase } from './stores/use-database.ts';

type Trigger = { name: string; sql: string };

const EVERY_TABLE = `select name from sqlite_schema where type = 'table' and name <> 'schema_migrations'
  order by name = 'removed_applications'`;

export async function makeSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'));
  const path = join(folder, 'latchkey.db');
  await placeMigratedFile(path);
  let emptying: ReturnType<typeof connectToEmpty> | undefined;
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite({ path, clock: { now: () => NOW } }),
    execute: async (sql) => {
      const connection = new Sqlite(path);
      connection.exec(sql);
      connection.close();
    },
    async empty() {
      emptying ??= connectToEmpty(path);
      emptying.empty();
    },
    async remove() {
      emptying?.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A connection that is kept for the next test: opening one reads the whole schema. */
function connectToEmpty(path: string) {
  const connection = new Sqlite(path);
  connection.pragma('foreign_keys = off');
  const tables = connection.prepare<[], string>(EVERY_TABLE).pluck().all();
  const filled = connection
    .prepare<[], string>(
      tables.map((name) => `select '${name}' where exists (select 1 from ${name})`).join(' union all '),
    )
    .pluck();
  const auditTriggers = connection.prepare<[], Trigger>(
    "select name, sql from sqlite_schema where type = 'trigger' and name like 'audit%'",
  );
  return {
    empty: connection.transaction(() => {
      // While rows go, triggers write others.
      for (let names = filled.all(); names.length > 0; names = filled.all()) {
        // Only then: every connection prepares its statements anew when the schema has changed.
        const triggers = names.some((name) => name.startsWith('audit_')) ? auditTriggers.all() : [];
        for (const { name } of triggers) connection.exec(`drop trigger ${name}`);
        for (const table of names) connection.exec(`delete from ${table}`);
        for (const { sql } of triggers) connection.exec(sql);
      }
    }),
    close: () => connection.close(),
  };
}

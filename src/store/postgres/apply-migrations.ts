// Migrates a PostgreSQL database. All pending files run in one transaction that begins by taking a lock. When several
// processes start at once, one migrates and the others wait. A process that is killed leaves nothing behind.
import type { Client } from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import { type AppliedMigration, type Migration, pendingMigrations } from '../migrate.ts';
import { MIGRATION_LOCK } from '../nouns/locks.ts';

const HISTORY = `create table if not exists schema_migrations (
  number integer primary key,
  name text collate "C" not null,
  checksum text collate "C" not null,
  applied_at bigint not null
)`;

const HISTORY_COLUMNS = ['number', 'name', 'checksum', 'applied_at'];

/** Tables in the current schema, except those of extensions. */
const TABLES = `
  select c.relname as name, array(
    select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/**
 * The applied migrations; empty for a new database.
 * @throws DatabaseRefused when the database belongs to another program
 */
export async function appliedMigrations(client: Client, place: string): Promise<AppliedMigration[]> {
  const tables = (await client.query<{ name: string; columns: string[] }>(TABLES)).rows;
  if (tables.length === 0) return [];
  const columns = tables.find(({ name }) => name === 'schema_migrations')?.columns ?? [];
  if (!HISTORY_COLUMNS.every((name) => columns.includes(name))) {
    throw new DatabaseRefused(`${place}: is the database of another program; use a separate one`);
  }
  const history = 'select number, name, checksum from schema_migrations order by number';
  return (await client.query<AppliedMigration>(history)).rows;
}

/** Applies the pending migrations. @returns their names */
export async function applyMigrations(
  client: Client,
  own: readonly Migration[],
  at: { place: string; now: number },
): Promise<readonly string[]> {
  await client.query('begin isolation level read committed');
  try {
    // The lock comes first, because another process may be migrating until it is ours.
    await client.query(`select pg_advisory_xact_lock('${MIGRATION_LOCK}'::bigint)`);
    const pending = pendingMigrations(own, await appliedMigrations(client, at.place), at.place);
    if (pending.length > 0) await client.query(HISTORY);
    for (const { number, name, checksum, sql } of pending) {
      // Without parameters, one query may contain several statements.
      await client.query(sql);
      const insert = 'insert into schema_migrations (number, name, checksum, applied_at) values ($1, $2, $3, $4)';
      await client.query(insert, [number, name, checksum, at.now]);
    }
    await client.query('commit');
    return pending.map((migration) => migration.name);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

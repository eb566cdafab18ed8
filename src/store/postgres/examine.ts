// Inspects a PostgreSQL database for `latchkey doctor`, and changes nothing.
import type { Client } from 'pg';
import type { DatabaseFacts } from '../../core/operating/doctor/examine-database.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { ownMigrationsFolder, pendingMigrations, readMigrations } from '../migrate.ts';
import { createStores } from '../nouns/create-stores.ts';
import { readStoredFacts, type StoredFacts, UNREADABLE } from '../stored-facts.ts';
import { appliedMigrations } from './apply-migrations.ts';
import { placeOf, withConnection } from './connect.ts';
import { postgresBase } from './drive.ts';
import { createPostgres, type PostgresOptions } from './postgres.ts';

const FIGURES = `select pg_database_size(current_database())::bigint as bytes,
  (select count(*) from pg_stat_activity where backend_type = 'client backend')::bigint as connections,
  current_setting('max_connections')::bigint as max_connections,
  (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

const MAY_CREATE = "select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may";

/** `rpId`: the relying party of passkeys here; empty: there is none. */
export type ExamineOptions = PostgresOptions & { rpId: string };

type Figures = { bytes: string; connections: string; max_connections: string; now: string };

/**
 * @param now this machine's clock, in ms
 * @throws DatabaseRefused when the database cannot be used; `Unavailable` when it cannot be reached
 */
export async function examinePostgres(options: ExamineOptions, now: () => number): Promise<DatabaseFacts> {
  const own = readMigrations(ownMigrationsFolder('postgres'));
  const where = placeOf(options.url);
  const { applied, pending, figures, askedAt } = await withConnection(options, async (client) => {
    const applied = await appliedMigrations(client, where);
    const pending = pendingMigrations(own, applied, where);
    if (pending.length > 0) await requireMayCreate(client, where);
    const before = now();
    const { rows } = await client.query<Figures>(FIGURES);
    return { applied, pending, figures: rows[0] as Figures, askedAt: (before + now()) / 2 };
  });
  return {
    kind: 'postgres',
    where,
    applied: applied.map(({ name }) => name),
    pending: pending.map(({ name }) => name),
    bytes: Number(figures.bytes),
    aheadMs: Math.round(Number(figures.now) - askedAt),
    connections: Number(figures.connections),
    maxConnections: Number(figures.max_connections),
    ...(pending.length === 0 ? await storedFactsOf(options) : UNREADABLE),
  };
}

/** Migrations make tables. Where all are applied, another user may have applied them, and the server needs none. */
async function requireMayCreate(client: Client, where: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; may: boolean }>(MAY_CREATE);
  if (rows[0]?.may) return;
  throw new DatabaseRefused(
    `${where}: needs migrations, and this user may not create tables in the schema ${rows[0]?.schema}; make the user its owner`,
  );
}

async function storedFactsOf(options: ExamineOptions): Promise<StoredFacts> {
  const postgres = createPostgres({ ...options, poolSize: 1 });
  try {
    return await readStoredFacts(createStores(postgresBase(postgres)), options.rpId);
  } finally {
    await postgres.close();
  }
}

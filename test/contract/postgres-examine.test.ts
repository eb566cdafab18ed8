// What `latchkey doctor` learns of a PostgreSQL database, before it is migrated and after, and that it leaves it alone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { examinePostgres } from '../../src/store/postgres/examine.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';

const own = readMigrations(ownMigrationsFolder('postgres')).map(({ name }) => name);
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

const examine = (now = Date.now) =>
  examinePostgres({ url: database.url, poolSize: 1, timeoutMs: 5_000, rpId: 'localhost' }, now);

it('M11: an empty database needs every migration, and is still empty afterwards', async () => {
  expect(await examine()).toMatchObject({ kind: 'postgres', applied: [], pending: own, keys: [] });
  expect(await administer(database.url, 'select * from pg_tables where schemaname = current_schema()')).toEqual([]);
});

it('a database of this program is told with its size, its connections, and how far its clock is ahead', async () => {
  const opened = await openPostgres({ url: database.url, poolSize: 1, timeoutMs: 5_000 });
  const facts = await examine();
  await opened.close();
  expect(facts).toMatchObject({ applied: own, pending: [], keys: [] });
  if (facts.kind !== 'postgres') throw new Error(facts.kind);
  expect(facts.bytes).toBeGreaterThan(1_000_000);
  expect(facts.maxConnections).toBeGreaterThan(facts.connections);
  // One machine, one clock.
  expect(Math.abs(facts.aheadMs)).toBeLessThan(2_000);
  const behind = await examine(() => Date.now() - 60_000);
  expect(behind.kind === 'postgres' && behind.aheadMs).toBeGreaterThan(55_000);
});

it('M11: one with a newer schema is refused', async () => {
  await administer(database.url, "insert into schema_migrations values (9999, '9999_future', 'x', 1)");
  await expect(examine()).rejects.toThrow(DatabaseRefused);
});

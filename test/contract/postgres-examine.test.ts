// What `latchkey doctor` learns of a PostgreSQL database, before it is migrated and after, and that it leaves it alone.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { examinePostgres } from '../../src/store/postgres/examine.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { administer, OWNER, type TestDatabase } from '../helpers/test-databases.ts';

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

it('one in which the user may make no tables is refused while it needs migrations', async () => {
  const administrator = new URL(inject('postgres').url);
  administrator.pathname = new URL(database.url).pathname;
  await administer(
    administrator.href,
    `alter schema public owner to postgres; revoke create on schema public from ${OWNER}`,
  );
  try {
    await expect(examine()).rejects.toThrow(/may not create tables in the schema public; make the user its owner/);
  } finally {
    await administer(administrator.href, `alter schema public owner to ${OWNER}`);
  }
});

it('a search_path without a schema is told in one line', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=nowhere');
  const options = { url: url.href, poolSize: 1, timeoutMs: 5_000, rpId: 'localhost' };
  const told = /the search_path \(nowhere\) names no schema that exists; create it, or correct the path/;
  await expect(examinePostgres(options, Date.now)).rejects.toThrow(told);
  await expect(openPostgres(options)).rejects.toThrow(told);
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

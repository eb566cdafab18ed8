// The PostgreSQL databases of released schemas, brought up to date by this program (case M10), as
// sqlite-upgrade.test.ts does with files.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../src/compose/server.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { releasedDatabases, statementsOf } from '../fixtures/databases/released.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';
import { startOn, upgradedContract } from './stores/upgraded-database.ts';

/** `first`: from the first schema alone, through every migration (the project contract-system-postgres says why). */
const upgraded = releasedDatabases('postgres').slice(0, process.env.LATCHKEY_TEST_UPGRADES === 'first' ? 1 : undefined);

const own = readMigrations(ownMigrationsFolder('postgres'));
/** Every row of every table. */
const ROWS = `select relname, query_to_xml(format('select * from %I order by 1', relname), true, false, '')::text as rows
  from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`;

describe('the released databases', () => {
  it('M10: there is one of every schema', () => {
    expect(releasedDatabases('postgres').map(({ schema }) => schema)).toEqual(own.map(({ number }) => number));
  });
});

describe.each(upgraded)('the PostgreSQL database of schema $schema', (released) => {
  let database: TestDatabase;
  let server: Server;
  let urls: { authUrl: string; apiUrl: string };
  const clock = { now: () => Date.parse(released.madeAt) + 1000 };
  const openDatabase = (migrationsFolder?: string) =>
    openPostgres({
      url: database.url,
      poolSize: 1,
      timeoutMs: 10_000,
      clock,
      ...(migrationsFolder && { migrationsFolder }),
    });

  beforeAll(async () => {
    database = await emptyDatabase();
    await administer(database.url, statementsOf(released));
    ({ server, ...urls } = await startOn(database.url, released, clock));
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  it('M10: a start brings it up to date', async () => {
    const applied = await administer<{ name: string }>(
      database.url,
      'select name from schema_migrations order by number',
    );
    expect(applied.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
  });

  upgradedContract(released, () => ({ ...urls, clock }));

  // From there every database is of one schema, and the first went through every migration.
  if (released.schema > 1) return;

  it('M10: once more is a no-op', async () => {
    await server.stop();
    const before = await administer(database.url, ROWS);
    const again = await openDatabase();
    await again.check();
    await again.close();
    expect(await administer(database.url, ROWS)).toEqual(before);
  });

  it('M11: a newer one is refused, untouched', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'));
    cpSync(ownMigrationsFolder('postgres'), folder, { recursive: true });
    rmSync(join(folder, `${own.at(-1)?.name}.sql`));
    const before = await administer(database.url, ROWS);
    await expect(openDatabase(folder)).rejects.toThrow(/the schema is newer than this program/);
    expect(await administer(database.url, ROWS)).toEqual(before);
    rmSync(folder, { recursive: true });
  });
});

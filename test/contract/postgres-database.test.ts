// The database as the program finds it: what makes it unusable, migrations by several processes at once, and the same
// tables as on SQLite.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openDryRun } from '../../src/compose/open-existing.ts';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { openPostgres, postgresMigrationStatus } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { emptyDatabase, freshDatabase, unusedDatabase } from '../helpers/fresh-database.ts';
import { openFile } from '../helpers/open-file.ts';
import { administer, createDatabase, type TestDatabase } from '../helpers/test-databases.ts';
import { forkBuilt, nextMessage } from '../program/fork-built.ts';
import { BEFORE_0030, LEFT_BY_0030 } from './migrated-doubts.ts';

const own = () => readMigrations(ownMigrationsFolder('postgres'));
const clock = { now: () => 7 };

let database: TestDatabase;
let folder: string;
let migrationsFolder: string;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
  migrationsFolder = join(folder, 'migrations');
  cpSync(ownMigrationsFolder('postgres'), migrationsFolder, { recursive: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const open = (options: { url?: string; migrate?: boolean } = {}) =>
  openPostgres({ url: database.url, poolSize: 2, timeoutMs: 5_000, clock, migrationsFolder, ...options });
async function migrate(): Promise<void> {
  const opened = await open();
  await opened.close();
}
/** As `migrate` leaves an empty one, in a tenth of the time. */
async function givenMigrated(): Promise<void> {
  await database.drop();
  database = await unusedDatabase();
}
const query = <Row extends object>(sql: string) => administer<Row>(database.url, sql);
const addMigration = (name: string, sql: string) => writeFileSync(join(migrationsFolder, name), sql);
const nextNumber = (after = 1) => String(own().length + after).padStart(4, '0');
const tablesThere = async () =>
  (
    await query<{ relname: string }>(
      "select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
    )
  ).map(({ relname }) => relname);

/** Expects one line that says `what`, names the place, and shows no password. */
async function expectRefused(what: RegExp, options: { url?: string; migrate?: boolean } = {}): Promise<void> {
  const refused = await open(options).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseRefused);
  const { message } = refused as Error;
  expect(message).toMatch(what);
  expect(message).toMatch(/^database \w+ on \S+: /);
  expect(message).not.toContain('\n');
  expect(message).not.toContain('hunter2');
}

describe('the two schemas', () => {
  it('contract 1: have the same migrations, by number and name', () => {
    const files = (store: 'sqlite' | 'postgres') => readdirSync(ownMigrationsFolder(store)).sort();
    expect(files('postgres')).toEqual(files('sqlite'));
  });

  it('contract 1: have the same tables and columns, in the same order, null in the same places', async () => {
    await givenMigrated();
    const path = join(folder, 'latchkey.db');
    const sqlite = await openSqlite({ path, clock });
    await sqlite.close();
    const file = openFile(path);
    const there = file
      .prepare(
        `select t.name || '.' || c.name || case when c."notnull" or c.pk > 0 then '' else ' null' end
         from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.cid`,
      )
      .pluck()
      .all();
    file.close();
    const here = await query<{ name: string }>(`
      select table_name || '.' || column_name || case when is_nullable = 'YES' then ' null' else '' end as name
      from information_schema.columns where table_schema = current_schema()
      order by table_name collate "C", ordinal_position`);
    expect(here.map(({ name }) => name)).toEqual(there);
  });

  it('ids and what is compared are collated by bytes, whatever the language of the database', async () => {
    await givenMigrated();
    const ofLanguage = await query<{ name: string }>(`
      select format('%s.%s', table_name, column_name) as name from information_schema.columns
      where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'
      order by 1`);
    expect(ofLanguage.map(({ name }) => name)).toEqual([
      'accounts.email',
      'api_tokens.name',
      'applications.company_name',
      'applications.homepage_uri',
      'applications.name',
      'applications.privacy_policy_uri',
      'applications.terms_uri',
      'audit_entries.reason',
      'consent_items.purpose',
      'consent_items.retention',
      'event_deliveries.failure',
      'event_endpoints.url',
      'one_time_codes.algorithm',
      'passkeys.name',
      'pending_sign_ups.nickname',
      'platforms.bundle_id',
      'platforms.package_name',
      'sessions.user_agent',
    ]);
  });
});

describe('migrating', () => {
  it('applies pending files in order, remembers when, and does nothing the second time', async () => {
    await migrate();
    addMigration(`${nextNumber()}_later.sql`, "create table later (x text); insert into later values ('a;b');");
    addMigration(`${nextNumber(2)}_last.sql`, "insert into later values ('c');");
    await migrate();
    await migrate();
    expect(await query('select x from later')).toEqual([{ x: 'a;b' }, { x: 'c' }]);
    const history = await query('select number, applied_at::int as at from schema_migrations order by number');
    expect(history).toEqual(Array.from({ length: own().length + 2 }, (_, i) => ({ number: i + 1, at: 7 })));
  });

  it('contract 21: of several changes of an address the first stays, and none of somebody who changed back', async () => {
    await query(BEFORE_0030);
    await query(own().find(({ number }) => number === 30)?.sql ?? '');
    const left = await query<{ id: string }>('select id from former_emails order by id collate "C"');
    expect(left.map(({ id }) => id)).toEqual(LEFT_BY_0030);
  });

  it('M10: a file that fails half-way leaves nothing behind, and its repaired form is applied', async () => {
    await givenMigrated();
    const name = `${nextNumber()}_later.sql`;
    addMigration(name, 'create table later (x text); create table later (y text);');
    await expect(migrate()).rejects.toThrow(/later/);
    expect(await tablesThere()).not.toContain('later');
    addMigration(name, 'create table later (x text);');
    await migrate();
    expect(await tablesThere()).toContain('later');
  });

  it('M11: of 24 that open an empty database at once all succeed, and one migrates', async () => {
    const migrated: unknown[] = [];
    const logger = { info: (details: object) => migrated.push(details) };
    const options = { url: database.url, poolSize: 2, timeoutMs: 20_000, clock, logger };
    const opened = await Promise.all(Array.from({ length: 24 }, () => openPostgres(options)));
    await Promise.all(opened.map((one) => one.check()));
    await Promise.all(opened.map((one) => one.close()));
    expect(migrated).toEqual([{ migrations: own().map(({ name }) => name) }]);
  });

  it('M11: of three processes that start at once, all come up and one migrates: nothing there, and an older schema', async () => {
    const processes = [1, 2, 3].map(() => forkBuilt('contract/open-process'));
    const startAll = async () => {
      const answers = processes.map((child) => nextMessage<string[]>(child));
      for (const child of processes) child.send({ url: database.url, migrationsFolder });
      return (await Promise.all(answers)).flat();
    };
    try {
      await Promise.all(processes.map((child) => nextMessage<string[]>(child)));
      expect(await startAll()).toEqual(own().map(({ name }) => name));
      // Long enough that the others come while it is under way.
      addMigration(`${nextNumber()}_slow.sql`, 'create table slow (n integer); select pg_sleep(0.5);');
      expect(await startAll()).toEqual([`${nextNumber()}_slow`]);
    } finally {
      for (const child of processes) child.disconnect();
    }
  });

  it('refuses to go on after a file that was applied has been edited', async () => {
    await givenMigrated();
    addMigration(`${nextNumber()}_later.sql`, 'create table later (x text);');
    await migrate();
    addMigration(`${nextNumber()}_later.sql`, 'create table later (y text);');
    await expectRefused(/was applied from a file other than/);
  });

  it('tells its migrations without changing anything', async () => {
    const options = { url: database.url, timeoutMs: 5_000 };
    expect(await postgresMigrationStatus(options)).toEqual({ applied: [], pending: own().map(({ name }) => name) });
    expect(await tablesThere()).toEqual([]);
    await migrate();
    expect(await postgresMigrationStatus(options)).toEqual({ applied: own().map(({ name }) => name), pending: [] });
  });

  it('contract 30: stays without tables in a dry run, and is refused by one where it is needed', async () => {
    const env = { LATCHKEY_DATABASE_URL: database.url, LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes' };
    const settings = loadSettings({ configFile: undefined, env });
    const empty = await openDryRun(settings);
    expect([empty.isNew, await empty.ports.accounts.findByEmailKey('mina@example.com')]).toEqual([true, undefined]);
    await empty.close();
    expect(await tablesThere()).toEqual([]);

    await migrate();
    const opened = await openDryRun(settings);
    await opened.close();
    expect(opened.isNew).toBe(false);
    await query('delete from schema_migrations where number = (select max(number) from schema_migrations)');
    await expect(openDryRun(settings)).rejects.toThrow(/run latchkey migrate/);
  });

  it('is refused where it is needed and not wanted', async () => {
    await expectRefused(/latchkey migrate/, { migrate: false });
    expect(await tablesThere()).toEqual([]);
  });
});

describe('a database that cannot be used', () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };

  it('M11: is refused when its schema is newer', async () => {
    await givenMigrated();
    await query("insert into schema_migrations values (9999, '9999_later', 'x', 0)");
    await expectRefused(/newer than this program/);
  });

  it.each(['create table things (id integer)', 'create table schema_migrations (version text)'])(
    'M5: is refused when it belongs to another program: %s',
    async (sql) => {
      await query(sql);
      await expectRefused(/another program/);
      expect(await tablesThere()).toHaveLength(1);
    },
  );

  it('M5: is refused when it does not exist', () =>
    expectRefused(/create database/, {
      url: at((url) => {
        url.pathname = '/nowhere';
      }),
    }));

  it('M5: is refused when the user does not exist, and the password is not shown', () =>
    expectRefused(/check the user/, {
      url: at((url) => {
        url.username = 'nobody_at_all';
        url.password = 'hunter2';
      }),
    }));

  it('M5: is refused when its encoding is not UTF8', async () => {
    const latin = await createDatabase(inject('postgres').url, { encoding: 'LATIN1' });
    await expectRefused(/encoding is LATIN1/, { url: latin.url });
    await latin.drop();
  });

  it('is told in one line when nobody listens there', async () => {
    const nobody = open({
      url: at((url) => {
        url.port = '1';
        url.password = 'hunter2';
      }),
    });
    const error = await nobody.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Error).message).toMatch(/^database \w+ on \S+:1: cannot be reached \(.*ECONNREFUSED/);
    expect((error as Error).message).not.toContain('hunter2');
  });
});

describe('an open database', () => {
  it('checks that it answers with the schema of this program', async () => {
    await givenMigrated();
    const opened = await open();
    await opened.check();
    await query("insert into schema_migrations values (9999, '9999_later', 'x', 0)");
    await expect(opened.check()).rejects.toThrow(Unavailable);
    await opened.close();
  });

  it('tells the time of the database, not of this machine', async () => {
    const { url, drop } = await freshDatabase();
    const opened = await openPostgres({ url, poolSize: 1, timeoutMs: 5_000 });
    const [row] = await administer<{ now: number }>(
      url,
      'select (extract(epoch from clock_timestamp()) * 1000)::float as now',
    );
    expect(Math.abs(opened.clock.now() - (row?.now ?? 0))).toBeLessThan(1_000);
    await opened.close();
    await drop();
  });
});

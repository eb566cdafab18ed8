// Migrations: applied in order and once, also by several processes at once; a changed or newer history is refused.
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseRefused } from '../../src/store/database-refused.ts';
import { type Migration, ownMigrationsFolder, pendingMigrations, readMigrations } from '../../src/store/migrate.ts';
import { applyMigrations } from '../../src/store/sqlite/apply-migrations.ts';
import { ownNewSchema, schemaOf } from '../../src/store/sqlite/new-schema.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { openFile } from '../helpers/open-file.ts';
import { forkBuilt, nextMessage } from '../program/fork-built.ts';
import { BEFORE_0030, LEFT_BY_0030 } from './migrated-doubts.ts';

let folder: string;
let path: string;
let migrationsFolder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'));
  path = join(folder, 'latchkey.db');
  migrationsFolder = join(folder, 'migrations');
  cpSync(ownMigrationsFolder('sqlite'), migrationsFolder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const own = () => readMigrations(ownMigrationsFolder('sqlite'));
const addMigration = (name: string, sql: string) => writeFileSync(join(migrationsFolder, name), sql);
const nextNumber = (after = 1) => String(own().length + after).padStart(4, '0');
async function migrate(): Promise<void> {
  const database = await openSqlite({ path, migrationsFolder, clock: { now: () => 7 } });
  await database.close();
}
/** Everything that SQLite wrote there: what follows is a hole. */
function readStart(file: string): Buffer {
  const start = Buffer.alloc(4 * 1024 * 1024);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start);
  closeSync(descriptor);
  return start;
}
function query(sql: string): unknown[] {
  const connection = openFile(path);
  try {
    return connection.prepare(sql).all();
  } finally {
    connection.close();
  }
}

describe('migration files', () => {
  it('are numbered from 1 without a gap', () => {
    expect(own().map(({ number }) => number)).toEqual(own().map((_, index) => index + 1));
  });

  it.each(['0099_gap.sql', 'x.sql', '0002-Wrong.sql'])('a file named %s stops the program', (name) => {
    addMigration(name, 'select 1');
    expect(() => readMigrations(migrationsFolder)).toThrow(/misnamed or out of sequence/);
  });

  it('line ends do not change the checksum, anything else does', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    const checksum = (sql: string) => {
      writeFileSync(join(other, '0001_a.sql'), sql);
      return readMigrations(other)[0]?.checksum;
    };
    expect(checksum('select 1;\r\n')).toBe(checksum('select 1;\n'));
    expect(checksum('select 2;\n')).not.toBe(checksum('select 1;\n'));
  });
});

describe('pendingMigrations', () => {
  const file = (number: number) => ({ number, name: `000${number}_x`, checksum: `c${number}`, sql: '' });
  const row = (number: number) => ({ number, name: `000${number}_x`, checksum: `c${number}` });

  it('are the files that were not applied, in order', () => {
    expect(pendingMigrations([file(1), file(2), file(3)], [row(1)], 'x')).toEqual([file(2), file(3)]);
    expect(pendingMigrations([file(1)], [row(1)], 'x')).toEqual([]);
  });

  it('M11: refuses a history that goes on where this program ends', () => {
    expect(() => pendingMigrations([file(1)], [row(1), row(2)], 'x')).toThrow(DatabaseRefused);
  });

  it('refuses an edited file', () => {
    const edited = { ...row(1), checksum: 'other' };
    expect(() => pendingMigrations([file(1)], [edited], 'x')).toThrow(/0001_x was applied from a file other than/);
  });

  it('refuses a history with a hole', () => {
    expect(() => pendingMigrations([file(1), file(2)], [row(2)], 'x')).toThrow(DatabaseRefused);
  });
});

describe('migrating an SQLite file', () => {
  it('applies pending files in order, remembers when, and does nothing the second time', async () => {
    await migrate();
    addMigration(`${nextNumber()}_later.sql`, "create table later (x text) strict; insert into later values ('a;b');");
    addMigration(`${nextNumber(2)}_last.sql`, "insert into later values ('c');");
    await migrate();
    await migrate();
    expect(query('select x from later')).toEqual([{ x: 'a;b' }, { x: 'c' }]);
    const history = query('select number, applied_at from schema_migrations');
    expect(history).toEqual(Array.from({ length: own().length + 2 }, (_, i) => ({ number: i + 1, applied_at: 7 })));
  });

  it('decision 38: the built schema of a new file is what its migrations make one by one', async () => {
    const made = (readNewSchema?: (own: readonly Migration[]) => string | undefined) => {
      const connection = openFile(join(folder, `${readNewSchema ? 'whole' : 'steps'}.db`));
      const names = applyMigrations(connection, own(), { path, now: 7, ...(readNewSchema && { readNewSchema }) });
      const schema = connection.prepare('select type, name, tbl_name, sql from sqlite_schema order by 1, 2').all();
      const history = connection.prepare('select * from schema_migrations').all();
      connection.close();
      return { names, schema, history };
    };
    const built = JSON.parse(readFileSync(new URL('../../dist/store/sqlite/new-schema.json', import.meta.url), 'utf8'));
    expect(built).toEqual(ownNewSchema());
    expect(made((wanted) => schemaOf(built, wanted))).toEqual(made());
  });

  it('decision 38: the schema of other migrations makes no file', () => {
    const [checksums, sql] = [own().map(({ checksum }) => checksum), 'create table other (id text)'];
    expect(schemaOf({ checksums, sql }, own())).toBe(sql);
    for (const others of [checksums.slice(1), [...checksums, 'later'], [...checksums.slice(0, -1), 'edited']]) {
      expect(schemaOf({ checksums: others, sql }, own())).toBeUndefined();
    }
  });

  it('M10: a file that fails half-way leaves nothing behind, and its repaired form is applied', async () => {
    await migrate();
    const name = `${nextNumber()}_later.sql`;
    addMigration(name, 'create table later (x text) strict; create table later (y text) strict;');
    await expect(migrate()).rejects.toThrow(/later/);
    expect(query("select name from sqlite_schema where name = 'later'")).toEqual([]);
    addMigration(name, 'create table later (x text) strict;');
    await migrate();
    expect(query('select * from later')).toEqual([]);
  });

  it('contract 21: of several changes of an address the first stays, and none of somebody who changed back', () => {
    const connection = openFile(':memory:');
    connection.exec(BEFORE_0030);
    connection.exec(own().find(({ number }) => number === 30)?.sql ?? '');
    const left = connection.prepare('select id from former_emails order by id').pluck().all();
    connection.close();
    expect(left).toEqual(LEFT_BY_0030);
  });

  it('refuses to go on after a file that was applied has been edited', async () => {
    addMigration(`${nextNumber()}_later.sql`, 'create table later (x text) strict;');
    await migrate();
    addMigration(`${nextNumber()}_later.sql`, 'create table later (y text) strict;');
    await expect(migrate()).rejects.toThrow(DatabaseRefused);
  });

  it('a database that holds something is backed up before it is migrated, whole and under the number of the first', async () => {
    await migrate();
    const file = openFile(path);
    file.exec("insert into ended_sessions values ('before', 1)");
    file.close();
    addMigration(`${nextNumber()}_later.sql`, 'delete from ended_sessions');
    await migrate();
    expect(query('select * from ended_sessions')).toEqual([]);
    const kept = openFile(`${path}.before-${nextNumber()}`, { readonly: true });
    expect(kept.prepare('select id from ended_sessions').all()).toEqual([{ id: 'before' }]);
    expect(kept.prepare('select max(number) from schema_migrations').pluck().get()).toBe(own().length);
    kept.close();
  });

  it('a new database, and one that is up to date, are not backed up', async () => {
    await migrate();
    await migrate();
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([]);
  });

  it('a migration that failed is backed up anew at its next try, in the same file', async () => {
    await migrate();
    const name = `${nextNumber()}_later.sql`;
    addMigration(name, 'create table later (x text) strict; create table later (y text) strict;');
    await expect(migrate()).rejects.toThrow(/later/);
    const file = openFile(path);
    file.exec("insert into ended_sessions values ('meanwhile', 1)");
    file.close();
    addMigration(name, 'create table later (x text) strict;');
    await migrate();
    const kept = openFile(`${path}.before-${nextNumber()}`, { readonly: true });
    expect(kept.prepare('select count(*) from ended_sessions').pluck().get()).toBe(1);
    kept.close();
    expect(readdirSync(folder).filter((one) => one.includes('before'))).toHaveLength(1);
  });

  it('without room for the backup nothing is migrated, and the file is as it was', async () => {
    await migrate();
    addMigration(`${nextNumber()}_later.sql`, 'create table later (x text) strict;');
    // As long as a disk, without taking room on one.
    truncateSync(path, 8 * 2 ** 40);
    const before = readStart(path);
    await expect(migrate()).rejects.toThrow(/was not migrated, because it is backed up first: .* has no room there/);
    expect(readStart(path).equals(before)).toBe(true);
    expect(statSync(path).size).toBe(8 * 2 ** 40);
  });

  it('M11: of three processes that start at once, all come up and one migrates: no file, and an older file', async () => {
    const processes = [1, 2, 3].map(() => forkBuilt('contract/open-process'));
    const startAll = async () => {
      const answers = processes.map((child) => nextMessage<string[]>(child));
      for (const child of processes) child.send({ path, migrationsFolder });
      return (await Promise.all(answers)).flat();
    };
    try {
      await Promise.all(processes.map((child) => nextMessage<string[]>(child)));
      expect(await startAll()).toEqual(own().map(({ name }) => name));
      for (let after = 1; after <= 5; after++) {
        // Long enough that the others come while it is under way.
        addMigration(
          `${nextNumber(after)}_slow.sql`,
          `create table slow_${after} (n integer) strict;
           insert into slow_${after} with recursive n (i) as (select 1 union all select i + 1 from n limit 200000) select i from n;`,
        );
        expect(await startAll()).toEqual([`${nextNumber(after)}_slow`]);
      }
    } finally {
      for (const child of processes) child.disconnect();
    }
  });
});

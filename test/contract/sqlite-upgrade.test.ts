// The databases of released schemas, brought up to date by this program: whoever was signed in and whatever was issued
// goes on working (case M10).
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Server } from '../../src/compose/server.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { openSqlite, sqliteMigrationStatus } from '../../src/store/sqlite/open.ts';
import { type ReleasedDatabase, releasedDatabases, unpack } from '../fixtures/databases/released.ts';
import { openFile } from '../helpers/open-file.ts';
import { forkBuilt, nextMessage } from '../program/fork-built.ts';
import { contentsOf } from './given-every-table.ts';
import { startOn, upgradedContract } from './stores/upgraded-database.ts';

const own = readMigrations(ownMigrationsFolder('sqlite'));
/** A process that is killed takes a second, so it is the oldest schema and the newest ones. */
const isKilled = (schema: number) => schema === 1 || schema > own.length - 3;
const numberOf = (schema: number) => String(schema).padStart(4, '0');

describe('the released databases', () => {
  it('M10: there is one of every schema', () => {
    expect(releasedDatabases().map(({ schema }) => schema)).toEqual(own.map(({ number }) => number));
  });
});

describe.each(releasedDatabases())('the database of schema $schema', (released) => {
  let folder: string;
  let path: string;
  let server: Server;
  let authUrl: string;
  let apiUrl: string;
  const clock = { now: () => Date.parse(released.madeAt) + 1000 };
  const openDatabase = (migrationsFolder?: string) =>
    openSqlite({ path, clock, ...(migrationsFolder && { migrationsFolder }) });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'));
    path = join(folder, 'latchkey.db');
    unpack(released, path);
    if (isKilled(released.schema)) await killWhileMigrating(path, folder);
    expect((await sqliteMigrationStatus(path)).applied).toHaveLength(released.schema);
    ({ server, authUrl, apiUrl } = await startOn(`sqlite:${path}`, released, clock));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  it('M10: a start, also after a killed migration, brings it up to date, and keeps it as it was', async () => {
    const { applied, pending } = await sqliteMigrationStatus(path);
    expect([applied.length, pending]).toEqual([own.length, []]);
    if (released.schema === own.length) return;
    const before = join(folder, 'before.db');
    unpack(released, before);
    expect(contentsOf(`${path}.before-${numberOf(released.schema + 1)}`)).toEqual(contentsOf(before));
  });

  upgradedContract(released, () => ({ authUrl, apiUrl, clock }));

  it('M10: once more is a no-op', async () => {
    await server.stop();
    const before = contentsOf(path);
    const database = await openDatabase();
    await database.check();
    await database.close();
    expect(contentsOf(path)).toEqual(before);
  });

  it('M11: a newer one is refused, untouched', async () => {
    const older = join(folder, 'older');
    cpSync(ownMigrationsFolder('sqlite'), older, { recursive: true });
    rmSync(join(older, `${own.at(-1)?.name}.sql`));
    const before = readFileSync(path);
    await expect(openDatabase(older)).rejects.toThrow(/the schema is newer than this program/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('usernames of before they were unique', () => {
  it('M10: are settled by the first start, and no application gets them by the item nickname', async () => {
    const released = releasedDatabases().find(({ schema }) => schema === 4) as ReleasedDatabase;
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'));
    const path = join(folder, 'latchkey.db');
    unpack(released, path);
    const before = openFile(path);
    before
      .prepare("update accounts set profile = json_set(profile, '$.preferred_username', 'Mina.Kim') where email = ?")
      .run(released.email);
    before.close();
    const clock = { now: () => Date.parse(released.madeAt) + 1000 };
    const { server, apiUrl } = await startOn(`sqlite:${path}`, released, clock);
    try {
      const account = await server.ports.accounts.findByEmailKey(released.email.toLowerCase());
      expect([account?.username, account?.profile]).toEqual([
        'mina.kim',
        expect.not.objectContaining({ preferred_username: expect.anything() }),
      ]);
      const headers = { authorization: `Bearer ${released.accessToken}` };
      const answer = await fetch(`${apiUrl}/user-info`, { headers });
      const { preferred_username: _, ...kept } = released.userInfo;
      expect(await answer.json()).toEqual({ ...kept, name: kept.nickname, ...updatedNow(released, clock.now()) });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('agreements of deleted accounts', () => {
  let folder: string;
  let path: string;
  const clock = { now: () => Date.now() };
  const unpacked = (schema: number): ReleasedDatabase => {
    const released = releasedDatabases().find((one) => one.schema === schema) as ReleasedDatabase;
    unpack(released, path);
    return released;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-agreements-'));
    path = join(folder, 'latchkey.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('decision 57: those that are older than receipts stay as proof, with the texts at the end', async () => {
    const released = unpacked(23);
    const { stores, close } = await openSqlite({ path, clock });
    const account = await stores.accounts.findByEmailKey(released.email.toLowerCase());
    const { sub } = (await stores.connections.find(released.applicationId, account?.id ?? '')) ?? { sub: '' };
    await stores.accounts.remove(account?.id ?? '', clock.now());
    expect(await stores.leaving.findKept(released.applicationId, sub)).toMatchObject({
      answers: { nickname: { agreed: true } },
      texts: expect.arrayContaining([expect.objectContaining({ item: 'nickname', consent: 'required' })]),
    });
    await close();
  });

  it('decision 57: what schema 24 kept twice is kept once, from the end of the account on', async () => {
    unpacked(24);
    const before = openFile(path);
    before.exec(`
      insert into kept_agreements values ('p', 'both', '{}', '[]', 5, 9), ('p', 'older', '{}', '[]', 3, 9);
      insert into receipts (id, application_id, sub, at, kind, language, texts) values
        ('r1', 'p', 'both', 5, 'consent', 'en', '{}'), ('r2', 'p', 'older', 5, 'change', 'en', '{}'),
        ('r3', 'p', 'disconnected', 5, 'consent', 'en', '{}')`);
    before.close();
    const { stores, close } = await openSqlite({ path, clock });
    const keptOf = async (sub: string) => [
      (await stores.receipts.listKept('p', sub)).map(({ accountDeletedAt }) => accountDeletedAt),
      (await stores.leaving.findKept('p', sub)) !== undefined,
    ];
    expect(await keptOf('both')).toEqual([[9], false]);
    expect(await keptOf('older')).toEqual([[9], true]);
    const [[ended = 0], kept] = (await keptOf('disconnected')) as [number[], boolean];
    expect([Math.abs(ended - clock.now()) < 60_000, kept]).toEqual([true, false]);
    await close();
  });
});

/** What an application may read has changed: a claim that comes with any of the profile items. */
const updatedNow = ({ userInfo }: ReleasedDatabase, now: number) =>
  'updated_at' in userInfo ? { updated_at: Math.floor(now / 1000) } : {};

/** With one migration more, in which the process is killed: all of them are one transaction. */
async function killWhileMigrating(path: string, folder: string): Promise<void> {
  const migrationsFolder = join(folder, 'migrations');
  cpSync(ownMigrationsFolder('sqlite'), migrationsFolder, { recursive: true });
  const endless = `create table endless (n integer) strict;
    insert into endless with recursive n (i) as (select 1 union all select i + 1 from n) select i from n;`;
  writeFileSync(join(migrationsFolder, `${numberOf(own.length + 1)}_endless.sql`), endless);
  const child = forkBuilt('contract/open-process');
  await nextMessage(child);
  child.send({ path, migrationsFolder });
  await untilLogGrows(path);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function untilLogGrows(path: string): Promise<void> {
  const size = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  for (let tries = 0; size() < 4 * 1024 * 1024; tries++) {
    if (tries > 1000) throw new Error('The migration never wrote');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

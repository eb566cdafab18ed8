// The deletion list outlives a restore (contract 27): an older backup brings nobody back who was deleted since.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openFile } from '../../helpers/open-file.ts';
import { document, latchkey, makeFolder } from './latchkey.ts';

let folder: string;
let gone: { id: string };
let secondGone: { id: string };
const create = (email: string, role = 'user') =>
  document(folder, ['accounts', 'create', '--email', email, '--role', role]);
const emails = async () =>
  (await document(folder, ['accounts', 'list'])).map(({ email }: { email: string }) => email).sort();

beforeAll(async () => {
  folder = makeFolder();
  await create('stays@example.com', 'operator');
  gone = await create('gone@example.com', 'owner');
  const web = [
    '--platform',
    'Web',
    '--site-domain',
    'https://shop.example',
    '--redirect-uri',
    'https://shop.example/in',
  ];
  await document(folder, ['applications', 'create', '--email', 'gone@example.com', '--name', 'Acme Shop', ...web]);
  secondGone = await create('second-gone@example.com');
  await document(folder, ['backup', 'older.db']);
  // The owner deletes the application first; the backup still has it.
  const file = openFile(join(folder, 'data', 'latchkey.db'));
  file.exec('pragma foreign_keys = on; delete from applications');
  file.close();
  await document(folder, ['accounts', 'delete', '--yes', '--email', 'gone@example.com']);
  await create('newer@example.com');
});

it('contract 27: restoring an older backup deletes again whoever was deleted since, and keeps the list', async () => {
  const restored = await document(folder, ['restore', '--replace', 'older.db']);
  expect(restored).toMatchObject({ deleted_again: 1, kept_operator: null, rows: { accounts: 2, deleted_accounts: 1 } });
  expect(await emails()).toEqual(['second-gone@example.com', 'stays@example.com']);
  const owned = await document(folder, ['applications', 'list', '--email', 'stays@example.com']);
  expect(owned.map(({ name }: { name: string }) => name)).toEqual(['Acme Shop']);
  // Once more: the list is still there.
  const again = await latchkey(folder, ['restore', '--replace', 'older.db']);
  expect(again.stdout).toContain('1 accounts that were deleted since the backup were deleted again.');
  expect(await emails()).toEqual(['second-gone@example.com', 'stays@example.com']);
  const bytes = readFileSync(join(folder, 'data', 'latchkey.db'), 'latin1').replaceAll('second-gone@', '');
  expect(bytes).not.toContain('gone@example.com');
});

it('contract 27: where the database was lost, accounts delete-again reads the log, or a copy of the list', async () => {
  const fresh = makeFolder();
  const restored = await latchkey(fresh, ['restore', join(folder, 'older.db')]);
  expect(restored.stdout).toContain('run latchkey accounts delete-again');
  cpSync(join(folder, 'data', 'secret.key'), join(fresh, 'data', 'secret.key'));
  const log = [
    'not a line of the server',
    `{"level":30,"event":"sign-in","result":"verified","account":"${secondGone.id}"}`,
    `{"level":30,"event":"account-deleted","account":"${gone.id}","at":"2026-01-02T12:00:00.000Z"}`,
    `{"level":30,"event":"account-deleted","account":"' or 1=1"}`,
    `{"level":30,"event":"account-deleted","account":"${'0'.repeat(32)}","at":"2026-01-02T12:00:00.000Z"}`,
  ];
  writeFileSync(join(fresh, 'server.log'), `${log.join('\n')}\n`);
  expect(await document(fresh, ['accounts', 'delete-again', '--yes', 'server.log'])).toEqual({ listed: 2, deleted: 1 });
  expect(await document(fresh, ['accounts', 'delete-again', '--yes', 'server.log'])).toEqual({ listed: 2, deleted: 0 });
  writeFileSync(join(fresh, 'copied'), `${secondGone.id}\t1767355200000\tf\n`);
  expect(await document(fresh, ['accounts', 'delete-again', '--yes', 'copied'])).toEqual({ listed: 1, deleted: 1 });
  const left = await document(fresh, ['accounts', 'list']);
  expect(left.map(({ email }: { email: string }) => email)).toEqual(['stays@example.com']);
  const missing = await latchkey(fresh, ['accounts', 'delete-again', '--yes', 'nowhere.log']);
  expect([missing.status, missing.stderr]).toEqual([1, 'latchkey: nowhere.log: there is no such file\n']);
});

it('contract 29: the last operator stays, by the list and by the log', async () => {
  const own = makeFolder();
  const [first] = [await document(own, ['accounts', 'create', '--email', 'first@example.com', '--role', 'operator'])];
  await document(own, ['backup', 'older.db']);
  await document(own, ['accounts', 'create', '--email', 'second@example.com', '--role', 'operator']);
  await document(own, ['accounts', 'delete', '--yes', '--email', 'first@example.com']);
  const restored = await document(own, ['restore', '--replace', 'older.db']);
  expect(restored).toMatchObject({ deleted_again: 0, kept_operator: first.id });
  writeFileSync(join(own, 'log'), `{"event":"account-deleted","account":"${first.id}"}\n`);
  const again = await latchkey(own, ['accounts', 'delete-again', '--yes', 'log']);
  expect([again.status, again.stderr]).toEqual([
    1,
    expect.stringContaining(`${first.id} is the last enabled operator`),
  ]);
  expect(await document(own, ['accounts', 'list'])).toMatchObject([{ email: 'first@example.com' }]);
  await document(own, ['accounts', 'create', '--email', 'third@example.com', '--role', 'operator']);
  expect(await document(own, ['accounts', 'delete-again', '--yes', 'log'])).toEqual({ listed: 1, deleted: 1 });
});

it('contract 27: accounts show tells the status, and agreement tells where nothing is kept', async () => {
  const shown = await document(folder, ['accounts', 'show', '--email', 'stays@example.com']);
  expect(shown).toMatchObject({ status: 'active', leaving_until: null });
  const none = await latchkey(folder, ['accounts', 'agreement', '--application', 'a', '--sub', 'b']);
  expect([none.status, none.stderr]).toEqual([1, 'latchkey: --sub "b": nothing is kept of such a connection\n']);
});

it('decision 57: accounts agreement shows the receipts, and what has no receipt, of a deleted account', async () => {
  const database = openFile(join(folder, 'data', 'latchkey.db'));
  database.exec(`
    insert into receipts (id, application_id, sub, at, kind, language, texts, account_deleted_at) values
      ('r1', 'p1', 's1', 1000, 'consent', 'ko', '{"application":{"name":"한빛"},"items":[]}', 5000),
      ('r2', 'p1', 's1', 2000, 'change', 'en', '{"application":{"name":"Acme"},"items":[]}', 5000);
    insert into kept_agreements values
      ('p1', 's1', '{"email":{"agreed":true,"answeredAt":1000}}', '[{"item":"email","consent":"optional"}]', 900, 5000)`);
  database.close();
  const shown = await document(folder, ['accounts', 'agreement', '--application', 'p1', '--sub', 's1']);
  const time = (ms: number) => new Date(ms).toISOString();
  expect(shown).toEqual({
    application_id: 'p1',
    sub: 's1',
    account_deleted_at: time(5000),
    receipts: [
      { at: time(1000), kind: 'consent', language: 'ko', texts: { application: { name: '한빛' }, items: [] } },
      { at: time(2000), kind: 'change', language: 'en', texts: { application: { name: 'Acme' }, items: [] } },
    ],
    without_receipt: {
      connected_at: time(900),
      items: [
        {
          ...{ item: 'email', agreed: true, at: time(1000), consent: 'optional' },
          ...{ purpose: null, retention: null, translations: null },
        },
      ],
    },
  });
});

// Commands by which whoever has only the command line hands over and deletes applications, and deletes or demotes an
// account whose applications somebody gets (contract 29).
import { expect, it } from 'vitest';
import { openFile } from '../../helpers/open-file.ts';
import { document, latchkey, makeFolder } from './latchkey.ts';

const inFile = (folder: string, sql: string, ...values: unknown[]): unknown[] => {
  const file = openFile(`${folder}/data/latchkey.db`);
  const statement = file.prepare(sql);
  const rows = statement.reader ? statement.all(...values) : [statement.run(...values)];
  file.close();
  return rows;
};

/** The commands that ask are meant. */
const meant = (...args: string[]): string[] =>
  ['accounts delete', 'applications hand-over', 'applications delete'].includes(args.slice(0, 2).join(' '))
    ? [...args, '--yes']
    : args;

async function givenShop() {
  const folder = makeFolder();
  const run = (...args: string[]) => document(folder, meant(...args));
  const create = async (email: string, role: string): Promise<string> =>
    (await run('accounts', 'create', '--email', email, '--role', role, '--email-verified')).id;
  await create('operator@example.com', 'operator');
  const owner = await create('owner@example.com', 'owner');
  const next = await create('next@example.com', 'owner');
  const stranger = await create('stranger@example.com', 'owner');
  const { id: shop } = await run(
    ...['applications', 'create', '--email', 'owner@example.com', '--name', 'Shop', '--platform', 'Web'],
    ...['--site-domain', 'https://shop.example', '--redirect-uri', 'https://shop.example/callback'],
  );
  const join = 'insert into application_members (application_id, account_id, role, created_at) values (?, ?, ?, 0)';
  inFile(folder, join, shop, next, 'viewer');
  const ownerOf = () =>
    inFile(folder, 'select owner_id from applications').map((row) => (row as { owner_id: string }).owner_id);
  const entries = async () => {
    const list = await run('audit', 'list');
    return list
      .map(({ action, subject, application }: Record<string, unknown>) => ({ action, subject, application }))
      .reverse();
  };
  const refused = async (...args: string[]) => {
    const { status, stderr } = await latchkey(folder, meant(...args));
    expect(status).toBe(1);
    return stderr;
  };
  return { folder, run, refused, owner, next, stranger, shop, ownerOf, entries };
}

it('contract 29: accounts delete and set-role hand over to a member by id or verified address', async () => {
  const { run, refused, owner, next, shop, ownerOf, entries } = await givenShop();
  const account = ['--email', 'owner@example.com'];
  const remove = ['accounts', 'delete', ...account];
  expect(await refused(...remove)).toContain('--hand-over-to ACCOUNT');
  expect(await refused(...remove, '--hand-over-to', 'nobody@example.com')).toContain(
    '--hand-over-to "nobody@example.com": no account has this id or verified address',
  );
  expect(await refused(...remove, '--hand-over-to', 'stranger@example.com')).toMatch(/no member.*\n.*Shop/);
  expect(await refused('accounts', 'set-role', ...account, '--role', 'operator', '--hand-over-to', next)).toContain(
    '--hand-over-to goes with a role that may own no applications',
  );
  expect(ownerOf()).toEqual([owner]);
  const demoted = await run('accounts', 'set-role', ...account, '--role', 'user', '--hand-over-to', 'next@example.com');
  expect(demoted).toMatchObject({ id: owner, role: 'user' });
  expect(ownerOf()).toEqual([next]);
  expect((await entries()).slice(-2)).toEqual([
    { action: 'accounts set-role', subject: owner, application: null },
    { action: 'applications hand-over', subject: next, application: shop },
  ]);
});

it('contract 29: a deletion hands over in the same transaction', async () => {
  const { run, owner, next, shop, ownerOf, entries } = await givenShop();
  await run('accounts', 'delete', '--id', owner, '--hand-over-to', next);
  expect(ownerOf()).toEqual([next]);
  expect((await entries()).slice(-2)).toEqual([
    { action: 'accounts delete', subject: owner, application: null },
    { action: 'applications hand-over', subject: next, application: shop },
  ]);
});

it('contract 29: applications hand-over and delete, which ask first', async () => {
  const { folder, run, refused, owner, next, stranger, shop, ownerOf, entries } = await givenShop();
  const application = ['--application', shop];
  for (const command of ['hand-over', 'delete']) {
    const to = command === 'delete' ? [] : ['--to', next];
    const { status, stderr } = await latchkey(folder, ['applications', command, ...application, ...to]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('--yes is missing')]);
  }
  expect(await refused('applications', 'hand-over', ...application, '--to', stranger)).toContain(
    'must be a member of the application',
  );
  expect(await refused('applications', 'hand-over', ...application, '--to', 'no@example.com')).toContain(
    '--to "no@example.com": no account has this id or verified address',
  );
  expect(await refused('applications', 'hand-over', '--application', 'x', '--to', next)).toContain(
    'there is no such application',
  );
  expect(await run('applications', 'hand-over', ...application, '--to', 'next@example.com')).toEqual({
    ...{ handed_over: true, id: shop, owner_id: next, former_owner_id: owner },
  });
  expect(ownerOf()).toEqual([next]);
  expect(inFile(folder, 'select account_id, role from application_members')).toEqual([
    { account_id: owner, role: 'editor' },
  ]);
  expect(await run('applications', 'delete', ...application)).toEqual({ deleted: true, id: shop, name: 'Shop' });
  expect(await refused('applications', 'delete', ...application)).toContain('there is no such application');
  expect((await entries()).slice(-2)).toEqual([
    { action: 'applications hand-over', subject: next, application: shop },
    { action: 'applications delete', subject: null, application: shop },
  ]);
});

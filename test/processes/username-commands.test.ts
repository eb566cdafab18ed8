// Usernames by command line, at the first start after an upgrade, and when the server's secret changes or is lost
// (contract 2, "Username"), with the program as it is run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, registerApplication, succeed, type TestServer } from '../helpers/server.ts';
import { signUpPerson } from '../stories/account-pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_SECRET: 'mHk4r0WvT2xPzQ9sYbLd7NfUeCjGa5Xi' });
});
afterAll(() => server?.stop());

const environment = () => server.environment as Record<string, string>;
let made = 0;
const newEmail = () => {
  made += 1;
  return `somebody-${made}@example.com`;
};
const create = (email: string, ...flags: string[]) =>
  server.command(['accounts', 'create', '--email', email, ...flags, '--json']);
const setName = (email: string, ...flags: string[]) =>
  server.command(['accounts', 'set-username', '--email', email, ...flags, '--json']);
const shown = (email: string) => succeed(server, ['accounts', 'show', '--email', email]);
const namesFinding = async () => {
  const { stdout } = await server.command(['doctor', '--json']);
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; level: string; found: string }[] };
  return findings.filter(({ subject }) => subject === 'names');
};

describe('accounts create and set-username', () => {
  test('an operator gives any name that fits and is free, reserved ones too', async () => {
    const email = newEmail();
    const { status, stdout } = await create(email, '--username', 'Admin');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { email, username: 'admin' }]);
    expect(JSON.parse((await setName(email, '--username', 'head.office')).stdout)).toMatchObject({
      username: 'head.office',
    });
    expect(await shown(email)).toMatchObject({ username: 'head.office' });
    expect((await server.command(['accounts', 'list'])).stdout).toContain('head.office');
  });

  test("what was ever somebody's is refused; an account is made with its name or not at all", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await create(email, '--username', 'mina');
    await setName(email, '--username', 'kim.mina');
    const refused = await create(other, '--username', 'Mi-Na');
    expect([refused.status, refused.stderr]).toEqual([
      1,
      'latchkey: --username: This username is not available. Choose a different one.\n',
    ]);
    expect((await server.command(['accounts', 'show', '--email', other])).status).toBe(1);
    const twice = await create(email, '--username', 'mina');
    expect(twice.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('--email: An account with this email address already exists'),
      expect.stringContaining('--username: This username is not available'),
    ]);
    await create(other);
    expect((await setName(other, '--username', 'mina')).stderr).toContain('--username: This username is not available');
    expect(JSON.parse((await setName(email, '--none')).stdout)).toMatchObject({ username: null });
    expect((await setName(other, '--username', 'kim.mina')).status).toBe(1);
    expect((await setName(email, '--username', 'mina')).status).toBe(0);
  });

  test('contract 1: every fault of the flags at once', async () => {
    const lines = (await server.command(['accounts', 'set-username', '--email', 'x', '--username', 'a..b', '--none']))
      .stderr;
    for (const part of ['--email "x" is not valid', '--username "a..b" is not valid', 'give one of them'])
      expect(lines).toContain(part);
    expect((await setName(newEmail())).stderr).toContain('--username or --none is missing');
    expect((await setName('nobody@example.com', '--none')).stderr).toContain('no account has this address');
  });
});

describe('usernames reserve, release and reserved', () => {
  const usernames = (...words: string[]) => server.command(['usernames', ...words, '--json']);
  const listed = async (...words: string[]) =>
    (JSON.parse((await usernames(...words)).stdout) as { reserved_usernames: string[] }).reserved_usernames;

  test('the running server gives a reserved name to nobody, and an operator gives it', async () => {
    expect(await listed('reserve', 'Ada', 'grace.hopper')).toEqual(['ada', 'grace.hopper']);
    expect(await listed('reserve', 'a-da', 'linus')).toEqual(['ada', 'grace.hopper', 'linus']);
    expect((await server.command(['usernames', 'reserved'])).stdout).toBe('USERNAME\nada\ngrace.hopper\nlinus\n');
    expect(await succeed(server, ['policy', 'get'])).toMatchObject({
      reserved_usernames: ['ada', 'grace.hopper', 'linus'],
    });
    const { browser } = await signUpPerson(server);
    const page = await browser.open(`${server.authUrl}/account`);
    const form = page.form({ action: '/account/username' });
    const refused = await browser.submit(form, { preferred_username: 'grace-h0pper' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('This username is not available.')]);
    const email = newEmail();
    await create(email);
    expect((await setName(email, '--username', 'grace.hopper')).status).toBe(0);
    expect(await listed('release', 'Grace-Hopper', 'linus')).toEqual(['ada']);
    const entries = await succeed(server, ['audit', 'list', '--action', 'usernames release']);
    expect(entries).toMatchObject([{ action: 'usernames release', fields: ['reserved_usernames'] }]);
  });

  test('tells who has such a name already, and what needs no reserving', async () => {
    const email = newEmail();
    const { id } = JSON.parse((await create(email, '--username', 'early.bird')).stdout) as { id: string };
    const { status, stderr } = await usernames('reserve', 'early-bird', 'superuser');
    expect([status, stderr.split('\n').filter(Boolean)]).toEqual([
      0,
      [
        expect.stringContaining('superuser is reserved on every server'),
        expect.stringContaining(`early-bird is or was the username of the account ${id}, which keeps it`),
      ],
    ]);
    expect(await listed('reserved')).not.toContain('superuser');
  });

  test('refuses every name at once that is none, and what is not reserved', async () => {
    const wrong = await usernames('reserve', 'x', 'good.name', 'a..b');
    expect(wrong.status).toBe(1);
    for (const name of ['x', 'a..b']) expect(wrong.stderr).toContain(`${name}: A username has 3 to 30`);
    expect((await usernames('reserve')).stderr).toContain('NAME is missing');
    expect((await usernames('release', 'nobody.has', 'early-bird')).stderr).toContain('nobody.has is not among');
    expect(await listed('reserved')).toContain('early-bird');
  });
});

test('the first start after an upgrade settles names, and tells what has changed; doctor counts who lost theirs', async () => {
  const owner = await createOwner(server);
  await registerApplication(server, owner, APPLICATION);
  const people = ['Ki.Tty', 'twin.one', 'Twin-One', 'root'].map((name) => ({ name, email: newEmail() }));
  for (const { email, name } of people) {
    const { id } = JSON.parse((await create(email)).stdout) as { id: string };
    await server.execute('insert into former_usernames (account_id, name) values (?, ?)', id, name);
    await server.execute(
      'update accounts set profile = ? where id = ?',
      JSON.stringify({ preferred_username: name }),
      id,
    );
  }
  await server.execute("delete from sealed_values where name = 'username-key'");
  await server.execute('delete from usernames');
  expect(await namesFinding()).toMatchObject([{ level: 'warning', found: expect.stringContaining('4 usernames') }, {}]);
  const before = server.logs().length;
  await server.restart();
  const log = server.logs().slice(before);
  expect(log).toMatch(/"kept":1,"dropped":3/);
  expect(log).toMatch(/"applications":1,.*no longer includes preferred_username/);
  const names = await Promise.all(people.map(async ({ email }) => (await shown(email)).username));
  expect(names).toEqual(['ki.tty', null, null, null]);
  expect(await namesFinding()).toMatchObject([
    { level: 'warning', found: expect.stringContaining('3 accounts lost their username') },
    { level: 'ok', found: expect.stringContaining('1 applications have the item nickname but not username') },
  ]);
  const quiet = server.logs().length;
  await server.restart();
  expect(server.logs().slice(quiet)).not.toMatch(/"dropped"|preferred_username/);
});

test('the secret is changed and rewrapped: names stay taken; lost, those that people have now stay theirs', async () => {
  const [email, former, other] = [newEmail(), newEmail(), newEmail()];
  await create(email, '--username', 'secret.keeper');
  await create(former, '--username', 'was.mine');
  await setName(former, '--username', 'is.mine');
  await create(other);
  const [old, next, third] = [
    environment().LATCHKEY_SECRET as string,
    'Zt8vQ1nB6yLw3KxRf0PdHs4JgMcUa7Ee',
    'Yq5wE2rT9uIo7PaSd4FgHj1KlZxCvBn6',
  ];
  Object.assign(environment(), { LATCHKEY_SECRET: next, LATCHKEY_SECRET_PREVIOUS: old });
  expect((await server.command(['keys', 'rewrap'])).stdout).toContain('the username key');
  delete environment().LATCHKEY_SECRET_PREVIOUS;
  await server.restart();
  for (const name of ['secret.keeper', 'was.mine']) expect((await setName(other, '--username', name)).status).toBe(1);

  environment().LATCHKEY_SECRET = third;
  expect((await setName(other, '--username', 'anything')).stderr).toContain('LATCHKEY_SECRET is not the secret');
  const { status, stdout } = await server.command(['keys', 'rotate', '--yes', '--new-secret']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Accounts keep their current usernames')]);
  await server.restart();
  for (const name of ['secret.keeper', 'is.mine']) expect((await setName(other, '--username', name)).status).toBe(1);
  expect((await setName(other, '--username', 'was.mine')).status).toBe(0);
});

// What commands leave in the audit, and the commands that read it (contract 61).
import { expect, it } from 'vitest';
import { openFile } from '../helpers/open-file.ts';
import { document, latchkey, makeFolder } from './latchkey.ts';

const EMAIL = 'planted.address@example.com';
const PASSWORD = 'planted horse battery staple';
const NICKNAME = 'Plantednick';

const of = ({ action, command, subject, entry, fields, role }: Record<string, unknown>) => ({
  ...{ action, command, subject, entry, fields, role },
});

it('contract 61: every command that changes or shows something is an entry, without a value', async () => {
  const folder = makeFolder();
  const run = (...args: string[]) => document(folder, args, { input: PASSWORD });
  const email = ['--email', EMAIL];
  const { id } = await run('accounts', 'create', ...email, '--nickname', NICKNAME, '--password-stdin');
  await run('accounts', 'set-role', ...email, '--role', 'owner');
  await run('accounts', 'set-username', ...email, '--username', 'plantedname');
  await run('accounts', 'set-email-verified', ...email);
  await run('accounts', 'show', ...email);
  await run('accounts', 'list', ...email);
  const link = await run('accounts', 'password-link', ...email);
  const token = await run('api-tokens', 'create', ...email, '--name', 'plantedtoken');
  await run('api-tokens', 'list', ...email);
  await run('api-tokens', 'delete', '--id', token.id);
  const application = await run(
    ...['applications', 'create', ...email, '--name', 'Planted Shop', '--platform', 'Web'],
    ...['--site-domain', 'https://planted.example', '--redirect-uri', 'https://planted.example/callback'],
  );
  const secret = await run('client-secrets', 'create', '--application', application.id);
  await run('client-secrets', 'delete', '--application', application.id, '--id', secret.id);
  await run('accounts', 'disable', ...email);
  await run('accounts', 'enable', ...email);
  await run('accounts', 'delete', ...email);
  const entries = (await run('audit', 'export', '--reason', 'yearly check')).map(of);
  const entry = (command: string, more: object = {}) => ({
    ...{ action: command, command, role: 'operator', subject: null, entry: null, fields: [] },
    ...more,
  });
  const person = (command: string, fields: readonly string[] = [], about: string | null = null) =>
    entry(command, { subject: id, fields, entry: about });
  expect(entries[0]).toMatchObject({ action: 'migrate', role: 'server' });
  expect(entries.slice(1)).toEqual([
    person('accounts create', [], 'user'),
    person('accounts set-role', ['role'], 'owner'),
    entry('accounts set-username', { entry: 'secret-check' }),
    entry('accounts set-username', { entry: 'username-key' }),
    person('accounts set-username', ['username']),
    person('accounts set-email-verified', ['email_verified']),
    person('accounts show'),
    entry('accounts list', { fields: ['email'] }),
    person('accounts password-link', ['password_link'], expect.any(String)),
    person('api-tokens create', [], token.id),
    person('api-tokens list', ['api_tokens']),
    entry('api-tokens delete', { entry: token.id }),
    entry('applications create'),
    entry('client-secrets create', { entry: secret.id }),
    entry('client-secrets delete', { entry: secret.id }),
    person('accounts disable', ['disabled_at']),
    person('accounts enable', ['disabled_at']),
    person('accounts delete'),
    entry('audit export'),
  ]);
  const file = openFile(`${folder}/data/latchkey.db`);
  const stored = JSON.stringify(file.prepare('select * from audit_entries').all());
  file.close();
  expect(stored).toContain('yearly check');
  for (const value of [EMAIL, PASSWORD, NICKNAME, 'plantedname', 'plantedtoken', 'Planted Shop', 'planted.example']) {
    expect(stored.toLowerCase()).not.toContain(value.toLowerCase());
  }
  for (const value of [token.token, secret.client_secret, link.password_link]) expect(stored).not.toContain(value);
});

it('contract 61: lists pages and one application, and an export needs a reason', async () => {
  const folder = makeFolder();
  for (const name of ['one', 'two', 'three']) {
    await document(folder, ['accounts', 'create', '--email', `${name}@example.com`, '--password-stdin'], {
      input: PASSWORD,
    });
  }
  const first = await document(folder, ['audit', 'list', '--limit', '2']);
  expect(first.map(({ action }: { action: string }) => action)).toEqual(['accounts create', 'accounts create']);
  const next = await document(folder, ['audit', 'list', '--before', String(first[1].id)]);
  expect(next.map(({ action }: { action: string }) => action)).toEqual(['accounts create', 'migrate']);
  expect(await document(folder, ['audit', 'list', '--application', 'a'.repeat(32)])).toEqual([]);
  const { subject } = first[0];
  const about = await document(folder, ['audit', 'list', '--subject', subject, '--action', 'accounts create']);
  expect(about.map((row: { subject: string }) => row.subject)).toEqual([subject]);
  expect(await document(folder, ['audit', 'list', '--account', subject])).toEqual([]);
  expect((await latchkey(folder, ['audit', 'export'])).stderr).toContain('--reason');
});

it('contract 61: the audit takes no text for an id that it would keep', async () => {
  const folder = makeFolder();
  for (const flag of ['application', 'account', 'subject']) {
    const { status, stderr } = await latchkey(folder, ['audit', 'list', `--${flag}`, EMAIL]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`--${flag}`)]);
  }
});

it('decision 51: verify says what it cannot know', async () => {
  const folder = makeFolder();
  await document(folder, ['accounts', 'create', '--email', EMAIL, '--password-stdin'], { input: PASSWORD });
  expect(await document(folder, ['audit', 'verify'])).toMatchObject({ valid: true, seals: 0, end: 'not-given' });
  const { status, stdout } = await latchkey(folder, ['audit', 'verify', '--head', `3-${'a'.repeat(64)}`]);
  expect([status, stdout]).toEqual([1, expect.stringContaining('the end of the audit was cut off')]);
  expect((await latchkey(folder, ['audit', 'verify'])).stdout).toContain('nobody can tell whether the end was cut off');
});

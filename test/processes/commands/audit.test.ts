// What commands leave in the audit, and the commands that read it (contract 61).
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { sentenceFor } from '../../../src/views/messages/acts-of-others.ts';
import { releasedDatabases, unpack } from '../../fixtures/databases/released.ts';
import { openFile } from '../../helpers/open-file.ts';
import { toldToPeople } from '../../helpers/told-to-people.ts';
import { document, latchkey, latchkeyBuilt, makeFolder } from './latchkey.ts';

const EMAIL = 'planted.address@example.com';
const PASSWORD = 'planted horse battery staple';
const NICKNAME = 'Plantednick';
const IMPORTED = 'imported.address@example.com';
/** The commands of the first test. */
const STORY = [
  ...['create', 'set-role', 'set-username', 'set-email-verified', 'show', 'list', 'password-link'],
  ...['sessions', 'end-sessions', 'disable', 'enable', 'delete'],
].map((name) => `accounts ${name}`);
STORY.push('api-tokens create', 'api-tokens list', 'api-tokens delete', 'applications create', 'audit list');
STORY.push('client-secrets create', 'client-secrets delete');

const of = ({ action, command, subject, entry, fields, role }: Record<string, unknown>) => ({
  ...{ action, command, subject, entry, fields, role },
});

/** What is told to the person without a sentence of its own (contract 27). */
const withoutSentence = (entries: Parameters<typeof toldToPeople>[0]) =>
  [...toldToPeople(entries)].filter((action) => sentenceFor(action) === undefined);

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
  await run('accounts', 'sessions', ...email);
  await run('accounts', 'end-sessions', '--yes', ...email);
  const token = await run('api-tokens', 'create', ...email, '--name', 'plantedtoken');
  await run('api-tokens', 'list', ...email);
  await run('api-tokens', 'delete', '--yes', '--id', token.id);
  const shop = ['--email', 'shop@planted.example'];
  const { id: shopId } = await run('accounts', 'create', ...shop, '--role', 'owner', '--password-stdin');
  const application = await run(
    ...['applications', 'create', ...shop, '--name', 'Planted Shop', '--platform', 'Web'],
    ...['--site-domain', 'https://planted.example', '--redirect-uri', 'https://planted.example/callback'],
  );
  const secret = await run('client-secrets', 'create', '--application', application.id);
  await run('client-secrets', 'delete', '--yes', '--application', application.id, '--id', secret.id);
  await run('accounts', 'disable', '--yes', ...email);
  await run('accounts', 'enable', ...email);
  await run('accounts', 'delete', '--yes', ...email);
  await run('audit', 'list', '--subject', id);
  const exported = await run('audit', 'export', '--reason', 'yearly check');
  expect(withoutSentence(exported)).toEqual([]);
  const entries = exported.map(of);
  const entry = (command: string, more: object = {}) => ({
    ...{ action: command, command, role: 'operator', subject: null, entry: null, fields: [] },
    ...more,
  });
  const person = (command: string, fields: readonly string[] = [], about: string | null = null) =>
    entry(command, { subject: id, fields, entry: about });
  expect(entries[0]).toMatchObject({ action: 'migrate', role: 'server' });
  expect(STORY.filter((command) => !entries.some((entry: { action: unknown }) => entry.action === command))).toEqual(
    [],
  );
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
    person('accounts sessions', ['sessions']),
    person('accounts end-sessions', ['sessions']),
    person('api-tokens create', ['applications', '90 days'], token.id),
    person('api-tokens list', ['api_tokens']),
    entry('api-tokens delete', { entry: token.id }),
    entry('accounts create', { subject: shopId, entry: 'owner' }),
    entry('applications create'),
    entry('client-secrets create', { entry: secret.id }),
    entry('client-secrets delete', { entry: secret.id }),
    person('accounts disable', ['disabled_at']),
    person('accounts enable', ['disabled_at']),
    person('accounts delete'),
    person('audit list'),
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

it('contract 61, decision 73: a command names the person at the machine, where that is known', async () => {
  const folder = makeFolder();
  const create = (name: string, env: Readonly<Record<string, string>>) =>
    document(folder, ['accounts', 'create', '--email', `${name}@example.com`], { env });
  await create('sudo', { SUDO_USER: 'mina' });
  await create('doas', { DOAS_USER: 'DOMAIN\\jun' });
  await create('self', {});
  // As if another act, an address or another line stood there.
  await create('forged', { SUDO_USER: 'root\n203.0.113.7' });
  const entries: { action: string; machine_user: string | null; address: string | null }[] = await document(
    folder,
    ['audit', 'list'],
    { env: { SUDO_USER: 'auditor' } },
  );
  // Each of them is several entries.
  const named = new Set(entries.filter(({ action }) => action === 'accounts create').map((one) => one.machine_user));
  expect([...named].reverse()).toEqual(['mina', 'DOMAIN\\jun', userInfo().username, null]);
  expect(entries.filter(({ address }) => address !== null)).toEqual([]);
  expect(entries.find(({ action }) => action === 'migrate')).toMatchObject({ machine_user: null, address: null });
  const { stdout } = await latchkey(folder, ['audit', 'list']);
  expect(stdout).toMatch(/operator command line +user:auditor +audit list/);
  // The seals cover it.
  expect((await document(folder, ['audit', 'verify'])).faults).toEqual([]);
});

it('contract 61: lists and exports what is of a time; faults of it are told before anything is read', async () => {
  const folder = makeFolder();
  const run = (...args: string[]) => document(folder, args);
  await run('accounts', 'create', '--email', EMAIL);
  const actions = async (...flags: string[]) =>
    (await run('audit', ...flags)).map(({ action }: { action: string }) => action);
  const reason = ['--reason', 'check'];
  const [today, before] = [0, 1].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
  const now = new Date(Date.now() + 1000).toISOString();
  // A day begins at 0:00 UTC: the entries may be of the day before.
  expect(await actions('list', '--from', `${before}`, '--to', now)).toContain('accounts create');
  expect(await actions('list', '--to', `${before}T00:00:00Z`)).toEqual([]);
  expect(await actions('list', '--from', '2999-01-01')).toEqual([]);
  expect(await actions('export', ...reason, '--from', `${before}`, '--to', `${today}`)).toContain('accounts create');
  expect(await actions('export', ...reason, '--to', '2020-12-31')).toEqual([]);
  expect(await actions('export', ...reason, '--from', '2999-01-01')).toEqual([]);

  const wrong = await latchkey(folder, ['audit', 'list', '--from', 'yesterday', '--to', '2031-02-30']);
  expect(wrong.status).not.toBe(0);
  expect(wrong.stderr).toMatch(/--from "yesterday".*2031-01-31T09:30:00Z.*\n.*--to "2031-02-30"/);
  const backwards = await latchkey(folder, ['audit', 'list', '--from', '2031-01-31', '--to', '2031-01-30']);
  expect(backwards.stderr).toContain('--to "2031-01-30": must be after --from');
});

it('contract 61: no command that changes or shows something was left out', async () => {
  const folder = makeFolder();
  // The program as it was built, so that most commands of it run once.
  const asBuilt = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    document(folder, args, { env, input: PASSWORD }, latchkeyBuilt);
  const released = releasedDatabases().at(-1);
  if (!released) throw new Error('There are no released databases');
  // One with signing keys.
  mkdirSync(`${folder}/data`, { mode: 0o700 });
  unpack(released, `${folder}/data/latchkey.db`);
  const env = { LATCHKEY_SECRET: released.secret };
  const run = (...args: string[]) => asBuilt(args, env);
  const { id } = await run('accounts', 'create', '--email', EMAIL, '--password-stdin');
  writeFileSync(`${folder}/people.jsonl`, `${JSON.stringify({ email: IMPORTED, profile: { nickname: NICKNAME } })}\n`);
  await run('accounts', 'import', 'people.jsonl');
  await run('accounts', 'export', '--reason', 'yearly check', '--output', 'export.jsonl');
  const codes = openFile(`${folder}/data/latchkey.db`);
  codes
    .prepare(
      "insert into one_time_codes (account_id, sealed_secret, last_step, last_used_at, created_at) values (?, x'00', 0, 0, 0)",
    )
    .run(id);
  const applicationId = 'a'.repeat(32);
  codes
    .prepare(
      "insert into kept_agreements (application_id, sub, answers, texts, connected_at) values (?, 'kept-sub', '{}', '[]', 0)",
    )
    .run(applicationId);
  codes.close();
  await run('accounts', 'remove-factors', '--yes', '--email', EMAIL);
  await run('accounts', 'agreement', '--application', applicationId, '--sub', 'kept-sub');
  const unknown = ['accounts', 'agreement', '--application', EMAIL, '--sub', IMPORTED];
  expect((await latchkeyBuilt(folder, unknown, { env })).status).toBe(1);
  await run('groups', 'create', '--group', 'plantedgroup');
  await run('groups', 'add', '--group', 'plantedgroup', '--id', id);
  // Contract 31: as `/accounts/:id` shows them.
  expect((await run('accounts', 'show', '--id', id)).groups).toEqual(['plantedgroup']);
  await run('groups', 'remove', '--group', 'plantedgroup', '--id', id);
  expect(await run('groups', 'show', '--group', 'plantedgroup')).toMatchObject({ used_by: [], members: [] });
  await run('groups', 'delete', '--yes', '--group', 'plantedgroup');
  const shop = ['--email', 'shop@planted.example'];
  await run('accounts', 'create', ...shop, '--role', 'owner', '--password-stdin');
  const application = await run(
    ...['applications', 'create', ...shop, '--name', 'Planted Shop', '--platform', 'Web'],
    ...['--site-domain', 'https://planted.example', '--redirect-uri', 'https://planted.example/callback'],
  );
  const api = ['--resource', 'https://planted.example'];
  await run('apis', 'create', ...api, '--name', 'Planted', '--machine-scope', 'planted.read');
  await run('apis', 'allow', ...api, '--application', application.id, '--scope', 'planted.read');
  await run('apis', 'deny', ...api, '--application', application.id);
  await run('apis', 'let-ask', ...api, '--application', application.id);
  await run('apis', 'stop-asking', ...api, '--application', application.id);
  for (const command of ['let-ask', 'stop-asking']) await run('apis', command, ...api, '--documents');
  const apiSecret = await run('apis', 'create-secret', ...api);
  await run('apis', 'delete-secret', '--yes', ...api, '--secret-id', apiSecret.id);
  await run('apis', 'delete', '--yes', ...api);
  await run('clients', 'block', '--yes', '--host', 'planted.example');
  await run('clients', 'unblock', '--host', 'planted.example');
  writeFileSync(`${folder}/server.log`, `{"event":"account-deleted","account":"${id}"}\n`);
  expect(await run('accounts', 'delete-again', '--yes', 'server.log')).toEqual({ listed: 1, deleted: 1 });
  const machine = await run('machine-tokens', 'create', '--name', 'plantedrobot', '--scope', 'policy');
  await run('machine-tokens', 'delete', '--yes', '--id', machine.id);
  await run('policy', 'set', '--service-name', 'Planted Login');
  for (const command of ['reserve', 'release']) await run('usernames', command, 'plantednode');
  await run('keys', 'rotate', '--yes');
  const changed = { LATCHKEY_SECRET: `another ${env.LATCHKEY_SECRET}`, LATCHKEY_SECRET_PREVIOUS: env.LATCHKEY_SECRET };
  await asBuilt(['keys', 'rewrap'], changed);
  await asBuilt(['backup', 'backup.db'], changed);
  await asBuilt(['restore', '--replace', 'backup.db'], changed);
  await asBuilt(['move', '--to', 'sqlite:data/moved.db'], changed);
  const moved = { ...changed, LATCHKEY_DATABASE_URL: 'sqlite:data/moved.db' };
  const entries = await asBuilt(['audit', 'export', '--reason', 'yearly check'], moved);
  for (const [command, more] of [
    ['accounts agreement', { application: applicationId, entry: 'kept-sub' }],
    ['accounts delete-again', { entry: id }],
    ['machine-tokens create', { entry: machine.id, fields: ['policy', '90 days'] }],
    ['machine-tokens delete', { entry: machine.id }],
    ['policy set', { fields: ['service_name'] }],
  ] as const) {
    const about = entries.filter(({ action }: { action: string }) => action === command);
    expect(about, command).toEqual([expect.objectContaining({ command, role: 'operator', ...more })]);
  }
  expect(withoutSentence(entries)).toEqual([]);
  const told = new Set(entries.map(({ action }: { action: string }) => action));
  const declared = COMMANDS.filter(({ audit }) => typeof audit === 'string').map(({ path }) => path.join(' '));
  // The test above and hand-over.test.ts have the rest; `serve` tells of the settings (record-settings.test.ts).
  const elsewhere = ['serve', ...STORY, ...['hand-over', 'delete'].map((name) => `applications ${name}`)];
  expect(declared.filter((command) => !told.has(command) && !elsewhere.includes(command))).toEqual([]);
  const stored = JSON.stringify(entries).toLowerCase();
  const typed = [
    'people.jsonl',
    'moved.db',
    'server.log',
    'plantedrobot',
    'plantednode',
    'Planted Login',
    machine.token,
  ];
  for (const value of [EMAIL, IMPORTED, PASSWORD, NICKNAME, ...Object.values(changed), ...typed]) {
    const hash = createHash('sha256').update(value).digest('hex');
    expect([stored.includes(value.toLowerCase()), stored.includes(hash)], value).toEqual([false, false]);
  }
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

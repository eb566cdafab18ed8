// Accounts of another system (contract 30), with the program as it is run: a file goes in, people sign in with their
// passwords and codes, and applications know them by the ids of before.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK } from '../helpers/client.ts';
import { spawnProgram, startServer } from '../helpers/program.ts';
import {
  createOwner,
  type Owner,
  type RegisteredApplication,
  registerApplication,
  type TestServer,
} from '../helpers/server.ts';

/** bcrypt of `abc`. */
const BCRYPT = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
/** bcrypt of `a`. */
const OTHER = '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe';
const REASON = ['--reason', 'move to another server'];
const SUB = 'f:17/mina kim+"1"?#%';

let server: TestServer;
let owner: Owner;
let application: RegisteredApplication;
beforeAll(async () => {
  server = await startServer();
  owner = await createOwner(server);
  application = await registerApplication(server, owner, APPLICATION);
});
afterAll(() => server?.stop());

let made = 0;
const newEmail = () => {
  made += 1;
  return `moved-${made}@example.com`;
};

/** Writes the lines and imports them. A text is a line as it stands. */
async function importLines(lines: readonly (object | string)[], ...flags: string[]) {
  made += 1;
  const file = join(server.folder, `users-${made}.jsonl`);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const { status, stdout, stderr } = await server.command(['accounts', 'import', file, ...flags, '--json']);
  if (status !== 0) throw new Error(stderr);
  const read = (kind: string) =>
    readFileSync(`${file}.${kind}.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; reasons?: string[]; notes?: string[] });
  return { counts: JSON.parse(stdout) as Record<string, unknown>, file, read, stderr };
}

const authorization = () => {
  const apiKey = application.platforms[0]?.api_key ?? '';
  const query = { client_id: apiKey, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid nickname' };
  return `${server.authUrl}/oauth/authorize?${new URLSearchParams(query)}`;
};

async function signIn(email: string, password: string) {
  const browser = new Browser();
  const page = await browser.open(authorization());
  return { browser, page: await browser.submit(page.form({ action: '/login' }), { email, password }) };
}

async function subOfSignIn(email: string, password: string): Promise<{ sub: string; accessToken: string }> {
  const { browser, page } = await signIn(email, password);
  const agreed = await browser.submit(page.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
  const code = agreed.url.searchParams.get('code') ?? '';
  const apiKey = application.platforms[0]?.api_key ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: apiKey };
  const answer = await fetch(`${server.authUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { id_token, access_token } = (await answer.json()) as { id_token: string; access_token: string };
  return { sub: decodeJwt(id_token).sub ?? '', accessToken: access_token };
}

const shown = async (email: string) =>
  JSON.parse((await server.command(['accounts', 'show', '--email', email, '--json'])).stdout) as Record<
    string,
    unknown
  >;

describe('contract 30: an import', () => {
  test('makes accounts whose people sign in with their passwords, and whom applications know by their old ids', async () => {
    const email = newEmail();
    const line = {
      ...{ email, email_verified: true, created_at: '2019-01-02T03:04:05.678Z', password: BCRYPT },
      ...{ profile: { nickname: 'Mina' }, subjects: { [application.id]: SUB } },
    };
    const { counts, file } = await importLines([line]);
    expect(counts).toEqual({
      ...{ read: 1, created: 1, existing: 0, updated: 0, refused: 0, without_username: 0, without_password: 0 },
      ...{ dry_run: false, refused_file: null, notes_file: `${file}.notes.jsonl`, refused_passwords: 0 },
      notes: [{ note: '/password: bcrypt of a cost below 10; it becomes Argon2id at the first sign-in', lines: 1 }],
    });
    expect(await shown(email)).toMatchObject({
      ...{ origin: 'import', email_verified: true, email_verified_by: 'operator', role: 'user' },
      created_at: '2019-01-02T03:04:05.678Z',
    });
    const { sub, accessToken } = await subOfSignIn(email, 'abc');
    expect(sub).toBe(SUB);
    const info = await fetch(`${server.apiUrl}/user-info`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(await info.json()).toMatchObject({ sub: SUB, nickname: 'Mina' });

    const headers = { authorization: `Bearer ${owner.apiToken}` };
    const connection = `${server.apiUrl}/applications/${application.id}/connections/${encodeURIComponent(SUB)}`;
    expect(await (await fetch(connection, { headers })).json()).toMatchObject({ sub: SUB });
    expect((await fetch(connection, { method: 'DELETE', headers })).status).toBe(204);
    expect((await subOfSignIn(email, 'abc')).sub).toBe(SUB);
  });

  test('a `sub` of 255 characters can be looked up, and pages of connections go on after it', async () => {
    const longest = '~%'.repeat(127).padEnd(255, '/');
    const [first, second] = [newEmail(), newEmail()];
    const of = (email: string, sub: string) => ({
      ...{ email, password: BCRYPT, profile: { nickname: 'Long' } },
      connections: { [application.id]: { sub, created_at: '2020-01-01T00:00:00Z', items: {} } },
    });
    await importLines([of(first, longest), of(second, 'next one')]);
    const headers = { authorization: `Bearer ${owner.apiToken}` };
    const all = `${server.apiUrl}/applications/${application.id}/connections`;
    expect((await fetch(`${all}/${encodeURIComponent(longest)}`, { headers })).status).toBe(200);
    const subs: string[] = [];
    let next: string | undefined = `${all}?limit=1`;
    while (next !== undefined && subs.length < 10) {
      const page: Response = await fetch(next, { headers });
      subs.push(...((await page.json()) as { sub: string }[]).map(({ sub }) => sub));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(subs.slice(0, 2)).toEqual([longest, 'next one']);
  });

  test('repeated, it leaves every account alone and tells of it', async () => {
    const lines = [newEmail(), newEmail()].map((email) => ({
      email,
      password: BCRYPT,
      profile: { nickname: 'Before' },
    }));
    await importLines(lines);
    const again = await importLines(lines.map((line) => ({ ...line, profile: { nickname: 'After' } })));
    expect(again.counts).toMatchObject({ read: 2, created: 0, existing: 2, updated: 0, refused: 0 });
    expect(again.read('notes')).toEqual([
      { line: 1, notes: ['left alone: the account exists'] },
      { line: 2, notes: ['left alone: the account exists'] },
    ]);
    expect(await shown(lines[0]?.email ?? '')).toMatchObject({ nickname: 'Before' });
  });

  test('--update changes profiles, and the hash until somebody has signed in', async () => {
    const [used, unused] = [newEmail(), newEmail()];
    await importLines([used, unused].map((email) => ({ email, password: BCRYPT, profile: { nickname: 'Before' } })));
    expect((await signIn(used, 'abc')).page.url.pathname).not.toBe('/login');
    const changed = [used, unused].map((email) => ({ email, password: OTHER, profile: { nickname: 'After' } }));
    const { counts, read } = await importLines(changed, '--update');
    expect(counts).toMatchObject({ existing: 2, updated: 2, created: 0 });
    expect(read('notes').map(({ notes }) => notes)).toEqual([
      ['the account exists: changed profile'],
      [
        'the account exists: changed profile and password',
        '/password: bcrypt of a cost below 10; it becomes Argon2id at the first sign-in',
      ],
    ]);
    expect(await shown(used)).toMatchObject({ nickname: 'After' });
    expect((await signIn(used, 'abc')).page.url.pathname).not.toBe('/login');
    expect((await signIn(unused, 'a')).page.url.pathname).not.toBe('/login');
    expect((await importLines(changed, '--update')).counts).toMatchObject({ existing: 2, updated: 0 });
  });

  test('tells line and reasons of what it refuses, in a file that only its owner can read, and imports the others', async () => {
    const [good, other, elsewhere] = [newEmail(), newEmail(), newEmail()];
    const { counts, file, read, stderr } = await importLines([
      { email: good },
      { email: 'nobody', password: '5f4dcc3b5aa765d61d8327deb882cf99', shoe: 42 },
      '{"email": ',
      '',
      { email: elsewhere, subjects: { nowhere: 'x', '\0': 'y' } },
      { email: other, subjects: { [application.id]: SUB } },
      JSON.stringify({ email: newEmail(), profile: { nickname: 'x'.repeat(1024 * 1024) } }),
    ]);
    expect(counts).toMatchObject({
      read: 6,
      created: 2,
      refused: 4,
      without_password: 2,
      refused_file: `${file}.refused.jsonl`,
    });
    expect(read('refused')).toEqual([
      {
        line: 2,
        reasons: [
          expect.stringMatching(/^\/shoe/),
          expect.stringMatching(/^\/email/),
          expect.stringMatching(/^\/password/),
        ],
      },
      { line: 3, reasons: ['is not JSON'] },
      { line: 7, reasons: [expect.stringMatching(/^is longer than 1048576 bytes: shorten/)] },
      { line: 6, reasons: [expect.stringContaining('sub')] },
    ]);
    expect(statSync(`${file}.refused.jsonl`).mode & 0o777).toBe(0o600);
    expect(stderr).toContain(`4 lines were refused: ${file}.refused.jsonl says why`);
    for (const email of [good, elsewhere]) expect(await shown(email)).toMatchObject({ has_password: false });
    const isLeftOut = 'the sub is left out, because there is no such application';
    expect(read('notes')).toEqual([{ line: 5, notes: [`nowhere: ${isLeftOut}`, `\0: ${isLeftOut}`] }]);
  });

  test('--dry-run answers the same and stores nothing', async () => {
    const email = newEmail();
    const dry = await importLines([{ email }, { email: 'nobody' }], '--dry-run');
    expect(dry.counts).toMatchObject({ created: 1, refused: 1, dry_run: true });
    expect((await server.command(['accounts', 'show', '--email', email])).status).toBe(1);
  });

  test('contract 2: a username that does not fit, is taken or reserved is left out and told; --with-roles gives the latter', async () => {
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    const names = ['Dora.Bok', 'dora_bok', 'x', 'admin'];
    const { counts, read } = await importLines(
      emails.map((email, index) => ({ email, username: names[index], role: 'owner' })),
    );
    expect(counts).toMatchObject({ created: 4, without_username: 3 });
    expect(read('notes').map(({ notes }) => notes?.some((one) => one.startsWith('/username')))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(await shown(emails[0] ?? '')).toMatchObject({ username: 'dora.bok', role: 'user' });
    expect(await shown(emails[1] ?? '')).toMatchObject({ username: null });
    const chief = newEmail();
    await importLines([{ email: chief, username: 'admin', role: 'owner' }], '--with-roles');
    expect(await shown(chief)).toMatchObject({ username: 'admin', role: 'owner' });
  });

  test('contract 31: groups come along: unknown ones refuse the line, and --with-groups creates them', async () => {
    const email = newEmail();
    const line = { email, groups: ['sre', 'moved-on'] };
    const without = await importLines([line, { email: newEmail() }]);
    expect(without.counts).toMatchObject({ created: 1, refused: 1 });
    expect(without.read('refused')[0]?.reasons?.[0]).toContain(
      'there is no group sre: create it, or give --with-groups',
    );
    expect((await importLines([line], '--with-groups')).counts).toMatchObject({ created: 1, refused: 0 });
    const updated = await importLines([{ email, groups: ['sre'] }], '--update');
    expect(updated.counts).toMatchObject({ existing: 1, updated: 0 });
    expect(updated.read('notes')[0]?.notes?.[1]).toContain('/groups: others in the file, and not changed');
    const { stdout } = await server.command(['accounts', 'export', ...REASON]);
    const exported = stdout.split('\n').find((one) => one.includes(email)) ?? '{}';
    expect(JSON.parse(exported)).toMatchObject({ groups: ['moved-on', 'sre'] });
  });

  test('standard input is read as a file, and its reports go to --report', async () => {
    const email = newEmail();
    const input = `{"email":"${email}"}\n{"email":"nobody","email":"nobody@example.com"}\n`;
    const report = join(server.folder, 'reports');
    const imported = async (...flags: string[]) => {
      const { status, stdout, stderr } = await server.command(['accounts', 'import', '-', ...flags, '--json'], input);
      return status === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : stderr;
    };
    expect(await imported()).toContain('--report is missing: the folder for the reports of standard input');
    expect(await imported('--report', report, '--format', 'auth0', '--passwords', 'x')).toContain(
      '--passwords needs a FILE that can be read several times',
    );
    const told = { read: 2, created: 1, refused: 1, refused_file: join(report, 'stdin.refused.jsonl') };
    expect(await imported('--report', report, '--dry-run')).toMatchObject({ ...told, dry_run: true });
    expect(await imported('--report', report)).toMatchObject({ ...told, dry_run: false });
    expect(JSON.parse(readFileSync(told.refused_file, 'utf8'))).toEqual({
      line: 2,
      reasons: ['/email: is there more than once'],
    });
    expect(await shown(email)).toMatchObject({ origin: 'import' });
  });

  test('contract 24: a code of eight digits by SHA-512 every minute is asked for and accepted', async () => {
    const email = newEmail();
    const kind = { algorithm: 'SHA512', digits: 8, period: 60 };
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DP';
    await importLines([{ email, password: BCRYPT, totp: { secret, ...kind }, profile: { nickname: 'Coded' } }]);
    const { browser, page } = await signIn(email, 'abc');
    const code = new TOTP({ ...kind, secret: Secret.fromBase32(secret) }).generate();
    const after = await browser.submit(page.form({ fields: ['code'] }), { code });
    expect(after.url.pathname).toBe('/consent');
  });

  test('contract 1: flags that do not fit the format, and applications that do not exist, are told before anything is read', async () => {
    const refusedBy = async (...flags: string[]) => {
      const { status, stderr } = await server.command(['accounts', 'import', 'nowhere.jsonl', ...flags]);
      expect(status).toBe(1);
      return stderr;
    };
    expect(await refusedBy('--subject-for', application.id)).toContain('--subject-for is for files of other systems');
    expect(await refusedBy('--format', 'firebase')).toContain('--hash-config is missing');
    const both = await refusedBy('--format', 'keycloak', '--passwords', 'x', '--hash-config', 'y');
    expect(both).toMatch(/--hash-config is for[\s\S]*--passwords is for/);
    expect(await refusedBy('--format', 'csv')).toContain('allowed: jsonl, keycloak, auth0, firebase');
    expect(await refusedBy('--format', 'auth0', '--subject-for', 'x1')).toContain(
      '--subject-for x1: there is no such application',
    );
    expect(await refusedBy()).toContain('there is no such file');
    const exported = await server.command(['accounts', 'export', ...REASON, '--json']);
    expect([exported.status, exported.stderr]).toEqual([1, expect.stringContaining('--output is missing')]);
  });

  test('killed in the middle and repeated, it leaves neither gap nor double', { timeout: 120_000 }, async () => {
    const total = 6000;
    const emails = Array.from({ length: total }, (_, index) => `killed-${index}@example.com`);
    const file = join(server.folder, 'killed.jsonl');
    writeFileSync(
      file,
      emails
        .map((email) => JSON.stringify({ email, username: email.split('@')[0]?.replace('-', '.n'), password: BCRYPT }))
        .join('\n'),
    );
    const countOf = async () => (await server.command(['accounts', 'list', '--email', 'killed-', '--json'])).stdout;
    const accounts = async () => (JSON.parse(await countOf()) as { email: string; username: string }[]) ?? [];
    const child = spawnProgram(
      ['accounts', 'import', file],
      server.folder,
      server.environment as Record<string, string>,
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const isBegun = async () =>
      (await server.rowsIn('accounts')).some(({ email }) => String(email).startsWith('killed-'));
    await expect.poll(isBegun, { interval: 5, timeout: 30_000 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    const before = (await accounts()).length;
    expect(before % 500).toBe(0);
    const { status, stdout } = await server.command(['accounts', 'import', file, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: total, created: total - before, existing: before, refused: 0 });
    const after = await accounts();
    expect(after.map(({ email }) => email)).toEqual(emails);
    expect(after.filter(({ username }) => username === null)).toEqual([]);
  });
});

describe('contract 30: an export', () => {
  test('writes what the import reads; credentials only when asked, into a new file that only its owner can read', async () => {
    const email = newEmail();
    await importLines([{ email, password: BCRYPT, profile: { nickname: 'Away' } }]);
    const find = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((line) => line.email === email);
    const plain = await server.command(['accounts', 'export', ...REASON]);
    expect(find(plain.stdout)).toEqual({
      email,
      email_verified: false,
      created_at: expect.any(String),
      profile: { nickname: 'Away' },
    });
    const file = join(server.folder, 'away.jsonl');
    const { status, stdout } = await server.command([
      'accounts',
      'export',
      ...REASON,
      '--with-credentials',
      '--output',
      file,
      '--json',
    ]);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { file, with_credentials: true }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(find(readFileSync(file, 'utf8'))).toMatchObject({ password: BCRYPT });
    const again = await server.command(['accounts', 'export', ...REASON, '--output', file]);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
    expect(find(readFileSync(file, 'utf8'))).toMatchObject({ password: BCRYPT });
  });
});

// The databases of released schemas, brought up to date by this program: whoever was signed in and whatever was issued goes
// on working (case M10).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose, type Server } from '../../src/compose.ts';
import { loadSettings } from '../../src/config.ts';
import { createServerSecrets } from '../../src/core/secrets.ts';
import { makeTokenPair, readRefreshToken } from '../../src/core/tokens/token-format.ts';
import { ownMigrationsFolder, readMigrations } from '../../src/store/migrate.ts';
import { openSqlite, sqliteMigrationStatus } from '../../src/store/sqlite/open.ts';
import { type ReleasedDatabase, releasedDatabases, unpack } from '../fixtures/databases/released.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK } from '../helpers/client.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { contentsOf } from './given-every-table.ts';

const own = readMigrations(ownMigrationsFolder('sqlite'));
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
    await killWhileMigrating(path, folder);
    expect((await sqliteMigrationStatus(path)).applied).toHaveLength(released.schema);
    ({ server, authUrl, apiUrl } = await startOn(path, released, clock));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const post = async (form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: released.apiKey, redirect_uri: CALLBACK, ...form });
    const response = await fetch(`${authUrl}/oauth/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const get = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

  it('M10: a start after a killed migration brings it up to date, and keeps it as it was', async () => {
    const { applied, pending } = await sqliteMigrationStatus(path);
    expect([applied.length, pending]).toEqual([own.length, []]);
    if (released.schema === own.length) return;
    const before = join(folder, 'before.db');
    unpack(released, before);
    expect(contentsOf(`${path}.before-${numberOf(released.schema + 1)}`)).toEqual(contentsOf(before));
  });

  it('M10: the session is signed in and the consent stands: a code without a page', async () => {
    const browser = new Browser();
    for (const [name, value] of Object.entries(released.cookies)) {
      browser.setCookie(authUrl, name.replace('PORT', new URL(authUrl).port), value);
    }
    const query = new URLSearchParams({ client_id: released.apiKey, redirect_uri: CALLBACK, response_type: 'code' });
    const page = await browser.open(`${authUrl}/oauth/authorize?${query}`, { stopAt: CALLBACK });
    expect(page.url.searchParams.get('code'), page.text).toBeTruthy();
    const account = await browser.open(`${authUrl}/account`);
    expect(account.text).toContain('Acme Shop');
    const again = new Browser();
    const login = await again.open(`${authUrl}/login`);
    const { email, password } = released;
    const signedIn = await again.submit(login.form({ action: '/login' }), { email, password });
    expect(signedIn.url.pathname).toBe('/account');
  });

  it('M10: the access token opens what it opened', async () => {
    const answer = await get(`${apiUrl}/user-info`, released.accessToken);
    expect([answer.status, await answer.json()]).toEqual([200, released.userInfo]);
  });

  it('M10: the code is exchanged, once', async () => {
    const form = { grant_type: 'authorization_code', code: released.code };
    const first = await post(form);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await get(`${apiUrl}/user-info`, first.body.access_token ?? '')).status).toBe(200);
    expect((await post(form)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('M10, P8: the refresh token rotates; the used one repeats its answer; the secret alone makes no successor', async () => {
    const refresh = (refresh_token: string) => post({ grant_type: 'refresh_token', refresh_token });
    // Used within thirty seconds, its successor not yet: the same answer once more.
    const repeated = await refresh(released.usedRefreshToken);
    expect(repeated.body.refresh_token).toBe(released.rotatedRefreshToken);
    expect((await refresh(released.rotatedRefreshToken)).status).toBe(200);
    const next = (await refresh(released.refreshToken)).body.refresh_token ?? '';
    expect((await refresh(released.refreshToken)).body.refresh_token).toBe(next);
    expect((await refresh(withoutSeed(next, released.secret))).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(next)).status).toBe(200);
    const forged = `${released.refreshToken.slice(0, -8)}AAAAAAAA`;
    expect((await refresh(forged)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('M10: the API token reaches the registration API, which shows the application', async () => {
    const answer = await get(`${apiUrl}/applications/${released.applicationId}`, released.apiToken);
    expect([answer.status, await answer.json()]).toMatchObject([200, { name: 'Acme Shop', login_activation: 'ON' }]);
  });

  const { idToken } = released;
  // Before schema 2 there were none.
  if (idToken !== null) {
    it('M10: the ID token is verified with the key that the server shows', async () => {
      const jwks = createRemoteJWKSet(new URL(`${authUrl}/oauth/jwks`));
      const { payload } = await jwtVerify(idToken, jwks, { currentDate: new Date(clock.now()) });
      expect(payload.sub).toBe(released.userInfo.sub);
    });
  }

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

/** What the program of before, or whoever has its secret, would make of that family and generation. */
function withoutSeed(refreshToken: string, secret: string): string {
  const { grantId = '', generation = 0 } = readRefreshToken(refreshToken) ?? {};
  const family = { id: grantId, familySeed: undefined, familySeedFrom: 0 };
  const pair = makeTokenPair(createServerSecrets(Buffer.from(secret)), { family, generation, accessTokenId: '' });
  return pair.refreshToken;
}

/** With one migration more, in which the process is killed: all of them are one transaction. */
describe('user names of before they were unique', () => {
  it('M10: are settled by the first start, and no application gets them by the item nickname', async () => {
    const released = releasedDatabases().find(({ schema }) => schema === 4) as ReleasedDatabase;
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'));
    const path = join(folder, 'latchkey.db');
    unpack(released, path);
    const before = new Sqlite(path);
    before
      .prepare("update accounts set profile = json_set(profile, '$.preferred_username', 'Mina.Kim') where email = ?")
      .run(released.email);
    before.close();
    const clock = { now: () => Date.parse(released.madeAt) + 1000 };
    const { server, apiUrl } = await startOn(path, released, clock);
    try {
      const account = await server.ports.accounts.findByEmailKey(released.email.toLowerCase());
      expect([account?.username, account?.profile]).toEqual([
        'mina.kim',
        expect.not.objectContaining({ preferred_username: expect.anything() }),
      ]);
      const headers = { authorization: `Bearer ${released.accessToken}` };
      const answer = await fetch(`${apiUrl}/user-info`, { headers });
      expect(await answer.json()).toEqual({ ...released.userInfo, ...updatedNow(released, clock.now()) });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

/** What an application may read has changed: a claim that comes with any of the profile items. */
const updatedNow = ({ userInfo }: ReleasedDatabase, now: number) =>
  'updated_at' in userInfo ? { updated_at: Math.floor(now / 1000) } : {};

async function killWhileMigrating(path: string, folder: string): Promise<void> {
  const migrationsFolder = join(folder, 'migrations');
  cpSync(ownMigrationsFolder('sqlite'), migrationsFolder, { recursive: true });
  const endless = `create table endless (n integer) strict;
    insert into endless with recursive n (i) as (select 1 union all select i + 1 from n) select i from n;`;
  writeFileSync(join(migrationsFolder, `${numberOf(own.length + 1)}_endless.sql`), endless);
  const child = fork(new URL('./open-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
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

async function startOn(path: string, { secret }: ReleasedDatabase, clock: { now(): number }) {
  const [authPort, apiPort] = await freePorts(2);
  const [authUrl, apiUrl] = [`http://localhost:${authPort}`, `http://localhost:${apiPort}`];
  const env = {
    LATCHKEY_AUTH_URL: authUrl,
    LATCHKEY_API_URL: apiUrl,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_OPS_LISTEN: 'off',
    LATCHKEY_DATABASE_URL: `sqlite:${path}`,
    LATCHKEY_SECRET: secret,
  };
  const server = await compose(loadSettings({ env }), { clock, logger: pino({ level: 'silent' }) });
  await server.start();
  return { server, authUrl, apiUrl };
}

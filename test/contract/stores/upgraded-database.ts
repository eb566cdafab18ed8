// What holds of a released database that this program brought up to date, on every store: whoever was signed in and
// whatever was issued goes on working (case M10).
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { compose } from '../../../src/compose/server.ts';
import { makeTokenPair, readRefreshToken } from '../../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets } from '../../../src/core/ground/secrets.ts';
import { loadSettings } from '../../../src/settings/config.ts';
import type { ReleasedDatabase } from '../../fixtures/databases/released.ts';
import { Browser } from '../../helpers/browser.ts';
import { CALLBACK } from '../../helpers/client.ts';
import { freePorts } from '../../helpers/free-ports.ts';
import { keepRsaKeys } from '../../helpers/signing-keys.ts';
import { standingTimers } from '../../helpers/standing-time.ts';

/** Its own five seconds may pass on a busy machine. */
const PATIENT = { timeoutDuration: 60_000 };

type Running = { authUrl: string; apiUrl: string; clock: { now(): number } };

/** @param running the server of this program on that database; asked for when a test runs */
export function upgradedContract(released: ReleasedDatabase, running: () => Running): void {
  const post = async (form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: released.apiKey, redirect_uri: CALLBACK, ...form });
    const response = await fetch(`${running().authUrl}/oauth/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const get = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

  it('M10: the session is signed in and the consent stands: a code without a page', async () => {
    const { authUrl } = running();
    const browser = new Browser();
    for (const [name, value] of Object.entries(released.cookies)) {
      browser.setCookie(authUrl, name.replace('PORT', new URL(authUrl).port), value);
    }
    const query = new URLSearchParams({ client_id: released.apiKey, redirect_uri: CALLBACK, response_type: 'code' });
    const page = await browser.open(`${authUrl}/oauth/authorize?${query}`, { stopAt: CALLBACK });
    expect(page.url.searchParams.get('code'), page.text).toBeTruthy();
    const account = await browser.open(`${authUrl}/account/connections`);
    expect(account.text).toContain('Acme Shop');
    const again = new Browser();
    const login = await again.open(`${authUrl}/login`);
    const { email, password } = released;
    const signedIn = await again.submit(login.form({ action: '/login' }), { email, password });
    expect(signedIn.url.pathname).toBe('/account');
  });

  it('M10: the access token opens what it opened', async () => {
    const { apiUrl } = running();
    const answer = await get(`${apiUrl}/user-info`, released.accessToken);
    // Since then `nickname` brings `name` along, and no more `preferred_username` (contract 3, catalogue).
    const { preferred_username: _, ...kept } = released.userInfo;
    expect([answer.status, await answer.json()]).toEqual([200, { ...kept, name: kept.nickname }]);
  });

  it('M10: the code is exchanged, once', async () => {
    const { apiUrl } = running();
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
    const { apiUrl } = running();
    const answer = await get(`${apiUrl}/applications/${released.applicationId}`, released.apiToken);
    expect([answer.status, await answer.json()]).toMatchObject([200, { name: 'Acme Shop', login_activation: 'ON' }]);
  });

  const { idToken } = released;
  // Before schema 2 there were none.
  if (idToken !== null) {
    it('M10: the ID token is verified with the key that the server shows', async () => {
      const { authUrl, clock } = running();
      const jwks = createRemoteJWKSet(new URL(`${authUrl}/oauth/jwks`), PATIENT);
      const { payload } = await jwtVerify(idToken, jwks, { currentDate: new Date(clock.now()) });
      expect(payload.sub).toBe(released.userInfo.sub);
    });
  }
}

/** What the program of before, or whoever has its secret, would make of that family and generation. */
function withoutSeed(refreshToken: string, secret: string): string {
  const { grantId = '', generation = 0 } = readRefreshToken(refreshToken) ?? {};
  const family = { id: grantId, familySeed: undefined, familySeedFrom: 0 };
  const pair = makeTokenPair(createServerSecrets(Buffer.from(secret)), { family, generation, accessTokenId: '' });
  return pair.refreshToken;
}

export async function startOn(databaseUrl: string, { secret }: ReleasedDatabase, clock: { now(): number }) {
  const [authPort, apiPort] = await freePorts(2);
  const [authUrl, apiUrl] = [`http://localhost:${authPort}`, `http://localhost:${apiPort}`];
  const env = {
    LATCHKEY_AUTH_URL: authUrl,
    LATCHKEY_API_URL: apiUrl,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_OPS_LISTEN: 'off',
    LATCHKEY_DATABASE_URL: databaseUrl,
    LATCHKEY_SECRET: secret,
  };
  const server = await compose(loadSettings({ env }), {
    clock,
    timers: standingTimers(clock).timers,
    logger: pino({ level: 'silent' }),
  });
  keepRsaKeys(server.ports.jwtCrypto);
  await server.start();
  return { server, authUrl, apiUrl };
}

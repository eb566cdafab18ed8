// What the security cases ask of codes and refresh tokens beyond token.test.ts (contract 5): what others try spends
// nothing, and what changes between the issue of a code or token and its use counts at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../helpers/administer-accounts.ts';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const PKCE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
const DAY = 86_400_000;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

const errorOf = async (of: Client, form: string) => (await of.token(form)).body.error;
const refresh = (of: Client, tokens: Tokens, more = {}) => of.token(of.refreshForm(tokens.refresh_token, more));

/** The registration API, as the owner of the client's application. */
async function asOwner(of: Client, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${of.owner.apiToken}`, 'content-type': 'application/json' };
  const url = `${hosts.apiUrl}/applications/${of.applicationId}${path}`;
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.status === 204 ? {} : ((await response.json().catch(() => ({}))) as Record<string, string>);
}

const activate = (of: Client, login_activation: 'ON' | 'OFF') => asOwner(of, 'PATCH', '', { login_activation });

test('C6: by default a code lives for no more than 60 seconds; at 59 it still works', async () => {
  expect(hosts.ports.rules.codeTtlSeconds).toBeLessThanOrEqual(60);
  const code = await client.code();
  hosts.clock.advance(58_500);
  expect((await client.token(client.codeForm(code))).status).toBe(200);
});

describe('C8, contract 5: whatever was wrong before, and however often, the right request redeems the code', () => {
  test('ten wrong verifiers, wrong redirect URIs, other applications and other keys of the same', async () => {
    const both = [...APPLICATION.platforms, { platform: 'iOS', bundle_id: 'com.example.shop' }];
    const two = await givenClient(hosts, { ...APPLICATION, platforms: both });
    const { platforms } = (await asOwner(two, 'GET', '')) as unknown as { platforms: { api_key: string }[] };
    const otherKey = platforms.map(({ api_key }) => api_key).find((key) => key !== two.apiKey) ?? '';
    expect(otherKey).toMatch(/^[0-9a-f]{32}$/);
    const code = await two.code(PKCE);
    for (let i = 0; i < 10; i += 1) {
      const wrong = [
        { code_verifier: `${i}`.repeat(43) },
        { code_verifier: VERIFIER, redirect_uri: `http://localhost:3999/${i}` },
        { code_verifier: VERIFIER, client_id: client.apiKey },
        { code_verifier: VERIFIER, client_id: otherKey },
      ];
      for (const more of wrong) expect(await errorOf(two, two.codeForm(code, more))).toBe('invalid_grant');
    }
    expect((await two.token(two.codeForm(code, { code_verifier: VERIFIER }))).status).toBe(200);
  });
});

test('C10: the last letter of a code changed to any other, also to those that are the same bytes to a lenient reader', async () => {
  const code = await client.code();
  const last = code.at(-1) ?? '';
  const same = [...BASE64URL].filter((letter) =>
    Buffer.from(code.slice(0, -1) + letter, 'base64url').equals(Buffer.from(code, 'base64url')),
  );
  expect(same).toHaveLength(4);
  for (const letter of [...BASE64URL].filter((one) => one !== last)) {
    expect(await errorOf(client, client.codeForm(code.slice(0, -1) + letter)), letter).toBe('invalid_grant');
  }
  const own = await client.tokens();
  for (const token of [`${code}=`, ` ${code}`, own.access_token, own.refresh_token]) {
    expect(await errorOf(client, client.codeForm(token)), token).toBe('invalid_grant');
  }
  expect((await client.token(client.codeForm(code))).status).toBe(200);
});

describe('what changes between the issue and the use', () => {
  test('C9, G8: the account is deleted: invalid_grant for code and refresh token at once, 401 at user-info', async () => {
    const person = await givenClient(hosts);
    const [tokens, code] = [await person.tokens(), await person.code()];
    expect(await deleteAccount(hosts.ports, person.email)).toMatchObject({ email: person.email });
    expect(await errorOf(person, person.codeForm(code))).toBe('invalid_grant');
    expect((await refresh(person, tokens)).body.error).toBe('invalid_grant');
    expect((await person.userInfo(tokens.access_token)).status).toBe(401);
  });

  test('C9: the secret is replaced: the old one and none are invalid_client, the new one redeems', async () => {
    const secured = await givenClient(hosts);
    const old = await asOwner(secured, 'POST', '/client-secrets');
    const code = await secured.code();
    const fresh = await asOwner(secured, 'POST', '/client-secrets');
    await asOwner(secured, 'DELETE', `/client-secrets/${old.id}`);
    for (const more of [{ client_secret: String(old.client_secret) }, {}]) {
      expect(await errorOf(secured, secured.codeForm(code, more))).toBe('invalid_client');
    }
    const right = { client_secret: String(fresh.client_secret) };
    expect((await secured.token(secured.codeForm(code, right))).status).toBe(200);
  });

  test('C9, G8: an optional item is withdrawn: the code and the token open no more of it (contract 4)', async () => {
    const person = await givenClient(hosts);
    const [tokens, code] = [await person.tokens(), await person.code()];
    const account = await person.browser.open(`${hosts.authUrl}/account/connections`);
    const form = account.form({ action: '/account/connections' });
    await person.browser.submit(form, { item: undefined }, { press: 'save' });
    const redeemed = await person.token(person.codeForm(code));
    const refreshed = await refresh(person, tokens);
    for (const { body } of [redeemed, refreshed]) {
      expect((await person.userInfo(body.access_token)).body).not.toHaveProperty('email');
    }
    expect((await person.userInfo(tokens.access_token)).body).not.toHaveProperty('email');
  });

  test('G8, C5: login activation OFF: unauthorized_client at once and nothing is spent; ON again, all of it works', async () => {
    const off = await givenClient(hosts);
    const [tokens, code] = [await off.tokens(), await off.code()];
    await activate(off, 'OFF');
    expect(await errorOf(off, off.codeForm(code))).toBe('unauthorized_client');
    expect((await refresh(off, tokens)).body.error).toBe('unauthorized_client');
    expect((await off.userInfo(tokens.access_token)).status).toBe(401);
    await activate(off, 'ON');
    expect((await off.userInfo(tokens.access_token)).status).toBe(200);
    expect((await refresh(off, tokens)).status).toBe(200);
    expect((await off.token(off.codeForm(code))).status).toBe(200);
  });
});

test('G6: refreshing without the secret, or with a wrong one, is invalid_client and spends nothing', async () => {
  const secured = await givenClient(hosts);
  const { client_secret = '' } = await asOwner(secured, 'POST', '/client-secrets');
  const { body } = await secured.token(secured.codeForm(await secured.code(), { client_secret }));
  for (const more of [{}, { client_secret: `${client_secret}x` }, { client_secret: '' }]) {
    expect((await refresh(secured, body, more)).body.error).toBe('invalid_client');
  }
  expect((await refresh(secured, body, { client_secret })).status).toBe(200);
});

test('G9: refreshed daily and then left alone for 60 days, the family has ended', async () => {
  const idle = await givenClient(hosts);
  let tokens = await idle.tokens();
  for (let day = 0; day < 5; day += 1) {
    hosts.clock.advance(DAY);
    tokens = (await refresh(idle, tokens)).body;
  }
  hosts.clock.advance(60 * DAY);
  expect((await refresh(idle, tokens)).body.error).toBe('invalid_grant');
});

// The token endpoint over HTTP (contract 5): who may redeem and refresh what, what every refusal says, and what a
// refusal leaves untouched. The rules themselves stand in test/unit/core; here they are seen on the wire.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const DAY = 24 * 60 * 60 * 1000;

let hosts: Hosts;
let client: Client;
let other: Client;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
  other = await givenClient(hosts);
});

afterAll(() => hosts?.stop());

const errorOf = async (form: string) => (await client.token(form)).body.error;

function post(body: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${hosts.authUrl}/oauth/token`, { method: 'POST', headers: { ...type, ...headers }, body });
}

describe('the answer (RFC 6749 5.1)', () => {
  test('tokens with their prefixes, lifetimes and the granted scope; no-store', async () => {
    const response = await post(client.codeForm(await client.code()));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('pragma')).toBe('no-cache');
    expect(await response.json()).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^lk_at_[A-Za-z0-9_-]{64}$/),
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^lk_rt_[A-Za-z0-9_-]{72}$/),
      refresh_token_expires_in: 60 * 24 * 3600,
      scope: 'nickname email',
    });
  });

  test('without anything granted scope is left out', async () => {
    const bare = await givenClient(hosts, { ...APPLICATION, consent_items: [] });
    expect(await bare.tokens()).not.toHaveProperty('scope');
  });

  test('scope in the order requested, openid and offline_access always granted, unknown values left out', async () => {
    const tokens = await client.tokens({ scope: 'email openid profile offline_access x' });
    expect(tokens.scope).toBe('email openid profile offline_access');
  });

  test('user-info opens what was granted and nothing else', async () => {
    const { body } = await client.userInfo((await client.tokens()).access_token);
    expect(body).toEqual({
      sub: expect.stringMatching(/^[a-z0-9]{32}$/),
      nickname: 'Mina',
      name: 'Mina',
      updated_at: expect.any(Number),
      email: client.email,
      email_verified: false,
    });
  });

  test('sub is pairwise: another application sees another one, the same application always the same', async () => {
    const subOf = async (of: Client) => (await of.userInfo((await of.tokens()).access_token)).body.sub;
    expect(await subOf(client)).toBe(await subOf(client));
    expect(await subOf(other)).not.toBe(await subOf(client));
  });
});

describe('requests that are refused as they stand', () => {
  test.each([
    ['grant_type missing', 'invalid_request', (form: string) => form.replace(/grant_type=[^&]*&/, '')],
    [
      'grant_type unknown',
      'unsupported_grant_type',
      (form: string) => form.replace(/grant_type=[^&]*/, 'grant_type=x'),
    ],
    [
      'password grant',
      'unsupported_grant_type',
      (form: string) => form.replace(/grant_type=[^&]*/, 'grant_type=password'),
    ],
    ['code missing', 'invalid_request', (form: string) => form.replace(/&code=[^&]*/, '')],
    ['code empty', 'invalid_request', (form: string) => form.replace(/&code=[^&]*/, '&code=')],
    ['code doubled', 'invalid_request', (form: string) => `${form}&code=x`],
    ['redirect_uri missing', 'invalid_request', (form: string) => form.replace(/&redirect_uri=[^&]*/, '')],
    ['client_id missing', 'invalid_request', (form: string) => form.replace(/&client_id=[^&]*/, '')],
    ['client_id unknown', 'invalid_client', (form: string) => form.replace(/client_id=[^&]*/, 'client_id=nobody')],
    ['D6: code_verifier too short', 'invalid_request', (form: string) => `${form}&code_verifier=short`],
    ['a secret where none is expected', 'invalid_client', (form: string) => `${form}&client_secret=x`],
    ['another redirect_uri', 'invalid_grant', (form: string) => form.replace('callback', 'callback2')],
    ['D4: a verifier nobody announced', 'invalid_grant', (form: string) => `${form}&code_verifier=${VERIFIER}`],
  ])('%s: %s, and the code stays usable (C8)', async (_what, error, change) => {
    const form = client.codeForm(await client.code());
    const refused = await client.token(change(form));
    expect(refused).toMatchObject({ status: 400, body: { error } });
    expect(String((refused.body as { error_description?: string }).error_description)).toMatch(/^[ -~]{10,}$/);
    expect((await client.token(form)).status).toBe(200);
  });

  test.each([
    ['percent-encoding', 'grant_type=%zz'],
    ['UTF-8', 'grant_type=%ff'],
    ['NUL', 'grant_type=%00'],
  ])('malformed %s in the body is invalid_request', async (_what, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('the query string is ignored', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `${hosts.authUrl}/oauth/token?${client.codeForm(await client.code())}`;
    const response = await fetch(url, { method: 'POST', headers, body: 'x=1' });
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('JSON is 415 and invalid_request', async () => {
    const response = await post('{}', { 'content-type': 'application/json' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('an empty optional parameter is an absent one', async () => {
    const form = `${client.codeForm(await client.code())}&code_verifier=&client_secret=&scope=`;
    expect((await client.token(form)).status).toBe(200);
  });
});

describe('codes', () => {
  test('C2: redeemed twice: invalid_grant, and the tokens of the first redemption are dead', async () => {
    const form = client.codeForm(await client.code());
    const { body } = await client.token(form);
    expect((await client.userInfo(body.access_token)).status).toBe(200);
    expect(await errorOf(form)).toBe('invalid_grant');
    expect((await client.userInfo(body.access_token)).status).toBe(401);
    expect(await errorOf(client.refreshForm(body.refresh_token))).toBe('invalid_grant');
  });

  test('C2: redeemed again a day later, the tokens die as well', async () => {
    const form = client.codeForm(await client.code());
    const { body } = await client.token(form);
    const { body: refreshed } = await client.token(client.refreshForm(body.refresh_token));
    hosts.clock.advance(DAY);
    expect(await errorOf(form)).toBe('invalid_grant');
    expect(await errorOf(client.refreshForm(refreshed.refresh_token))).toBe('invalid_grant');
  });

  test('C6: one second past its minute', async () => {
    const form = client.codeForm(await client.code());
    hosts.clock.advance(61_000);
    expect(await errorOf(form)).toBe('invalid_grant');
  });

  test('C7: another application’s key, live and expired; the right key still works while it lives', async () => {
    const code = await client.code();
    expect(await errorOf(other.codeForm(code))).toBe('invalid_grant');
    expect((await client.token(client.codeForm(code))).status).toBe(200);
    const late = await client.code();
    hosts.clock.advance(61_000);
    expect(await errorOf(other.codeForm(late))).toBe('invalid_grant');
    expect(await errorOf(client.codeForm(late))).toBe('invalid_grant');
  });

  test('C10: cut, extended, changed in case or in its last bits; a token in the place of a code', async () => {
    const code = await client.code();
    const tokens = await other.tokens();
    const variants = [
      code.slice(0, -1),
      `${code}A`,
      code === code.toLowerCase() ? code.toUpperCase() : code.toLowerCase(),
      code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'),
      tokens.access_token,
      tokens.refresh_token,
    ];
    for (const variant of variants) expect(await errorOf(client.codeForm(variant)), variant).toBe('invalid_grant');
    expect((await client.token(client.codeForm(code))).status).toBe(200);
  });

  test('C9: the user is disabled between issue and redemption: invalid_grant', async () => {
    const person = await givenClient(hosts);
    const code = await person.code();
    await disable(person);
    expect(await errorOf(person.codeForm(code))).toBe('invalid_grant');
  });

  test('C9: the connection is ended between issue and redemption: invalid_grant, also after agreeing anew', async () => {
    const person = await givenClient(hosts);
    const code = await person.code();
    await disconnect(person);
    expect(await errorOf(person.codeForm(code))).toBe('invalid_grant');
    await agreeAgain(person);
    expect(await errorOf(person.codeForm(code))).toBe('invalid_grant');
  });

  test('C9: the application is deleted between issue and redemption: invalid_client', async () => {
    const gone = await givenClient(hosts);
    const code = await gone.code();
    const tokens = await gone.tokens();
    await hosts.ports.applications.remove(gone.applicationId);
    expect(await errorOf(gone.codeForm(code))).toBe('invalid_client');
    expect(await errorOf(gone.refreshForm(tokens.refresh_token))).toBe('invalid_client');
    expect((await gone.userInfo(tokens.access_token)).status).toBe(401);
  });
});

describe('PKCE', () => {
  test('D8: a good S256 verifier', async () => {
    const form = client.codeForm(await client.code(PKCE), { code_verifier: VERIFIER });
    expect((await client.token(form)).status).toBe(200);
  });

  test.each([
    ['D3: omitted', {}],
    ['D3: empty', { code_verifier: '' }],
    ['D5: the challenge itself', { code_verifier: CHALLENGE }],
    ['D7: of another flow', { code_verifier: 'b'.repeat(43) }],
  ])('%s: invalid_grant, and the right one still works (C8)', async (_what, more) => {
    const code = await client.code(PKCE);
    expect(await errorOf(client.codeForm(code, more))).toBe('invalid_grant');
    expect((await client.token(client.codeForm(code, { code_verifier: VERIFIER }))).status).toBe(200);
  });

  test('an application that requires PKCE is refused without a challenge', async () => {
    const strict = await givenClient(hosts, { ...APPLICATION, name: 'Strict' });
    const page = await strict.browser.open(strict.authorizeUrl({ code_challenge: '' }), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('code')).not.toBeNull();
    await hosts.execute(
      'update applications set version = version + 1, require_pkce = true where id = ?',
      strict.applicationId,
    );
    const refused = await strict.browser.open(strict.authorizeUrl({ code_challenge: '' }), { stopAt: CALLBACK });
    expect(refused.url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('refresh', () => {
  const refresh = (tokens: Tokens, more = {}) => client.token(client.refreshForm(tokens.refresh_token, more));

  test('G1: a new pair; the old refresh token is theft after the window and ends the whole family (G2)', async () => {
    const first = await client.tokens();
    const { body: second } = await refresh(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await client.userInfo(second.access_token)).status).toBe(200);
    const bystander = await client.tokens();
    hosts.clock.advance(31_000);
    expect((await refresh(first)).body.error).toBe('invalid_grant');
    expect((await client.userInfo(second.access_token)).status).toBe(401);
    expect((await client.userInfo(first.access_token)).status).toBe(401);
    expect((await refresh(second)).body.error).toBe('invalid_grant');
    // Its family, and only its family.
    expect((await client.userInfo(bystander.access_token)).status).toBe(200);
  });

  test('G2: a token used long ago is theft also right after a later rotation', async () => {
    const first = await client.tokens();
    const { body: second } = await refresh(first);
    hosts.clock.advance(40_000);
    const { body: third } = await refresh(second);
    expect((await refresh(first)).body.error).toBe('invalid_grant');
    expect((await refresh(third)).body.error).toBe('invalid_grant');
    expect((await client.userInfo(third.access_token)).status).toBe(401);
  });

  test('G4: a repeat within 30 s gets the same pair, expires_in as it remains', async () => {
    const first = await client.tokens();
    const { body: second } = await refresh(first);
    hosts.clock.advance(10_000);
    const { status, body: repeated } = await refresh(first);
    expect(status).toBe(200);
    expect(repeated.access_token).toBe(second.access_token);
    expect(repeated.refresh_token).toBe(second.refresh_token);
    expect(repeated.scope).toBe(second.scope);
    expect(second.expires_in - repeated.expires_in).toBeGreaterThanOrEqual(10);
    expect(second.expires_in - repeated.expires_in).toBeLessThanOrEqual(12);
  });

  test('in the window but the successor already used: invalid_grant, nothing ends (contract 5)', async () => {
    const first = await client.tokens();
    const { body: second } = await refresh(first);
    const { body: third } = await refresh(second);
    expect((await refresh(first)).body.error).toBe('invalid_grant');
    expect((await refresh(third)).status).toBe(200);
  });

  test('G5: another application’s key: invalid_grant, and the owner’s token stays good', async () => {
    const tokens = await client.tokens();
    expect(await errorOf(other.refreshForm(tokens.refresh_token))).toBe('invalid_grant');
    expect((await refresh(tokens)).status).toBe(200);
  });

  test('G7: scope narrows one answer and does not shrink later ones', async () => {
    const tokens = await client.tokens();
    const { body: narrow } = await refresh(tokens, { scope: 'nickname' });
    expect(narrow.scope).toBe('nickname');
    expect((await client.userInfo(narrow.access_token)).body).not.toHaveProperty('email');
    const { body: whole } = await refresh(narrow);
    expect(whole.scope).toBe('nickname email');
    expect((await client.userInfo(whole.access_token)).body).toHaveProperty('email');
  });

  test('G7: required items stay, named or not', async () => {
    const { body } = await refresh(await client.tokens(), { scope: 'email' });
    expect(body.scope).toBe('email nickname');
    expect((await client.userInfo(body.access_token)).body).toMatchObject({ nickname: 'Mina', email: client.email });
  });

  test('G7: the very scope of the sign-in narrows nothing: required items and those that claims named stay', async () => {
    const claims = '{"userinfo":{"email":null}}';
    const tokens = await client.tokens({ scope: 'openid profile', claims });
    expect(tokens.scope).toBe('openid profile email');
    const { body } = await refresh(tokens, { scope: 'profile openid' });
    expect(body.scope).toBe(tokens.scope);
    const atFirst = (await client.userInfo(tokens.access_token)).body;
    expect((await client.userInfo(body.access_token)).body).toEqual(atFirst);
    expect(atFirst).toMatchObject({ nickname: 'Mina', email: client.email });
  });

  test('G7: the very scope of the sign-in is good where none of it was granted', async () => {
    const declined = await givenClient(hosts, APPLICATION, {});
    const tokens = await declined.tokens({ scope: 'email' });
    expect(tokens.scope).toBe('nickname');
    const { status, body } = await declined.token(declined.refreshForm(tokens.refresh_token, { scope: 'email' }));
    expect([status, body.scope]).toEqual([200, 'nickname']);
  });

  test('G7: wider scope is invalid_scope and spends nothing', async () => {
    const tokens = await client.tokens();
    expect((await refresh(tokens, { scope: 'email address' })).body.error).toBe('invalid_scope');
    expect((await refresh(tokens)).status).toBe(200);
  });

  test('G9: not refreshed for 60 days: expired', async () => {
    const late = await givenClient(hosts);
    const tokens = await late.tokens();
    hosts.clock.advance(60 * DAY);
    expect(await errorOf(late.refreshForm(tokens.refresh_token))).toBe('invalid_grant');
  });

  test('G9: refreshed again and again, the family ends after 365 days and says so in time', async () => {
    const steady = await givenClient(hosts);
    let tokens = await steady.tokens();
    for (let days = 0; days < 350; days += 50) {
      hosts.clock.advance(50 * DAY);
      const refreshed = await steady.token(steady.refreshForm(tokens.refresh_token));
      expect(refreshed.status).toBe(200);
      tokens = refreshed.body;
    }
    expect(tokens.refresh_token_expires_in).toBeLessThanOrEqual(15 * 24 * 3600);
    hosts.clock.advance(15 * DAY);
    expect(await errorOf(steady.refreshForm(tokens.refresh_token))).toBe('invalid_grant');
  });

  test('G8: the user is disabled: invalid_grant at once, 401 at user-info', async () => {
    const person = await givenClient(hosts);
    const tokens = await person.tokens();
    await disable(person);
    expect(await errorOf(person.refreshForm(tokens.refresh_token))).toBe('invalid_grant');
    expect((await person.userInfo(tokens.access_token)).status).toBe(401);
  });

  test('G8: disconnected and agreed anew: the same sub, the old tokens stay dead', async () => {
    const person = await givenClient(hosts);
    const tokens = await person.tokens();
    const { body: before } = await person.userInfo(tokens.access_token);
    await disconnect(person);
    expect((await person.userInfo(tokens.access_token)).status).toBe(401);
    await agreeAgain(person);
    expect((await person.userInfo(tokens.access_token)).status).toBe(401);
    expect(await errorOf(person.refreshForm(tokens.refresh_token))).toBe('invalid_grant');
    const { body: after } = await person.userInfo((await person.tokens()).access_token);
    expect(after.sub).toBe(before.sub);
  });
});

describe('client authentication', () => {
  let secured: Client;
  let secret: string;
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64')}`,
  });

  beforeAll(async () => {
    secured = await givenClient(hosts);
    const response = await fetch(`${hosts.apiUrl}/applications/${secured.applicationId}/client-secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secured.owner.apiToken}` },
    });
    secret = ((await response.json()) as { client_secret: string }).client_secret;
  });

  const form = async () => new URLSearchParams(secured.codeForm(await secured.code()));
  async function send(change: (form: URLSearchParams) => void, headers: Record<string, string> = {}) {
    const body = await form();
    change(body);
    const response = await post(body.toString(), headers);
    return { status: response.status, headers: response.headers, body: (await response.json()) as { error?: string } };
  }

  test('G6: without the secret: invalid_client', async () => {
    expect(await send(() => {})).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });
  test('client_secret_post', async () => {
    expect((await send((body) => body.set('client_secret', secret))).status).toBe(200);
  });
  test('client_secret_basic, client_id left out of the body', async () => {
    expect((await send((body) => body.delete('client_id'), basic(secured.apiKey, secret))).status).toBe(200);
  });
  test('any case of the scheme', async () => {
    const { authorization } = basic(secured.apiKey, secret);
    expect((await send(() => {}, { authorization: authorization.replace('Basic', 'bAsIc') })).status).toBe(200);
  });
  test('a wrong secret by Basic: 401 with the scheme (RFC 6749 5.2)', async () => {
    const refused = await send(() => {}, basic(secured.apiKey, `${secret}x`));
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="latchkey"');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });
  test('both ways at once: invalid_request', async () => {
    const refused = await send((body) => body.set('client_secret', secret), basic(secured.apiKey, secret));
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
  test('two different client_ids: invalid_request', async () => {
    const refused = await send((body) => body.set('client_id', client.apiKey), basic(secured.apiKey, secret));
    expect(refused.body.error).toBe('invalid_request');
  });
  test('Basic with an empty password equals client_id alone', async () => {
    expect((await send(() => {}, basic(secured.apiKey, ''))).body.error).toBe('invalid_client');
    const response = await post(client.codeForm(await client.code()), basic(client.apiKey, ''));
    expect(response.status).toBe(200);
  });
  test.each(['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Bearer x', 'Digest a=b'])(
    'an Authorization header that is no Basic credentials (%s): invalid_client, 401',
    async (authorization) => {
      expect(await send(() => {}, { authorization })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    },
  );
  test('while a secret is required and none is live, everything is invalid_client (contract 5)', async () => {
    const tokens = await givenClient(hosts);
    const url = `${hosts.apiUrl}/applications/${tokens.applicationId}/client-secrets`;
    const headers = { authorization: `Bearer ${tokens.owner.apiToken}` };
    const { client_secret } = (await (await fetch(url, { method: 'POST', headers })).json()) as Record<string, string>;
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    const code = await tokens.code();
    for (const more of [{}, { client_secret: String(client_secret) }]) {
      expect((await tokens.token(tokens.codeForm(code, more))).body.error).toBe('invalid_client');
    }
  });
});

async function disable(person: Client) {
  const account = await hosts.ports.accounts.findByEmailKey(person.email);
  await hosts.ports.accounts.setDisabled(account?.id ?? '', true, hosts.clock.now());
}

async function disconnect(person: Client) {
  const account = await person.browser.open(`${hosts.authUrl}/account/connections`);
  const form = account.form({ action: '/account/connections' });
  const page = await person.browser.submit(form, {}, { press: 'disconnect' });
  expect(page.status).toBe(200);
}

async function agreeAgain(person: Client) {
  const consent = await person.browser.open(person.authorizeUrl());
  await person.browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
}

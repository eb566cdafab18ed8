// POST /oauth/revocation (RFC 7009, contract 7): who may end which token, what ends with it, and what is left alone.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { otherSecret } from '../helpers/other-secret.ts';

let hosts: Hosts;
let client: Client;
let other: Client;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  const platforms = [...APPLICATION.platforms, { platform: 'Android', package_name: 'com.example.shop' }];
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256', platforms });
  other = await givenClient(hosts);
});

afterAll(() => hosts?.stop());
afterEach(() => vi.restoreAllMocks());

type Form = Readonly<Record<string, string>>;
const revoke = (form: Form | string, headers: Form = {}) =>
  postForm(`${hosts.authUrl}/oauth/revocation`, form, headers);

/** What is left of a pair. */
async function stateOf(of: Client, { access_token, refresh_token }: Pick<Tokens, 'access_token' | 'refresh_token'>) {
  const access = (await of.userInfo(access_token)).status;
  const refreshed = await of.token(of.refreshForm(refresh_token));
  return { access, refresh: refreshed.body.error ?? refreshed.status };
}
const ALIVE = { access: 200, refresh: 200 };
const DEAD = { access: 401, refresh: 'invalid_grant' };

describe('contract 7: what ends', () => {
  test('a refresh token takes its family along, and only its family', async () => {
    const [tokens, bystander] = [await client.tokens(), await client.tokens()];
    const { status, text, headers } = await revoke({ token: tokens.refresh_token, client_id: client.apiKey });
    expect([status, text, headers.get('cache-control')]).toEqual([200, '{}', 'no-store']);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(await stateOf(client, tokens)).toEqual(DEAD);
    expect(await stateOf(client, bystander)).toEqual(ALIVE);
  });

  test('a used refresh token takes the family along as well, its newest tokens included', async () => {
    const first = await client.tokens();
    const { body: second } = await client.token(client.refreshForm(first.refresh_token));
    hosts.clock.advance(31_000);
    expect((await revoke({ token: first.refresh_token, client_id: client.apiKey })).status).toBe(200);
    expect(await stateOf(client, second)).toEqual(DEAD);
  });

  test('a family that ended gives no answer again, also to a repeat in its window', async () => {
    const first = await client.tokens({ scope: 'openid' });
    const { body: second } = await client.token(client.refreshForm(first.refresh_token));
    expect((await client.token(client.refreshForm(first.refresh_token))).body.refresh_token).toBe(second.refresh_token);
    await revoke({ token: second.refresh_token, client_id: client.apiKey });
    const repeated = await client.token(client.refreshForm(first.refresh_token));
    expect([repeated.status, repeated.body.error, repeated.body.id_token]).toEqual([400, 'invalid_grant', undefined]);
  });

  test('an access token ends alone', async () => {
    const tokens = await client.tokens();
    expect((await revoke({ token: tokens.access_token, client_id: client.apiKey })).status).toBe(200);
    expect(await stateOf(client, tokens)).toEqual({ access: 401, refresh: 200 });
  });

  test('an access token that was ended is not given out again by a repeated refresh', async () => {
    const first = await client.tokens();
    const { body: second } = await client.token(client.refreshForm(first.refresh_token));
    await revoke({ token: second.access_token, client_id: client.apiKey });
    expect((await client.token(client.refreshForm(first.refresh_token))).body.error).toBe('invalid_grant');
    expect(await stateOf(client, second)).toEqual({ access: 401, refresh: 200 });
  });

  test('any key of the application may end its tokens', async () => {
    const application = await hosts.ports.applications.find(client.applicationId);
    const android = application?.platforms.find(({ platform }) => platform === 'Android')?.apiKey ?? '';
    const tokens = await client.tokens();
    expect((await revoke({ token: tokens.refresh_token, client_id: android })).status).toBe(200);
    expect(await stateOf(client, tokens)).toEqual(DEAD);
  });

  test('login activation OFF stops nobody from ending a token', async () => {
    const tokens = await client.tokens();
    const { applicationId } = client;
    await hosts.execute(
      'update applications set version = version + 1, login_activation = false where id = ?',
      applicationId,
    );
    expect((await revoke({ token: tokens.refresh_token, client_id: client.apiKey })).status).toBe(200);
    await hosts.execute(
      'update applications set version = version + 1, login_activation = true where id = ?',
      applicationId,
    );
    expect(await stateOf(client, tokens)).toEqual(DEAD);
  });

  test('twice is as good as once', async () => {
    const { refresh_token: token } = await client.tokens();
    for (const _ of [1, 2]) expect((await revoke({ token, client_id: client.apiKey })).status).toBe(200);
  });
});

describe('contract 7: what is left alone, with the same 200', () => {
  test('G5: another application’s tokens', async () => {
    const tokens = await other.tokens();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await revoke({ token, client_id: client.apiKey })).toMatchObject({ status: 200, text: '{}' });
    }
    expect(await stateOf(other, tokens)).toEqual(ALIVE);
  });

  test('G1: a token of a living family and row, well-formed, whose secret part is another', async () => {
    const tokens = await client.tokens();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await revoke({ token: otherSecret(token), client_id: client.apiKey })).toMatchObject({
        status: 200,
        text: '{}',
      });
    }
    expect(await stateOf(client, tokens)).toEqual(ALIVE);
  });

  test('C10: what is no token of ours: cut, longer, in other letters, unknown', async () => {
    const tokens = await client.tokens();
    const { access_token: access, refresh_token: refresh } = tokens;
    const forged = [access, refresh].flatMap((token) => [
      token.slice(0, -1),
      `${token}A`,
      token.slice(0, 6) + token.slice(6).toUpperCase(),
      `${token.slice(0, 40)}${'A'.repeat(token.length - 40)}`,
    ]);
    for (const token of [...forged, 'rubbish', 'lk_rt_', '한국어']) {
      expect(await revoke({ token, client_id: client.apiKey }), token).toMatchObject({ status: 200, text: '{}' });
    }
    expect(await stateOf(client, tokens)).toEqual(ALIVE);
  });

  test('N3: what is another kind of secret: a code, an ID token, an API token', async () => {
    const { id_token, ...tokens } = await client.tokens({ scope: 'openid offline_access' });
    const code = await client.code();
    for (const token of [code, String(id_token), client.owner.apiToken]) {
      expect(await revoke({ token, client_id: client.apiKey })).toMatchObject({ status: 200, text: '{}' });
    }
    expect(await stateOf(client, tokens)).toEqual(ALIVE);
    expect((await client.token(client.codeForm(code))).status).toBe(200);
    const headers = { authorization: `Bearer ${client.owner.apiToken}` };
    expect((await fetch(`${hosts.apiUrl}/applications`, { headers })).status).toBe(200);
  });

  test.each(['access_token', 'refresh_token', 'id_token', 'nonsense', ''])(
    'token_type_hint is only a hint: %o ends what the token is',
    async (hint) => {
      const tokens = await client.tokens();
      await revoke({ token: tokens.access_token, token_type_hint: hint, client_id: client.apiKey });
      expect((await client.userInfo(tokens.access_token)).status).toBe(401);
      await revoke({ token: tokens.refresh_token, token_type_hint: hint, client_id: client.apiKey });
      expect(await stateOf(client, tokens)).toEqual(DEAD);
    },
  );
});

describe('requests that are refused', () => {
  test.each([
    ['token missing', 400, 'invalid_request', (form: string) => form.replace(/token=[^&]*&/, '')],
    ['token empty', 400, 'invalid_request', (form: string) => form.replace(/token=[^&]*&/, 'token=&')],
    ['token doubled', 400, 'invalid_request', (form: string) => `${form}&token=x`],
    [
      'token_type_hint doubled',
      400,
      'invalid_request',
      (form: string) => `${form}&token_type_hint=a&token_type_hint=b`,
    ],
    ['client_id doubled', 400, 'invalid_request', (form: string) => `${form}&client_id=${other.apiKey}`],
    ['client_id missing', 400, 'invalid_request', (form: string) => form.replace(/&client_id=.*/, '')],
    ['client_id unknown', 400, 'invalid_client', (form: string) => form.replace(/client_id=.*/, 'client_id=nobody')],
    ['a secret where none is expected', 400, 'invalid_client', (form: string) => `${form}&client_secret=x`],
  ])('%s: %d %s, and the token lives', async (_what, status, error, change) => {
    const tokens = await client.tokens();
    const form = `token=${tokens.refresh_token}&client_id=${client.apiKey}`;
    expect(await revoke(change(form))).toMatchObject({ status, body: { error } });
    expect(await stateOf(client, tokens)).toEqual(ALIVE);
  });

  test('an unknown parameter is ignored, even doubled', async () => {
    const { refresh_token } = await client.tokens();
    expect((await revoke(`token=${refresh_token}&client_id=${client.apiKey}&x=1&x=2`)).status).toBe(200);
  });

  test('a deleted application is invalid_client', async () => {
    const gone = await givenClient(hosts);
    const { refresh_token: token } = await gone.tokens();
    await hosts.ports.applications.remove(gone.applicationId);
    expect((await revoke({ token, client_id: gone.apiKey })).body.error).toBe('invalid_client');
  });

  test('a storage failure is 503 with Retry-After, never 200', async () => {
    const tokens = await client.tokens();
    const away = () => Promise.reject(new Unavailable('The database is away'));
    vi.spyOn(hosts.ports.tokens, 'endFamily').mockImplementation(away);
    vi.spyOn(hosts.ports.tokens, 'endAccessToken').mockImplementation(away);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const answer = await revoke({ token, client_id: client.apiKey });
      expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  test('GET is 405 with Allow, JSON is 415, both as invalid_request', async () => {
    const got = await fetch(`${hosts.authUrl}/oauth/revocation`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await got.json()).toMatchObject({ error: 'invalid_request' });
    expect(await revoke('{}', { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
      body: { error: 'invalid_request' },
    });
  });
});

describe('contract 5: client authentication as at the token endpoint', () => {
  let secured: Client;
  let secret: string;
  beforeAll(async () => {
    secured = await givenClient(hosts);
    secret = await createSecret(hosts, secured);
  });

  const tokensOf = async () => {
    const form = secured.codeForm(await secured.code(), { client_secret: secret });
    return (await secured.token(form)).body;
  };

  test.each([
    ['client_secret_basic', (token: string) => revoke({ token }, basic(secured.apiKey, secret))],
    ['client_secret_post', (token: string) => revoke({ token, client_id: secured.apiKey, client_secret: secret })],
  ])('%s', async (_method, send) => {
    const tokens = await tokensOf();
    expect((await send(tokens.refresh_token)).status).toBe(200);
    expect((await secured.userInfo(tokens.access_token)).status).toBe(401);
  });

  test('G6: without the secret, or with a wrong one, invalid_client, and the token lives', async () => {
    const { access_token, refresh_token: token } = await tokensOf();
    const bare = await revoke({ token, client_id: secured.apiKey });
    expect(bare).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
    const wrong = await revoke({ token }, basic(secured.apiKey, `${secret}x`));
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(wrong.headers.get('www-authenticate')).toBe('Basic realm="latchkey"');
    expect((await secured.userInfo(access_token)).status).toBe(200);
  });
});

describe('contract 8: CORS', () => {
  const ask = async (origin: string, of: Client) => {
    const { headers } = await revoke({ token: 'x', client_id: of.apiKey }, { origin });
    return [headers.get('access-control-allow-origin'), headers.get('vary')];
  };

  test('a registered origin may read the answer, another may not', async () => {
    expect(await ask('http://localhost:3999', client)).toEqual(['http://localhost:3999', 'Origin']);
    expect(await ask('https://evil.example', client)).toEqual([null, 'Origin']);
  });

  test('preflight of a registered origin names POST', async () => {
    const headers = { origin: 'http://localhost:3999', 'access-control-request-method': 'POST' };
    const answer = await fetch(`${hosts.authUrl}/oauth/revocation`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
  });
});

test('P6: the log tells what was ended for which application, and no token', async () => {
  const tokens = await client.tokens();
  await revoke({ token: tokens.refresh_token, client_id: client.apiKey });
  const events = hosts.logs.filter(({ event }) => event === 'token-revoked');
  expect(events.at(-1)).toMatchObject({ result: 'family', application: client.applicationId });
  expect(JSON.stringify(hosts.logs)).not.toContain(tokens.refresh_token);
});

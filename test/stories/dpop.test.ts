// Tokens that are bound to a key (DPoP, RFC 9449, contract 41): from the proof at the token endpoint through refresh and
// repeat to user-info and introspection, for public keys and for those that authenticate.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type ClientPair, newClientPair, proofParts, signJwt } from '../helpers/client-keys.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

type Form = Readonly<Record<string, string>>;
type Tokens = Record<'access_token' | 'refresh_token' | 'token_type', string>;

let hosts: Hosts;
let client: Client;
let confidential: Client;
let secret: string;
let pair: ClientPair;
let other: ClientPair;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
  confidential = await givenClient(hosts);
  secret = await createSecret(hosts, confidential);
  [pair, other] = [await newClientPair(), await newClientPair('EdDSA')];
});
afterAll(() => hosts?.stop());

const tokenUri = () => `${hosts.authUrl}/oauth/token`;
const userInfoUri = () => `${hosts.apiUrl}/user-info`;
const proofAt = async (
  uri: string,
  by: ClientPair,
  more: { method?: string; accessToken?: string; nonce?: string } = {},
) => {
  const { nonce, ...of } = more;
  const parts = proofParts(by, { uri, now: hosts.clock.now(), ...of });
  if (nonce !== undefined) parts.claims.nonce = nonce;
  return signJwt(by, parts);
};
const proof = async (by = pair) => ({ dpop: await proofAt(tokenUri(), by) });
const post = (form: Form | string, headers: Form = {}) => postForm(tokenUri(), form, headers);
const exchange = async (headers: Form, of = client, parameters?: Form) =>
  post(of.codeForm(await of.code(parameters), of === confidential ? { client_secret: secret } : {}), headers);
const refresh = (token: string, headers: Form, of = client) =>
  post(of.refreshForm(token, of === confidential ? { client_secret: secret } : {}), headers);
const bound = async (of = client, by = pair) => (await exchange(await proof(by), of)).body as Tokens;
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? `200 ${body.token_type}` : `${status} ${body.error} ${String(body.error_uri).split('#')[1]}`;

async function readUser(token: string, headers: Form) {
  const response = await fetch(userInfoUri(), { headers });
  const challenge = response.headers.get('www-authenticate');
  const error = /error="(\w+)"/.exec(challenge ?? '')?.[1];
  return {
    told: `${response.status} ${challenge?.split(' ')[0]} ${error}`,
    challenge,
    headers: response.headers,
    token,
  };
}
const byKey = async (token: string, by = pair) => ({
  authorization: `DPoP ${token}`,
  dpop: await proofAt(userInfoUri(), by, { method: 'GET', accessToken: token }),
});

describe('contract 41: at the token endpoint', () => {
  test('a proof binds the tokens, and without one they are bearer tokens', async () => {
    expect([told(await exchange(await proof())), told(await exchange({}))]).toEqual(['200 DPoP', '200 Bearer']);
  });

  test('a wrong proof is judged before the code, which stays usable; a used one is refused', async () => {
    const form = client.codeForm(await client.code());
    const wrong = await proofAt(userInfoUri(), pair);
    expect(told(await post(form, { dpop: wrong }))).toBe('400 invalid_dpop_proof dpop-proof-uri');
    const used = await proof();
    expect(told(await exchange(used))).toBe('200 DPoP');
    expect(told(await post(form, used))).toBe('400 invalid_dpop_proof dpop-proof-used');
    expect(told(await post(form, await proof()))).toBe('200 DPoP');
  });

  test('two proofs are refused', async () => {
    const response = await fetch(tokenUri(), {
      method: 'POST',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['dpop', (await proof()).dpop],
        ['dpop', (await proof()).dpop],
      ],
      body: client.codeForm(await client.code()),
    });
    expect(await response.json()).toMatchObject({ error: 'invalid_dpop_proof' });
  });

  test('of fifty exchanges at once with one proof none gets more than one answer', { tags: 'postgres' }, async () => {
    const [one, forms] = [await proof(), [] as string[]];
    for (let at = 0; at < 5; at += 1) forms.push(client.codeForm(await client.code()));
    const answers = await Promise.all(forms.map((form) => post(form, one)));
    expect(answers.map(told).sort()).toEqual(['200 DPoP', ...Array(4).fill('400 invalid_dpop_proof dpop-proof-used')]);
  });
});

describe('contract 41: dpop_jkt binds the code', () => {
  test('to that key, and a request of another form is refused', async () => {
    const parameters = { dpop_jkt: pair.publicJwk.kid };
    const form = client.codeForm(await client.code(parameters));
    expect(told(await post(form))).toBe('400 invalid_grant dpop-proof-needed');
    expect(told(await post(form, await proof(other)))).toBe('400 invalid_grant dpop-key-mismatch');
    expect(told(await post(form, await proof()))).toBe('200 DPoP');
    const page = await client.browser.open(client.authorizeUrl({ dpop_jkt: 'short' }), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('contract 41: a family', () => {
  test('of a public key demands the same key for ever, and ends for nothing else', async () => {
    const { refresh_token: token } = await bound();
    expect(told(await refresh(token, {}))).toBe('400 invalid_grant dpop-proof-needed');
    expect(told(await refresh(token, await proof(other)))).toBe('400 invalid_grant dpop-key-mismatch');
    expect(told(await refresh(token, await proof()))).toBe('200 DPoP');
  });

  test('of a key that authenticates demands a proof, of any key', async () => {
    const { refresh_token: token } = await bound(confidential);
    expect(told(await refresh(token, {}, confidential))).toBe('400 invalid_grant dpop-proof-needed');
    expect(told(await refresh(token, await proof(other), confidential))).toBe('200 DPoP');
  });

  test('that was born without one is bound by the first proof', async () => {
    const plain = (await exchange({})).body as Tokens;
    const next = (await refresh(plain.refresh_token, await proof())).body as Tokens;
    expect(next.token_type).toBe('DPoP');
    expect(told(await refresh(next.refresh_token, {}))).toBe('400 invalid_grant dpop-proof-needed');
  });

  test('a repeat needs the key of its first answer, and then is the same answer', async () => {
    const { refresh_token: token } = await bound(confidential);
    const first = (await refresh(token, await proof(), confidential)).body as Tokens;
    expect(told(await refresh(token, await proof(other), confidential))).toBe('400 invalid_grant dpop-key-mismatch');
    const again = (await refresh(token, await proof(), confidential)).body as Tokens;
    expect([again.access_token, again.token_type]).toEqual([first.access_token, 'DPoP']);
    expect(told(await refresh(first.refresh_token, await proof(), confidential))).toBe('200 DPoP');
  });
});

describe('contract 41: user-info', () => {
  test('takes a bound token with a proof of its key alone', async () => {
    const { access_token: token } = await bound();
    const used = await byKey(token);
    expect((await readUser(token, used)).told).toBe('200 undefined undefined');
    expect((await readUser(token, used)).told).toBe('401 DPoP invalid_dpop_proof');
    expect((await readUser(token, await byKey(token, other))).told).toBe('401 DPoP invalid_token');
    expect((await readUser(token, { authorization: `DPoP ${token}` })).told).toBe('401 DPoP invalid_dpop_proof');
    const dpop = await proofAt(userInfoUri(), pair, { method: 'GET', accessToken: 'another' });
    expect((await readUser(token, { authorization: `DPoP ${token}`, dpop })).told).toBe('401 DPoP invalid_dpop_proof');
  });

  test('by Bearer or in a form it is invalid_token, with the algorithms; no token at all stays a bare challenge', async () => {
    const { access_token: token } = await bound();
    const byBearer = await readUser(token, { authorization: `Bearer ${token}` });
    expect(byBearer.told).toBe('401 DPoP invalid_token');
    expect(byBearer.challenge).toContain('algs="ES256 PS256 EdDSA Ed25519"');
    const inForm = await postForm(userInfoUri(), { access_token: token });
    expect([inForm.status, inForm.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'DPoP']);
    expect((await readUser('', {})).challenge).toBe('Bearer realm="latchkey"');
    expect((await readUser('', { dpop: await proofAt(userInfoUri(), pair, { method: 'GET' }) })).challenge).toBe(
      'Bearer realm="latchkey"',
    );
  });

  test('takes no bearer token by DPoP', async () => {
    const { access_token: token } = (await exchange({})).body as Tokens;
    expect((await readUser(token, await byKey(token))).told).toBe('401 DPoP invalid_token');
    expect((await readUser(token, { authorization: `Bearer ${token}` })).told).toBe('200 undefined undefined');
  });

  test('an unknown token spends no proof', { tags: 'postgres' }, async () => {
    const rows = async () => (await hosts.rowsIn('spent_jwts')).length;
    const before = await rows();
    expect((await readUser('x', await byKey('lk_at_unknown'))).told).toBe('401 DPoP invalid_token');
    expect(await rows()).toBe(before);
  });
});

describe('contract 41: elsewhere', () => {
  test('introspection tells the key', async () => {
    const { access_token, refresh_token } = await bound(confidential);
    const worth = async (token: string) =>
      (await postForm(`${hosts.authUrl}/oauth/introspection`, { token }, basic(confidential.apiKey, secret))).body;
    expect(await worth(access_token)).toMatchObject({ token_type: 'DPoP', cnf: { jkt: pair.publicJwk.kid } });
    expect(await worth(refresh_token)).toMatchObject({ token_type: 'refresh_token', cnf: { jkt: pair.publicJwk.kid } });
  });

  test('dpop_bound_access_tokens demands a proof', async () => {
    const strict = await givenClient(hosts, { ...APPLICATION, dpop_bound_access_tokens: true });
    const form = strict.codeForm(await strict.code());
    expect(told(await post(form))).toBe('400 invalid_request dpop-proof-missing');
    expect(told(await post(form, await proof()))).toBe('200 DPoP');
  });

  test('a browser may send proofs and read nonces', async () => {
    const origin = 'http://localhost:3999';
    const preflight = await fetch(tokenUri(), { method: 'OPTIONS', headers: { origin } });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('dpop');
    const answer = await exchange({ ...(await proof()), origin });
    expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce');
  });

  test('the metadata lists the algorithms', async () => {
    const metadata = await (await fetch(`${hosts.authUrl}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({ dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'] });
  });
});

describe('contract 41: with nonces demanded', () => {
  let strict: Hosts;
  let party: Client;
  beforeAll(async () => {
    strict = await startHosts({ LATCHKEY_DPOP_NONCE: 'true', LATCHKEY_REQUESTS_PER_SECOND: '100000' });
    party = await givenClient(strict);
  });
  afterAll(() => strict?.stop());

  const sent = async (uri: string, more: { method?: string; accessToken?: string; nonce?: string }) => {
    const { nonce, ...of } = more;
    const parts = proofParts(pair, { uri, now: strict.clock.now(), ...of });
    if (nonce !== undefined) parts.claims.nonce = nonce;
    return { dpop: await signJwt(pair, parts) };
  };

  test('the first request learns one, each answer renews it, and user-info writes no row', {
    tags: 'postgres',
  }, async () => {
    const uri = `${strict.authUrl}/oauth/token`;
    const form = party.codeForm(await party.code());
    const first = await postForm(uri, form, await sent(uri, {}));
    expect(told(first)).toBe('400 use_dpop_nonce dpop-nonce-missing');
    const nonce = first.headers.get('dpop-nonce') ?? '';
    strict.clock.advance(1000);
    const second = await postForm(uri, form, await sent(uri, { nonce }));
    expect([told(second), second.headers.get('dpop-nonce')]).toEqual(['200 DPoP', expect.not.stringMatching(nonce)]);

    const [api, token] = [`${strict.apiUrl}/user-info`, String(second.body.access_token)];
    const read = async (headers: Form) => fetch(api, { headers: { authorization: `DPoP ${token}`, ...headers } });
    const rows = async () => (await strict.rowsIn('spent_jwts')).length;
    const before = await rows();
    const bare = await read(await sent(api, { method: 'GET', accessToken: token }));
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('use_dpop_nonce'),
    ]);
    const one = await sent(api, { method: 'GET', accessToken: token, nonce: bare.headers.get('dpop-nonce') ?? '' });
    expect([(await read(one)).status, (await read(one)).status, await rows()]).toEqual([200, 401, before]);
  });
});

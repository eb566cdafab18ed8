// Case P8: who holds a copy of the whole database and knows every format, but not the server's secret, is nobody here:
// no session, token, code, link or form of theirs is believed. The same forgeries made with the secret are, which shows
// that they are the right ones. Nor does the secret without the database make a token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grant } from '../../src/core/grants/tokens/grant.ts';
import { makeTokenPair, readRefreshToken } from '../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets, hashSecret, type ServerSecrets } from '../../src/core/ground/secrets.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { isFormRefused, refusalOf } from '../helpers/refusals.ts';
import type { Row } from '../helpers/store.ts';

let hosts: Hosts;
let client: Client;
/** Of the thief, who runs a server of their own on the copy. */
const guessed = createServerSecrets(Buffer.from('a secret that the thief has made up, long enough'));
let real: ServerSecrets;
let copy: ReadonlyMap<string, readonly Row[]>;
let accessTokenId: string;
let grant: Grant;
let unredeemed: string;

beforeAll(async () => {
  hosts = await startHosts();
  real = createServerSecrets(loadSettings({ env: hosts.environment }).secret);
  client = await givenClient(hosts);
  const headers = { authorization: `Bearer ${client.owner.apiToken}` };
  unredeemed = await client.code();
  const code = await client.code();
  await client.token(client.codeForm(code));
  grant = (await hosts.ports.codes.findByHash(hashSecret(code)))?.grant as Grant;
  accessTokenId = grant.lastAnswer?.accessTokenId ?? '';
  const other = await givenClient(hosts);
  const url = `${hosts.apiUrl}/applications/${other.applicationId}/client-secrets`;
  await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${other.owner.apiToken}` } });
  expect((await fetch(`${hosts.apiUrl}/applications`, { headers })).status).toBe(200);
  copy = await hosts.rows();
});
afterAll(() => hosts?.stop());

/** What stands in a column of the copy, in every spelling of bytes that a format of ours has. */
function spellingsOf(table: string, column: string): string[] {
  const values = (copy.get(table) ?? []).map((row) => row[column]);
  expect(values.length, `${table}.${column}`).toBeGreaterThan(0);
  return values.flatMap((value) =>
    Buffer.isBuffer(value) ? [value.toString('base64url'), value.toString('hex')] : [String(value)],
  );
}

const device = 'A'.repeat(22);
const cookie = (name: string) => `latchkey-${new URL(hosts.authUrl).port}${name}`;

const csrfOf = (secrets: ServerSecrets) => secrets.mac('csrf', device, '', 'login').toString('base64url');

/** Signs in by a form that was never shown. */
async function signInWith(csrf: string) {
  const response = await fetch(`${hosts.authUrl}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: hosts.authUrl,
      cookie: `${cookie('-device')}=${device}`,
    },
    body: new URLSearchParams({ csrf, email: client.email, password: client.password }).toString(),
  });
  return { status: response.status, html: await response.text() };
}

describe('P8: what stands in the copy is nothing that opens', () => {
  test('a session: neither its id nor what is kept of its handle', async () => {
    const known = [...spellingsOf('sessions', 'handle_hash'), ...spellingsOf('sessions', 'id')];
    for (const handle of [...known, ...known.map((text) => text.padEnd(43, 'A').slice(0, 43))]) {
      const thief = new Browser();
      thief.setCookie(hosts.authUrl, cookie(''), handle);
      expect((await thief.open(`${hosts.authUrl}/account`)).url.pathname, handle).toBe('/login');
    }
  });

  test('an access token, an API token', async () => {
    const [ids, hashes] = [
      spellingsOf('access_tokens', 'id'),
      (copy.get('access_tokens') ?? []).map((r) => r.token_hash),
    ];
    const made = ids.map((id, i) => Buffer.concat([Buffer.from(id, 'hex'), hashes[i] as Buffer]).toString('base64url'));
    const apiTokens = spellingsOf('api_tokens', 'token_hash').map((hash) => `lk_api_${hash}`);
    for (const token of [...made.map((bytes) => `lk_at_${bytes}`), ...apiTokens]) {
      const headers = { authorization: `Bearer ${token}` };
      const dead = { '/user-info': 'access-token-invalid', '/applications': 'api-token-invalid' };
      for (const [path, code] of Object.entries(dead)) {
        const answer = await fetch(hosts.apiUrl + path, { headers });
        expect(await refusalOf(answer), `${path} with ${token}`).toEqual([401, code]);
      }
    }
  });

  test('a code, a client secret', async () => {
    for (const code of spellingsOf('grants', 'code_hash')) {
      expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    }
    const api_key = (copy.get('platforms') ?? []).map((row) => String(row.api_key));
    for (const secret of spellingsOf('client_secrets', 'secret_hash')) {
      for (const client_id of api_key) {
        const more = { client_id, client_secret: `lk_cs_${secret}` };
        expect((await client.token(client.codeForm(unredeemed, more))).body.error).toBe('invalid_client');
      }
    }
  });
});

describe('P8: made with another secret than the server’s it is believed by nobody', () => {
  const generation = () => ({ family: grant, generation: 1, accessTokenId });

  test('a token pair of a living family', async () => {
    const forged = makeTokenPair(guessed, generation());
    expect((await client.userInfo(forged.accessToken)).status).toBe(401);
    expect((await client.token(client.refreshForm(forged.refreshToken))).body.error).toBe('invalid_grant');
    const right = makeTokenPair(real, generation());
    expect((await client.userInfo(right.accessToken)).status).toBe(200);
    expect((await client.token(client.refreshForm(right.refreshToken))).status).toBe(200);
  });

  test('the token of a form', async () => {
    expect(isFormRefused(await signInWith(csrfOf(guessed)))).toBe(true);
    expect((await signInWith(csrfOf(real))).status).toBe(303);
  });

  test('a signing key: the copy opens for the secret alone', async () => {
    await hosts.ports.signingKeys.signer('ES256');
    const keys = await hosts.ports.keys.list();
    expect(keys.length).toBeGreaterThan(0);
    for (const { id, sealedPrivateKey } of keys) {
      expect(guessed.open('signing-key', id, sealedPrivateKey)).toBeUndefined();
      expect(real.open('signing-key', id, sealedPrivateKey)?.plain.byteLength).toBeGreaterThan(30);
    }
  });
});

describe('P8: who holds the server’s secret and old tokens of a family, but no copy of the database', () => {
  /** As the thief makes them: for every generation that may be current, with what can be known of the seed. */
  const forgeries = (of: { id: string }, generations: readonly number[], known: readonly Buffer[]) =>
    [undefined, ...known].flatMap((familySeed) =>
      generations.map(
        (number) =>
          makeTokenPair(real, {
            family: { id: of.id, familySeed, familySeedFrom: 0 },
            generation: number,
            accessTokenId,
          }).refreshToken,
      ),
    );
  const macOf = (token: string) => readRefreshToken(token)?.mac ?? Buffer.alloc(0);
  const refresh = (token: string) => client.token(client.refreshForm(token));
  const grantOf = async (token: string) =>
    (await hosts.ports.tokens.findGrant(readRefreshToken(token)?.grantId ?? ''))?.grant as Grant;

  test('makes neither the current refresh token nor any other of it; the family goes on', async () => {
    const first = (await client.tokens()).refresh_token;
    const second = (await refresh(first)).body.refresh_token;
    const current = (await refresh(second)).body.refresh_token;
    const family = await grantOf(first);
    const known = [Buffer.alloc(32), macOf(first), macOf(second)];
    for (const forged of forgeries(family, [1, 2, 3, 4], known)) {
      expect((await refresh(forged)).body).toMatchObject({ error: 'invalid_grant' });
    }
    expect((await refresh(current)).status).toBe(200);
  });

  test('does not end a family, nor learn that it lives, by what it makes', async () => {
    const { refresh_token, access_token } = await client.tokens();
    const family = await grantOf(refresh_token);
    for (const token of forgeries(family, [1, 2], [macOf(refresh_token)])) {
      const body = new URLSearchParams({ token, client_id: client.apiKey });
      expect((await fetch(`${hosts.authUrl}/oauth/revocation`, { method: 'POST', body })).status).toBe(200);
    }
    expect((await client.userInfo(access_token)).status).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('a family that is older than seeds is closed to them from its first rotation on', async () => {
    const code = await client.code();
    const found = (await hosts.ports.codes.findByHash(hashSecret(code)))?.grant as Grant;
    await hosts.execute(`update grants set family_seed = null where id = '${found.id}'`);
    const first = (await client.token(client.codeForm(code))).body.refresh_token;
    expect(forgeries(found, [1], [])).toEqual([first]);
    // All of these read a family without a seed, and would each give it another: one does.
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
    const second = answers[0]?.body.refresh_token ?? '';
    expect(new Set(answers.map(({ body }) => body.refresh_token))).toEqual(new Set([second]));
    for (const forged of forgeries(found, [2, 3], [macOf(first)])) {
      expect((await refresh(forged)).body).toMatchObject({ error: 'invalid_grant' });
    }
    expect((await refresh(second)).status).toBe(200);
  });
});

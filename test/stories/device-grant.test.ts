// Sign-in on a device without a browser, as the device sees it (RFC 8628, contract 43): its codes, its polls, its tokens.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { createSecret, postForm } from '../helpers/client-endpoints.ts';
import { assertionParts, newClientPair, proofParts, signJwt } from '../helpers/client-keys.ts';
import {
  askForCodes,
  confirmDevice,
  DEVICE_APPLICATION,
  DEVICE_GRANT,
  type DeviceCodes,
  givenCodes,
  pollFor,
  told,
  typeCode,
} from '../helpers/device.ts';
import { givenApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

let hosts: Hosts;
let client: Client;
let codes: DeviceCodes;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, DEVICE_APPLICATION);
});
beforeEach(async () => {
  // A public key asks for ten a second.
  seconds(1);
  codes = await givenCodes(hosts, client, { scope: 'openid nickname' });
});
afterAll(() => hosts?.stop());

const poll = async (of = codes, by: Client = client) => told(await pollFor(hosts, by, of));
const confirmed = (of = codes) => confirmDevice(hosts, client.browser, of);
const seconds = (count: number) => hosts.clock.advance(count * 1000);

async function change(members: object, of: Client = client) {
  const changed = await fetch(`${hosts.apiUrl}/applications/${of.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${of.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(members),
  });
  expect([changed.status, await changed.json()]).toMatchObject([200, members]);
}

describe('contract 43: the codes', () => {
  test('are as RFC 8628 3.2 has them, and the metadata names where to ask', async () => {
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${hosts.authUrl}/device`,
      verification_uri_complete: `${hosts.authUrl}/device?user_code=${codes.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    for (const path of ['openid-configuration', 'oauth-authorization-server']) {
      const metadata = await (await fetch(`${hosts.authUrl}/.well-known/${path}`)).json();
      expect(metadata.device_authorization_endpoint).toBe(`${hosts.authUrl}/oauth/device-authorization`);
      expect(metadata.grant_types_supported).toContain(DEVICE_GRANT);
    }
  });

  test('are not in the database as they are sent', async () => {
    const all = JSON.stringify([...(await hosts.rowsIn('device_codes'))]);
    expect(all).not.toContain(codes.user_code.replace('-', ''));
    expect(all).not.toContain(codes.device_code);
  });

  test('are refused where devices may not sign in, and to whoever is not the application', async () => {
    const plain = await givenClient(hosts);
    expect(told(await askForCodes(hosts, plain))).toBe('400 unauthorized_client device-grant-off');
    await change({ login_activation: 'OFF' });
    expect(told(await askForCodes(hosts, client))).toBe('400 unauthorized_client login-activation-off');
    await change({ login_activation: 'ON' });
    expect(told(await askForCodes(hosts, { apiKey: 'x' }))).toBe('400 invalid_client unknown-client');
    expect(told(await askForCodes(hosts, client, { client_secret: 'x' }))).toMatch('400 invalid_client');
    const twice = await postForm(
      `${hosts.authUrl}/oauth/device-authorization`,
      `client_id=${client.apiKey}&scope=a&scope=b`,
    );
    expect(told(twice)).toBe('400 invalid_request parameter-doubled');
  });
});

test('contract 43: a public key asks for ten a second from one network; one that is proven is not held', async () => {
  const own = await givenClient(hosts, DEVICE_APPLICATION);
  const many = async (more = {}) =>
    (await Promise.all(Array.from({ length: 12 }, () => askForCodes(hosts, own, more)))).map(({ status }) => status);
  expect((await many()).sort()).toEqual([...Array(10).fill(200), 429, 429]);
  seconds(0.1);
  expect(told(await askForCodes(hosts, own))).toBe('200');
  expect(await many({ client_secret: await createSecret(hosts, own) })).toEqual(Array(12).fill(200));
});

describe('contract 43: polls', () => {
  test('tell where it stands, and the interval grows by 5 s for each one that comes too early', async () => {
    expect(await poll()).toBe('400 authorization_pending device-code-pending');
    seconds(5);
    expect(await poll()).toBe('400 authorization_pending device-code-pending');
    seconds(4);
    expect(await poll()).toBe('400 slow_down device-polls-too-often');
    seconds(5);
    expect(await poll()).toBe('400 slow_down device-polls-too-often');
    seconds(1);
    expect(await poll()).toBe('400 authorization_pending device-code-pending');
    seconds(9.999);
    expect(await poll()).toBe('400 slow_down device-polls-too-often');
  });

  test('are written twice in an interval at most, however many there are', async () => {
    const row = async () => JSON.stringify(await hosts.rowsIn('device_codes'));
    await poll();
    expect(await poll()).toBe('400 slow_down device-polls-too-often');
    const before = await row();
    for (let at = 0; at < 9; at += 1) expect(await poll()).toBe('400 slow_down device-polls-too-often');
    expect(await row()).toBe(before);
  });

  test('are neither logged nor counted as refused requests', async () => {
    const before = hosts.logs.filter(({ msg }) => msg === 'token-refused').length;
    await poll();
    await poll();
    expect(hosts.logs.filter(({ msg }) => msg === 'token-refused')).toHaveLength(before);
  });

  test('end with expired_token, and later with invalid_grant', async () => {
    seconds(600);
    expect(await poll()).toBe('400 expired_token device-code-expired');
    seconds(60);
    await hosts.tick('purge');
    expect(await poll()).toBe('400 invalid_grant device-code-unknown');
  });

  test('of another key, of no code and with a used code learn nothing', async () => {
    const other = await givenClient(hosts, DEVICE_APPLICATION);
    expect(await poll(codes, other)).toBe('400 invalid_grant device-code-unknown');
    expect(await poll({ ...codes, device_code: codes.user_code })).toBe('400 invalid_grant device-code-unknown');
    const missing = await postForm(`${hosts.authUrl}/oauth/token`, {
      grant_type: DEVICE_GRANT,
      client_id: client.apiKey,
    });
    expect(told(missing)).toBe('400 invalid_request parameter-missing');
    await confirmed();
    expect(await poll(codes, other)).toBe('400 invalid_grant device-code-unknown');
    expect(await poll()).toBe('200');
  });
});

test('contract 45: a device code is for user-info, whatever APIs and scopes of theirs it names', async () => {
  const resource = 'https://tv.example';
  await givenApi(hosts, { resource, applications: 'any', scopes: [{ name: 'tv.read', label: 'See what you watch' }] });
  const asking = await givenClient(hosts, {
    ...DEVICE_APPLICATION,
    api_scopes: [{ scope: 'tv.read', consent: 'required' }],
  });
  const theirs = await givenCodes(hosts, asking, { scope: 'openid nickname tv.read', resource });
  const page = await typeCode(hosts, asking.browser, theirs.user_code);
  expect(page.text).not.toContain('See what you watch');
  await asking.browser.submit(page.form({ action: '/device/confirm' }), {}, { press: 'agree' });
  const { body } = await pollFor(hosts, asking, theirs, { resource });
  expect(body.scope).toBe('openid nickname');
  expect((await asking.userInfo(String(body.access_token))).status).toBe(200);
  const refreshed = await asking.token(asking.refreshForm(String(body.refresh_token), { resource }));
  expect(refreshed.body.error).toBe('invalid_target');
});

describe('contract 43: tokens', () => {
  test('come once the person agreed, with what they agreed to', async () => {
    await confirmed();
    const { status, body, headers } = await pollFor(hosts, client, codes);
    expect([status, body.token_type, headers.get('cache-control')]).toEqual([200, 'Bearer', 'no-store']);
    expect(body.scope).toBe('openid nickname');
    expect(decodeJwt(String(body.id_token))).toMatchObject({
      aud: client.apiKey,
      iss: hosts.authUrl,
      nickname: 'Mina',
    });
    expect((await client.userInfo(String(body.access_token))).status).toBe(200);
    const refreshed = await client.token(client.refreshForm(String(body.refresh_token)));
    expect(refreshed.status).toBe(200);
  });

  test('come at once where the confirmation came within the interval, and only before the end', async () => {
    await poll();
    await confirmed();
    expect(await poll()).toBe('200');
    const late = await givenCodes(hosts, client);
    await confirmed(late);
    seconds(600);
    expect(await poll(late)).toBe('400 expired_token device-code-expired');
  });

  test('come once: a second use ends them', async () => {
    await confirmed();
    const { body } = await pollFor(hosts, client, codes);
    expect(await poll()).toBe('400 invalid_grant device-code-used');
    expect((await client.userInfo(String(body.access_token))).status).toBe(401);
  });

  test('never come for a denied code', async () => {
    const page = await confirmDevice(hosts, client.browser, codes, 'cancel');
    expect(page.url.pathname).toBe('/device/denied');
    expect(await poll()).toBe('400 access_denied device-code-denied');
    expect(await poll()).toBe('400 access_denied device-code-denied');
  });

  test('never come by the grant of authorization codes', async () => {
    await confirmed();
    for (const more of [{}, { redirect_uri: '' }]) {
      const answer = await client.token(client.codeForm(codes.device_code, more));
      expect(answer.body.error).toMatch(/invalid_(grant|request)/);
    }
    expect(await poll()).toBe('200');
  });
});

describe('contract 43: what ends meanwhile', () => {
  test('OFF and a lost grant type refuse without ending anything, and the end of the connection ends the code', async () => {
    await confirmed();
    await change({ login_activation: 'OFF' });
    expect(await poll()).toBe('400 unauthorized_client login-activation-off');
    await change({ login_activation: 'ON', grant_types: APPLICATION_GRANTS });
    expect(await poll()).toBe('400 unauthorized_client device-grant-off');
    await change({ grant_types: DEVICE_APPLICATION.grant_types });
    const person = await hosts.ports.accounts.findByEmailKey(client.email);
    await hosts.ports.connections.unlink(client.applicationId, person?.id ?? '', hosts.clock.now(), 'person');
    expect(await poll()).toBe('400 invalid_grant connection-ended');
  });

  test('the end of the session ends the code', async () => {
    await confirmed();
    const page = await client.browser.open(`${hosts.authUrl}/account`);
    await client.browser.submit(page.form({ action: '/logout' }));
    expect(await poll()).toBe('400 invalid_grant session-ended');
  });
});

const APPLICATION_GRANTS = ['authorization_code', 'refresh_token'];

describe('contract 43: with keys', () => {
  test('a secret, an assertion and a proof are demanded as at the token endpoint', async () => {
    const confidential = await givenClient(hosts, { ...DEVICE_APPLICATION, dpop_bound_access_tokens: true });
    const client_secret = await createSecret(hosts, confidential);
    expect(told(await askForCodes(hosts, confidential))).toBe('400 invalid_client client-secret-missing');
    const asked = await givenCodes(hosts, confidential, { client_secret });
    await confirmDevice(hosts, confidential.browser, asked);
    expect(told(await pollFor(hosts, confidential, asked, { client_secret }))).toBe(
      '400 invalid_request dpop-proof-missing',
    );
    const pair = await newClientPair();
    const uri = `${hosts.authUrl}/oauth/token`;
    const dpop = await signJwt(pair, proofParts(pair, { uri, now: hosts.clock.now() }));
    expect(told(await pollFor(hosts, confidential, asked, {}, { dpop }))).toMatch('400 invalid_client');
    const { body } = await pollFor(hosts, confidential, asked, { client_secret }, { dpop });
    expect(body.token_type).toBe('DPoP');
    expect((await client.userInfo(String(body.access_token))).status).toBe(401);
  });

  test('private_key_jwt proves the application at both endpoints', async () => {
    const pair = await newClientPair();
    const signing = await givenClient(hosts, { ...DEVICE_APPLICATION, jwks: { keys: [pair.publicJwk] } });
    const assertion = async (path: string) => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signJwt(
        pair,
        assertionParts(pair, { apiKey: signing.apiKey, audience: `${hosts.authUrl}${path}`, now: hosts.clock.now() }),
      ),
    });
    expect(told(await askForCodes(hosts, signing))).toBe('400 invalid_client client-assertion-missing');
    const asked = await givenCodes(hosts, signing, await assertion('/oauth/device-authorization'));
    await confirmDevice(hosts, signing.browser, asked);
    expect(told(await pollFor(hosts, signing, asked))).toBe('400 invalid_client client-assertion-missing');
    expect(told(await pollFor(hosts, signing, asked, await assertion('/oauth/token')))).toBe('200');
  });

  test('an application that has plain grants only stays as it is', async () => {
    const plain = await givenClient(hosts, APPLICATION);
    expect(await poll(codes, plain)).toBe('400 unauthorized_client device-grant-off');
  });
});

// openid-client and oauth4webapi with their strict defaults prove an application by `private_key_jwt` (contract 40):
// each algorithm, keys in the registration and keys at an https address, through their rotation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type ClientPair, newClientPair } from '../helpers/client-keys.ts';
import { makeCertificate } from '../helpers/mail-server.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'RS256'] as const;
const insecure = { [oauth.allowInsecureRequests]: true };

let server: TestServer;
let keyServer: Server;
let keysUri: string;
let folder: string;
let published: object[] = [];
let asked = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'));
  const { cert, key } = makeCertificate();
  writeFileSync(join(folder, 'ca.pem'), cert);
  keyServer = createServer({ cert, key }, (_, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  keysUri = `https://localhost:${(keyServer.address() as AddressInfo).port}/keys`;
  server = await startServer({
    LATCHKEY_INTERNAL_DELIVERIES: 'true',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
});
afterAll(async () => {
  await server?.stop();
  keyServer?.close();
  rmSync(folder, { recursive: true, force: true });
});

const registered = (keys: object): Promise<Client> => givenClient(server, { ...APPLICATION, ...keys });

/** The way through openid-client: code, refresh, introspection, revocation. */
async function goThrough(client: Client, { privateKey, publicJwk }: ClientPair): Promise<void> {
  const config = await openid.discovery(
    new URL(server.authUrl),
    client.apiKey,
    undefined,
    openid.PrivateKeyJwt({ key: privateKey, kid: publicJwk.kid }),
    { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
  );
  const code = await client.code({ scope: 'openid nickname' });
  const back = new URL(`${CALLBACK}?${new URLSearchParams({ code, iss: server.authUrl })}`);
  const tokens = await openid.authorizationCodeGrant(config, back, { idTokenExpected: true });
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()?.sub).toBe(tokens.claims()?.sub);
  const worth = () => openid.tokenIntrospection(config, refreshed.access_token);
  expect(await worth()).toMatchObject({ active: true, client_id: client.apiKey });
  await openid.tokenRevocation(config, refreshed.access_token);
  expect(await worth()).toEqual({ active: false });
}

/** oauth4webapi leaves the repetition to its user, once for each of the two hosts. */
const withNonce = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return work();
  });

describe('keys in the registration', () => {
  it.each(ALGORITHMS)('openid-client signs with %s', async (alg) => {
    const pair = await newClientPair(alg);
    await goThrough(await registered({ jwks: { keys: [{ ...pair.publicJwk, alg, use: 'sig' }] } }), pair);
  });

  it.each(ALGORITHMS)('oauth4webapi signs with %s', async (alg) => {
    const { publicJwk, privateKey } = await newClientPair(alg);
    const { apiKey, ...client } = await registered({ jwks: { keys: [publicJwk] } });
    const issuer = new URL(server.authUrl);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const party: oauth.Client = { client_id: apiKey };
    const authentication = oauth.PrivateKeyJwt({ key: privateKey, kid: publicJwk.kid });
    const back = new URLSearchParams({ code: await client.code({ scope: 'openid' }), iss: server.authUrl });
    const exchange = await oauth.authorizationCodeGrantRequest(
      as,
      party,
      authentication,
      oauth.validateAuthResponse(as, party, back),
      CALLBACK,
      oauth.nopkce,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, party, exchange, { requireIdToken: true });
    const refresh = await oauth.refreshTokenGrantRequest(
      as,
      party,
      authentication,
      tokens.refresh_token ?? '',
      insecure,
    );
    expect((await oauth.processRefreshTokenResponse(as, party, refresh)).access_token).toMatch(/^lk_at_/);
    const asking = await oauth.introspectionRequest(as, party, authentication, tokens.access_token, insecure);
    expect(await oauth.processIntrospectionResponse(as, party, asking)).toMatchObject({ active: true });
  });
});

describe('keys at jwks_uri', () => {
  it.each(ALGORITHMS)('openid-client signs with a published key of %s', async (alg) => {
    const pair = await newClientPair(alg);
    published = [pair.publicJwk];
    await goThrough(await registered({ jwks_uri: `${keysUri}/${alg}` }), pair);
  });

  it('a new address counts at once, with the key that is there', async () => {
    const [old, next] = [await newClientPair('ES256'), await newClientPair('EdDSA')];
    published = [old.publicJwk];
    const client = await registered({ jwks_uri: `${keysUri}/old` });
    await goThrough(client, old);
    published = [next.publicJwk];
    // Kept for ten minutes, and asked again at most once a minute.
    const before = asked;
    await expect(goThrough(client, next)).rejects.toMatchObject({ error: 'invalid_client' });
    expect(asked).toBe(before);
    const changed = await fetch(`${server.apiUrl}/applications/${client.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ jwks_uri: `${keysUri}/new` }),
    });
    expect(changed.status).toBe(200);
    await goThrough(client, next);
    await expect(goThrough(client, old)).rejects.toMatchObject({ error: 'invalid_client' });
  });
});

describe('DPoP (contract 41)', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startServer({ LATCHKEY_DPOP_NONCE: 'true' });
  });
  afterAll(() => strict?.stop());
  const serverOf = (name: string) => (name === 'nonce' ? strict : server);
  const CASES = ['no nonce', 'nonce'].flatMap((nonce) =>
    (['ES256', 'PS256', 'EdDSA'] as const).map((alg) => [nonce, alg] as const),
  );

  it.each(CASES)('openid-client, %s, %s: a public key binds, refreshes and reads', async (nonce, alg) => {
    const at = serverOf(nonce);
    const client = await givenClient(at, { ...APPLICATION, dpop_bound_access_tokens: true });
    const config = await openid.discovery(new URL(at.authUrl), client.apiKey, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair(alg === 'EdDSA' ? 'Ed25519' : alg));
    const jkt = await DPoP.calculateThumbprint();
    const verifier = openid.randomPKCECodeVerifier();
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await client.code({ scope: 'openid nickname', dpop_jkt: jkt, ...pkce });
    const back = new URL(`${CALLBACK}?${new URLSearchParams({ code, iss: at.authUrl })}`);
    const checks = { pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(config, back, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
    const sub = tokens.claims()?.sub ?? '';
    const user = await openid.fetchUserInfo(config, refreshed.access_token, sub, { DPoP });
    expect(user.nickname).toBe('Mina');
    await expect(openid.fetchUserInfo(config, refreshed.access_token, sub)).rejects.toMatchObject({ status: 401 });
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_request',
    });
  });

  it.each(['no nonce', 'nonce'])('oauth4webapi, %s: with a key that authenticates', async (nonce) => {
    const at = serverOf(nonce);
    const { publicJwk, privateKey } = await newClientPair();
    const registeredParty = await givenClient(at, { ...APPLICATION, jwks: { keys: [publicJwk] } });
    const issuer = new URL(at.authUrl);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const party: oauth.Client = { client_id: registeredParty.apiKey };
    const authentication = oauth.PrivateKeyJwt({ key: privateKey, kid: publicJwk.kid });
    const DPoP = oauth.DPoP(party, await oauth.generateKeyPair('ES256'));
    const more = { ...insecure, DPoP };
    const code = await registeredParty.code({ scope: 'openid nickname' });
    const answer = oauth.validateAuthResponse(as, party, new URLSearchParams({ code, iss: at.authUrl }));
    const redeem = async () =>
      oauth.processAuthorizationCodeResponse(
        as,
        party,
        await oauth.authorizationCodeGrantRequest(as, party, authentication, answer, CALLBACK, oauth.nopkce, more),
      );
    const tokens = await withNonce(redeem);
    expect(tokens.token_type).toBe('dpop');
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
    const read = async () =>
      oauth.processUserInfoResponse(as, party, sub, await oauth.userInfoRequest(as, party, tokens.access_token, more));
    expect((await withNonce(read)).nickname).toBe('Mina');
  });
});

describe('pushed requests (contract 42)', () => {
  let pushing: TestServer;
  beforeAll(async () => {
    pushing = await startServer({ LATCHKEY_PUSHED_REQUESTS: 'true', LATCHKEY_DPOP_NONCE: 'true' });
  });
  afterAll(() => pushing?.stop());

  /** It may push only, and proves itself by this key. */
  async function pushingClient({ publicJwk }: ClientPair): Promise<Client> {
    const keys = { jwks: { keys: [publicJwk] }, require_pushed_authorization_requests: true };
    const client = await givenClient(pushing, { ...APPLICATION, jwks: keys.jwks });
    const edited = await fetch(`${pushing.apiUrl}/applications/${client.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(keys),
    });
    expect(edited.status).toBe(200);
    return client;
  }

  it('openid-client pushes with a key that authenticates and a proof that binds the code', async () => {
    const pair = await newClientPair();
    const { publicJwk, privateKey } = pair;
    const client = await pushingClient(pair);
    const config = await openid.discovery(
      new URL(pushing.authUrl),
      client.apiKey,
      undefined,
      openid.PrivateKeyJwt({ key: privateKey, kid: publicJwk.kid }),
      { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
    );
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const verifier = openid.randomPKCECodeVerifier();
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const request = { redirect_uri: CALLBACK, scope: 'openid nickname', state: 's', nonce: 'n', ...pkce };
    const address = await openid.buildAuthorizationUrlWithPAR(config, request, { DPoP });
    const back = await client.browser.open(address, { stopAt: CALLBACK });
    const checks = { pkceCodeVerifier: verifier, expectedState: 's', expectedNonce: 'n', idTokenExpected: true };
    await expect(openid.authorizationCodeGrant(config, back.url, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const tokens = await openid.authorizationCodeGrant(config, back.url, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const user = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '', { DPoP });
    expect(user.nickname).toBe('Mina');
  });

  it('oauth4webapi pushes with a key that authenticates and a proof that binds the code', async () => {
    const pair = await newClientPair();
    const client = await pushingClient(pair);
    const issuer = new URL(pushing.authUrl);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const party: oauth.Client = { client_id: client.apiKey };
    const authentication = oauth.PrivateKeyJwt({ key: pair.privateKey, kid: pair.publicJwk.kid });
    const more = { ...insecure, DPoP: oauth.DPoP(party, await oauth.generateKeyPair('ES256')) };
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const request = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid nickname', state: 's', ...pkce };
    const pushed = await withNonce(async () =>
      oauth.processPushedAuthorizationResponse(
        as,
        party,
        await oauth.pushedAuthorizationRequest(as, party, authentication, request, more),
      ),
    );
    const query = new URLSearchParams({ client_id: client.apiKey, request_uri: pushed.request_uri });
    const back = await client.browser.open(`${as.authorization_endpoint}?${query}`, { stopAt: CALLBACK });
    const answer = oauth.validateAuthResponse(as, party, back.url, 's');
    const redeem = async (options: object) =>
      oauth.processAuthorizationCodeResponse(
        as,
        party,
        await oauth.authorizationCodeGrantRequest(as, party, authentication, answer, CALLBACK, verifier, options),
      );
    await expect(redeem(insecure)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await withNonce(() => redeem(more))).token_type).toBe('dpop');
  });
});

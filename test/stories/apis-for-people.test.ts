// Tokens for APIs of the operator, of applications that act for a person (contract 45, RFC 8707), and attacks on them.
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readIdTokenHint } from '../../src/core/grants/tokens/read-id-token-hint.ts';
import {
  type ApisForPeople,
  BILLING,
  connectionIn,
  errorOf,
  givenApisForPeople,
  STOCK,
} from '../helpers/apis-for-people.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { editApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { agree } from '../helpers/people.ts';

let hosts: Hosts;
let given: ApisForPeople;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts();
  given = await givenApisForPeople(hosts);
  client = given.client;
});
afterAll(() => hosts.stop());

describe('contract 45: tokens', () => {
  beforeEach(async () => {
    const asked = { resource: BILLING, scope: 'openid billing.read billing.write' };
    await given.agreeTo(asked, 'billing.read', 'billing.write');
    await given.agreeTo({ resource: STOCK }, 'stock.read');
  });
  const both = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ scope: 'openid billing.read stock.read', ...more });
    for (const resource of [BILLING, STOCK]) query.append('resource', resource);
    return `${client.authorizeUrl()}&${query}`;
  };
  const codeOfBoth = async () => {
    const page = await client.browser.open(both(), { stopAt: CALLBACK });
    return client.codeForm(page.url.searchParams.get('code') ?? '');
  };

  test('a JWT that jose verifies from the metadata alone, with an ID token beside it', async () => {
    const { body } = await given.exchange({ resource: BILLING, scope: 'openid billing.read' });
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'billing.read' });
    const metadata = (await (await fetch(`${hosts.authUrl}/.well-known/openid-configuration`)).json()) as {
      jwks_uri: string;
      issuer: string;
    };
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetch });
    const options = {
      issuer: metadata.issuer,
      audience: BILLING,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(hosts.clock.now()),
    };
    const { payload } = await jwtVerify(body.access_token, keys, options);
    expect(payload).toEqual({
      ...{ iss: metadata.issuer, sub: expect.stringMatching(/^[a-z0-9]{32}$/), aud: BILLING, client_id: client.apiKey },
      ...{ scope: 'billing.read', iat: expect.any(Number), exp: (payload.iat ?? 0) + 300, acr: '1', amr: ['pwd'] },
      ...{ jti: expect.any(String), auth_time: expect.any(Number) },
    });
    const idToken = decodeJwt(body.id_token ?? '');
    expect(idToken.aud).toBe(client.apiKey);
    expect(idToken.sub).not.toBe(payload.sub);
    expect(await given.atUserInfo(body.access_token)).toBe(401);
  });

  test('an API knows a person by its own sub through whichever application, and no other API does', async () => {
    const other = await givenClient(hosts, {
      ...APPLICATION,
      api_scopes: [{ scope: 'stock.read', consent: 'optional' }],
    });
    await editApi(hosts, given.stock.id, (api) => ({ ...api, accessTokenFormat: 'jwt' }));
    const page = await client.browser.open(other.authorizeUrl({ resource: STOCK }), { stopAt: CALLBACK });
    const through = await agree(client.browser, page, { item: ['stock.read'] }, { stopAt: CALLBACK });
    const code = through.url.searchParams.get('code') ?? '';
    const theirs = decodeJwt((await other.token(other.codeForm(code))).body.access_token).sub;
    const ours = decodeJwt((await given.exchange({ resource: STOCK })).body.access_token).sub;
    await editApi(hosts, given.stock.id, (api) => ({ ...api, accessTokenFormat: 'opaque' }));
    expect(theirs).toBe(ours);
    expect(decodeJwt((await given.exchange({ resource: BILLING })).body.access_token).sub).not.toBe(ours);
  });

  test('the first token of a code for several is for the first, later ones for those that were named', async () => {
    const { body: first } = await client.token(await codeOfBoth());
    expect(decodeJwt(first.access_token).aud).toBe(BILLING);
    const { body: second } = await given.refresh(first.refresh_token, { resource: STOCK });
    expect(second).toMatchObject({ scope: 'stock.read', access_token: expect.stringMatching(/^lk_aa_/) });
    expect(decodeJwt((await given.refresh(second.refresh_token)).body.access_token).aud).toBe(BILLING);
    const { body: other } = await client.token(`${await codeOfBoth()}&resource=${STOCK}`);
    expect(other.scope).toBe('stock.read');
  });

  test('a refused resource spends neither code nor refresh token', async () => {
    const form = await codeOfBoth();
    for (const resource of ['https://nobody.example', `${BILLING}%23x`, 'billing', hosts.apiUrl])
      expect(errorOf(await client.token(`${form}&resource=${resource}`))).toBe('400 invalid_target');
    expect(errorOf(await client.token(`${form}&resource=${BILLING}&resource=${STOCK}`))).toBe('400 invalid_target');
    const { status, body } = await client.token(form);
    expect(status).toBe(200);
    expect(errorOf(await given.refresh(body.refresh_token, { resource: 'https://nobody.example' }))).toBe(
      '400 invalid_target',
    );
    expect((await given.refresh(body.refresh_token)).status).toBe(200);
  });

  test('a token or refresh request cannot name what the authorization request did not', async () => {
    const { body } = await given.exchange({ resource: BILLING });
    expect(errorOf(await given.refresh(body.refresh_token, { resource: STOCK }))).toBe('400 invalid_target');
    const userInfo = await given.exchange({ scope: 'openid' });
    expect(await given.atUserInfo(userInfo.body.access_token)).toBe(200);
    expect(errorOf(await given.refresh(userInfo.body.refresh_token, { resource: BILLING }))).toBe('400 invalid_target');
    expect((await given.refresh(userInfo.body.refresh_token, { resource: hosts.apiUrl })).status).toBe(200);
  });

  test('a refresh is repeated with a token that ends with the first, and narrowed by scope', async () => {
    const { body } = await given.exchange({ resource: BILLING, scope: 'billing.read billing.write' });
    const first = await given.refresh(body.refresh_token);
    hosts.clock.advance(10_000);
    const again = await given.refresh(body.refresh_token);
    expect(again.body).toMatchObject({
      refresh_token: first.body.refresh_token,
      expires_in: first.body.expires_in - 10,
    });
    expect(again.body.access_token).not.toBe(first.body.access_token);
    const narrow = await given.refresh(first.body.refresh_token, { scope: 'billing.write' });
    expect(narrow.body.scope).toBe('billing.write');
    expect((await given.refresh(first.body.refresh_token)).body).toMatchObject({
      ...{ refresh_token: narrow.body.refresh_token, scope: 'billing.write' },
    });
    const other = await given.refresh(first.body.refresh_token, { scope: 'billing.read' });
    expect(other.body).toMatchObject({ refresh_token: narrow.body.refresh_token, scope: 'billing.write' });
    expect((await given.refresh(narrow.body.refresh_token)).body.scope).toBe('billing.read billing.write');
    expect(errorOf(await given.refresh(narrow.body.refresh_token, { scope: 'stock.read' }))).toBe('400 invalid_scope');
  });

  test('introspection: the API sees its own tokens alone, with the claims of the JWT; the application too', async () => {
    const [ofBilling, ofStock] = [await given.apiSecret(given.billing), await given.apiSecret(given.stock)];
    const { body } = await given.exchange({ resource: BILLING, scope: 'billing.read' });
    const seen = await given.introspect(given.billing, ofBilling, body.access_token);
    expect(seen.body).toEqual({ active: true, ...decodeJwt(body.access_token), token_type: 'Bearer' });
    expect((await given.introspect(given.stock, ofStock, body.access_token)).body).toEqual({ active: false });
    expect((await given.introspect(given.billing, ofStock, body.access_token)).status).toBe(401);
    const user = await given.exchange({ scope: 'openid' });
    expect((await given.introspect(given.billing, ofBilling, user.body.access_token)).body).toEqual({ active: false });
    expect((await given.introspect(given.billing, ofBilling, user.body.id_token ?? '')).body).toEqual({
      active: false,
    });
    const form = new URLSearchParams({ token: body.access_token, client_id: client.apiKey });
    expect((await fetch(`${hosts.authUrl}/oauth/revocation`, { method: 'POST', body: form })).status).toBe(200);
    expect((await given.introspect(given.billing, ofBilling, body.access_token)).body).toEqual({ active: false });
  });

  test('neither is a hint about a person, and an ID token is no token of the API', async () => {
    const { body } = await given.exchange({ resource: BILLING, scope: 'openid billing.read' });
    expect(await readIdTokenHint(hosts.ports, body.access_token)).toBeUndefined();
    const options = { audience: BILLING, typ: 'at+jwt' };
    const keys = createRemoteJWKSet(new URL(`${hosts.authUrl}/oauth/jwks`), { [customFetch]: fetch });
    await expect(jwtVerify(body.id_token ?? '', keys, options)).rejects.toThrow();
  });

  test('ending the connection ends refresh and introspection at once', async () => {
    const secret = await given.apiSecret(given.billing);
    const { body } = await given.exchange({ resource: BILLING });
    const page = await client.browser.open(`${hosts.authUrl}/account/connections`);
    await client.browser.submit(connectionIn(page, client), {}, { press: 'disconnect' });
    expect(errorOf(await given.refresh(body.refresh_token))).toBe('400 invalid_grant');
    expect((await given.introspect(given.billing, secret, body.access_token)).body).toEqual({ active: false });
  });
});

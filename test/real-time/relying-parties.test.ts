// openid-client and oauth4webapi with their strict defaults, from the discovery address alone (OpenID Connect; contract
// 5 to 7). They judge every answer: content type, `iss`, `state`, `nonce`, `at_hash`, `auth_time`, signatures,
// metadata. The one thing allowed to them is plain http, which a loopback address is reached by.
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import type { Page } from '../helpers/html-page.ts';
import { newPerson, type Person, signIn, signUpAndAgree } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, type Owner, registerApplication, type TestServer } from '../helpers/server.ts';

const REDIRECT_URI = 'http://localhost:9/callback';
const SIGNED_OUT = 'http://localhost:9/bye';
const insecure = { [oauth.allowInsecureRequests]: true };

/** One registered application for each algorithm, way to prove itself, and kind of user-info. */
type Party = { alg: string; clientId: string; secret: string; auth: 'none' | 'basic' | 'post' };

let server: TestServer;
let owner: Owner;
const parties: Record<string, Party> = {};
const party = (name: string): Party => parties[name] as Party;

async function register(name: string, auth: Party['auth'], more: Record<string, unknown>): Promise<void> {
  const { id, platforms } = await registerApplication(server, owner, {
    name,
    login_activation: 'ON',
    require_pkce: true,
    platforms: [{ platform: 'Web', site_domains: ['http://localhost'] }],
    redirect_uris: [REDIRECT_URI],
    post_logout_redirect_uris: [SIGNED_OUT],
    consent_items: [
      { item: 'nickname', consent: 'required' },
      { item: 'email', consent: 'optional' },
    ],
    ...more,
  });
  const made =
    auth !== 'none' &&
    (await fetch(`${server.apiUrl}/applications/${id}/client-secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.apiToken}` },
    }));
  const secret = made ? String(((await made.json()) as Record<string, unknown>).client_secret) : '';
  const alg = String(more.id_token_signed_response_alg ?? 'RS256');
  parties[name] = { alg, auth, secret, clientId: platforms[0]?.api_key ?? '' };
}

beforeAll(async () => {
  server = await startServer();
  owner = await createOwner(server);
  await register('public', 'none', {});
  await register('secret by Basic', 'basic', {
    id_token_signed_response_alg: 'ES256',
    userinfo_signed_response_alg: 'ES256',
  });
  await register('secret in the body', 'post', {
    id_token_signed_response_alg: 'EdDSA',
    userinfo_signed_response_alg: 'EdDSA',
  });
});

afterAll(() => server?.stop());

const PARTIES = ['public', 'secret by Basic', 'secret in the body'];

/** The page that posts an answer (form_post), as the request the application receives. */
const received = (page: Page): Request =>
  new Request(REDIRECT_URI, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(page.form().values.map(([name, value]) => [name, value])).toString(),
  });

const emailTicked = (person: Person) => ({ person, values: { item: ['email'] }, redirectUri: REDIRECT_URI });

describe('openid-client', () => {
  async function configure({ clientId, secret, auth, alg }: Party): Promise<openid.Configuration> {
    const authentication = {
      none: () => openid.None(),
      basic: () => openid.ClientSecretBasic(secret),
      post: () => openid.ClientSecretPost(secret),
    }[auth]();
    const metadata = alg === 'RS256' ? undefined : { id_token_signed_response_alg: alg };
    return openid.discovery(new URL(server.authUrl), clientId, metadata, authentication, {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
  }

  /** One authorization; `visit` is what the person does. */
  async function authorize(
    config: openid.Configuration,
    more: Record<string, string>,
    visit: (address: URL) => Promise<URL | Request>,
    checks: openid.AuthorizationCodeGrantChecks = {},
  ) {
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    });
    return openid.authorizationCodeGrant(config, await visit(address), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...checks,
    });
  }

  it.each(PARTIES)('%s: signs in, reads, refreshes, narrows, revokes', async (name) => {
    const config = await configure(party(name));
    const person = newPerson('Mina');
    const browser = new Browser();
    const visit = (address: URL) => signUpAndAgree(browser, address, emailTicked(person));
    const tokens = await authorize(config, { max_age: '300' }, visit, { maxAge: 300 });
    const claims = tokens.claims();
    expect(claims).toMatchObject({ nickname: 'Mina', email: person.email, acr: '1', amr: ['pwd'] });
    const user = await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(user).toMatchObject({ sub: claims?.sub, nickname: 'Mina', email: person.email, email_verified: false });

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: claims?.sub, sid: claims?.sid, auth_time: claims?.auth_time });
    const narrowed = await openid.refreshTokenGrant(config, refreshed.refresh_token ?? '', { scope: 'email' });
    expect([narrowed.id_token, narrowed.scope]).toEqual([undefined, 'email nickname']);

    await openid.tokenRevocation(config, narrowed.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(config, narrowed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.fetchUserInfo(config, narrowed.access_token, claims?.sub ?? '')).rejects.toMatchObject({
      status: 401,
    });
  });

  it('asks what a token is worth (RFC 7662)', async () => {
    const { clientId, ...rest } = party('secret by Basic');
    const config = await configure({ clientId, ...rest });
    const visit = (address: URL) => signUpAndAgree(new Browser(), address, emailTicked(newPerson()));
    const tokens = await authorize(config, {}, visit);
    const live = await openid.tokenIntrospection(config, tokens.access_token);
    expect(live).toMatchObject({ active: true, client_id: clientId, sub: tokens.claims()?.sub, iss: server.authUrl });
    expect(await openid.tokenIntrospection(config, 'lk_at_unknown')).toEqual({ active: false });
  });

  it('takes answers by form_post, codes and errors alike', async () => {
    const config = await configure(party('secret by Basic'));
    const browser = new Browser();
    const person = newPerson();
    await authorize(config, {}, (address) => signUpAndAgree(browser, address, emailTicked(person)));
    const again = await authorize(config, { response_mode: 'form_post' }, async (address) =>
      received(await browser.open(address)),
    );
    expect(again.claims()?.email).toBe(person.email);
    const silent = authorize(config, { response_mode: 'form_post', prompt: 'none' }, async (address) =>
      received(await new Browser().open(address)),
    );
    await expect(silent).rejects.toMatchObject({ error: 'login_required' });
  });

  it('asks again for the same person by id_token_hint, for the password by max_age=0, and for claims', async () => {
    const config = await configure(party('secret by Basic'));
    const browser = new Browser();
    const person = newPerson();
    const first = await authorize(config, {}, (address) => signUpAndAgree(browser, address, emailTicked(person)));
    const hint = { id_token_hint: first.id_token ?? '' };
    const silently = async (address: URL) => (await browser.open(address, { stopAt: REDIRECT_URI })).url;
    const same = await authorize(config, { ...hint, prompt: 'none' }, silently);
    expect(same.claims()?.sub).toBe(first.claims()?.sub);

    const somebodyElse = new Browser();
    await authorize(config, {}, (address) => signUpAndAgree(somebodyElse, address, emailTicked(newPerson())));
    const refused = authorize(
      config,
      { ...hint, prompt: 'none' },
      async (address) => (await somebodyElse.open(address, { stopAt: REDIRECT_URI })).url,
    );
    await expect(refused).rejects.toMatchObject({ error: 'login_required' });

    const withPassword = async (address: URL) =>
      (await signIn(browser, await browser.open(address), person, { stopAt: REDIRECT_URI })).url;
    const anew = await authorize(config, { max_age: '0' }, withPassword, { maxAge: 0 });
    expect(anew.claims()?.auth_time).toBeGreaterThanOrEqual(first.claims()?.auth_time ?? Number.POSITIVE_INFINITY);

    const claims = JSON.stringify({ id_token: { email: { essential: true } }, userinfo: { nickname: null } });
    const asked = await authorize(config, { scope: 'openid', claims }, silently);
    expect(asked.claims()).toMatchObject({ email: person.email });
    expect(asked.claims()).not.toHaveProperty('nickname');
    const user = await openid.fetchUserInfo(config, asked.access_token, asked.claims()?.sub ?? '');
    expect(user.nickname).toBe('Mina');
  });

  it('signs out (RP-Initiated Logout), and the session is over', async () => {
    const config = await configure(party('secret by Basic'));
    const browser = new Browser();
    const visit = (address: URL) => signUpAndAgree(browser, address, emailTicked(newPerson()));
    const tokens = await authorize(config, {}, visit);
    const address = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: SIGNED_OUT,
      state: 'bye 1',
    });
    const left = await browser.open(address, { stopAt: SIGNED_OUT });
    expect(left.url.href).toBe(`${SIGNED_OUT}?state=bye%201`);
    const silent = authorize(
      config,
      { prompt: 'none' },
      async (to) => (await browser.open(to, { stopAt: REDIRECT_URI })).url,
    );
    await expect(silent).rejects.toMatchObject({ error: 'login_required' });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('oauth4webapi', () => {
  it.each(PARTIES)('%s: signs in, reads, refreshes, asks, revokes', async (name) => {
    const { clientId, secret, auth, alg } = party(name);
    const issuer = new URL(server.authUrl);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const client: oauth.Client = {
      client_id: clientId,
      id_token_signed_response_alg: alg,
      ...(auth !== 'none' && { userinfo_signed_response_alg: alg }),
    };
    const authentication = {
      none: () => oauth.None(),
      basic: () => oauth.ClientSecretBasic(secret),
      post: () => oauth.ClientSecretPost(secret),
    }[auth]();
    const [state, nonce, verifier] = [
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
      oauth.generateRandomCodeVerifier(),
    ];
    const address = new URL(as.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid nickname',
      claims: JSON.stringify({ userinfo: { email: { essential: true } } }),
      state,
      nonce,
      max_age: '60',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const person = newPerson('Jun');
    const callback = await signUpAndAgree(new Browser(), address, emailTicked(person));

    const answer = oauth.validateAuthResponse(as, client, callback, state);
    const exchange = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      answer,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const checks = { expectedNonce: nonce, maxAge: 60, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchange, checks);
    await oauth.validateApplicationLevelSignature(as, exchange, insecure);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    expect(claims).toMatchObject({ nickname: 'Jun', acr: '1' });
    expect(claims).not.toHaveProperty('email');

    const userInfo = await oauth.userInfoRequest(as, client, tokens.access_token, insecure);
    const user = await oauth.processUserInfoResponse(as, client, claims?.sub ?? '', userInfo);
    if (auth !== 'none') await oauth.validateApplicationLevelSignature(as, userInfo, insecure);
    expect(userInfo.headers.get('content-type')).toContain(auth === 'none' ? 'application/json' : 'application/jwt');
    expect(user).toMatchObject({ nickname: 'Jun', email: person.email });

    const refresh = await oauth.refreshTokenGrantRequest(
      as,
      client,
      authentication,
      tokens.refresh_token ?? '',
      insecure,
    );
    const refreshed = await oauth.processRefreshTokenResponse(as, client, refresh);
    expect(oauth.getValidatedIdTokenClaims(refreshed)).toMatchObject({ sub: claims?.sub, sid: claims?.sid });
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);

    const ask = () => oauth.introspectionRequest(as, client, authentication, refreshed.access_token, insecure);
    const worth = async () => oauth.processIntrospectionResponse(as, client, await ask());
    if (auth === 'none') await expect(worth()).rejects.toMatchObject({ error: 'invalid_client' });
    else expect(await worth()).toMatchObject({ active: true, sub: claims?.sub });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, authentication, refreshed.access_token, insecure),
    );
    if (auth !== 'none') expect(await worth()).toEqual({ active: false });
  });
});

describe('as plain OAuth 2.0 (RFC 6749, 7636, 8414, 9207)', () => {
  it('openid-client signs a person in without openid, reads who it is and refreshes', async () => {
    const config = await openid.discovery(new URL(server.authUrl), party('public').clientId, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const state = openid.randomState();
    const verifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'nickname email',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const person = newPerson('Mina');
    const callback = await signUpAndAgree(new Browser(), address, emailTicked(person));
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    });
    expect([tokens.scope, tokens.id_token]).toEqual(['nickname email', undefined]);
    const user = await openid.fetchUserInfo(config, tokens.access_token, openid.skipSubjectCheck);
    expect(user).toMatchObject({ nickname: 'Mina', email: person.email, email_verified: false });

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await openid.fetchUserInfo(config, refreshed.access_token, user.sub)).nickname).toBe('Mina');
  });
});

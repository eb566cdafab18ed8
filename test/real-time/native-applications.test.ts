// Native applications (RFC 8252): loopback addresses with any port, private-use schemes and claimed https addresses;
// consent at every sign-in where another program could have asked; keys that never have a secret.
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { registerApplication } from '../helpers/server.ts';

const PRIVATE_USE = 'com.example.shop:/callback';
const CLAIMED = 'https://shop.example/app/callback';
const LOOPBACK_V4 = 'http://127.0.0.1/callback';
const LOOPBACK_V6 = 'http://[::1]/callback';
const BY_NAME = 'http://localhost:7777/callback';

let hosts: Hosts;
let browser: Browser;
let clientSecret: string;
const keys = { Web: '', Android: '', iOS: '' };

beforeAll(async () => {
  hosts = await startHosts();
  const owner = await hosts.owner();
  const application = await registerApplication(hosts, owner, {
    name: 'Pocket Shop',
    login_activation: 'ON',
    id_token_signed_response_alg: 'ES256',
    platforms: [
      { platform: 'Web', site_domains: ['https://shop.example'] },
      { platform: 'Android', package_name: 'com.example.shop' },
      { platform: 'iOS', bundle_id: 'com.example.shop' },
    ],
    redirect_uris: [PRIVATE_USE, CLAIMED, LOOPBACK_V4, LOOPBACK_V6, BY_NAME],
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  for (const { platform, api_key } of application.platforms) keys[platform as keyof typeof keys] = api_key;
  const made = await fetch(`${hosts.apiUrl}/applications/${application.id}/client-secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.apiToken}` },
  });
  clientSecret = ((await made.json()) as { client_secret: string }).client_secret;

  // Somebody who signed in and agreed once already: from here on, only the native rule shows the page.
  browser = new Browser();
  const consent = await signUp(browser, await ask({ client_id: keys.Web, redirect_uri: CLAIMED }), newPerson('Mina'));
  await agree(browser, consent, {}, { stopAt: CLAIMED });
});

afterAll(() => hosts?.stop());

type Request = { client_id: string; redirect_uri: string; [parameter: string]: string };

/** A request of its own, also where the same one was made before. */
function ask(request: Request): Promise<Page> {
  hosts.clock.advance(1);
  const query = new URLSearchParams({ response_type: 'code', ...request });
  return browser.open(`${hosts.authUrl}/oauth/authorize?${query}`, { stopAt: request.redirect_uri });
}

/** The code of a sign-in, whatever pages it takes. */
async function codeOf(request: Request): Promise<string> {
  const first = await ask(request);
  const page =
    first.url.pathname === '/consent' ? await agree(browser, first, {}, { stopAt: request.redirect_uri }) : first;
  return page.url.searchParams.get('code') ?? '';
}

async function exchange(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...form });
  const response = await fetch(`${hosts.authUrl}/oauth/token`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('RFC 8252: a native application signs a person in with PKCE and no secret', () => {
  it.each([
    ['RFC 8252 7.3: 127.0.0.1 with the port of this start', 'iOS', 'http://127.0.0.1:49152/callback'],
    ['RFC 8252 7.3: 127.0.0.1 with the highest port', 'Android', 'http://127.0.0.1:65535/callback'],
    ['RFC 8252 7.3: [::1] with the port of this start', 'Android', 'http://[::1]:49153/callback'],
    ['RFC 8252 7.3: [::1] as registered, without port', 'iOS', LOOPBACK_V6],
    ['RFC 8252 7.1: a private-use scheme', 'iOS', PRIVATE_USE],
    ['RFC 8252 7.2: a claimed https address', 'Android', CLAIMED],
  ] as const)('%s', async (_, platform, redirectUri) => {
    // The server's clock is the test's; the library takes the difference, in seconds.
    const client = { [openid.clockSkew]: Math.round((hosts.clock.now() - Date.now()) / 1000) };
    const config = await openid.discovery(new URL(hosts.authUrl), keys[platform], client, openid.None(), {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid nickname',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const first = await browser.open(address, { stopAt: redirectUri });
    const answer = first.url.pathname === '/consent' ? await agree(browser, first, {}, { stopAt: redirectUri }) : first;
    expect(answer.url.href.startsWith(`${redirectUri}?`)).toBe(true);

    const tokens = await openid.authorizationCodeGrant(config, answer.url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    expect(tokens.claims()).toMatchObject({ aud: keys[platform], nickname: 'Mina' });
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  it('RFC 8252 7.3: the code is bound to the port it was sent to', async () => {
    const client_id = keys.iOS;
    const code = await codeOf({ client_id, redirect_uri: 'http://127.0.0.1:50001/callback' });
    for (const redirect_uri of ['http://127.0.0.1:50002/callback', LOOPBACK_V4]) {
      expect(await exchange({ client_id, redirect_uri, code })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    }
    const sent = await exchange({ client_id, redirect_uri: 'http://127.0.0.1:50001/callback', code });
    expect(sent.status).toBe(200);
  });

  it.each([
    ['localhost is a name: its port is as registered', 'http://localhost:7778/callback'],
    ['another address of the loopback network', 'http://127.0.0.2:7777/callback'],
    ['another path', 'http://127.0.0.1:7777/callback/'],
    ['another query', 'http://127.0.0.1:7777/callback?a=b'],
    ['https on the loopback address', 'https://127.0.0.1:7777/callback'],
    ['a port that is none', 'http://127.0.0.1:65536/callback'],
    ['a port with a leading zero', 'http://127.0.0.1:07777/callback'],
    ['a user before the host', 'http://127.0.0.1:7777@evil.example/callback'],
    ['a port of a claimed https address', 'https://shop.example:8443/app/callback'],
    ['the private-use scheme with an authority', 'com.example.shop://callback'],
  ])('contract 4: %s gets a page, never a redirect', async (_, redirect_uri) => {
    const page = await ask({ client_id: keys.iOS, redirect_uri });
    expect([page.status, page.trail.length]).toEqual([400, 1]);
  });
});

describe('contract 4, RFC 8252 8.6: the native rule', () => {
  it.each([
    ['a private-use scheme', 'Android', PRIVATE_USE],
    ['a private-use scheme, whatever the key', 'Web', PRIVATE_USE],
    ['a loopback port that is not registered', 'iOS', 'http://127.0.0.1:50003/callback'],
    ['the same by [::1], whatever the key', 'Web', 'http://[::1]:50004/callback'],
    ['an Android key with a loopback address as registered', 'Android', LOOPBACK_V4],
    ['an iOS key with localhost as registered', 'iOS', BY_NAME],
  ] as const)('%s: the page is shown every time, and prompt=none is consent_required', async (_, platform, uri) => {
    const request = { client_id: keys[platform], redirect_uri: uri };
    expect(await codeOf(request)).toMatch(/^[\w-]{43}$/);
    expect((await ask(request)).url.pathname).toBe('/consent');
    const silent = await ask({ ...request, prompt: 'none', state: 's' });
    expect(silent.url.href.startsWith(uri)).toBe(true);
    expect(Object.fromEntries(silent.url.searchParams)).toMatchObject({ error: 'consent_required', state: 's' });
  });

  it.each([
    ['a claimed https address', 'Android', CLAIMED],
    ['a Web key with a loopback address as registered', 'Web', LOOPBACK_V4],
  ] as const)('%s is asked once only, and prompt=none gives a code', async (_, platform, uri) => {
    const page = await ask({ client_id: keys[platform], redirect_uri: uri, prompt: 'none' });
    expect(page.url.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('contract 5: keys of Android and iOS entries are public for ever', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  it.each(['Android', 'iOS'] as const)('a secret sent with the key of the %s entry is invalid_client', async (name) => {
    const client_id = keys[name];
    const code = await codeOf({ client_id, redirect_uri: PRIVATE_USE });
    const form = { client_id, redirect_uri: PRIVATE_USE, code };
    expect(await exchange({ ...form, client_secret: clientSecret })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    });
    expect(await exchange(form, basic(client_id, clientSecret))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    // Nothing was spent, and the key alone is enough, though the application has a secret.
    expect((await exchange(form)).status).toBe(200);
  });

  it('the Web key of the same application needs the secret', async () => {
    const form = { client_id: keys.Web, redirect_uri: CLAIMED };
    const code = await codeOf(form);
    expect((await exchange({ ...form, code })).body).toMatchObject({ error: 'invalid_client' });
    expect((await exchange({ ...form, code, client_secret: clientSecret })).status).toBe(200);
  });

  it('a code of one key is worth nothing with another', async () => {
    const code = await codeOf({ client_id: keys.Android, redirect_uri: PRIVATE_USE });
    const { body } = await exchange({ client_id: keys.iOS, redirect_uri: PRIVATE_USE, code });
    expect(body).toMatchObject({ error: 'invalid_grant' });
  });
});

// Applications that live in the browser, in a real Chromium: oidc-client-ts on a registered site domain signs in by
// redirect and by popup, renews and signs out; from an origin nobody registered nothing works (contract 8). And answers
// by form_post (case K9). Everything that runs in the application's page is given to `evaluate` here.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { User, UserManager } from 'oidc-client-ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { untilFocused } from './keyboard.ts';
import { hearComplaints } from './proof.ts';

/** What the application's page holds; functions given to `evaluate` run there. */
declare global {
  var manager: UserManager;
}

const LIBRARY = readFileSync(
  fileURLToPath(new URL('../../node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js', import.meta.url)),
);

/** One page for everything: started anew, called back, in a popup or in a silent frame. */
const applicationPage = (authority: string, clientId: string) => `<!doctype html><title>Shop</title><h1>Shop</h1>
<script src="/library"></script>
<script>
  const settings = {
    authority: ${JSON.stringify(authority)},
    client_id: ${JSON.stringify(clientId)},
    redirect_uri: location.origin + '/callback',
    post_logout_redirect_uri: location.origin + '/bye',
    scope: 'openid nickname email',
    loadUserInfo: true,
    silentRequestTimeoutInSeconds: 30,
  };
  globalThis.manager = new oidc.UserManager(settings);
  const told = (work, title) => work.then(
    () => { document.title = title; },
    (error) => { document.title = 'Failed: ' + error.message; });
  if (location.pathname === '/callback') told(manager.signinCallback(), 'Signed in');
  if (location.pathname === '/bye') told(manager.signoutCallback(), 'Signed out');
</script>`;

let hosts: Hosts;
let chromium: Browser;
let shop: Server;
/** Registered, and the same site as the auth host. */
let origin: string;
/** Registered, but another site: cookies of the auth host do not travel into its frames. */
let otherSite: string;
let unregistered: string;
let apiKey: string;
/** What was posted to the application. */
const posted: { type: string | undefined; body: string; referer: string | undefined }[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
  shop = createServer((request, response) => {
    if (request.url === '/library') return response.setHeader('content-type', 'text/javascript').end(LIBRARY);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.method !== 'POST') return response.end(applicationPage(hosts.authUrl, apiKey));
    const { 'content-type': type, referer } = request.headers;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      posted.push({ type, body, referer });
      // As applications do once they have read it; here even to another origin of theirs.
      response.writeHead(303, { location: `${otherSite}/welcome` }).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  origin = `http://localhost:${port}`;
  otherSite = `http://127.0.0.1:${port}`;
  unregistered = `http://evil.localhost:${port}`;
  const application = await registerApplication(hosts, await hosts.owner(), {
    name: 'Acme Shop',
    login_activation: 'ON',
    require_pkce: true,
    platforms: [{ platform: 'Web', site_domains: [origin, otherSite] }],
    redirect_uris: [`${origin}/callback`, `${otherSite}/callback`],
    post_logout_redirect_uris: [`${origin}/bye`],
    id_token_signed_response_alg: 'ES256',
    consent_items: [
      { item: 'nickname', consent: 'required' },
      { item: 'email', consent: 'optional' },
    ],
  });
  apiKey = application.platforms[0]?.api_key ?? '';
  await openContext();
  await signIn();
  signedIn = await context.storageState();
  await context.close();
});

afterAll(async () => {
  await chromium?.close();
  shop?.closeAllConnections();
  shop?.close();
  await hosts?.stop();
});

let context: BrowserContext;
let page: Page;
const violations: string[] = [];

/** The cookies of a browser in which somebody signed in before. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

async function openContext(options: Parameters<Browser['newContext']>[0] = {}) {
  context = await chromium.newContext({ locale: 'en-US', ...options });
  hearComplaints(context, violations);
  page = await context.newPage();
}
beforeEach(() => {
  violations.length = 0;
  posted.length = 0;
});
afterEach(() => context?.close());

let people = 0;
/** From a sign-in page of ours, in the window or a popup, to the end of the consent page. */
async function signUpAndAgree(at: Page): Promise<string> {
  people += 1;
  const email = `browser-person-${people}@example.com`;
  await at.click('a[href^="/sign-up"]');
  await at.fill('input[name=email]', email);
  await at.fill('input[name=password]', 'seven quiet harbour lights');
  await at.fill('input[name=nickname]', 'Mina');
  await at.click('form[action^="/sign-up"] button.primary');
  await at.check('input[name=item][value=email]');
  await at.click('button[value=agree]');
  return email;
}

/**
 * Signs in by redirect: at once where somebody is signed in, else somebody new. @returns the address of mail of the new
 */
async function signIn(at = origin): Promise<string> {
  await page.goto(at);
  await page.evaluate(() => {
    void manager.signinRedirect();
  });
  await page.waitForURL(/\/login|\/callback/);
  const email = /\/login/.test(page.url()) ? await signUpAndAgree(page) : '';
  await page.waitForFunction(() => document.title !== 'Shop');
  expect(await page.title()).toBe('Signed in');
  return email;
}

/** Who the application takes the person for. */
const user = () => page.evaluate(async () => (await manager.getUser()) as User);

/** What became of a promise in the page, in a word. */
const outcome = (work: () => Promise<unknown>) =>
  page.evaluate(work).then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('oidc-client-ts on a registered site domain', () => {
  test('signs in by redirect with PKCE, and reads ID token and user-info', async () => {
    await openContext();
    const email = await signIn();
    const { profile, scope, token_type } = await user();
    expect(profile).toMatchObject({ iss: hosts.authUrl, aud: apiKey, nickname: 'Mina', email, email_verified: false });
    expect([scope, token_type]).toEqual(['openid nickname email', 'Bearer']);
    expect(violations).toEqual([]);
  });

  test('signs in by popup: the popup keeps its opener through every page of ours (decision 11)', async () => {
    await openContext();
    await page.goto(origin);
    const opened = context.waitForEvent('page');
    // A popup that is cut off from its opener looks closed to it.
    const done = outcome(() => manager.signinPopup({ popupAbortOnClose: true }));
    const popup = await opened;
    await popup.waitForURL(/\/login/);
    expect(await popup.evaluate(() => window.opener !== null)).toBe(true);
    const closed = popup.waitForEvent('close');
    await signUpAndAgree(popup);
    expect(await done).toBe('done');
    await closed;
    expect((await user()).profile.nickname).toBe('Mina');
  });

  test('is told when the popup’s person cancels', async () => {
    await openContext();
    await page.goto(origin);
    const opened = context.waitForEvent('page');
    const refused = outcome(() => manager.signinPopup({ popupAbortOnClose: true }));
    const popup = await opened;
    await popup.click('button[value=cancel]');
    expect(await refused).toMatch(/The user cancelled the sign-in/);
  });

  /** Without a refresh token at hand the library asks in a hidden frame with prompt=none. */
  const renewInFrame = () =>
    outcome(async () => {
      await manager.removeUser();
      await manager.signinSilent();
    });

  test('renews by refresh token, and in a silent frame: a redirect is no page that must not be framed', async () => {
    await openContext({ storageState: signedIn });
    await signIn();
    const seen = [await user()];
    expect(await outcome(() => manager.signinSilent())).toBe('done');
    seen.push(await user());
    expect(await renewInFrame()).toBe('done');
    seen.push(await user());
    expect(new Set(seen.map(({ access_token }) => access_token)).size).toBe(3);
    expect(new Set(seen.map(({ refresh_token }) => refresh_token)).size).toBe(3);
    expect(new Set(seen.map(({ profile }) => profile.sub)).size).toBe(1);
    expect(violations).toEqual([]);
  });

  test('ends its tokens, and can read that they are ended', async () => {
    await openContext({ storageState: signedIn });
    await signIn();
    const { access_token } = await user();
    expect(await outcome(() => manager.revokeTokens())).toBe('done');
    const answer = await page.evaluate(
      async ({ url, token }) => {
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        return [response.status, response.headers.get('www-authenticate')];
      },
      { url: `${hosts.apiUrl}/user-info`, token: access_token },
    );
    expect(answer).toEqual([401, expect.stringContaining('invalid_token')]);
  });

  test('signs out by redirect and by popup, and nobody is signed in any more', async () => {
    await openContext();
    await signIn();
    await page.evaluate(() => {
      void manager.signoutRedirect({ state: 'bye' });
    });
    await page.waitForURL(`${origin}/bye?state=*`);
    expect(await renewInFrame()).toMatch(/The user is not signed in/);

    await signIn();
    const opened = context.waitForEvent('page');
    const signedOut = outcome(() => manager.signoutPopup());
    await (await opened).waitForEvent('close');
    expect(await signedOut).toBe('done');
    expect(await page.evaluate(() => manager.getUser())).toBeNull();
    expect(await renewInFrame()).toMatch(/The user is not signed in/);
    expect(violations).toEqual([]);
  });

  test('in a frame of another site the cookie stays behind, and the answer is login_required', async () => {
    await openContext({ storageState: signedIn });
    await signIn(otherSite);
    expect(await renewInFrame()).toMatch(/The user is not signed in/);
  });
});

describe('contract 8: an origin nobody registered', () => {
  test('cannot exchange a code, refresh, or read a person; discovery and keys are for all', async () => {
    await openContext({ storageState: signedIn });
    await signIn();
    const { access_token, refresh_token } = await user();
    await page.goto(unregistered);
    const reads = await page.evaluate(
      async ({ authUrl, apiUrl, clientId, accessToken, refreshToken }) => {
        const attempt = (url: string, init?: RequestInit) =>
          fetch(url, init).then(
            (response) => String(response.status),
            (error: Error) => error.message,
          );
        const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
        return {
          discovery: await attempt(`${authUrl}/.well-known/openid-configuration`),
          keys: await attempt(`${authUrl}/oauth/jwks`),
          exchange: await attempt(
            `${authUrl}/oauth/token`,
            form({ grant_type: 'authorization_code', client_id: clientId, code: 'x', redirect_uri: 'x' }),
          ),
          refresh: await attempt(
            `${authUrl}/oauth/token`,
            form({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
          ),
          revoke: await attempt(`${authUrl}/oauth/revocation`, form({ client_id: clientId, token: 'x' })),
          userInfo: await attempt(`${apiUrl}/user-info`, { headers: { authorization: `Bearer ${accessToken}` } }),
          userInfoByForm: await attempt(`${apiUrl}/user-info`, form({ access_token: accessToken })),
        };
      },
      {
        authUrl: hosts.authUrl,
        apiUrl: hosts.apiUrl,
        clientId: apiKey,
        accessToken: access_token,
        refreshToken: refresh_token ?? '',
      },
    );
    const blocked = 'Failed to fetch';
    expect(reads).toEqual({
      discovery: '200',
      keys: '200',
      exchange: blocked,
      refresh: blocked,
      revoke: blocked,
      userInfo: blocked,
      userInfoByForm: blocked,
    });
  });

  test('cannot start a sign-in: its callback is refused on a page of ours', async () => {
    await openContext();
    await page.goto(unregistered);
    await page.evaluate(() => {
      void manager.signinRedirect();
    });
    await page.waitForURL(/\/oauth\/authorize/);
    expect(await page.textContent('main')).toContain('redirect-uri-unregistered');
  });
});

describe('K9: form_post', () => {
  const authorization = () =>
    `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({
      client_id: apiKey,
      redirect_uri: `${origin}/callback`,
      response_type: 'code',
      response_mode: 'form_post',
      state: '"><script>alert(1)</script> é',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`;

  async function expectPosted() {
    await page.waitForURL(`${otherSite}/welcome`);
    expect(posted).toHaveLength(1);
    expect(posted[0]?.type).toBe('application/x-www-form-urlencoded');
    const fields = new URLSearchParams(posted[0]?.body);
    expect([...fields.keys()]).toEqual(['iss', 'state', 'code']);
    expect(fields.get('iss')).toBe(hosts.authUrl);
    expect(fields.get('state')).toBe('"><script>alert(1)</script> é');
    expect(posted[0]?.referer ?? '').not.toContain('?');
    expect(violations).toEqual([]);
  }

  test('the answer arrives by POST, by itself; Back leads to where the person was, and sends nothing again', async () => {
    await openContext({ storageState: signedIn });
    await page.goto(origin);
    await page.goto(authorization());
    await expectPosted();
    await page.goBack();
    await page.waitForURL(`${origin}/`);
    expect(posted).toHaveLength(1);
  });

  test('K24: the answer arrives by POST without JavaScript, by the button, which has the focus', async () => {
    await openContext({ javaScriptEnabled: false });
    await page.goto(authorization());
    await signUpAndAgree(page);
    await page.waitForURL(/\/consent/);
    expect(await page.textContent('main')).toContain('If nothing happens, press Continue.');
    expect(posted).toEqual([]);
    await untilFocused(page);
    await page.keyboard.press('Enter');
    await expectPosted();
  });
});

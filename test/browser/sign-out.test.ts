// Sign-out from an application on another site, in a real Chromium: what the cookie's SameSite, the page's policy and
// the redirect that answers its form come to (contract 7 "Logout", 9; cases K8, K9).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { hearComplaints } from './proof.ts';

let hosts: Hosts;
let application: Server;
let chromium: Browser;
/** `127.0.0.1` is another site than the server's `localhost`. */
let origin: string;
let apiKey: string;
/** Requests that reached the address behind the sign-out. */
const arrived: { url: URL; referer: string | undefined }[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
  application = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/bye') arrived.push({ url, referer: request.headers.referer });
    const fields = [...url.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<form method="post" action="${hosts.authUrl}/oauth/logout">${fields.join('')}<button>Out</button></form>`,
    );
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const registered = await registerApplication(hosts, await hosts.owner(), {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: [origin] }],
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/bye`],
    id_token_signed_response_alg: 'ES256',
  });
  apiKey = registered.platforms[0]?.api_key ?? '';
});

afterAll(async () => {
  await chromium?.close();
  application?.close();
  await hosts?.stop();
});

let context: BrowserContext;
let page: Page;
const violations: string[] = [];

/** A new person who is signed in, and the ID token of their sign-in. */
let idToken: string;
let people = 0;
beforeEach(async () => {
  people += 1;
  violations.length = 0;
  context = await chromium.newContext({ locale: 'en-US' });
  hearComplaints(context, violations);
  page = await context.newPage();
  const request = { client_id: apiKey, redirect_uri: `${origin}/callback`, response_type: 'code', scope: 'openid' };
  await page.goto(`${hosts.authUrl}/oauth/authorize?${new URLSearchParams(request)}`);
  await page.click('a[href^="/sign-up"]');
  await page.fill('#email', `person-${people}@example.com`);
  await page.fill('#password', 'seven quiet harbour lights');
  await page.fill('#nickname', 'Mina');
  await page.click('button.primary');
  await page.click('button[value="agree"]');
  await page.waitForURL(`${origin}/callback?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const { response_type: _, scope: __, ...same } = request;
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...same }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${hosts.authUrl}/oauth/token`, { method: 'POST', headers, body });
  idToken = ((await answer.json()) as { id_token: string }).id_token;
  arrived.length = 0;
});
afterEach(() => context?.close());

const isSignedIn = async (): Promise<boolean> => {
  await page.goto(`${hosts.authUrl}/account`);
  return new URL(page.url()).pathname === '/account';
};

test('RP-Initiated Logout 2: a POST from another site signs out, though its cookie stays at home', async () => {
  const out = { id_token_hint: idToken, post_logout_redirect_uri: `${origin}/bye`, state: 's1' };
  await page.goto(`${origin}/out?${new URLSearchParams(out)}`);
  await page.click('button');
  await page.waitForURL(`${origin}/bye?state=s1`);
  expect(await isSignedIn()).toBe(false);
});

test('K9: the page that asks leads back once it was answered, and tells the application nothing else', async () => {
  const out = { client_id: apiKey, post_logout_redirect_uri: `${origin}/bye`, state: 's2' };
  await page.goto(`${origin}/out?${new URLSearchParams(out)}`);
  await page.click('button');
  await page.waitForURL(({ pathname }) => pathname === '/oauth/logout');
  await page.click('button.primary');
  await page.waitForURL(`${origin}/bye?state=s2`);
  expect(arrived.map(({ url, referer }) => [url.pathname, referer])).toEqual([['/bye', undefined]]);
  expect(violations).toEqual([]);
  expect(await isSignedIn()).toBe(false);
});

test('pages: staying signed in is a choice', async () => {
  await page.goto(`${hosts.authUrl}/oauth/logout?client_id=${apiKey}`);
  await page.click('a.secondary');
  await page.waitForURL('**/account');
  expect(await isSignedIn()).toBe(true);
});

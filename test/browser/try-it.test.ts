// What a member of an application's team tries out, in a real Chromium: a run of "try it" while login is OFF, and the
// redirect URI that is registered on the mismatch page, each without a violation of the policy (case K8), the second
// without script.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { type Owner, type RegisteredApplication, registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { hearComplaints } from './proof.ts';

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
let owner: Owner;
const violations: string[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
  owner = await hosts.owner();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});
afterEach(async () => {
  await context?.close();
  expect(violations).toEqual([]);
});

const register = (login: 'ON' | 'OFF'): Promise<RegisteredApplication> =>
  registerApplication(hosts, owner, {
    name: 'Acme Shop',
    login_activation: login,
    id_token_signed_response_alg: 'ES256',
    platforms: [{ platform: 'Web', site_domains: [hosts.apiUrl] }],
    redirect_uris: [`${hosts.apiUrl}/callback`],
  });

async function signedIn(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await chromium.newContext({ locale: 'en-US', ...options });
  hearComplaints(context, violations);
  const page = await context.newPage();
  await page.goto(`${hosts.authUrl}/login`);
  await page.fill('#email', owner.email);
  await page.fill('#password', owner.password);
  await page.press('#password', 'Enter');
  await page.waitForURL('**/account');
  return page;
}

test('"try it" runs from the console to the decoded answers while login is OFF', async () => {
  const { id } = await register('OFF');
  const page = await signedIn();
  await page.goto(`${hosts.authUrl}/console/applications/${id}`);
  await page.click('a[href$="/try-it"]');
  await page.click('form[action$="/try-it/run"] button.primary');
  await page.waitForURL('**/consent?**');
  await page.click('form[action^="/consent"] button.primary');
  await page.waitForURL('**/try-it/callback?**');
  expect(await page.textContent('main')).toContain('The ID token identifies the user');
});

test('a redirect URI is registered from the mismatch page, and the sign-in starts again, without script', async () => {
  const { platforms } = await register('ON');
  const page = await signedIn({ javaScriptEnabled: false });
  const sent = `${hosts.apiUrl}/callback/`;
  const query = new URLSearchParams({
    client_id: platforms[0]?.api_key ?? '',
    redirect_uri: sent,
    response_type: 'code',
  });
  await page.goto(`${hosts.authUrl}/oauth/authorize?${query}`);
  expect(await page.locator('mark').allTextContents()).toEqual(['/']);
  await page.click('a[href^="/redirect-uri-mismatch"]');
  await page.click('form[action^="/redirect-uri-mismatch"] button');
  await page.waitForSelector('text=The redirect URI was registered');
  await page.goto(`${hosts.authUrl}/oauth/authorize?${query}`);
  await page.click('form[action^="/consent"] button.primary');
  await page.waitForURL(`${sent}?**`);
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
});

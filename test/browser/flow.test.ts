// The whole sign-in in a real Chromium: by keyboard alone, with JavaScript off, in a frame, and with an eye on every
// policy violation (cases K8, K9, K24).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { tabTo } from './keyboard.ts';
import { hearComplaints } from './proof.ts';

let hosts: Hosts;
let application: Server;
let chromium: Browser;
let origin: string;
let apiKey: string;
/** Requests that reached the application. */
const arrived: { url: URL; referer: string | undefined }[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
  application = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/callback') arrived.push({ url, referer: request.headers.referer });
    response.setHeader('content-type', 'text/html');
    const frame = url.searchParams.get('frame');
    response.end(frame ? `<iframe src="${frame.replaceAll('&', '&amp;')}"></iframe>` : '<h1>Back at the shop</h1>');
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(application.address() as AddressInfo).port}`;
  const owner = await hosts.owner();
  const registered = await registerApplication(hosts, owner, {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: [origin] }],
    redirect_uris: [`${origin}/callback`],
    consent_items: [
      { item: 'nickname', consent: 'required', purpose: 'To greet you' },
      { item: 'birthdate', consent: 'required', purpose: 'A present on the day' },
      { item: 'email', consent: 'optional', purpose: 'To send the receipt' },
    ],
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

async function openPage(options: Parameters<Browser['newContext']>[0] = {}) {
  context = await chromium.newContext({ locale: 'en-US', ...options });
  hearComplaints(context, violations);
  page = await context.newPage();
  page.on('dialog', (dialog) => violations.push(`dialog: ${dialog.message()}`));
}

beforeEach(() => {
  arrived.length = 0;
  violations.length = 0;
});
afterEach(() => context?.close());

const authorization = (more = {}) =>
  `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({
    client_id: apiKey,
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    state: 's1',
    ...more,
  })}`;

let people = 0;
const newEmail = () => {
  people += 1;
  return `person-${people}@example.com`;
};
const PASSWORD = 'seven quiet harbour lights';

async function signUpByPointer(email: string) {
  await page.goto(authorization());
  await page.click('a[href^="/sign-up"]');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.fill('input[name=nickname]', 'Mina');
  await page.click('form[action^="/sign-up"] button.primary');
}

describe('the keyboard alone', () => {
  test('sign up, consent with a missing value, and back at the application', async () => {
    await openPage();
    await page.goto(authorization());
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await tabTo(page, 'a[href^="/sign-up"]');
    await Promise.all([page.waitForURL(/\/sign-up/), page.keyboard.press('Enter')]);
    await tabTo(page, 'input[name=email]');
    await page.keyboard.type(newEmail());
    await tabTo(page, 'input[name=password]');
    await page.keyboard.type(PASSWORD);
    await tabTo(page, 'input[name=nickname]');
    await page.keyboard.type('Mina');
    await Promise.all([page.waitForURL(/\/consent/), page.keyboard.press('Enter')]);
    await tabTo(page, 'input[name=birthdate]');
    await page.keyboard.type('02031990');
    await tabTo(page, 'input[name=item][value=email]');
    await page.keyboard.press('Space');
    await tabTo(page, 'button[value=agree]');
    await Promise.all([page.waitForURL(/\/callback/), page.keyboard.press('Enter')]);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.url.searchParams.get('state')).toBe('s1');
    expect(arrived[0]?.url.searchParams.get('code')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(violations).toEqual([]);
  });

  test('Enter in a field of the sign-in form signs in, never cancels', async () => {
    const email = newEmail();
    await openPage();
    await signUpByPointer(email);
    await context.clearCookies();
    await page.goto(authorization());
    await tabTo(page, 'input[name=email]');
    await page.keyboard.type(email);
    await tabTo(page, 'input[name=password]');
    await page.keyboard.type(PASSWORD);
    await Promise.all([page.waitForURL(/\/consent/), page.keyboard.press('Enter')]);
    expect(violations).toEqual([]);
  });

  test('K9: of two accounts on the device the other one is chosen, and nothing on the way back is blocked', async () => {
    await openPage();
    await signUpByPointer(newEmail());
    await page.waitForURL(/\/consent/);
    hosts.clock.advance(1);
    await page.goto(authorization({ prompt: 'create' }));
    await page.fill('input[name=email]', newEmail());
    await page.fill('input[name=password]', PASSWORD);
    await page.fill('input[name=nickname]', 'Yuna');
    await page.click('form[action^="/sign-up"] button.primary');
    await page.fill('input[name=birthdate]', '1990-02-03');
    await page.click('button[value=agree]');
    await page.waitForURL(/\/callback/);
    // A choice in the millisecond of the request would answer it.
    hosts.clock.advance(1);
    await page.goto(authorization({ prompt: 'select_account' }));
    await tabTo(page, 'button.choice + button.choice');
    await Promise.all([page.waitForURL(/\/consent/), page.keyboard.press('Enter')]);
    expect(await page.textContent('.person')).toContain('Mina');
    await page.fill('input[name=birthdate]', '1990-02-03');
    await page.click('button[value=agree]');
    await page.waitForURL(/\/callback/);
    hosts.clock.advance(1);
    await page.goto(authorization({ prompt: 'select_account', state: 's2' }));
    await tabTo(page, 'button.choice');
    await Promise.all([page.waitForURL(/\/callback\?.*s2/), page.keyboard.press('Enter')]);
    expect(arrived.at(-1)?.url.searchParams.get('code')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(violations).toEqual([]);
  });
});

describe('JavaScript off', () => {
  test('K24: sign up, consent, account, sign out, sign in, cancel', async () => {
    const email = newEmail();
    await openPage({ javaScriptEnabled: false });
    await signUpByPointer(email);
    await page.fill('input[name=birthdate]', '1990-02-03');
    await page.check('input[name=item][value=email]');
    await page.click('button[value=agree]');
    await page.waitForURL(/\/callback/);
    expect(arrived).toHaveLength(1);

    await page.goto(`${hosts.authUrl}/account/connections`);
    expect(await page.textContent('body')).toContain('Acme Shop');
    await page.click('form[action="/logout"] button');
    await page.goto(authorization());
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', 'a wrong password');
    await page.click('form[action^="/login"] button.primary');
    expect(await page.inputValue('input[name=email]')).toBe(email);
    await page.click('button[value=cancel]');
    await page.waitForURL(/error=access_denied/);
  });
});

describe('K9: what a browser enforces', () => {
  test('the form’s POST, its 303 and the redirect to the application are not blocked; the Referer holds no query', async () => {
    await openPage();
    await signUpByPointer(newEmail());
    await page.fill('input[name=birthdate]', '1990-02-03');
    await page.click('button[value=agree]');
    await page.waitForURL(/\/callback/);
    expect(arrived[0]?.referer).toBeUndefined();
    expect(violations).toEqual([]);
  });

  test('consent in a frame of another site is blocked', async () => {
    await openPage();
    await signUpByPointer(newEmail());
    const consent = page.url();
    await page.goto(`${origin}/?frame=${encodeURIComponent(consent)}`);
    await expect.poll(() => violations.some((text) => /frame-ancestors/.test(text))).toBe(true);
    const frame = page.frames()[1];
    expect(await frame?.locator('form').count()).toBe(0);
  });

  test('K10: hostile text in request and profile runs nothing', async () => {
    await openPage();
    const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
    await page.goto(authorization({ state: hostile, login_hint: hostile, ui_locales: hostile }));
    expect(await page.inputValue('input[name=email]')).toBe(hostile);
    await page.goto(`${hosts.authUrl}/oauth/authorize?client_id=${encodeURIComponent(hostile)}`);
    await page.goto(`${hosts.authUrl}/${encodeURIComponent(hostile)}`);
    expect(violations).toEqual([]);
  });
});

test('a double click on Agree does no harm', async () => {
  await openPage();
  await signUpByPointer(newEmail());
  await page.fill('input[name=birthdate]', '1990-02-03');
  await page.dblclick('button[value=agree]');
  await page.waitForURL(/\/callback/);
  expect(arrived.filter(({ url }) => url.searchParams.has('error'))).toEqual([]);
});

test('Back from the application and forward again: the page works or leads on, never an error', async () => {
  await openPage();
  await signUpByPointer(newEmail());
  await page.fill('input[name=birthdate]', '1990-02-03');
  await page.click('button[value=agree]');
  await page.waitForURL(/\/callback/);
  await page.goBack();
  await page.waitForLoadState();
  const again = page.locator('button[value=agree]');
  if ((await again.count()) > 0) await again.click();
  await page.waitForURL(/\/callback/);
});

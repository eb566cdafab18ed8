// The console in a real Chromium: a first application by keyboard alone, the preview that follows what is typed, keys
// that are copied, and all of it without a violation of the policy (case K8).
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { ownerInBrowser } from '../stories/console-pages.ts';
import { openChromium } from './chromium.ts';
import { tabTo, untilFocused } from './keyboard.ts';
import { hearComplaints } from './proof.ts';
import { carryOver } from './signed-in.ts';

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
const violations: string[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});
afterEach(async () => {
  await context?.close();
  expect(violations).toEqual([]);
});

/** An owner signed in, at the console. */
async function openConsole(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await chromium.newContext({ locale: 'en-US', ...options });
  hearComplaints(context, violations);
  const page = await context.newPage();
  page.on('pageerror', (error) => violations.push(String(error)));
  const { browser } = await ownerInBrowser(hosts);
  await carryOver(browser, hosts.authUrl, context);
  await page.goto(`${hosts.authUrl}/console`);
  return page;
}

async function registerFirst(page: Page): Promise<void> {
  await tabTo(page, '.primary');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/applications/new');
  await untilFocused(page);
  await page.keyboard.type('Acme Shop');
  await page.keyboard.press('Enter');
  await page.waitForURL('**notice=application-created');
}

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('pages: by keyboard alone: the name, Enter, and the key of a first application is there; login is switched OFF, an item is added, a secret is made', async () => {
    const page = await openConsole({ javaScriptEnabled });
    await registerFirst(page);
    expect(await page.locator('.key-row .copy code').innerText()).toMatch(/^[0-9a-f]{32}$/);
    await tabTo(page, '.danger summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '.danger button');
    await page.keyboard.press('Enter');
    await page.waitForURL('**notice=login-off');
    await page.locator('.sections').getByRole('link', { name: 'Consent items' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/consent-items');
    await tabTo(page, '.maker summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '#item-purpose');
    await page.keyboard.type('For receipts');
    await page.keyboard.press('Enter');
    await page.waitForURL('**notice=added');
    expect(await page.locator('[data-preview]').innerText()).toContain('For receipts');
    await page.getByRole('link', { name: 'API keys & secrets' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client-secrets');
    await tabTo(page, '.maker form button');
    await page.keyboard.press('Enter');
    await page.locator('.made code').waitFor();
    expect(await page.locator('.made code').innerText()).toMatch(/^lk_cs_/);
  });
});

describe.each([
  ['en-US', 'Confirm it’s you', 'You confirmed'],
  ['ko-KR', '본인 확인', '본인 확인을 마쳤어요'],
])('contract 25: in %s', (locale, title, confirmed) => {
  test('a form that was sent too late comes back with its text after the password, and is sent again', async () => {
    const page = await openConsole({ locale, javaScriptEnabled: false });
    await registerFirst(page);
    const addresses = `${new URL(page.url()).pathname}/addresses`;
    await page.goto(`${hosts.authUrl}${addresses}`);
    await page.locator('.maker:has(#redirect-uri-redirect_uri) summary').click();
    await page.fill('#redirect-uri-redirect_uri', 'https://shop.example.com/callback');
    hosts.clock.advance(11 * 60_000);
    await page.press('#redirect-uri-redirect_uri', 'Enter');
    await page.locator('#account').waitFor();
    await untilFocused(page);
    expect(await page.locator('h1').innerText()).toBe(title);
    await page.keyboard.type('correct horse battery staple');
    await page.keyboard.press('Enter');
    expect(await page.locator('.notice.good').innerText()).toContain(confirmed);
    await page.press('#redirect-uri-redirect_uri', 'Enter');
    await page.waitForURL('**notice=added');
    hosts.clock.advance(11 * 60_000);
    await page.goto(`${hosts.authUrl}${addresses}`);
    expect(await page.locator('#redirect-uri-redirect_uri').count()).toBe(0);
    await page.locator('a[href^="/confirm"]').click();
    await page.locator('#account').waitFor();
    await untilFocused(page);
    await page.keyboard.type('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${hosts.authUrl}${addresses}`);
    expect(await page.locator('#redirect-uri-redirect_uri').count()).toBe(1);
  });
});

describe('the script', () => {
  test('pages: the preview follows what is typed: purpose, required or optional, a new item; nothing is sent', async () => {
    const page = await openConsole();
    await registerFirst(page);
    await page.locator('.sections').getByRole('link', { name: 'Consent items' }).click();
    const preview = page.locator('[data-preview]');
    const posts: string[] = [];
    // The browser fetches its icon when it likes.
    page.on('request', (request) => request.method() !== 'GET' && posts.push(request.url()));

    await page.locator('#item-nickname').getByRole('link', { name: 'Edit' }).click();
    await page.fill('#item-nickname-purpose', 'To <b>greet</b> you');
    expect(await preview.innerText()).toContain('To <b>greet</b> you');
    await page.selectOption('#item-nickname-consent', 'optional');
    const nickname = preview.locator('[data-item=nickname]');
    // The account has no nickname: it stays among what is missing, with its mark if it is required.
    expect(await nickname.locator('xpath=..').getAttribute('data-group')).toBe('missing');
    expect(await nickname.locator('[type=checkbox]').isChecked()).toBe(false);
    expect(await nickname.locator('[data-required]').isVisible()).toBe(false);
    await page.selectOption('#item-nickname-consent', 'required');
    expect(await nickname.locator('[data-required]').isVisible()).toBe(true);
    await page.locator('[data-edits=nickname] .fold summary').click();
    await page.fill('#item-nickname-purpose_en', 'To say hello');
    expect(await nickname.innerText()).toContain('To say hello');
    await page.fill('#item-nickname-purpose_ko', '인사하려고');
    expect(await nickname.innerText()).toContain('To say hello');

    expect(await preview.locator('[data-item=email]').isVisible()).toBe(false);
    await page.locator('.maker > summary').click();
    await page.fill('#item-purpose', 'For receipts');
    const email = preview.locator('[data-item=email]');
    expect(await email.innerText()).toContain('For receipts');
    expect(await email.locator('xpath=..').getAttribute('data-group')).toBe('optional');
    await page.selectOption('#item-consent', 'required');
    expect(await email.locator('xpath=..').getAttribute('data-group')).toBe('required');
    await page.selectOption('#item-item', 'birthdate');
    expect(await preview.locator('[data-item=email]').isVisible()).toBe(false);
    expect(await preview.locator('[data-item=birthdate]').innerText()).toContain('For receipts');

    const asName = nickname.locator('[data-if]:visible');
    expect(await asName.innerText()).toBe('(also given as name)');
    await page.selectOption('#item-item', 'name');
    expect(await asName.count()).toBe(0);
    await page.selectOption('#item-consent', 'optional');
    expect(await asName.innerText()).toContain('unless you agree to Name');
    expect(posts).toEqual([]);
  });

  test('pages: a key is copied by its button, which says so', async () => {
    const page = await openConsole({ permissions: ['clipboard-read', 'clipboard-write'] });
    await registerFirst(page);
    const box = page.locator('.key-row .copy');
    await box.getByRole('button').click();
    await box.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await box.locator('code').innerText());
  });

  test('pages: the fields of other platforms are out of sight, also without script', async () => {
    const page = await openConsole({ javaScriptEnabled: false });
    await page.goto(`${hosts.authUrl}/console/applications/new`);
    expect(await page.locator('#new-site_domain').isVisible()).toBe(true);
    expect(await page.locator('#new-package_name').isVisible()).toBe(false);
    await page.getByLabel('Android app').check();
    expect(await page.locator('#new-site_domain').isVisible()).toBe(false);
    expect(await page.locator('#new-package_name').isVisible()).toBe(true);
  });
});

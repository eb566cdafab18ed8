// The browser's part of docs/clients.md in a real Chromium: registered by the page's command, served as the page says,
// its two files as they stand.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addressesOf, registerByPage, writeFiles } from '../helpers/clients-page.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, freePorts, type TestServer } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let server: TestServer;
let chromium: Browser;
let shop: Server;
let home: string;
let remove: () => void;

beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'info' });
  await createOwner(server);
  chromium = await openChromium();
  const [port] = await freePorts(1);
  home = `http://localhost:${port}`;
  const addresses = addressesOf(server, home);
  const { apiKey } = await registerByPage(server, 'browser', addresses);
  const files = writeFiles(['index.html', 'app.js'], { ...addresses, YOUR_API_KEY: apiKey });
  remove = files.remove;
  // "let any web server serve the folder"
  shop = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', home);
    const file = join(files.folder, pathname === '/' ? 'index.html' : pathname);
    try {
      const text = readFileSync(file);
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve));
});

afterAll(async () => {
  await chromium?.close();
  shop?.closeAllConnections();
  shop?.close();
  remove?.();
  await server?.stop();
});

let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeEach(async () => {
  complaints.length = 0;
  context = await chromium.newContext({ locale: 'en-US' });
  page = await context.newPage();
  page.on('console', (message) => {
    // The page has no icon, which its reader may add.
    const aboutIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !aboutIcon) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(home);
  await untilStatus('Nobody is signed in');
});
afterEach(() => context?.close());

const untilStatus = (text: string) => expect.poll(() => page.textContent('#status', { timeout: 5_000 })).toBe(text);

let people = 0;
async function signIn(): Promise<void> {
  people += 1;
  await page.click('#sign-in');
  await page.waitForURL(`${server.authUrl}/login?**`);
  await page.click('a[href^="/sign-up"]');
  await page.fill('input[name=email]', `page-person-${people}@example.com`);
  await page.fill('input[name=password]', 'seven quiet harbour lights');
  await page.fill('input[name=nickname]', 'Mina');
  await page.click('form[action^="/sign-up"] button.primary');
  await page.click('button[value=agree]');
  await untilStatus('Hello Mina');
}

/** What the library keeps of the person signed in. */
const kept = () =>
  page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:')) ?? '';
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as { access_token: string; refresh_token: string };
  });

test('signs in, stays so over a reload, and renews by refresh token', async () => {
  await signIn();
  expect(page.url()).toBe(`${home}/`);
  await page.reload();
  await untilStatus('Hello Mina');
  const before = await kept();
  await page.click('#renew');
  await expect.poll(async () => (await kept()).access_token).not.toBe(before.access_token);
  expect((await kept()).refresh_token).not.toBe(before.refresh_token);
  await untilStatus('Hello Mina');
  expect(complaints).toEqual([]);
});

test('signs out of the page and of Latchkey, and ends the tokens', async () => {
  await signIn();
  const { access_token } = await kept();
  await page.click('#sign-out');
  await untilStatus('Nobody is signed in');
  expect(page.url()).toBe(`${home}/`);
  const answer = await fetch(`${server.apiUrl}/user-info`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(answer.status).toBe(401);
  await page.click('#sign-in');
  await page.waitForURL(`${server.authUrl}/login?**`);
  expect(complaints).toEqual([]);
});

test('Cancel is told as what it is', async () => {
  await page.click('#sign-in');
  await page.waitForURL(`${server.authUrl}/login?**`);
  await page.click('button[value=cancel]');
  await untilStatus('You did not sign in');
  expect(page.url()).toBe(`${home}/`);
});

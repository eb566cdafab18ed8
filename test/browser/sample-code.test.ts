// The code for a browser application in a real Chromium: its two files as they stand, served at the redirect URI as
// they say.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SampleFile } from '../../src/views/console/sample-code/sample.ts';
import { samplesFor } from '../../src/views/console/sample-code/samples-for.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { freePorts, registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const NAME = `A'"\\e </title><script>document.title=1</script> 상점`;

let hosts: Hosts;
let chromium: Browser;
let shop: Server;
let home: string;

beforeAll(async () => {
  hosts = await startHosts();
  // The library compares times with the machine's clock.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  chromium = await openChromium();
  const [port] = await freePorts(1);
  home = `http://localhost:${port}`;
  const { id } = await registerApplication(hosts, await hosts.owner(), {
    name: NAME,
    implementation_method: 'JavaScript',
    login_activation: 'ON',
    require_pkce: true,
    id_token_signed_response_alg: 'ES256',
    platforms: [{ platform: 'Web', site_domains: [home] }],
    redirect_uris: [`${home}/callback`],
    post_logout_redirect_uris: [`${home}/`],
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  const application = await hosts.ports.applications.find(id);
  if (!application) throw new Error('The application is gone.');
  const { authUrl, apiUrl } = hosts;
  const set = samplesFor({ application, method: application.implementationMethod, authUrl, apiUrl });
  if (set.kind !== 'ready') throw new Error(JSON.stringify(set));
  const [sample] = set.samples;
  if (sample?.id !== 'oidc-client-ts') throw new Error(`The first code for pages is ${sample?.id}.`);
  shop = createServer((request, response) => serve(sample.files, request.url ?? '/', response));
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve));
});

afterAll(async () => {
  await chromium?.close();
  shop?.closeAllConnections();
  shop?.close();
  await hosts?.stop();
});

/** Any web server: files by name, installed packages, and index.html at the redirect URI too. */
function serve(files: readonly SampleFile[], url: string, response: import('node:http').ServerResponse) {
  const { pathname } = new URL(url, home);
  if (pathname === '/favicon.ico') return response.writeHead(204).end();
  const name = pathname === '/' || pathname === '/callback' ? 'index.html' : pathname.slice(1);
  response.setHeader('content-type', `${TYPES[extname(name)] ?? 'application/octet-stream'}; charset=utf-8`);
  const own = files.find((file) => file.name === name)?.text;
  const installed = name.startsWith('node_modules/') ? readFileSync(`${ROOT}/${name}`) : undefined;
  return response.end(own ?? installed ?? 'Not found');
}

test('oidc-client-ts: the code for pages signs in and out as it stands', async () => {
  const context = await chromium.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const untilStatus = (text: string) => expect.poll(() => page.textContent('#status', { timeout: 5_000 })).toBe(text);

  await page.goto(home);
  await untilStatus('Nobody is signed in');
  expect(await page.title()).toBe(NAME);
  await page.click('#sign-in');
  await page.waitForURL(`${hosts.authUrl}/login?**`);
  await page.click('a[href^="/sign-up"]');
  await page.fill('input[name=email]', 'page-person@example.com');
  await page.fill('input[name=password]', 'seven quiet harbour lights');
  await page.fill('input[name=nickname]', 'Mina');
  await page.click('form[action^="/sign-up"] button.primary');
  await page.click('form[action^="/consent"] button.primary');
  await untilStatus('Hello Mina');
  expect(page.url()).toBe(`${home}/callback`);
  await page.reload();
  await untilStatus('Hello Mina');
  await page.click('#sign-out');
  await page.waitForURL(`${home}/**`);
  await untilStatus('Nobody is signed in');
  expect(complaints).toEqual([]);
  await context.close();
});

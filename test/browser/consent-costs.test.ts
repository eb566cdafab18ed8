// What consent costs a person, in a real Chromium: clicks, pages loaded and bytes over the wire, for a first consent to
// eight items, for one more item, and to take one back.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { type Owner, type RegisteredApplication, registerApplication } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';

const EIGHT = ['nickname', 'email', 'name', 'phone_number', 'birthdate', 'gender', 'address', 'locale'];
const PROFILE = {
  name: 'Mina Kim',
  birthdate: '1990-05-17',
  gender: 'female',
  phone_number: '+821012345678',
  street_address: '175 Sejong-daero',
  country: 'South Korea',
  locale: 'en',
  zoneinfo: 'Asia/Seoul',
  website: 'https://mina.example',
};

let hosts: Hosts;
let shop: Server;
let chromium: Browser;
let origin: string;
let owner: Owner;
let application: RegisteredApplication;
let page: Page;

beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
  shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Acme Shop</h1><a href="${hosts.authUrl}/account/connections?client_id=${apiKey()}">Manage</a>`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`;
  owner = await hosts.owner();
  application = await registerApplication(hosts, owner, {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: [origin] }],
    redirect_uris: [`${origin}/callback`],
    consent_items: EIGHT.map((item, at) => ({ item, consent: at < 3 ? 'required' : 'optional' })),
  });
  page = await (await chromium.newContext({ locale: 'en-US' })).newPage();
  await signUp();
});
afterAll(async () => {
  await chromium?.close();
  shop?.close();
  await hosts?.stop();
});

const apiKey = () => application.platforms[0]?.api_key ?? '';
const authorization = () =>
  `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({
    client_id: apiKey(),
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    state: 's1',
  })}`;

async function signUp(): Promise<void> {
  await page.goto(`${hosts.authUrl}/sign-up`);
  await page.fill('#email', 'mina@example.com');
  await page.fill('#password', 'seven quiet harbour lights');
  await page.fill('#nickname', 'Mina');
  await page.click('.primary');
  await page.waitForURL('**/account*');
  for (const form of ['profile', 'language']) {
    if (form === 'language') await page.goto(`${hosts.authUrl}/account/language`);
    await page.evaluate((values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = document.getElementById(name) as HTMLInputElement | null;
        if (field) field.value = value;
      }
    }, PROFILE);
    await page.click(`form[action="/account/${form}"] button[type=submit]`);
    await page.waitForURL('**/account?notice=profile-saved');
  }
}

type Cost = { clicks: number; loads: number; bytes: number };

/** Counts what `walk` presses, and what the auth host sends meanwhile; redirects are no pages. */
async function costOf(walk: (press: (what: Locator) => Promise<void>) => Promise<void>): Promise<Cost> {
  const cost: Cost = { clicks: 0, loads: 0, bytes: 0 };
  const ours = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith(hosts.authUrl)) return;
    ours.add(requestId);
    if (type === 'Document') cost.loads += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ours.has(requestId)) cost.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await walk(async (what) => {
    cost.clicks += 1;
    await what.click();
  });
  await session.detach();
  return cost;
}

const report = (what: string, { clicks, loads, bytes }: Cost) =>
  console.info(`${what}: ${clicks} clicks, ${loads} page loads, ${bytes} bytes`);

test('contract 4: a first consent to eight items is one page and two clicks', async () => {
  const cost = await costOf(async (press) => {
    await page.goto(authorization());
    await press(page.getByRole('checkbox', { name: 'Agree to all of these' }));
    await press(page.getByRole('button', { name: 'Agree and continue' }));
    await page.waitForURL(`${origin}/callback?*`);
  });
  report('First consent to eight items', cost);
  expect([cost.clicks, cost.loads]).toEqual([2, 1]);
  expect(cost.bytes).toBeLessThan(20_000);
});

test('contract 4: one more item is one page and two clicks', async () => {
  const items = [...EIGHT, 'website'].map((item, at) => ({ item, consent: at < 3 ? 'required' : 'optional' }));
  const changed = await fetch(`${hosts.apiUrl}/applications/${application.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ consent_items: items }),
  });
  expect(changed.status).toBe(200);
  const cost = await costOf(async (press) => {
    await page.goto(authorization());
    await press(page.getByRole('checkbox', { name: 'Website' }));
    await press(page.getByRole('button', { name: 'Agree and continue' }));
    await page.waitForURL(`${origin}/callback?*`);
  });
  report('One more item', cost);
  expect([cost.clicks, cost.loads]).toEqual([2, 1]);
  expect(cost.bytes).toBeLessThan(20_000);
});

test('contract 4: an item is taken back in four clicks, there and back', async () => {
  const cost = await costOf(async (press) => {
    await press(page.getByRole('link', { name: 'Manage' }));
    await press(page.getByRole('checkbox', { name: 'Phone number' }));
    await press(page.getByRole('button', { name: 'Save changes' }));
    await press(page.getByRole('link', { name: 'Back to Acme Shop' }));
    await page.waitForURL(`${origin}/`);
  });
  report('One item taken back', cost);
  expect([cost.clicks, cost.loads]).toEqual([4, 2]);
});

// What four tasks of a person cost on the account's pages: clicks, typed fields and page loads, printed. Each begins at
// `/account` of somebody who just signed in, and must not become longer. Those of owners are in console-tasks.test.ts.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesFor } from '../../src/views/messages/messages-for.ts';
import { Browser as Device } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { codeOf } from '../stories/factor-pages.ts';
import { openChromium } from './chromium.ts';
import { Newcomer } from './newcomer.ts';
import { carryOver } from './signed-in.ts';
import { AUTHENTICATOR, openAuthenticator } from './virtual-authenticator.ts';

type Cost = { clicks: number; fields: number; loads: number };
type Task = { name: string; most: Cost; run(person: Newcomer): Promise<void> };

const words = messagesFor('en');

let hosts: Hosts;
let chromium: Browser;
beforeAll(async () => {
  [hosts, chromium] = await Promise.all([startHosts(), openChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});

const toPage = (person: Newcomer, name: string) =>
  person.press(person.page.getByRole('navigation').getByRole('link', { name, exact: true }));

const TASKS: readonly Task[] = [
  {
    name: 'add a passkey',
    most: { clicks: 3, fields: 0, loads: 3 },
    async run(person) {
      const { page } = person;
      await toPage(person, words.account.pages.security);
      await person.press(page.locator('main a[href="/account/passkeys"]').first());
      await person.press(page.locator('[data-passkey]'));
      await page.waitForURL(/notice=added/);
    },
  },
  {
    name: 'set up an authenticator app',
    most: { clicks: 3, fields: 1, loads: 3 },
    async run(person) {
      const { page } = person;
      await toPage(person, words.account.pages.security);
      await person.press(page.locator('main a[href="/account/two-step"]').first());
      const secret = (await page.locator('code.typed').innerText()).replaceAll(' ', '');
      await person.type(words.twoStep.enter, codeOf(hosts, secret));
      await person.pressButton(words.twoStep.turnOn);
      await page.getByText(words.twoStep.codesOnce).waitFor();
    },
  },
  {
    name: 'see what an application gets',
    most: { clicks: 3, fields: 0, loads: 2 },
    async run(person) {
      await toPage(person, words.account.pages.applications);
      await person.press(person.page.locator('main summary', { hasText: 'Acme Shop' }));
      await person.press(person.page.getByRole('link', { name: words.receipts.details }));
      await person.page.locator('dl.received').getByText('@').first().waitFor();
    },
  },
  {
    name: 'delete the account',
    most: { clicks: 3, fields: 0, loads: 3 },
    async run(person) {
      await toPage(person, words.account.pages.data);
      await person.pressLink(words.leaving.open);
      await person.pressButton(words.leaving.delete.submit);
      await person.page.getByText(words.leaving.left.title).first().waitFor();
    },
  },
];

test.each(TASKS)('pages: a task of a person: $name', async ({ name, most, run }) => {
  const { email, password } = await givenClient(hosts);
  const device = new Device();
  const login = await device.open(`${hosts.authUrl}/login`);
  await device.submit(login.form({ action: '/login' }), { email, password });
  const context = await chromium.newContext({ locale: 'en', viewport: { width: 1280, height: 780 } });
  await carryOver(device, hosts.authUrl, context);
  const page = await context.newPage();
  const cdp = await openAuthenticator(page);
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  await page.goto(`${hosts.authUrl}/account`);
  let loads = 0;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() < 300) loads += 1;
  });
  const person = new Newcomer(page);
  await run(person);
  await page.waitForLoadState('load');
  const cost: Cost = { clicks: person.clicks, fields: person.fields, loads };
  console.info(`${name}: ${cost.clicks} clicks, ${cost.fields} fields, ${cost.loads} page loads`);
  await context.close();
  expect(cost.clicks).toBeLessThanOrEqual(most.clicks);
  expect(cost.fields).toBeLessThanOrEqual(most.fields);
  expect(cost.loads).toBeLessThanOrEqual(most.loads);
});

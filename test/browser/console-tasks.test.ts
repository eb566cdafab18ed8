// What five tasks of an owner cost in the console: clicks, page loads and bytes, printed. Each begins at the list of
// applications with the styles and scripts loaded, and must not become longer.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientSecret } from '../../src/core/applications/client-secrets/create-client-secret.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { givenMember } from '../helpers/membership.ts';
import { givenApplication, ownerInBrowser, type Someone, userInBrowser } from '../stories/console-pages.ts';
import { openChromium } from './chromium.ts';
import { Newcomer } from './newcomer.ts';
import { carryOver } from './signed-in.ts';

type Cost = { clicks: number; loads: number; bytes: number };
type Task = { name: string; most: Cost; given?(owner: Someone): Promise<void>; run(person: Newcomer): Promise<void> };

let hosts: Hosts;
let chromium: Browser;
beforeAll(async () => {
  hosts = await startHosts();
  chromium = await openChromium();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});

const openApplication = (person: Newcomer) => person.press(person.page.locator('.listed').first());
const openDetails = (person: Newcomer, text: string) => person.press(person.page.locator('summary', { hasText: text }));

async function toSection(person: Newcomer, name: string): Promise<void> {
  await openApplication(person);
  await person.press(person.page.locator('.sections').getByRole('link', { name, exact: true }));
}

const TASKS: readonly Task[] = [
  {
    name: 'register with a logo',
    most: { clicks: 3, loads: 2, bytes: 40_000 },
    async run(person) {
      const { page } = person;
      await person.pressLink('Register an application');
      await person.type('Application name', 'Acme Shop');
      await person.choose('Logo (optional)', { name: 'logo.png', mimeType: 'image/png', buffer: png(64) });
      await person.pressButton('Register');
      await page.locator('.identity img.mark').waitFor();
    },
  },
  {
    name: 'add a redirect URI',
    most: { clicks: 4, loads: 3, bytes: 60_000 },
    given: async (owner) => void (await givenApplication(hosts, owner)),
    async run(person) {
      await toSection(person, 'Platforms & URIs');
      await openDetails(person, 'Add a redirect URI');
      await person.type('Add a redirect URI', 'https://shop.example.com/second');
      await person.press(person.page.locator('.maker[open]').getByRole('button', { name: 'Add' }));
      await person.page.getByText('Added.').waitFor();
    },
  },
  {
    name: 'rotate a secret',
    most: { clicks: 6, loads: 4, bytes: 70_000 },
    async given(owner) {
      const { id } = await givenApplication(hosts, owner);
      const caller = { accountId: owner.accountId, role: 'owner' as const };
      await createClientSecret(hosts.ports, { caller, applicationId: id, expiresAt: undefined });
    },
    async run(person) {
      const { page } = person;
      await toSection(person, 'API keys & secrets');
      await openDetails(person, 'Create a client secret');
      await person.pressButton('Create a client secret');
      await page.locator('.made code').waitFor();
      await person.press(page.locator('.rows summary').first());
      await person.press(page.getByRole('button', { name: 'Delete secret' }).first());
      await page.getByText('The client secret was deleted.').waitFor();
    },
  },
  {
    name: 'find why sign-ins fail',
    most: { clicks: 2, loads: 2, bytes: 60_000 },
    async given(owner) {
      const { platforms } = await givenApplication(hosts, owner);
      const query = {
        client_id: platforms[0]?.apiKey ?? '',
        redirect_uri: 'https://x.example/',
        response_type: 'code',
      };
      await fetch(`${hosts.authUrl}/oauth/authorize?${new URLSearchParams(query)}`);
      await hosts.counters.flush();
      await hosts.tick('failed-requests');
    },
    async run(person) {
      await openApplication(person);
      await person.pressLink('The redirect URI is not registered');
      // Down to the very value that was sent.
      await person.page.locator('#why:target').getByText('https://x.example/').first().waitFor();
    },
  },
  {
    name: 'hand the application over',
    most: { clicks: 4, loads: 3, bytes: 60_000 },
    async given(owner) {
      const { id: applicationId } = await givenApplication(hosts, owner);
      const next = await userInBrowser(hosts);
      await hosts.ports.accounts.setRole(next.accountId, 'owner', hosts.clock.now());
      const { accountId } = next;
      await givenMember(hosts.ports, { applicationId, accountId, role: 'editor', now: hosts.clock.now() });
    },
    async run(person) {
      const { page } = person;
      await toSection(person, 'Team');
      await openDetails(person, 'Transfer ownership');
      await page.getByRole('group', { name: 'New owner' }).getByRole('radio').check();
      await person.pressButton('Transfer');
      await page.getByText('The application has a new owner.').waitFor();
    },
  },
];

/** Counts documents, and the bytes of all answers, from now on. */
async function count(page: Page): Promise<{ loads: number; bytes: number }> {
  const counted = { loads: 0, bytes: 0 };
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.status() < 300;
    if (isPage) counted.loads += 1;
  });
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
  });
  return counted;
}

test.each(TASKS)('pages: a task of an owner: $name', async ({ name, most, given, run }) => {
  const owner = await ownerInBrowser(hosts);
  await given?.(owner);
  const context = await chromium.newContext({ locale: 'en-US', viewport: { width: 1280, height: 780 } });
  const page = await context.newPage();
  await carryOver(owner.browser, hosts.authUrl, context);
  await page.goto(`${hosts.authUrl}/console`);
  const counted = await count(page);
  const person = new Newcomer(page);
  await run(person);
  await page.waitForLoadState('load');
  const cost: Cost = { clicks: person.clicks, ...counted };
  console.info(`${name}: ${cost.clicks} clicks, ${cost.loads} page loads, ${cost.bytes} bytes`);
  await context.close();
  expect(cost.clicks).toBeLessThanOrEqual(most.clicks);
  expect(cost.loads).toBeLessThanOrEqual(most.loads);
  expect(cost.bytes).toBeLessThanOrEqual(most.bytes);
});

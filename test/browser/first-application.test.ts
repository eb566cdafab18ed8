// From nothing to a working sign-in, as somebody who has read nothing: the console of a running server, an account, an
// application, the code for openid-client copied from the page and run unchanged, a sign-in. Clicks, fields and seconds
// are counted and printed.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { freePorts } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { Newcomer, runCopied } from './newcomer.ts';

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
const cleanUp: (() => void)[] = [];

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_OPEN_OWNERSHIP: 'true' });
  // The program compares times with the machine's clock.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  chromium = await openChromium();
});
afterEach(async () => {
  await context?.close();
  for (const step of cleanUp.splice(0)) step();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});

async function newcomer(javaScriptEnabled: boolean): Promise<Newcomer> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  context = await chromium.newContext({ locale: 'en-US', javaScriptEnabled, permissions });
  const page = await context.newPage();
  await page.goto(`${hosts.authUrl}/console`);
  return new Newcomer(page);
}

/** @returns the address that the first application is called back at */
async function registerFirst(person: Newcomer, email: string): Promise<string> {
  await person.pressLink('Create one');
  await person.type('Email address', email);
  await person.type('Password', 'seven quiet harbour lights');
  await person.type('Nickname', 'Mina');
  await person.pressButton('Create account');
  await person.pressButton('Become an application owner');
  const [port] = await freePorts(1);
  const redirectUri = `http://localhost:${port}/callback`;
  await person.type('Application name', 'Acme Shop');
  // The form has one filled in: only because another program of the tests may listen there.
  await person.type('Redirect URI', redirectUri);
  await person.pressButton('Register');
  await person.pressLink('Get sample code');
  return redirectUri;
}

const codeOf = (page: Page): Locator => page.locator('.file', { hasText: 'sign-in.mjs' }).first();

/** Runs the copied code until the end of the test. */
async function start(text: string): Promise<string> {
  const { address, stop } = await runCopied(text);
  cleanUp.push(stop);
  return address;
}

describe('a newcomer at the console', () => {
  test('criterion 3: makes an account and an application, copies the code by its button, runs it, signs in', async () => {
    const person = await newcomer(true);
    const { page } = person;
    await registerFirst(person, 'newcomer@example.com');
    await person.press(codeOf(page).getByRole('button', { name: 'Copy' }));
    await codeOf(page).getByRole('button', { name: 'Copied' }).waitFor();
    await page.goto(await start(await page.evaluate(() => navigator.clipboard.readText())));
    await person.pressLink('Sign in');
    await person.pressButton('Agree and continue');
    await page.getByRole('heading', { name: 'Hello Mina' }).waitFor();
    console.info(`From nothing to a sign-in: ${person.told}`);
    expect(person.seconds).toBeLessThan(120);
  });

  test('criterion 3: without JavaScript too: one click selects the code whole', async () => {
    const person = await newcomer(false);
    const { page } = person;
    await registerFirst(person, 'without-script@example.com');
    await person.press(codeOf(page).locator('pre code'));
    await page.keyboard.press('Control+C');
    const reader = await chromium.newContext({ permissions: ['clipboard-read'] });
    const other = await reader.newPage();
    await other.goto(hosts.authUrl);
    await other.bringToFront();
    const copied = await other.evaluate(() => navigator.clipboard.readText());
    await reader.close();
    await page.goto(await start(copied));
    await person.pressLink('Sign in');
    await person.pressButton('Agree and continue');
    await page.getByRole('heading', { name: 'Hello Mina' }).waitFor();
    expect(person.seconds).toBeLessThan(120);
  });
});

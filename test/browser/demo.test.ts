// The demo as a newcomer walks through it in a real Chromium, by nothing but what the screen says: what the sample
// application knows, where that is managed, and out again; and the console, to an own application whose sample code
// runs. Clicks, fields and seconds are counted and printed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Demo, readPrinted, startDemo } from '../helpers/demo.ts';
import { endProcess } from '../helpers/program.ts';
import { freePorts } from '../helpers/server.ts';
import { openChromium } from './chromium.ts';
import { keyboardFaults, walkFaults } from './keyboard.ts';
import { Newcomer, runCopied } from './newcomer.ts';
import { axeFindings, hearComplaints, overflowOf } from './proof.ts';

let folder: string;
let demo: Demo;
let chromium: Browser;
let context: BrowserContext;
const complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  demo = await startDemo(folder, await freePorts(4));
  chromium = await openChromium();
});
afterEach(async () => {
  await context?.close();
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await chromium?.close();
  if (demo) await endProcess(demo.process, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function newcomerAt(url: string, javaScriptEnabled: boolean): Promise<Newcomer> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  context = await chromium.newContext({ locale: 'en-US', javaScriptEnabled, permissions });
  hearComplaints(context, complaints);
  const page = await context.newPage();
  await page.goto(url);
  return new Newcomer(page);
}

async function signIn(person: Newcomer, { email, password }: { email: string; password: string }): Promise<void> {
  await person.type('Email address', email);
  await person.type('Password', password);
  await person.pressButton('Sign in');
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const fact = (page: Page, label: string) => page.locator('dl div', { hasText: label }).first().locator('dd');

/**
 * Signs in, changes whether the address is shared, sees that here, and signs out everywhere.
 * @param first she agrees and becomes a member, and shares the address
 */
async function walk(person: Newcomer, { first }: { first: boolean }): Promise<void> {
  const { page } = person;
  const printed = readPrinted(demo.printed, 'Sample application');
  const [before, after] = first ? [printed.email, 'not shared'] : ['not shared', printed.email];
  await person.pressLink('Sign in with Latchkey');
  await signIn(person, printed);
  if (first) {
    await person.press(page.getByRole('checkbox', { name: 'Email address' }));
    await person.pressButton('Agree and continue');
    await person.pressButton('Become a member');
  }
  await heading(page, 'Hello, Mina');
  expect(await fact(page, 'Nickname').textContent()).toBe('Mina');
  expect(await fact(page, 'Email address').textContent()).toBe(before);
  expect(await page.locator('pre').last().textContent()).toContain('"sub"');

  await person.pressLink('Manage what this application can see');
  await heading(page, 'Applications');
  await person.press(page.getByRole('checkbox', { name: 'Email address' }));
  await person.pressButton('Save changes');
  await page.getByText('Your choices were saved.').waitFor();
  await person.pressLink('Back to Acme Shop');
  await person.pressLink('Sign in again');
  await heading(page, 'Hello, Mina');
  expect(await fact(page, 'Email address').textContent()).toBe(after);

  await person.pressButton('Sign out');
  await heading(page, 'You are signed out');
}

describe('a newcomer at the demo', () => {
  test('sees what the application knows, manages it, and signs out everywhere; without JavaScript too', async () => {
    const { url } = readPrinted(demo.printed, 'Sample application');
    const person = await newcomerAt(url, true);
    await walk(person, { first: true });
    console.info(`Demo, what the application knows, manage it, out: ${person.told}`);
    expect(person.seconds).toBeLessThan(120);
    // At Latchkey too.
    await person.page.goto(readPrinted(demo.printed, 'Console').url);
    await person.page.getByLabel('Password', { exact: true }).waitFor();
    await context.close();
    await walk(await newcomerAt(url, false), { first: false });
  });

  test('registers an application in the console and signs in to it by its sample code', async () => {
    const printed = readPrinted(demo.printed, 'Console');
    const person = await newcomerAt(printed.url, true);
    const { page } = person;
    await signIn(person, printed);
    await page.getByRole('link', { name: 'Acme Shop' }).waitFor();
    await person.pressLink('Register an application');
    await person.type('Application name', 'My Shop');
    // The form has one filled in: only because another program of the tests may listen there.
    await person.type('Redirect URI', `http://localhost:${(await freePorts(1))[0]}/callback`);
    await person.pressButton('Register');
    await person.pressLink('Get sample code');
    await person.press(page.locator('.file', { hasText: 'sign-in.mjs' }).first().getByRole('button', { name: 'Copy' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const program = await runCopied(await page.evaluate(() => navigator.clipboard.readText()));
    try {
      await page.goto(program.address);
      await person.pressLink('Sign in');
      await person.pressButton('Agree and continue');
      await heading(page, 'Hello Owner');
      console.info(`Demo, console, own application, its sample code: ${person.told}`);
      expect(person.seconds).toBeLessThan(120);
    } finally {
      program.stop();
    }
  });

  test('cancels, and is told so on a page', async () => {
    const person = await newcomerAt(readPrinted(demo.printed, 'Sample application').url, false);
    await person.pressLink('Sign in with Latchkey');
    await person.pressButton('Cancel');
    await heading(person.page, 'You did not sign in');
    await person.pressLink('Back to the start page');
    await heading(person.page, 'Acme Shop');
  });
});

describe('the pages of the demo', () => {
  test('conventions: axe finds nothing and nothing overflows, light and dark, from 320 px, and the keyboard reaches all in order', async () => {
    const { url, email, password } = readPrinted(demo.printed, 'Sample application');
    const person = await newcomerAt(url, true);
    const { page } = person;
    const look = async (name: string) => {
      await heading(page, name);
      // Contrast depends on the theme, and what is shown on the width: as with our own states, two opposites are enough.
      for (const [width, colorScheme] of [
        [320, 'light'],
        [1280, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 780 });
        await page.emulateMedia({ colorScheme });
        expect(await overflowOf(page), `${name} ${width}`).toEqual([]);
        expect(await axeFindings(page), `${name} ${width} ${colorScheme}`).toEqual([]);
      }
      expect(await keyboardFaults(page), name).toEqual([]);
    };
    await look('Acme Shop');
    await page.goto(`${url}/no/such/page`);
    await look('There is no such page');
    await person.pressLink('Sign in with Latchkey');
    // A newcomer of her own, for the page that asks for a name.
    await person.pressLink('Create one');
    await person.type('Email address', `look-${email}`);
    await person.type('Password', password);
    await person.type('Nickname', 'A rather long nickname of a newcomer');
    await person.pressButton('Create account');
    await person.pressButton('Agree and continue');
    await look('Welcome to Acme Shop');
    await page.getByLabel('Your name here').fill('a'.repeat(60));
    await person.pressButton('Become a member');
    await look(`Hello, ${'a'.repeat(60)}`);
    await person.pressButton('Sign out');
    await look('You are signed out');
    // What the demo sent her.
    const [, mails = ''] = /Mails +(\S+)/.exec(demo.printed) ?? [];
    await page.goto(mails);
    await look('Mail');
    await page.reload();
    expect(await walkFaults(page)).toEqual([]);
  });
});

// From nothing to a working sign-in, as somebody who has read nothing: the console of a running server, an account, an
// application, the code for openid-client copied from the page and run unchanged, a sign-in. Clicks, fields and seconds
// are counted and printed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { freePorts } from '../helpers/server.ts';
import { launchChromium } from './chromium.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

let hosts: Hosts;
let chromium: Browser;
let context: BrowserContext;
const cleanUp: (() => void)[] = [];

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_OPEN_OWNERSHIP: 'true' });
  // The program compares times with the machine's clock.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  chromium = await launchChromium();
});
afterEach(async () => {
  await context?.close();
  for (const step of cleanUp.splice(0)) step();
});
afterAll(async () => {
  await chromium?.close();
  await hosts?.stop();
});

/** A person: presses what they see, types into what has a label, and is counted. */
class Newcomer {
  readonly page: Page;
  readonly #begun = performance.now();
  #clicks = 0;
  #fields = 0;
  #characters = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.#clicks += 1;
    await what.click();
  }

  readonly pressLink = (name: string) => this.press(this.page.getByRole('link', { name, exact: true }));
  readonly pressButton = (name: string) => this.press(this.page.getByRole('button', { name, exact: true }));

  async type(label: string, text: string): Promise<void> {
    this.#fields += 1;
    this.#characters += text.length;
    await this.page.getByLabel(label, { exact: true }).and(this.page.locator('input')).fill(text);
  }

  /**
   * At a person's pace, by the keystroke-level model (Card, Moran, Newell): 1.35 s to decide on each click and field,
   * 1.1 s to point at it, 0.2 s to press, 0.28 s for each character; and half a minute for a terminal: a file saved, a
   * library installed, a program started, an address opened.
   */
  get seconds(): number {
    return (this.#clicks + this.#fields) * (1.35 + 1.1 + 0.2) + this.#characters * 0.28 + 30;
  }

  get told(): string {
    const machine = ((performance.now() - this.#begun) / 1000).toFixed(1);
    return `${this.#clicks} clicks, ${this.#fields} fields (${this.#characters} characters), ${machine} s here, about ${Math.round(this.seconds)} s for a person`;
  }
}

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

/** Saves the text as the page names it, in a folder where openid-client is installed, and runs it as the page says. */
async function run(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'first-application-'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'sign-in.mjs'), text);
  const program = spawn(process.execPath, ['sign-in.mjs'], { cwd: folder, env: { PATH: process.env.PATH } });
  cleanUp.push(() => {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const address = /^Open (\S+)$/m.exec(output)?.[1];
        if (address) resolve(address);
      });
    }
    program.once('exit', (code) => reject(new Error(`The copied code ended with ${code}: ${output}`)));
  });
}

describe('a newcomer at the console', () => {
  test('criterion 3: makes an account and an application, copies the code by its button, runs it, signs in', async () => {
    const person = await newcomer(true);
    const { page } = person;
    await registerFirst(person, 'newcomer@example.com');
    await person.press(codeOf(page).getByRole('button', { name: 'Copy' }));
    await codeOf(page).getByRole('button', { name: 'Copied' }).waitFor();
    await page.goto(await run(await page.evaluate(() => navigator.clipboard.readText())));
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
    await page.goto(await run(copied));
    await person.pressButton('Agree and continue');
    await page.getByRole('heading', { name: 'Hello Mina' }).waitFor();
    expect(person.seconds).toBeLessThan(120);
  });
});

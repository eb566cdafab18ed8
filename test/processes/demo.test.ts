// `npm run demo` as a newcomer meets it: two addresses with an account each, Ctrl+C, and the same again the next day.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Demo, readPrinted, startDemo } from '../helpers/demo.ts';
import { agree, signIn } from '../helpers/people.ts';
import { endProcess } from '../helpers/program.ts';
import { freePorts } from '../helpers/server.ts';

let folder: string;
let ports: number[];
let demo: Demo | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  ports = await freePorts(4);
});

afterEach(async () => {
  if (demo) await endProcess(demo.process, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the demo and resolves with all it printed. */
async function start(): Promise<string> {
  demo = await startDemo(folder, ports);
  return demo.printed;
}

/** Presses the button of the sample application. */
async function signInAsPrinted(browser: Browser, printed: string) {
  const { url, ...account } = readPrinted(printed, 'Sample application');
  const home = await browser.open(url);
  const page = await browser.open(home.link('Sign in with Latchkey'));
  return signIn(browser, page, { ...account, nickname: '' });
}

describe('npm run demo', () => {
  it('prints an address and an account that lead through the whole login, and the console with an owner; a second start finds all of it, and mends the sample application', async () => {
    const printed = await start();
    const browser = new Browser();
    const consent = await signInAsPrinted(browser, printed);
    expect(consent.text).toContain('Acme Shop');
    const welcome = await agree(browser, consent);
    const home = await browser.submit(welcome.form({ action: '/sign-up' }));
    expect(home.text).toContain('Hello, Mina');

    const { url, ...account } = readPrinted(printed, 'Console');
    const owner = new Browser();
    const list = await signIn(owner, await owner.open(url), { ...account, nickname: '' });
    expect(list.url.href).toBe(url);
    const form = (await owner.open(list.link('Register an application'))).form({ action: '/console/applications/new' });
    expect((await owner.submit(form, { name: 'My Shop' })).text).toContain('Your application was registered.');
    // Registered by a demo before signing out came back to the sample application.
    const addresses = await owner.open(`${list.link('Acme Shop').href}/addresses`);
    const removal = addresses.forms.find(({ values }) => values.some(([, value]) => value === 'remove-logout-uri'));
    if (!removal) throw new Error('There is no form that removes the address.');
    expect((await owner.submit(removal)).text).toContain('None yet');

    expect(demo && (await endProcess(demo.process, 'SIGINT'))).toBe(0);
    const elsewhere = new Browser();
    // Found among others: who agreed to it is asked nothing.
    const again = await signInAsPrinted(elsewhere, await start());
    expect(again.text).toContain('Hello, Mina');
    const after = await elsewhere.submit(again.form({ action: '/sign-out' }));
    expect(after.text).toContain('You are signed out');
  });

  it('says which port is in use, and how to give it others', async () => {
    const [, busy] = ports;
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(busy, '127.0.0.1', resolve));
    const printed = await start();
    await new Promise((resolve) => other.close(resolve));
    const [what, how] = printed.split('\n');
    expect(what).toBe(`Port ${busy} is in use. Stop what listens there, or give the demo other ports:`);
    expect(how).toMatch(/^ {2}DEMO_PORTS=\d+,\d+,\d+,\d+ npm run demo/);
    expect(demo?.process.exitCode).toBe(1);
  });
});

// `npm run demo` as a newcomer meets it: two addresses with an account each, Ctrl+C, and the same again the next day.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, signIn } from '../helpers/people.ts';
import { endProcess, freePorts } from '../helpers/server.ts';

const PROGRAM = fileURLToPath(new URL('../../examples/demo.js', import.meta.url));

let folder: string;
let ports: number[];
let demo: ChildProcessWithoutNullStreams | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  ports = await freePorts(4);
});

afterEach(async () => {
  if (demo) await endProcess(demo, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the demo and resolves with all it printed once it ends or says what to open. */
async function startDemo(): Promise<string> {
  const started = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DEMO_FOLDER: folder, DEMO_PORTS: ports.join(',') },
  });
  demo = started;
  let printed = '';
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('Ctrl+C')) resolve(printed);
    };
    started.stdout.on('data', read);
    started.stderr.on('data', read);
    started.once('close', () => resolve(printed));
  });
}

/** Reads an address and its account off the screen, as a person does. */
function readPrinted(printed: string, what: 'Sample application' | 'Console') {
  const [, url = '', email = '', password = ''] =
    new RegExp(`${what} +(\\S+)\n +Sign in as +(\\S+)\n +Password +(.+)`).exec(printed) ?? [];
  return { url, account: { email, password, nickname: '' } };
}

/** Presses the button of the sample application. */
async function signInAsPrinted(browser: Browser, printed: string) {
  const { url, account } = readPrinted(printed, 'Sample application');
  const home = await browser.open(url);
  const page = await browser.open(home.link('Sign in with Latchkey'));
  return signIn(browser, page, account);
}

describe('npm run demo', () => {
  it('prints an address and an account that lead through the whole login, again after a second start', async () => {
    const browser = new Browser();
    const consent = await signInAsPrinted(browser, await startDemo());
    const welcome = await agree(browser, consent);
    const home = await browser.submit(welcome.form({ action: '/sign-up' }));
    expect(home.text).toContain('Hello, Mina');

    expect(demo && (await endProcess(demo, 'SIGINT'))).toBe(0);
    const again = await signInAsPrinted(new Browser(), await startDemo());
    expect(again.text).toContain('Hello, Mina');
  });

  it('prints the console and an owner; a second start finds the sample application among others, and mends it', async () => {
    const { url, account } = readPrinted(await startDemo(), 'Console');
    const owner = new Browser();
    const list = await signIn(owner, await owner.open(url), account);
    expect(list.url.href).toBe(url);
    const form = (await owner.open(list.link('Register an application'))).form({ action: '/console/applications/new' });
    expect((await owner.submit(form, { name: 'My Shop' })).text).toContain('Your application was registered.');
    // Registered by a demo before signing out came back to the sample application.
    const addresses = await owner.open(`${list.link('Acme Shop').href}/addresses`);
    const removal = addresses.forms.find(({ values }) => values.some(([, value]) => value === 'remove-logout-uri'));
    if (!removal) throw new Error('There is no form that removes the address.');
    expect((await owner.submit(removal)).text).toContain('None yet');

    expect(demo && (await endProcess(demo, 'SIGINT'))).toBe(0);
    const browser = new Browser();
    const consent = await signInAsPrinted(browser, await startDemo());
    expect(consent.text).toContain('Acme Shop');
    const home = await browser.submit((await agree(browser, consent)).form({ action: '/sign-up' }));
    const after = await browser.submit(home.form({ action: '/sign-out' }));
    expect(after.text).toContain('You are signed out');
  });

  it('says in one line which port is in use', async () => {
    const [, busy] = ports;
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(busy, '127.0.0.1', resolve));
    const printed = await startDemo();
    await new Promise((resolve) => other.close(resolve));
    expect(printed).toBe(`Port ${busy} is in use. Stop what listens there and run the demo again.\n`);
    expect(demo?.exitCode).toBe(1);
  });
});

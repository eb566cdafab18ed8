// `npm run demo` as a newcomer meets it: one address, one account, Ctrl+C, and the same again the next day.
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

/** Reads address and account off the screen, as a person does, and presses the button there. */
async function signInAsPrinted(browser: Browser, printed: string) {
  const read = (label: string) => new RegExp(`${label} +(.+)`).exec(printed)?.[1] ?? '';
  const home = await browser.open(read('Open'));
  const page = await browser.open(home.link('Sign in with Latchkey'));
  return signIn(browser, page, { email: read('Sign in'), password: read('Password'), nickname: '' });
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

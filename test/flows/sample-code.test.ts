// Ready-to-paste code is run as an owner would run it: written to files as it stands, started as it says, and somebody signs
// in (issue 5, "Console"). The browser application's is in test/browser/sample-code.test.ts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImplementationMethod } from '../../src/core/applications/application.ts';
import type { Sample, SampleId } from '../../src/views/console/sample-code/sample.ts';
import { samplesFor } from '../../src/views/console/sample-code/samples-for.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';
import { freePorts, type Owner, registerApplication } from '../helpers/server.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Debian's own: its packages are not seen by any other. */
const PYTHON = '/usr/bin/python3';
/** What somebody might call an application, and a text that would break out of any quoting that is not one. */
const HOSTILE_NAME = `A'c"m\\e $(touch pwned) \${x} \`y\` </script> {baseUrl} 상점`;

let hosts: Hosts;
let owner: Owner;
const cleanUp: (() => void)[] = [];

beforeAll(async () => {
  hosts = await startHosts();
  // The programs compare times with the machine's clock.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  owner = await hosts.owner();
});
afterAll(async () => {
  for (const step of cleanUp.reverse()) step();
  await hosts?.stop();
});

type More = { secret?: boolean; name?: string };

/** An application whose redirect URI is this one, and its code for one library. */
async function sampleOf(id: SampleId, redirectUri: string, more: More = {}) {
  const { id: applicationId } = await registerApplication(hosts, owner, {
    name: more.name ?? 'Acme Shop',
    login_activation: 'ON',
    require_pkce: true,
    id_token_signed_response_alg: 'ES256',
    platforms: [{ platform: 'Web', site_domains: [new URL(redirectUri).origin] }],
    redirect_uris: [redirectUri],
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  const secret = more.secret ? await makeSecret(applicationId) : undefined;
  const application = await hosts.ports.applications.find(applicationId);
  if (!application) throw new Error('The application is gone.');
  const method: ImplementationMethod = id === 'oidc-client-ts' ? 'JavaScript' : 'REST API';
  const { authUrl, apiUrl } = hosts;
  const set = samplesFor({ application, method, authUrl, apiUrl, secret });
  const sample = set.kind === 'ready' ? set.samples.find((one) => one.id === id) : undefined;
  if (!sample) throw new Error(`There is no code for ${id}: ${JSON.stringify(set)}`);
  return { ...sample, applicationId };
}

async function makeSecret(applicationId: string): Promise<string> {
  const made = await fetch(`${hosts.apiUrl}/applications/${applicationId}/client-secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.apiToken}` },
  });
  const { client_secret: secret } = (await made.json()) as { client_secret?: string };
  if (secret === undefined) throw new Error(`No secret: ${made.status}`);
  return secret;
}

/** Writes the files and starts the program of the last of the sample's commands. */
function start(sample: Sample) {
  const folder = mkdtempSync(join(tmpdir(), 'sample-code-'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  for (const { name, text } of sample.files) writeFileSync(join(folder, name), text);
  const [program = '', ...words] = (sample.commands?.split('\n').at(-1) ?? '').split(' ');
  const child = spawn({ node: process.execPath, python: PYTHON }[program] ?? program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, PYTHONWARNINGS: 'ignore' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  cleanUp.push(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    output: () => output,
    ended,
    type: (text: string) => child.stdin.write(`${text}\n`),
    async line(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

const freeHome = async () => `http://localhost:${(await freePorts(1))[0]}`;

describe('in the console', () => {
  const signedIn = async ({ email, password }: Pick<Owner, 'email' | 'password'>) => {
    const browser = new Browser();
    await signIn(browser, await browser.open(`${hosts.authUrl}/login`), { email, password, nickname: '' });
    return browser;
  };
  const codeOn = (html: string) =>
    [...html.matchAll(/<pre dir="ltr" lang="en"><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );

  it('a member finds the very text that is run here, for the kind of client they choose; a stranger finds nothing', async () => {
    const sample = await sampleOf('openid-client', 'http://localhost:3000/callback', { name: HOSTILE_NAME });
    const address = `${hosts.authUrl}/console/applications/${sample.applicationId}/sample-code`;
    const browser = await signedIn(owner);
    const page = await browser.open(address);
    expect(codeOn(page.html)).toEqual(expect.arrayContaining(sample.files.map(({ text }) => text)));
    expect(page.text).toContain('Written after its documentation. Our tests do not run this one.');
    const pages = await browser.open(page.link('?method=JavaScript'));
    expect(codeOn(pages.html).join()).toContain("from 'oidc-client-ts'");
    const missing = await browser.open(page.link('?method=iOS'));
    expect(missing.text).toContain('This code needs the key of a platform you do not have yet: iOS.');
    const stranger = await hosts.owner('stranger@example.com');
    expect((await (await signedIn(stranger)).open(address)).status).toBe(404);
  });

  it('N4: a client secret that was made is never shown there', async () => {
    const sample = await sampleOf('openid-client', 'http://localhost:3000/callback', { secret: true });
    const browser = await signedIn(owner);
    const page = await browser.open(`${hosts.authUrl}/console/applications/${sample.applicationId}/sample-code`);
    expect(page.text).toContain('YOUR_CLIENT_SECRET');
    expect(page.html).not.toContain('lk_cs_');
  });
});

describe('openid-client', () => {
  it.each([
    ['without a secret', '/callback', {}],
    ['with a client secret, called back at its root, with a name like code', '/', { secret: true, name: HOSTILE_NAME }],
    ['with a redirect URI that the library would write in another way', '/callback?from=latchkey', {}],
    ['with a redirect URI without a path', '', {}],
  ])('runs unchanged after `npm install openid-client`, and signs in: %s', async (_, path, more) => {
    const home = await freeHome();
    const program = start(await sampleOf('openid-client', home + path, more));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(address), newPerson('Mina & Co'));
    const page = await agree(browser, consent);
    expect(page.text, program.output()).toContain('Hello Mina & Co');
    expect(existsSync(join(program.folder, 'pwned'))).toBe(false);
  });

  it('a sign-in that was begun in another browser is not finished, and Cancel is told as what it is', async () => {
    const home = await freeHome();
    const program = start(await sampleOf('openid-client', `${home}/callback`));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const page = await browser.open(address);
    const cancelled = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel', stopAt: home });
    expect((await new Browser().open(cancelled.url)).text).toContain('begun in another browser');
    expect((await browser.open(cancelled.url)).text).toContain('You did not sign in.');
  });
});

describe('curl', () => {
  it.each([
    ['without a secret', 'http://localhost:3000/callback', {}],
    [
      'with a client secret, and a redirect URI full of what shells know',
      "http://localhost:3000/it's;$(touch+pwned)&x?a=$HOME&b='",
      { secret: true, name: HOSTILE_NAME },
    ],
  ])('PKCE by hand signs in: %s', async (_, redirectUri, more) => {
    const program = start(await sampleOf('curl', redirectUri, more));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(address), newPerson('Jun'));
    const back = await agree(browser, consent, {}, { stopAt: new URL(redirectUri).origin });
    // What the browser's address bar shows is what the server sent.
    program.type(back.trail.at(-1) ?? '');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toContain('"access_token":"lk_at_');
    expect(JSON.parse(program.output().trim().split('\n').at(-1) ?? '')).toMatchObject({ nickname: 'Jun' });
    expect(existsSync(join(program.folder, 'pwned'))).toBe(false);
  });

  it('an answer to another sign-in is refused', async () => {
    const program = start(await sampleOf('curl', 'http://localhost:3000/callback'));
    await program.line(/^Open (\S+)$/m);
    program.type('http://localhost:3000/callback?iss=x&state=another&code=abc');
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain('This is no answer to this sign-in');
  });
});

if (process.env.TEST_AUTHLIB === 'none') console.warn('Authlib is NOT TESTED: TEST_AUTHLIB=none');

describe.skipIf(process.env.TEST_AUTHLIB === 'none')('Authlib', () => {
  beforeAll(async () => {
    const found = existsSync(PYTHON) ? spawn(PYTHON, ['-c', 'import authlib, requests']) : undefined;
    const status = found && (await new Promise((resolve) => found.once('close', resolve)));
    if (status !== 0) {
      throw new Error(
        'Authlib is missing: apt-get install python3-authlib python3-requests, or go without by TEST_AUTHLIB=none.',
      );
    }
  });

  it.each<[string, More]>([
    ['without a secret', {}],
    ['with a client secret, and a name like code', { secret: true, name: HOSTILE_NAME }],
  ])('signs in and checks the ID token: %s', async (_, more) => {
    const redirectUri = 'http://localhost:3000/callback';
    const program = start(await sampleOf('authlib', redirectUri, more));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(address), newPerson('유나'));
    const back = await agree(browser, consent, {}, { stopAt: redirectUri });
    program.type(back.url.href);
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toContain(`Signed in to ${more.name ?? 'Acme Shop'}`);
    expect(program.output()).toContain('"nickname": "유나"');
  });
});

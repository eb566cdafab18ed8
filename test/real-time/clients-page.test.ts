// docs/clients.md is tried as a reader would: its commands register, its blocks run as they stand. The browser's part
// is in test/browser/clients-page.test.ts.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import {
  addressesOf,
  BLOCK_NAMES,
  CLIENTS_PAGE,
  type Program,
  registerByPage,
  runCommands,
  startProgram,
  startSite,
  writeFiles,
} from '../helpers/clients-page.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, freePorts, type Owner, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let owner: Owner;
const cleanUp: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  // Access tokens live so short that the programs refresh at each use; messages reach this machine.
  server = await startServer({
    LATCHKEY_ACCESS_TOKEN_TTL_SECONDS: '60',
    LATCHKEY_INTERNAL_DELIVERIES: 'true',
    LATCHKEY_LOG_LEVEL: 'info',
    LATCHKEY_PUSHED_REQUESTS: 'true',
  });
  owner = await createOwner(server);
});

afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
  await server?.stop();
});

const freeHome = async () => `http://localhost:${(await freePorts(1))[0]}`;

it('every block of the page has a name, by which a test runs it', () => {
  const fences = CLIENTS_PAGE.match(/^```/gm)?.length ?? 0;
  const named = CLIENTS_PAGE.match(/<!-- [\w:. -]+ -->\n```/g)?.length ?? 0;
  expect(fences / 2).toBe(named);
  expect(BLOCK_NAMES).toEqual([
    'run: backend',
    'run: backend-secret',
    'shop.mjs',
    'make-key.mjs',
    'with-key.mjs',
    'bound.mjs',
    'pushed.mjs',
    'pushed-oauth.mjs',
    'tv.mjs',
    'run: plain',
    'plain.mjs',
    'run: browser',
    'index.html',
    'app.js',
    'run: native',
    'cli.mjs',
    'sign-in.mjs',
    'check.mjs',
  ]);
});

it('every link of the page leads to a heading of it, to a file of the project, or to the outside', () => {
  const headings = [...CLIENTS_PAGE.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const inside = [...CLIENTS_PAGE.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(inside.filter((anchor) => !headings.includes(anchor ?? ''))).toEqual([]);
  const files = [...CLIENTS_PAGE.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, path]) => path);
  const shown = files.filter((path = '') =>
    existsSync(new URL(path.replace(/#.*/, ''), new URL('../../docs/', import.meta.url))),
  );
  expect(files.length).toBeGreaterThan(2);
  expect(shown).toEqual(files);
});

it('the tables of errors tell what each word of the server means', () => {
  const tables = CLIENTS_PAGE.slice(CLIENTS_PAGE.indexOf('### What errors mean'));
  const source = readFileSync(new URL('../../src/protocol/refusals/refusal.ts', import.meta.url), 'utf8');
  const words = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, word = '']) => word);
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((word) => !tables.includes(`\`${word}\``))).toEqual([]);
});

describe('Backend: a key instead of a client secret', () => {
  it('the printed keys are registered, and the program proves itself by the private one', async () => {
    const addresses = addressesOf(server, await freeHome());
    const { id, apiKey } = await registerByPage(server, 'backend', addresses);
    const { folder, remove } = writeFiles(['make-key.mjs', 'with-key.mjs'], { ...addresses, YOUR_API_KEY: apiKey });
    cleanUp.push(remove);
    const made = startProgram(folder, 'make-key.mjs');
    expect(await made.ended).toBe(0);
    const registered = await fetch(`${server.apiUrl}/applications/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ jwks: JSON.parse(made.output()) }),
    });
    expect([registered.status, await registered.json()]).toMatchObject([
      200,
      { token_endpoint_auth_method: 'private_key_jwt' },
    ]);
    const asked = startProgram(folder, 'with-key.mjs');
    expect([await asked.ended, asked.output()]).toEqual([0, '{"active":false}\n']);
  });
});

describe('Backend: tokens bound to a key', () => {
  it('the module finishes a sign-in with tokens of the type DPoP', async () => {
    const client = await givenClient(server);
    const replacements = { ...addressesOf(server, await freeHome()), YOUR_API_KEY: client.apiKey };
    const { folder, remove } = writeFiles(['bound.mjs'], replacements);
    cleanUp.push(remove);
    const { finish } = await import(pathToFileURL(`${folder}/bound.mjs`).href);
    const code = await client.code({ state: 's' });
    const address = new URL(`${CALLBACK}?${new URLSearchParams({ iss: server.authUrl, state: 's', code })}`);
    expect(await finish(address, { expectedState: 's' })).toMatchObject({ type: 'dpop', user: { nickname: 'Mina' } });
  });
});

describe('Backend: pushed requests', () => {
  it.each(['pushed.mjs', 'pushed-oauth.mjs'])('%s pushes, and the browser returns with a code', async (name) => {
    const client = await givenClient(server);
    const addresses = addressesOf(server, new URL(CALLBACK).origin);
    const replacements = { ...addresses, YOUR_API_KEY: client.apiKey };
    const { folder, remove } = writeFiles([name], replacements);
    cleanUp.push(remove);
    const { begin } = await import(pathToFileURL(`${folder}/${name}`).href);
    const begun = await begin('s', 'v'.repeat(43));
    const address = new URL(begun.address ?? begun);
    expect([...address.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const back = await client.browser.open(address, { stopAt: CALLBACK });
    expect(back.url.searchParams.get('state')).toBe(begun.state ?? 's');
    expect(back.url.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('Backend: shop.mjs', () => {
  let home: string;
  let shop: Program;
  let replacements: Record<string, string>;
  const person = newPerson('Mina & Co');

  beforeAll(async () => {
    home = await freeHome();
    const addresses = addressesOf(server, home);
    const { id, apiKey } = await registerByPage(server, 'backend', addresses);
    const printed = await runCommands(server, 'run: backend-secret', { APPLICATION_ID: id });
    const secret = /lk_cs_[\w-]+/.exec(printed)?.[0] ?? '';
    replacements = { ...addresses, YOUR_API_KEY: apiKey, YOUR_CLIENT_SECRET: secret };
    const { folder, remove } = writeFiles(['shop.mjs', 'check.mjs'], replacements);
    shop = await startSite(folder, 'shop.mjs', home);
    cleanUp.push(remove, () => shop.stop());

    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/login`), person);
    const back = await agree(browser, consent, { item: ['email'] });
    expect([back.url.href, back.text]).toEqual([`${home}/`, 'Acme Shop Hello Mina & Co. Sign out']);
  });

  afterEach(() => expect(shop.output()).toBe(''));

  /** A browser of its own, signed in at Latchkey and at the shop. */
  async function signedIn(): Promise<Browser> {
    const browser = new Browser();
    const page = await signIn(browser, await browser.open(`${home}/login`), person);
    expect(page.text).toContain('Hello Mina & Co.');
    return browser;
  }

  /** Presses a button of another page of the shop. */
  const post = (browser: Browser, path: string): Promise<Response> =>
    fetch(home + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: [...browser.cookies(home)].map(([name, value]) => `${name}=${value}`).join('; ') },
    });

  const answerOf = (page: Page) => JSON.parse(page.html) as Record<string, unknown>;

  it('signs in, and reads user information with a refreshed token, again and again', async () => {
    const browser = await signedIn();
    for (let time = 0; time < 3; time += 1) {
      const me = answerOf(await browser.open(`${home}/me`));
      expect(me).toMatchObject({ nickname: 'Mina & Co', email: person.email, email_verified: false });
    }
    const both = await Promise.all([browser.open(`${home}/me`), browser.open(`${home}/me`)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('a sign-in that somebody else began is not finished', async () => {
    const browser = await signedIn();
    const elsewhere = await browser.open(`${home}/login`, { stopAt: `${home}/callback` });
    const page = await new Browser().open(elsewhere.url);
    expect([page.status, page.text]).toEqual([400, 'Acme Shop This was begun in another browser. Again']);
  });

  it('Cancel is told as what it is', async () => {
    const browser = new Browser();
    const page = await browser.open(`${home}/login`);
    const back = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel' });
    expect(back.text).toContain('You did not sign in.');
  });

  it('signing out at the shop signs out at Latchkey, and leads back', async () => {
    const browser = await signedIn();
    const home_ = await browser.open(home);
    const back = await browser.submit(home_.form({ action: '/logout' }));
    expect([back.url.href, back.text]).toEqual([`${home}/`, 'Acme Shop Nobody is signed in. Sign in']);
    expect((await browser.open(`${home}/login`)).url.pathname).toBe('/login');
  });

  it('signing out at Latchkey ends the session at the shop, by the back channel', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const account = await browser.open(`${server.authUrl}/account`);
    await browser.submit(account.form({ action: '/logout' }));
    await expect.poll(async () => (await browser.open(home)).text).toContain('Nobody is signed in');
    expect((await other.open(home)).text).toContain('Hello Mina & Co.');
  });

  it('a logout token that is not Latchkey’s for this application ends nothing', async () => {
    const browser = await signedIn();
    for (const token of ['', 'nonsense', 'eyJhbGciOiJub25lIn0.e30.']) {
      const body = new URLSearchParams({ logout_token: token });
      const answer = await fetch(`${home}/backchannel-logout`, { method: 'POST', body });
      expect(answer.status).toBe(400);
    }
    expect((await browser.open(home)).text).toContain('Hello Mina & Co.');
  });

  it('after disconnecting, only a new sign-in helps', async () => {
    const browser = await signedIn();
    expect(await (await post(browser, '/disconnect')).json()).toEqual({ disconnected: true });
    const page = await browser.open(`${home}/me`);
    expect([page.status, page.text]).toEqual([401, 'Acme Shop Please sign in again. Sign in']);
  });

  it('introspection tells a live access token of the application from everything else', async () => {
    const ask = (authorization: string) => fetch(`${home}/greeting`, { headers: { authorization } });
    const tokens = await tokensOfShop(await signedIn());
    const greeted = await ask(`Bearer ${tokens.access_token}`);
    expect([greeted.status, await greeted.json()]).toEqual([200, { hello: tokens.sub, mayHaveMail: true }]);
    for (const wrong of [
      '',
      'Bearer lk_at_unknown',
      `Bearer ${tokens.access_token}x`,
      // Live too, but no access token.
      `Bearer ${tokens.refresh_token}`,
    ]) {
      expect((await ask(wrong)).status).toBe(401);
    }
  });

  it('check.mjs: an ID token is checked by hand, for its signature and for the nonce', async () => {
    const { folder, remove } = writeFiles(['check.mjs'], replacements);
    cleanUp.push(remove);
    const { checkIdToken } = await import(pathToFileURL(`${folder}/check.mjs`).href);
    const { id_token, sub } = await tokensOfShop(await signedIn());
    expect(await checkIdToken(id_token, 'n-1')).toMatchObject({ sub, nickname: 'Mina & Co' });
    await expect(checkIdToken(id_token, 'n-2')).rejects.toThrow('another request');
    const [header, , signature] = id_token.split('.');
    const forged = Buffer.from(JSON.stringify({ iss: server.authUrl, sub: 'x', nonce: 'n-1' })).toString('base64url');
    await expect(checkIdToken(`${header}.${forged}.${signature}`, 'n-1')).rejects.toThrow();
  });

  /** Tokens of the shop's own key, for what the shop is called with. */
  async function tokensOfShop(browser: Browser) {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'; // RFC 7636, appendix B
    const callback = await browser.open(
      `${server.authUrl}/oauth/authorize?${new URLSearchParams({
        client_id: replacements.YOUR_API_KEY ?? '',
        redirect_uri: `${home}/callback`,
        response_type: 'code',
        scope: 'openid nickname email',
        nonce: 'n-1',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })}`,
      { stopAt: `${home}/callback` },
    );
    const response = await fetch(`${server.authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: replacements.YOUR_API_KEY ?? '',
        client_secret: replacements.YOUR_CLIENT_SECRET ?? '',
        redirect_uri: `${home}/callback`,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        code: callback.url.searchParams.get('code') ?? '',
      }),
    });
    const tokens = (await response.json()) as { access_token: string; refresh_token: string; id_token: string };
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
    return { ...tokens, sub: claims.sub as string };
  }
});

describe('Backend: plain.mjs', () => {
  let home: string;

  beforeAll(async () => {
    home = await freeHome();
    const addresses = addressesOf(server, home);
    const { apiKey } = await registerByPage(server, 'plain', addresses);
    const { folder, remove } = writeFiles(['plain.mjs'], { ...addresses, YOUR_API_KEY: apiKey });
    const plain = await startSite(folder, 'plain.mjs', home);
    cleanUp.push(remove, () => plain.stop());
  });

  it('signs in, refreshes and revokes with fetch alone', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/login`), newPerson('Jun'));
    expect((await agree(browser, consent)).text).toBe('Hello Jun, still you.');
  });

  it('Cancel brings no code', async () => {
    const browser = new Browser();
    const page = await browser.open(`${home}/login`);
    const back = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel' });
    expect([back.status, back.text]).toEqual([400, 'No code came.']);
  });
});

describe('Native', () => {
  let replacements: Record<string, string>;

  beforeAll(async () => {
    const addresses = addressesOf(server, 'http://localhost:3000');
    const { apiKey } = await registerByPage(server, 'native', addresses, 'Android');
    replacements = { ...addresses, YOUR_API_KEY: apiKey };
  });

  it('cli.mjs: signs in by a loopback address, refreshes and signs out', async () => {
    const { folder, remove } = writeFiles(['cli.mjs'], replacements);
    cleanUp.push(remove);
    const program = startProgram(folder, 'cli.mjs');
    const [, address = ''] = await program.line(/^Open (\S+)$/m);
    expect(new URL(address).searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(address), newPerson('Sora'));
    expect((await agree(browser, consent)).text).toBe('You can close this window.');
    expect(await program.ended).toBe(0);
    expect(program.output().split('\n').slice(1)).toEqual(['Hello Sora', 'Signed out', '']);
  });

  it.each([
    ['a private-use scheme', 'com.example.shop:/callback'],
    ['a claimed https address', 'https://shop.example.com/app/callback'],
  ])('sign-in.mjs: signs in by %s, and out again', async (_, redirectUri) => {
    const own = { ...replacements, 'com.example.shop:/callback': redirectUri };
    const { folder, remove } = writeFiles(['sign-in.mjs'], own);
    cleanUp.push(remove);
    const app = await import(pathToFileURL(`${folder}/sign-in.mjs`).href);

    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(await app.beginSignIn()), newPerson('Noa'));
    const back = await agree(browser, consent, {}, { stopAt: redirectUri });
    const tokens = await app.finishSignIn(back.url.href);
    expect(tokens.claims()).toMatchObject({ nickname: 'Noa', aud: replacements.YOUR_API_KEY });

    const signedOut = await browser.open(await app.signOut(tokens), { stopAt: 'com.example.shop:/signed-out' });
    expect(signedOut.url.href).toMatch(/^com\.example\.shop:\/signed-out/);
    const again = await browser.open(await app.beginSignIn());
    expect(again.url.pathname).toBe('/login');
  });
});

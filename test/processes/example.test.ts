// The eleven steps of a login, as a person goes through them with the sample application (contract, "The login in
// eleven steps"). The application is a process; the server is in this one, where hashing a password costs a millisecond,
// on the time of the machine, by which the application judges what it is sent.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { type Page, toPage } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';
import { type SampleApplication, startSampleApplication } from '../helpers/sample-application.ts';
import type { Owner } from '../helpers/server.ts';
import { catchUp } from '../real-time/machine-time.ts';

let server: Hosts;
let owner: Owner;
let sample: SampleApplication;

beforeAll(async () => {
  server = await startHosts();
  catchUp(server);
  owner = await server.owner();
  sample = await startSampleApplication(server, owner);
});

afterAll(async () => {
  await sample?.stop();
  await server?.stop();
});

beforeEach(() => catchUp(server));

/** Presses the sign-in button of the application and rests where that leads. */
async function pressSignIn(browser: Browser): Promise<Page> {
  const home = await browser.open(sample.url);
  return browser.open(home.link('Sign in with Latchkey'));
}

/** The whole way of a newcomer: account at Latchkey, consent, member of the application. */
async function becomeMember(browser: Browser, person: Person): Promise<Page> {
  const consent = await signUp(browser, await pressSignIn(browser), person);
  const welcome = await agree(browser, consent, { item: ['email'] });
  return browser.submit(welcome.form({ action: '/sign-up' }));
}

const membersNamed = (name: string): { sub: string; email?: string }[] =>
  Object.values<{ sub: string; name: string }>(JSON.parse(readFileSync(sample.membersFile, 'utf8'))).filter(
    (member) => member.name === name,
  );

describe('the sample application', () => {
  it('login, steps 1 to 5: the button leads to sign-in and consent, and the code to the redirect URI', async () => {
    const browser = new Browser();
    const signInPage = await pressSignIn(browser);
    expect(signInPage.url.href).toMatch(`${server.authUrl}/login?`);
    expect(signInPage.text).toContain('Acme Shop');
    expect(signInPage.url.searchParams.get('scope')).toBe('openid nickname email');

    const consent = await signUp(browser, signInPage, newPerson('Jun'));
    expect(consent.url.pathname).toBe('/consent');
    expect(consent.text).toContain('Jun');
    expect(consent.text).toContain('To greet you by name');

    const callback = await agree(browser, consent, {}, { stopAt: sample.redirectUri });
    expect(callback.url.href).toMatch(/[?&]code=[\w-]{43}$/);
  });

  it('login, steps 6 to 11: a newcomer becomes a member and is signed in', async () => {
    const browser = new Browser();
    const person = newPerson('Mina Kim');
    const consent = await signUp(browser, await pressSignIn(browser), person);
    const welcome = await agree(browser, consent, { item: ['email'] });
    expect(welcome.url.href).toBe(`${sample.url}/welcome`);

    const home = await browser.submit(welcome.form({ action: '/sign-up' }));
    expect(home.url.href).toBe(`${sample.url}/`);
    expect(home.text).toContain('Hello, Mina Kim');
    expect(home.text).toContain(person.email);
    expect(membersNamed('Mina Kim')).toEqual([
      expect.objectContaining({ sub: expect.stringMatching(/^[a-z0-9]{32}$/), email: person.email }),
    ]);
  });

  it('login, step 9: who is a member already is not asked to sign up again', async () => {
    const browser = new Browser();
    const home = await becomeMember(browser, newPerson('Known'));
    expect(home.text).toContain('Hello, Known');
    browser.setCookie(sample.url, 'client-backend', 'lost');
    // Still signed in at Latchkey and agreed: one click, no page.
    const again = await pressSignIn(browser);
    expect(again.url.href).toBe(`${sample.url}/`);
    expect(again.text).toContain('Hello, Known');
  });

  it('login, step 9: a member is known in another browser after signing in there', async () => {
    const person = newPerson('Elsewhere');
    await becomeMember(new Browser(), person);
    const other = new Browser();
    const home = await signIn(other, await pressSignIn(other), person);
    expect(home.text).toContain('Hello, Elsewhere');
    expect(membersNamed('Elsewhere')).toHaveLength(1);
  });

  it('login, step 9: a newcomer without a name is asked for one and is no member yet', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await pressSignIn(browser), newPerson('Nobody'));
    const welcome = await agree(browser, consent);
    const refused = await browser.submit(welcome.form({ action: '/sign-up' }), { name: ' ' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please choose a name');
    expect((await browser.open(sample.url)).text).toContain('Sign in with Latchkey');
  });

  it('contract 4: an optional item that was not ticked does not reach the application', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await pressSignIn(browser), newPerson('Private'));
    const welcome = await agree(browser, consent);
    await browser.submit(welcome.form({ action: '/sign-up' }));
    expect(membersNamed('Private')).toEqual([expect.not.objectContaining({ email: expect.anything() })]);
  });

  it('contract 4: cancelling the consent ends kindly at the application, signed out', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await pressSignIn(browser), newPerson());
    const end = await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'cancel' });
    expect(end.url.href).toMatch(`${sample.redirectUri}?`);
    expect(end.text).toContain('You cancelled, and nothing was shared.');
    expect((await browser.open(sample.url)).text).toContain('Sign in with Latchkey');
  });

  it('contract 4: cancelling the sign-in ends kindly at the application', async () => {
    const browser = new Browser();
    const page = await pressSignIn(browser);
    const end = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel' });
    expect(end.url.href).toMatch(`${sample.redirectUri}?`);
    expect(end.text).toContain('You cancelled, and nothing was shared.');
  });

  it('signing out ends the session, also for whoever kept its cookie', async () => {
    const browser = new Browser();
    const home = await becomeMember(browser, newPerson('Leaving'));
    const kept = browser.cookies(sample.url).get('client-backend') ?? '';
    const after = await browser.submit(home.form({ action: '/sign-out' }));
    expect(after.text).toContain('Sign in with Latchkey');
    browser.setCookie(sample.url, 'client-backend', kept);
    expect((await browser.open(sample.url)).text).toContain('Sign in with Latchkey');
  });

  it('contract 7: signing out ends the session at Latchkey too, and comes back to a page that says so', async () => {
    const browser = new Browser();
    const person = newPerson('Gone');
    const home = await becomeMember(browser, person);
    const after = await browser.submit(home.form({ action: '/sign-out' }));
    expect([after.status, after.url.href]).toEqual([200, `${sample.url}/signed-out`]);
    expect(after.text).toContain('You are signed out');
    // Nobody is signed in at Latchkey any more: the button leads to the password.
    const again = await pressSignIn(browser);
    expect(again.url.pathname).toBe('/login');
    expect((await signIn(browser, again, person)).text).toContain('Hello, Gone');
  });

  it('contract 7: the page that says so is not shown to who is signed in', async () => {
    const browser = new Browser();
    await becomeMember(browser, newPerson('Present'));
    expect((await browser.open(`${sample.url}/signed-out`)).url.href).toBe(`${sample.url}/`);
  });

  it('contract 6: shows what it was told: items with their labels, what was not shared, sub, and the ID token', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await pressSignIn(browser), newPerson('<Mina & "Co">'));
    const home = await browser.submit((await agree(browser, consent)).form({ action: '/sign-up' }));
    const [{ sub } = { sub: '' }] = membersNamed('<Mina & "Co">');
    expect(home.text).toContain('Nickname <Mina & "Co">');
    expect(home.text).toContain('Email address not shared');
    expect(home.text).toMatch(/Profile last changed \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(home.text).toContain(`Your id here (sub) ${sub}`);
    expect(home.text).toMatch(/Header \{ "alg": "RS256", .*\} Claims \{ .*"sub": "[a-z0-9]{32}"/);
    expect(home.html).not.toContain('<Mina');
  });

  it('contract 4: leads to the page at Latchkey where the person manages what it can see', async () => {
    const browser = new Browser();
    const home = await becomeMember(browser, newPerson('Careful'));
    const account = await browser.open(home.link('Manage what this application can see'));
    expect(account.url.href).toMatch(`${server.authUrl}/account/connections?client_id=`);
    expect(account.html).toMatch(/<details class="row" open>/);
    expect(home.html).toMatch(/href="[^"]*\/account\/connections[^"]*" referrerpolicy="origin"/);
    expect((await browser.open(account.url, { headers: { referer: `${sample.url}/` } })).link('Back to').href).toBe(
      `${sample.url}/`,
    );
    await browser.submit(account.form({ action: '/account/connections' }), { item: [] }, { press: 'save' });
    browser.setCookie(sample.url, 'client-backend', 'lost');
    expect((await pressSignIn(browser)).text).toContain('Email address not shared');
  });

  it('its members survive a restart', async () => {
    const browser = new Browser();
    await becomeMember(browser, newPerson('Staying'));
    await sample.restart();
    const home = await pressSignIn(browser);
    expect(home.text).toContain('Hello, Staying');
  });

  it('case K2: an answer that was meant for another browser is refused and stays good for its own', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const consent = await signUp(mine, await pressSignIn(mine), newPerson());
    const callback = await agree(mine, consent, {}, { stopAt: sample.redirectUri });
    const refused = await other.open(callback.url);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('started in another browser');
    expect((await mine.open(callback.url)).url.pathname).toBe('/welcome');
  });

  it('OpenID Connect Core 3.1.3.7: an ID token with another nonce than this browser’s signs nobody in', async () => {
    const browser = new Browser();
    const signInPage = await pressSignIn(browser);
    const name = `client-backend-login-${signInPage.url.searchParams.get('state')}`;
    const [nonce, verifier] = (browser.cookies(sample.redirectUri).get(name) ?? '').split('.');
    expect(nonce).toBe(signInPage.url.searchParams.get('nonce'));
    browser.setCookie(sample.url, name, `another.${verifier}`);
    const end = await agree(browser, await signUp(browser, signInPage, newPerson()));
    expect([end.status, end.url.pathname]).toEqual([502, '/callback']);
    expect((await browser.open(sample.url)).text).toContain('Sign in with Latchkey');
  });

  it('case K5: two sign-ins in two tabs of one browser both come to their end', async () => {
    const browser = new Browser();
    const person = newPerson('Two tabs');
    const [first, second] = [await pressSignIn(browser), await pressSignIn(browser)];
    const welcome = await agree(browser, await signUp(browser, first, person));
    await browser.submit(welcome.form({ action: '/sign-up' }));
    // The other tab's form is of before the sign-in, and of the person who is signed in by now.
    const home = await signIn(browser, second, person);
    expect(home.text).toContain('Hello, Two tabs');
  });

  it('case K6: a session id planted before the sign-in is worth nothing after it', async () => {
    const browser = new Browser();
    browser.setCookie(sample.url, 'client-backend', 'planted');
    await becomeMember(browser, newPerson('Planted'));
    expect(browser.cookies(sample.url).get('client-backend')).toMatch(/^[\w-]{43}$/);
  });

  it('case K1: a form from another origin is refused', async () => {
    const browser = new Browser();
    const home = await becomeMember(browser, newPerson('Steady'));
    const form = { ...home.form({ action: '/sign-out' }), page: new URL(server.authUrl) };
    expect((await browser.submit(form)).status).toBe(403);
    expect((await browser.open(sample.url)).text).toContain('Hello, Steady');
  });
});

/** A page of the sample application: HTML, never a document of Fastify's, with a way onward. */
function expectPage(page: Page, status: number, words: string) {
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.text).toContain(words);
  expect(page.link('Sign in with Latchkey').pathname).toBe('/login');
  expect(page.link('Back to the start page').pathname).toBe('/');
}

const switchLogin = (activation: 'ON' | 'OFF') => changeApplication({ login_activation: activation });

async function changeApplication(members: object) {
  const headers = { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' };
  const [application] = await (await fetch(`${server.apiUrl}/applications`, { headers })).json();
  const body = JSON.stringify(members);
  const answer = await fetch(`${server.apiUrl}/applications/${application.id}`, { method: 'PATCH', headers, body });
  expect(answer.status).toBe(200);
}

/** The application's authorization request, with other parameters. */
async function requestOf(browser: Browser, parameters: Readonly<Record<string, string>>): Promise<URL> {
  const request = new URL((await pressSignIn(browser)).url);
  request.pathname = '/oauth/authorize';
  for (const [name, value] of Object.entries(parameters)) request.searchParams.set(name, value);
  return request;
}

const openSignUp = async (browser: Browser): Promise<Page> =>
  browser.open((await pressSignIn(browser)).link('/sign-up'));

async function openAccountSelection(browser: Browser): Promise<Page> {
  await signUp(browser, await pressSignIn(browser), newPerson());
  // The request comes after the sign-in.
  server.clock.advance(1);
  return browser.open(await requestOf(browser, { prompt: 'select_account' }));
}

/** Up to the redirect URI, which is not opened. */
async function reachCallback(browser: Browser): Promise<URL> {
  const consent = await signUp(browser, await pressSignIn(browser), newPerson());
  return (await agree(browser, consent, {}, { stopAt: sample.redirectUri })).url;
}

describe('the sample application, when something is in the way', () => {
  it.each([
    ['sign-in', (browser: Browser) => pressSignIn(browser), '/login'],
    ['sign-up', openSignUp, '/sign-up'],
    ['consent', async (browser: Browser) => signUp(browser, await pressSignIn(browser), newPerson()), '/consent'],
    ['account selection', openAccountSelection, '/select-account'],
  ])('contract 4: Cancel on the page of the %s is told as a cancellation', async (_page, open, action) => {
    const browser = new Browser();
    const page = await open(browser);
    const end = await browser.submit(page.form({ action }), {}, { press: 'cancel' });
    expectPage(end, 200, 'You cancelled, and nothing was shared.');
  });

  it('contract 3: in test mode others are told so, and not that they cancelled', async () => {
    await changeApplication({ audience: 'team' });
    try {
      const browser = new Browser();
      const page = await signUp(browser, await pressSignIn(browser), newPerson());
      const end = await browser.submit(page.form({ action: '/team-only' }));
      expectPage(end, 403, 'Latchkey answered: The application is in test mode');
      expect(end.text).not.toContain('cancelled');
    } finally {
      await changeApplication({ audience: 'everyone' });
    }
  });

  it('contract 4: a sign-in that cannot meet the request is told as what it is', async () => {
    const browser = new Browser();
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: 'unheard-of' } } });
    const request = await requestOf(browser, { claims });
    const end = await signUp(browser, await browser.open(request), newPerson());
    expectPage(end, 403, 'Latchkey answered: The requested authentication context is not available.');
  });

  it('contract 4: login OFF is answered with a page, before the sign-in and between code and tokens', async () => {
    const browser = new Browser();
    const callback = await reachCallback(browser);
    await switchLogin('OFF');
    try {
      expectPage(await pressSignIn(new Browser()), 503, 'Sign-in is switched off');
      expectPage(await browser.open(callback), 503, 'Sign-in is switched off');
    } finally {
      await switchLogin('ON');
    }
  });

  it('contract 4: a request that Latchkey refuses is answered with a page that tells its words', async () => {
    const browser = new Browser();
    expectPage(await browser.open(await requestOf(browser, { prompt: 'unheard-of' })), 400, 'Latchkey answered: ');
  });

  it('case K2: an answer with a state that this browser does not know is a page', async () => {
    const callback = new URL(`${sample.redirectUri}?code=abc&state=unknown`);
    expectPage(await new Browser().open(callback), 400, 'This sign-in cannot be finished');
    expectPage(await new Browser().open(sample.redirectUri), 400, 'This sign-in cannot be finished');
  });

  it('contract 5: a code that is used twice is a page, with the cookie of its sign-in and without', async () => {
    const browser = new Browser();
    const callback = await reachCallback(browser);
    const name = `client-backend-login-${callback.searchParams.get('state')}`;
    const kept = browser.cookies(sample.redirectUri).get(name) ?? '';
    await browser.open(callback);
    expectPage(await browser.open(callback), 400, 'it is finished already');
    browser.setCookie(sample.url, name, kept);
    expectPage(await browser.open(callback), 400, 'it is finished already');
  });

  it.each([
    [404, 'GET', '/no/such/page', {}],
    [404, 'DELETE', '/', {}],
    [400, 'GET', '/%zz', {}],
    [415, 'POST', '/sign-up', { body: '<name/>', headers: { 'content-type': 'text/xml' } }],
    [413, 'POST', '/sign-up', { body: new URLSearchParams({ name: 'a'.repeat(2_000_000) }) }],
    [403, 'POST', '/sign-up', { headers: { origin: 'https://evil.example' } }],
  ])('answers %i to %s %s with a page', async (status, method, path, init: RequestInit) => {
    const headers = { origin: sample.url, ...init.headers };
    const answer = await fetch(sample.url + path, { ...init, method, headers });
    expectPage(toPage(new URL(answer.url), answer, await answer.text(), []), status, '');
  });

  it('while Latchkey is down, every step is answered with a page', async () => {
    const other = await startHosts();
    catchUp(other);
    const beside = await startSampleApplication(other, await other.owner());
    const browser = new Browser();
    try {
      const home = await browser.open(beside.url);
      const consent = await signUp(browser, await browser.open(home.link('Sign in with Latchkey')), newPerson());
      const { url } = await agree(browser, consent, {}, { stopAt: beside.redirectUri });
      await other.stop();
      expectPage(await browser.open(url), 502, 'Latchkey cannot be reached');
      await beside.restart();
      expectPage(await browser.open(`${beside.url}/login`), 502, 'Latchkey cannot be reached');
    } finally {
      await beside.stop();
      await other.stop();
    }
  });
});

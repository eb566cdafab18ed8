// The eleven steps of a login, as a person goes through them with the sample application (contract, "The login in
// eleven steps").
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';
import { type SampleApplication, startSampleApplication } from '../helpers/sample-application.ts';
import { createOwner, startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let sample: SampleApplication;

beforeAll(async () => {
  server = await startServer();
  sample = await startSampleApplication(server, await createOwner(server));
});

afterAll(async () => {
  await sample?.stop();
  await server?.stop();
});

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
    await browser.submit(home.form({ action: '/sign-out' }));
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
    // The other tab's form is of before the sign-in: it is not used, and the page offers to go on as who is signed in.
    const explained = await signIn(browser, second, person);
    const home = await browser.open(explained.link('Continue'));
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

// Signing in again because an application asks for it, or because a session has ended (contract 4 "Request stamps",
// "Pages"; cases K12, K21): the page says whose account it is about, and tells that only to whoever is signed in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';

const STOP = { stopAt: CALLBACK };
const CONFIRM = 'Confirm it’s you';
const ENDED = 'Your session has ended. Sign in again.';

let hosts: Hosts;
let client: Client;
let mina: Person;
let browser: Browser;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  [browser, mina] = [new Browser(), newPerson('Mina')];
  await connect(browser, mina);
  hosts.clock.advance(5000);
});

/** Signs up and agrees. */
const connect = (on: Browser, person: Person) =>
  givenPerson(hosts, { ...person, browser: on, connection: { authorizeUrl: client.authorizeUrl() } });

const isDone = ({ url }: Page): boolean => url.href.startsWith(CALLBACK) && url.searchParams.has('code');
const ask = (parameters: Record<string, string>, on = browser) => on.open(client.authorizeUrl(parameters), STOP);
const emailIn = (page: Page) => Object.fromEntries(page.form({ action: '/login' }).values).email;
const submitPassword = (page: Page, password: string) =>
  browser.submit(page.form({ action: '/login' }), { password }, STOP);
const accountOf = async ({ email }: Person) => {
  const account = await hosts.ports.accounts.findByEmailKey(email);
  if (!account) throw new Error(`No account ${email}`);
  return account;
};

describe.each([{ prompt: 'login' }, { max_age: '1' }])('contract 4: an application asks again with %o', (demand) => {
  const parameters = demand as Record<string, string>;

  test('the page says for which application and whose account; the password alone is typed', async () => {
    const page = await ask({ ...parameters, state: 'kept' });
    expect([page.status, page.url.pathname]).toEqual([200, '/login']);
    expect(page.html).toContain(`<title>${CONFIRM} to continue to Acme Shop`);
    for (const shown of [CONFIRM, 'to continue to Acme Shop', mina.email, mina.nickname]) {
      expect(page.text).toContain(shown);
    }
    expect(emailIn(page)).toBe(mina.email);
    expect(page.html).not.toContain('Create one');
    const back = await submitPassword(page, mina.password);
    expect([isDone(back), back.url.searchParams.get('state')]).toEqual([true, 'kept']);
  });

  test('another account is one link away, inside the same request', async () => {
    const yuna = newPerson('Yuna');
    await connect(new Browser(), yuna);
    const other = await browser.open((await ask({ ...parameters, state: 'kept' })).link('Use another account'));
    expect([other.url.pathname, emailIn(other)]).toEqual(['/login', '']);
    expect(other.text).not.toContain(CONFIRM);
    expect(other.link('Create one').pathname).toBe('/sign-up');
    const back = await signIn(browser, other, yuna, STOP);
    expect([isDone(back), back.url.searchParams.get('state')]).toEqual([true, 'kept']);
  });

  test('with several signed in the other ones are offered first, and the chosen one is asked for its own password', async () => {
    const yuna = newPerson('Yuna');
    const added = await browser.open((await ask(parameters)).link('Use another account'));
    await agree(browser, await signUp(browser, added, yuna), {}, STOP);
    hosts.clock.advance(5000);
    const choice = await browser.open((await ask(parameters)).link('Use another account'));
    expect(choice.url.pathname).toBe('/select-account');
    const page = await browser.submit(choice.form({ action: '/select-account' }), {}, { press: mina.email });
    expect([page.url.pathname, emailIn(page)]).toEqual(['/login', mina.email]);
    expect(page.text).toContain(CONFIRM);
    expect(emailIn(await browser.open(choice.link('Use another account')))).toBe('');
    expect(isDone(await submitPassword(page, mina.password))).toBe(true);
  });

  test('a wrong password keeps the page, and nothing else is said to be wrong', async () => {
    const page = await submitPassword(await ask(parameters), 'not the password of Mina');
    expect([page.status, emailIn(page)]).toEqual([401, mina.email]);
    expect(page.text).toContain(CONFIRM);
    expect(page.text).toContain('Your current password is incorrect.');
    expect(page.text).not.toContain('Incorrect email address');
    expect(isDone(await submitPassword(page, mina.password))).toBe(true);
  });

  test('a session that was to last does not become a short one: the tick is as it was', async () => {
    const long = await signIn(browser, await ask(parameters), mina, { follow: false });
    expect(long.status).toBe(303);
    hosts.clock.advance(5000);
    const tick = async () =>
      (await ask(parameters)).form({ action: '/login' }).values.some(([name]) => name === 'persistent');
    expect(await tick()).toBe(false);
    const form = (await ask(parameters)).form({ action: '/login' });
    await browser.submit(form, { password: mina.password, persistent: 'on' }, STOP);
    hosts.clock.advance(5000);
    expect(await tick()).toBe(true);
  });
});

describe.each([{ prompt: 'login' }, { max_age: '0' }])('contract 4: Back after %o was answered', (demand) => {
  const parameters = demand as Record<string, string>;

  test('asks for the password once, and goes on to the application', async () => {
    const page = await ask(parameters);
    expect(isDone(await submitPassword(page, mina.password))).toBe(true);
    hosts.clock.advance(5000);
    const back = await browser.open(page.url, STOP);
    expect([back.url.pathname, emailIn(back)]).toEqual(['/login', mina.email]);
    expect(back.text).toContain(CONFIRM);
    expect(isDone(await submitPassword(back, mina.password))).toBe(true);
  });

  test('does so where the browser shows the page as it was', async () => {
    const page = await ask(parameters);
    const codes = new Set<string | null>();
    for (let times = 0; times < 3; times += 1) {
      const done = await submitPassword(page, mina.password);
      expect(isDone(done)).toBe(true);
      codes.add(done.url.searchParams.get('code'));
      hosts.clock.advance(5000);
    }
    expect(codes.size).toBe(3);
    expect((await submitPassword(page, 'not the password of Mina')).status).toBe(401);
  });
});

describe('K1: a second tab with the sign-in page', () => {
  const openTabs = async () => {
    const fresh = new Browser();
    const open = () => fresh.open(`${hosts.authUrl}/login`);
    return { fresh, first: await open(), second: await open() };
  };
  const enter = (on: Browser, page: Page, email: string, password: string) =>
    on.submit(page.form({ action: '/login' }), { email, password });

  test('signs the same person in again with the right password, and with no other', async () => {
    const { fresh, first, second } = await openTabs();
    expect((await enter(fresh, first, mina.email, mina.password)).url.pathname).toBe('/account');
    expect((await enter(fresh, second, mina.email, 'not the password of Mina')).status).toBe(401);
    const again = await enter(fresh, second, mina.email.toUpperCase(), mina.password);
    expect([again.status, again.url.pathname]).toEqual([200, '/account']);
  });

  test('is refused where it is about somebody else, and comes back with what was typed', async () => {
    const yuna = newPerson('Yuna');
    await connect(new Browser(), yuna);
    const { fresh, first, second } = await openTabs();
    await enter(fresh, first, mina.email, mina.password);
    const refused = await enter(fresh, second, yuna.email, yuna.password);
    expect([refused.status, emailIn(refused)]).toEqual([403, yuna.email]);
  });

  test('is refused in another browser, and from another site', async () => {
    const { fresh, first, second } = await openTabs();
    await enter(fresh, first, mina.email, mina.password);
    const other = new Browser();
    await enter(other, await other.open(`${hosts.authUrl}/login`), mina.email, mina.password);
    const form = second.form({ action: '/login' });
    const typed = { email: mina.email, password: mina.password };
    expect((await other.submit(form, typed)).status).toBe(403);
    expect((await fresh.submit(form, typed, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });
});

test('contract 4: a login_hint that names another address is asked for in its own name', async () => {
  const page = await ask({ prompt: 'login', login_hint: 'yuna@example.com' });
  expect(emailIn(page)).toBe('yuna@example.com');
  expect(page.text).not.toContain(CONFIRM);
  const same = await ask({ prompt: 'login', login_hint: mina.email.toUpperCase() });
  expect(emailIn(same)).toBe(mina.email);
  expect(same.text).toContain(CONFIRM);
});

test('contract 7: where the application names the person, no other account is offered, which it would refuse', async () => {
  const { body } = await client.token(client.codeForm(await codeOf({ scope: 'openid' })));
  const { id_token } = body as unknown as { id_token: string };
  hosts.clock.advance(5000);
  const page = await ask({ max_age: '1', id_token_hint: id_token });
  expect(page.text).toContain(CONFIRM);
  expect(page.html).not.toContain('Use another account');
});
const codeOf = async (parameters: Record<string, string>) => (await ask(parameters)).url.searchParams.get('code') ?? '';

test('contract 4: the page speaks Korean', async () => {
  const page = await ask({ prompt: 'login', ui_locales: 'ko' });
  for (const shown of ['본인 확인', mina.email, '다른 계정 사용']) expect(page.text).toContain(shown);
});

describe('K21: a session that has ended', () => {
  test('tells that it ended, and not whose it was', async () => {
    await hosts.ports.sessions.endAll({ accountId: (await accountOf(mina)).id, now: hosts.clock.now() });
    for (const page of [await ask({ prompt: 'login' }), await browser.open(`${hosts.authUrl}/account`)]) {
      expect(page.url.pathname).toBe('/login');
      expect(page.text).toContain(ENDED);
      expect(page.text).not.toContain(CONFIRM);
      expect(page.html).not.toContain(mina.email);
      expect(page.html).not.toContain(mina.nickname);
    }
  });

  test('whoever was never signed in here, or signed out, is told nothing of it', async () => {
    const fresh = await new Browser().open(`${hosts.authUrl}/login`);
    expect(fresh.text).not.toContain(ENDED);
    const account = await browser.open(`${hosts.authUrl}/account`);
    await browser.submit(account.form({ action: '/logout' }));
    expect((await browser.open(`${hosts.authUrl}/login`)).text).not.toContain(ENDED);
  });

  test('K12: a browser that knows the account by its device cookie alone learns no address', async () => {
    const stranger = new Browser();
    for (const [name, value] of browser.cookies(hosts.authUrl)) {
      if (name.endsWith('-device')) stranger.setCookie(hosts.authUrl, name, value);
    }
    const page = await ask({ prompt: 'login' }, stranger);
    expect(page.html).not.toContain(mina.email);
    expect(emailIn(page)).toBe('');
  });
});

// Several people, or one person with several accounts, on one browser (contract 4; cases K4, K5, K6, K7, K21): each has
// codes and a `sub` of their own, the current one is who they say, and nobody answers on a page of somebody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, type VisitOptions } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { post, setCookies } from './account-pages.ts';

const STOP = { stopAt: CALLBACK };

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
});

afterAll(() => hosts?.stop());

const sessionCookie = () => `latchkey-${new URL(hosts.authUrl).port}`;
const cookieOf = (browser: Browser) => browser.cookies(hosts.authUrl).get(sessionCookie()) ?? '';
const handlesOf = (browser: Browser) => cookieOf(browser).split('.');
const codeOf = (page: Page) => page.url.searchParams.get('code') ?? '';
const errorOf = (page: Page) => page.url.searchParams.get('error');
const authorize = (browser: Browser, parameters: Record<string, string> = {}) =>
  browser.open(client.authorizeUrl(parameters), STOP);

/** Adds an account to the browser, connected with the application. */
async function addPerson(browser: Browser, nickname = 'Mina'): Promise<Person> {
  const person = newPerson(nickname);
  await givenPerson(hosts, { ...person, browser, connection: { authorizeUrl: client.authorizeUrl() } });
  // The next one comes later.
  hosts.clock.advance(1);
  return person;
}

async function givenTwo() {
  const browser = new Browser();
  const mina = await addPerson(browser, 'Mina');
  const yuna = await addPerson(browser, 'Yuna');
  return { browser, mina, yuna };
}

const choose = (browser: Browser, page: Page, person: Person, options: VisitOptions = STOP) =>
  browser.submit(page.form({ action: '/select-account' }), {}, { ...options, press: person.email });

/** Makes the account the current one, as in another tab. */
async function switchTo(browser: Browser, person: Person): Promise<void> {
  const page = await choose(browser, await browser.open(`${hosts.authUrl}/select-account`), person, {});
  expect(page.url.pathname).toBe('/account');
}

type Claims = { sub: string; sid: string; auth_time: number };

/** What the application learns of who came back with the code. */
async function redeem(page: Page): Promise<Claims & { idToken: string }> {
  const { status, body } = await client.token(client.codeForm(codeOf(page)));
  expect(status).toBe(200);
  const idToken = (body as unknown as { id_token: string }).id_token;
  return { ...JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()), idToken };
}

const whoIs = async (browser: Browser, parameters: Record<string, string> = {}) =>
  redeem(await authorize(browser, { scope: 'openid', ...parameters }));

const accountOf = async (person: Person) => {
  const account = await hosts.ports.accounts.findByEmailKey(person.email);
  if (!account) throw new Error(`No account ${person.email}`);
  return account;
};
const sessionsOf = async (person: Person) =>
  hosts.ports.sessions.listByAccount((await accountOf(person)).id, hosts.clock.now(), 50);
const endSessionsOf = async (person: Person) =>
  hosts.ports.sessions.endAll({ accountId: (await accountOf(person)).id, now: hosts.clock.now() });

describe('two people on one browser', () => {
  test('contract 4: the last who signed in is the current one; each has a sub of their own', async () => {
    const browser = new Browser();
    await addPerson(browser);
    const first = await whoIs(browser);
    await addPerson(browser);
    const second = await whoIs(browser);
    expect(second.sub).not.toBe(first.sub);
    expect((await whoIs(browser)).sub).toBe(second.sub);
  });

  test('contract 4: prompt=select_account shows both, and the chosen one stays the current one', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const current = await whoIs(browser);
    const page = await authorize(browser, { prompt: 'select_account', scope: 'openid', state: 'xyz' });
    expect(page.url.pathname).toBe('/select-account');
    for (const { email, nickname } of [mina, yuna]) {
      expect(page.text).toContain(email);
      expect(page.text).toContain(nickname);
    }
    hosts.clock.advance(1000);
    const back = await choose(browser, page, mina);
    expect(back.url.searchParams.get('state')).toBe('xyz');
    const chosen = await redeem(back);
    expect(chosen.sub).not.toBe(current.sub);
    expect((await whoIs(browser)).sub).toBe(chosen.sub);
  });

  test('contract 4: a choice before the request arrived does not count; one account is asked about too', async () => {
    const browser = new Browser();
    const mina = await addPerson(browser);
    hosts.clock.advance(1000);
    const page = await authorize(browser, { prompt: 'select_account' });
    expect(page.url.pathname).toBe('/select-account');
    expect(codeOf(await choose(browser, page, mina))).not.toBe('');
    hosts.clock.advance(1000);
    expect((await authorize(browser, { prompt: 'select_account' })).url.pathname).toBe('/select-account');
  });

  test('contract 4: another account is added on the way, inside the same request', async () => {
    const browser = new Browser();
    await addPerson(browser);
    const yuna = await addPerson(new Browser());
    hosts.clock.advance(1000);
    const page = await authorize(browser, { prompt: 'select_account', state: 'same' });
    const login = await browser.open(page.link('Use another account'));
    expect(login.url.pathname).toBe('/login');
    expect(login.html).not.toContain('Signed in as');
    const back = await signIn(browser, login, yuna, STOP);
    expect(codeOf(back)).not.toBe('');
    expect(back.url.searchParams.get('state')).toBe('same');
    expect(handlesOf(browser)).toHaveLength(2);
  });

  test('contract 7: signing in again keeps the session’s sid, in it auth_time is new, and the others stay', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const before = await whoIs(browser);
    const handles = handlesOf(browser);
    hosts.clock.advance(5000);
    const page = await authorize(browser, { prompt: 'login', scope: 'openid' });
    const after = await redeem(await signIn(browser, page, yuna, STOP));
    expect(after).toMatchObject({ sub: before.sub, sid: before.sid });
    expect(after.auth_time).toBeGreaterThan(before.auth_time);
    expect(await sessionsOf(yuna)).toHaveLength(1);
    expect(handlesOf(browser)).toHaveLength(2);
    // K6: no handle from before is good.
    for (const handle of handles) {
      expect(handlesOf(browser)).not.toContain(handle);
      const thief = new Browser();
      thief.setCookie(hosts.authUrl, sessionCookie(), handle);
      expect((await thief.open(`${hosts.authUrl}/account`)).url.pathname).toBe('/login');
    }
    expect(await sessionsOf(mina)).toHaveLength(1);
  });

  test('a sixth account ends the oldest session of the device', async () => {
    const browser = new Browser();
    const people: Person[] = [];
    for (let count = 0; count < 6; count += 1) people.push(await addPerson(browser));
    const page = await browser.open(`${hosts.authUrl}/select-account`);
    expect(people.map(({ email }) => page.text.includes(email))).toEqual([false, true, true, true, true, true]);
    const [oldest] = people;
    expect(oldest && (await sessionsOf(oldest))).toEqual([]);
    expect(cookieOf(browser).length).toBeLessThan(256);
  });
});

describe('the page', () => {
  test('alone it leads to the account page, which leads to it', async () => {
    const { browser, mina } = await givenTwo();
    await switchTo(browser, mina);
    const account = await browser.open(`${hosts.authUrl}/account`);
    expect(account.text).toContain(mina.email);
    expect(account.link('Switch account').pathname).toBe('/select-account');
  });

  test('with nobody signed in it leads to sign-in, with the same query', async () => {
    const url = client.authorizeUrl({ state: 'kept' }).replace('/oauth/authorize', '/select-account');
    const page = await new Browser().open(url);
    expect(page.url.pathname).toBe('/login');
    expect(page.url.searchParams.get('state')).toBe('kept');
    expect((await new Browser().open(`${hosts.authUrl}/select-account`)).url.pathname).toBe('/login');
  });

  test('contract 4: cancel gives access_denied', async () => {
    const { browser } = await givenTwo();
    const page = await authorize(browser, { prompt: 'select_account', state: 's' });
    const back = await browser.submit(page.form({ action: '/select-account' }), {}, { ...STOP, press: 'cancel' });
    expect(errorOf(back)).toBe('access_denied');
    expect(back.url.searchParams.get('state')).toBe('s');
  });

  test('speaks Korean', async () => {
    const { browser } = await givenTwo();
    const page = await authorize(browser, { prompt: 'select_account', ui_locales: 'ko' });
    expect(page.text).toContain('계정 선택');
    expect(page.text).toContain('다른 계정 사용');
  });

  test('K1: a choice without its token, or from a foreign page, is none', async () => {
    const { browser, mina } = await givenTwo();
    const before = await whoIs(browser);
    const form = (await browser.open(`${hosts.authUrl}/select-account`)).form({ action: '/select-account' });
    const [session] = await sessionsOf(mina);
    const values = { session: session?.id ?? '' };
    const refused = [
      await post(browser, form, { ...values, csrf: 'x' }),
      await post(browser, form, values, { origin: 'https://evil.example' }),
    ];
    expect(refused.map(isFormRefused)).toEqual([true, true]);
    expect((await whoIs(browser)).sub).toBe(before.sub);
  });

  test('N1: a session of another device cannot be chosen', async () => {
    const { browser } = await givenTwo();
    const stranger = await addPerson(new Browser());
    const before = await whoIs(browser);
    const form = (await browser.open(`${hosts.authUrl}/select-account`)).form({ action: '/select-account' });
    const [session] = await sessionsOf(stranger);
    const answer = await post(browser, form, { session: session?.id ?? '' });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(stranger.email);
    expect((await whoIs(browser)).sub).toBe(before.sub);
  });
});

describe('prompt=none among several', () => {
  test('contract 4: the current one’s code; with none current account_selection_required', async () => {
    const { browser, mina } = await givenTwo();
    const ida = await addPerson(browser, 'Ida');
    expect(codeOf(await authorize(browser, { prompt: 'none' }))).not.toBe('');
    await endSessionsOf(ida);
    expect(errorOf(await authorize(browser, { prompt: 'none' }))).toBe('account_selection_required');
    const page = await authorize(browser);
    expect(page.url.pathname).toBe('/select-account');
    expect((await browser.open(`${hosts.authUrl}/account`)).url.pathname).toBe('/select-account');
    expect(codeOf(await choose(browser, page, mina))).not.toBe('');
    expect(codeOf(await authorize(browser, { prompt: 'none' }))).not.toBe('');
  });

  test('when the current one’s session has ended and one is left, it is that one', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const yunas = await whoIs(browser);
    await endSessionsOf(yuna);
    const minas = await whoIs(browser, { prompt: 'none' });
    expect(minas.sub).not.toBe(yunas.sub);
    expect((await browser.open(`${hosts.authUrl}/account`)).text).toContain(mina.email);
  });

  test('contract 4: id_token_hint names one of them, current or not, and changes nobody’s place', async () => {
    const { browser, mina } = await givenTwo();
    const yunas = await whoIs(browser);
    await switchTo(browser, mina);
    const minas = await whoIs(browser);
    expect((await whoIs(browser, { prompt: 'none', id_token_hint: yunas.idToken })).sub).toBe(yunas.sub);
    expect((await whoIs(browser, { prompt: 'none', id_token_hint: minas.idToken })).sub).toBe(minas.sub);
    expect((await whoIs(browser)).sub).toBe(minas.sub);
  });

  test('contract 7: claims with a sub names one of them', async () => {
    const { browser, mina } = await givenTwo();
    const yunas = await whoIs(browser);
    await switchTo(browser, mina);
    const claims = JSON.stringify({ id_token: { sub: { value: yunas.sub } } });
    expect((await whoIs(browser, { prompt: 'none', claims })).sub).toBe(yunas.sub);
  });

  test('contract 4: somebody who is not here gives login_required', async () => {
    const { browser } = await givenTwo();
    const elsewhere = new Browser();
    await addPerson(elsewhere);
    const { idToken } = await whoIs(elsewhere);
    expect(errorOf(await authorize(browser, { prompt: 'none', id_token_hint: idToken }))).toBe('login_required');
  });
});

describe('a request that names a person who is not signed in here', () => {
  const hintOf = async () => {
    const elsewhere = new Browser();
    const person = await addPerson(elsewhere);
    return { person, hint: (await whoIs(elsewhere)).idToken };
  };

  test('contract 4: they sign in, and it is their code; the page offers nobody else to go on as', async () => {
    const { browser } = await givenTwo();
    const { person, hint } = await hintOf();
    const page = await authorize(browser, { id_token_hint: hint });
    expect(page.url.pathname).toBe('/login');
    expect(page.html).not.toContain('Signed in as');
    hosts.clock.advance(1000);
    expect(codeOf(await signIn(browser, page, person, STOP))).not.toBe('');
  });

  test('contract 4: somebody else signs in instead: login_required, not the same page again', async () => {
    const { browser, mina } = await givenTwo();
    const { hint } = await hintOf();
    const page = await authorize(browser, { id_token_hint: hint, state: 's' });
    hosts.clock.advance(1000);
    const back = await signIn(browser, page, mina, STOP);
    expect(errorOf(back)).toBe('login_required');
    expect(back.url.searchParams.get('state')).toBe('s');
  });

  test('contract 4: max_age=0 with a hint: the page knows whom it is about; another one instead is login_required', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const { idToken } = await whoIs(browser);
    await switchTo(browser, mina);
    const ask = { max_age: '0', id_token_hint: idToken };
    hosts.clock.advance(1000);
    const page = await authorize(browser, ask);
    expect(page.form({ action: '/login' }).values).toContainEqual(['email', yuna.email]);
    hosts.clock.advance(1000);
    expect(codeOf(await signIn(browser, page, yuna, STOP))).not.toBe('');
    hosts.clock.advance(1000);
    const again = await authorize(browser, ask);
    hosts.clock.advance(1000);
    expect(errorOf(await signIn(browser, again, mina, STOP))).toBe('login_required');
  });

  test('contract 4: prompt=select_account and another one chosen: login_required', async () => {
    const { browser, mina } = await givenTwo();
    const { idToken } = await whoIs(browser);
    hosts.clock.advance(1000);
    const page = await authorize(browser, { prompt: 'select_account', id_token_hint: idToken });
    expect(page.url.pathname).toBe('/select-account');
    hosts.clock.advance(1000);
    expect(errorOf(await choose(browser, page, mina))).toBe('login_required');
  });
});

describe('K4: a consent page is answered by whom it was shown to', () => {
  const ask = { prompt: 'consent', scope: 'openid nickname email' };

  test('another one signed in meanwhile: refused, and shown anew as theirs', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const page = await authorize(browser, ask);
    expect(page.text).toContain(yuna.email);
    await switchTo(browser, mina);
    const answer = await agree(browser, page, { item: ['email'] }, { follow: false });
    expect(isFormRefused(answer)).toBe(true);
    expect(answer.text).toContain(mina.email);
    expect(answer.text).not.toContain(yuna.email);
    expect(await agreedItems(mina)).not.toContain('email');
    expect(await agreedItems(yuna)).not.toContain('email');
  });

  test('another one is current who has agreed already: no code, they are asked who they are', async () => {
    const browser = new Browser();
    const mina = await addPerson(browser);
    const alone = await browser.open(`${hosts.authUrl}/sign-up`);
    await browser.submit(alone.form({ action: '/sign-up' }), newPerson('Yuna'));
    const consent = await authorize(browser);
    await switchTo(browser, mina);
    const answer = await agree(browser, consent, {}, STOP);
    expect(answer.url.pathname).toBe('/select-account');
    expect(codeOf(answer)).toBe('');
  });

  test('its session ended and another one took its place: refused', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const page = await authorize(browser, ask);
    await endSessionsOf(yuna);
    const answer = await agree(browser, page, { item: ['email'] }, { follow: false });
    expect(isFormRefused(answer)).toBe(true);
    expect(await agreedItems(mina)).not.toContain('email');
  });

  test('the page of a person the request names is not answered by another whom it names as well', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const yunas = await whoIs(browser);
    await switchTo(browser, mina);
    const minas = await whoIs(browser);
    const ida = await addPerson(browser, 'Ida');
    const claims = JSON.stringify({ id_token: { sub: { values: [yunas.sub, minas.sub] } } });
    hosts.clock.advance(1000);
    const page = await authorize(browser, { ...ask, claims });
    const [shown, other] = page.text.includes(mina.email) ? [mina, yuna] : [yuna, mina];
    await endSessionsOf(shown);
    const answer = await agree(browser, page, { item: ['email'] }, { follow: false });
    expect(isFormRefused(answer)).toBe(true);
    for (const person of [other, ida]) expect(await agreedItems(person)).not.toContain('email');
  });

  test('a second click of the same person does no harm', async () => {
    const asking = await givenClient(
      hosts,
      {
        ...APPLICATION,
        id_token_signed_response_alg: 'ES256',
        consent_items: [{ item: 'birthdate', consent: 'required' }],
      },
      { birthdate: '1990-02-03' },
    );
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(asking.authorizeUrl()), newPerson());
    // The first answer changes what is shown: the value is there now.
    const click = () => agree(browser, consent, { birthdate: '1990-02-03' }, STOP);
    expect([codeOf(await click()), codeOf(await click())]).not.toContain('');
  });

  test('without the token of whom it was shown to, an answered page leads to no code', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await authorize(browser), newPerson());
    await agree(browser, consent, {}, STOP);
    const form = consent.form({ action: '/consent' });
    const foreign = await post(browser, form, { shown_to: 'A'.repeat(43), action: 'agree' });
    expect(foreign.headers.get('location')).toMatch(/^\/select-account\?/);
  });

  test('"use another account" leads to the choice among several, and to sign-in for one', async () => {
    const { browser, mina } = await givenTwo();
    const page = await browser.open((await authorize(browser, ask)).link('Use another account'));
    expect(page.url.pathname).toBe('/select-account');
    expect((await choose(browser, page, mina)).text).toContain(mina.email);
    const alone = new Browser();
    await addPerson(alone);
    const link = (await authorize(alone, ask)).link('Use another account');
    expect(link.pathname).toBe('/login');
  });

  async function agreedItems(person: Person): Promise<string[]> {
    const connection = await hosts.ports.connections.find(client.applicationId, (await accountOf(person)).id);
    return Object.entries(connection?.answers ?? {}).flatMap(([item, answer]) => (answer.agreed ? [item] : []));
  }
});

test('K5: two requests in two tabs end each with its own state, and the account chosen in it', async () => {
  const { browser, mina, yuna } = await givenTwo();
  const [yunas, ask] = [await whoIs(browser), { prompt: 'select_account', scope: 'openid' }];
  hosts.clock.advance(1000);
  const tabs = [await authorize(browser, { ...ask, state: 'one' }), await authorize(browser, { ...ask, state: 'two' })];
  const [one, two] = tabs as [Page, Page];
  hosts.clock.advance(1000);
  const first = await choose(browser, one, yuna);
  const second = await choose(browser, two, mina);
  expect([first, second].map((page) => page.url.searchParams.get('state'))).toEqual(['one', 'two']);
  expect((await redeem(first)).sub).toBe(yunas.sub);
  expect((await redeem(second)).sub).not.toBe(yunas.sub);
});

describe('prompt=create', () => {
  test('contract 4: leads to sign-up, also who is signed in; afterwards it is the new account’s code', async () => {
    const browser = new Browser();
    await addPerson(browser);
    const before = await whoIs(browser);
    hosts.clock.advance(1000);
    const page = await authorize(browser, { prompt: 'create', scope: 'openid' });
    expect(page.url.pathname).toBe('/sign-up');
    const consent = await browser.submit(page.form({ action: '/sign-up' }), newPerson('New'));
    expect((await redeem(await agree(browser, consent, {}, STOP))).sub).not.toBe(before.sub);
    expect(handlesOf(browser)).toHaveLength(2);
  });

  test('contract 4: signing in instead is as good', async () => {
    const browser = new Browser();
    const mina = await addPerson(browser);
    hosts.clock.advance(1000);
    const page = await authorize(browser, { prompt: 'create' });
    const login = await browser.open(page.link('/login'));
    expect(login.html).not.toContain('Signed in as');
    expect(codeOf(await signIn(browser, login, mina, STOP))).not.toBe('');
  });
});

describe('signing out', () => {
  test('K21: of this device ends the sessions of everybody on it', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const [cookie, account] = [cookieOf(browser), await browser.open(`${hosts.authUrl}/account`)];
    expect((await browser.submit(account.form({ action: '/logout' }))).url.pathname).toBe('/signed-out');
    expect(cookieOf(browser)).toBe('');
    expect([await sessionsOf(mina), await sessionsOf(yuna)]).toEqual([[], []]);
    const kept = new Browser();
    kept.setCookie(hosts.authUrl, sessionCookie(), cookie);
    expect((await kept.open(`${hosts.authUrl}/account`)).url.pathname).toBe('/login');
  });

  test('K21: everywhere ends the sessions of that account only', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const account = await browser.open(`${hosts.authUrl}/account/devices`);
    await browser.submit(account.form({ action: '/account/sessions' }), {}, { press: 'end-all' });
    expect(await sessionsOf(yuna)).toEqual([]);
    expect(await sessionsOf(mina)).toHaveLength(1);
    expect((await browser.open(`${hosts.authUrl}/account`)).text).toContain(mina.email);
  });

  test('K21: a disabled account is gone from the device at once; the others stay', async () => {
    const { browser, mina, yuna } = await givenTwo();
    await hosts.ports.accounts.setDisabled((await accountOf(yuna)).id, true, hosts.clock.now());
    const page = await browser.open(`${hosts.authUrl}/select-account`);
    expect(page.text).toContain(mina.email);
    expect(page.text).not.toContain(yuna.email);
    expect((await browser.open(`${hosts.authUrl}/account`)).text).toContain(mina.email);
  });
});

describe('K7: the cookie', () => {
  const open = (cookie: string, path = '/account') =>
    new Browser().open(`${hosts.authUrl}${path}`, { headers: { cookie } });
  const named = (...handles: readonly string[]) => `${sessionCookie()}=${handles.join('.')}`;

  describe('and "keep me signed in"', () => {
    const keptCookie = () => `${sessionCookie()}-kept`;
    const login = async (browser: Browser, { email, password }: Person, kept: boolean) => {
      const form = (await browser.open(`${hosts.authUrl}/login`)).form({ action: '/login' });
      return setCookies(await post(browser, form, { email, password, ...(kept && { persistent: 'on' }) }));
    };
    /** The browser is closed and opened again: cookies without an end are gone. */
    const reopened = (browser: Browser, ...outliving: string[]) => {
      const after = new Browser();
      for (const name of outliving) {
        const value = browser.cookies(hosts.authUrl).get(name);
        if (value !== undefined) after.setCookie(hosts.authUrl, name, value);
      }
      return after;
    };
    let mina: Person;
    let yuna: Person;
    beforeAll(async () => {
      [mina, yuna] = [await addPerson(new Browser()), await addPerson(new Browser())];
    });

    test('it outlives the browser when everybody in it wants to be kept, and else does not', async () => {
      const browser = new Browser();
      const alone = await login(browser, mina, true);
      expect(alone.get(sessionCookie())).toMatch(/Max-Age=7776000/);
      expect(alone.has(keptCookie())).toBe(false);
      expect((await login(browser, yuna, false)).get(sessionCookie())).not.toMatch(/Max-Age|Expires/i);
      const both = await login(browser, yuna, true);
      expect(both.get(sessionCookie())).toMatch(/Max-Age=7776000/);
      expect(both.get(keptCookie())).toMatch(/=;.*Expires=Thu, 01 Jan 1970/);
    });

    test('contract 10: after the browser was closed, who wanted to be kept is signed in, and nobody else', async () => {
      const browser = new Browser();
      await login(browser, mina, true);
      const mixed = await login(browser, yuna, false);
      expect(mixed.get(keptCookie())).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
      const page = await reopened(browser, keptCookie()).open(`${hosts.authUrl}/select-account`);
      expect(page.text).toContain(mina.email);
      expect(page.text).not.toContain(yuna.email);
    });

    test('signing out leaves nothing to outlive the browser', async () => {
      const browser = new Browser();
      await login(browser, mina, true);
      await login(browser, yuna, false);
      const account = await browser.open(`${hosts.authUrl}/account`);
      await browser.submit(account.form({ action: '/logout' }));
      const names = [...browser.cookies(hosts.authUrl).keys()];
      expect(names.filter((name) => [sessionCookie(), keptCookie()].includes(name))).toEqual([]);
    });

    test('beside the session cookie, the outliving one says nothing, also where the first is not believed', async () => {
      const attacker = new Browser();
      await login(attacker, mina, true);
      const victim = new Browser();
      await login(victim, yuna, false);
      const [planted, own] = [cookieOf(attacker), cookieOf(victim)];
      const kept = `${keptCookie()}=${planted}`;
      const both = await open(`${named(own)}; ${kept}`);
      expect(both.text).toContain(yuna.email);
      expect((await open(`${named(own)}; ${named('A'.repeat(43))}; ${kept}`)).url.pathname).toBe('/login');
    });
  });

  test('with its handles swapped, the other one is the current one', async () => {
    const { browser, mina, yuna } = await givenTwo();
    const [first = '', second = ''] = handlesOf(browser);
    expect((await open(named(first, second))).text).toContain(yuna.email);
    expect((await open(named(second, first))).text).toContain(mina.email);
  });

  test('with one handle doubled, it is that account once', async () => {
    const { browser, yuna } = await givenTwo();
    const [first = ''] = handlesOf(browser);
    const page = await open(named(first, first), '/select-account');
    expect(page.form({ action: '/select-account' }).buttons.filter(({ name }) => name === 'session')).toHaveLength(1);
    expect(page.text).toContain(yuna.email);
  });

  test.each([
    ['a handle cut off', (handles: string[]) => [handles[0] ?? '', (handles[1] ?? '').slice(0, 42)]],
    ['a handle too long', (handles: string[]) => [`${handles[0]}A`, handles[1] ?? '']],
    ['an empty handle', (handles: string[]) => [handles[0] ?? '', '', handles[1] ?? '']],
    ['six handles', (handles: string[]) => [...handles, ...Array(4).fill('A'.repeat(43))]],
  ])('with %s it is nobody’s', async (_, change) => {
    const { browser } = await givenTwo();
    expect((await open(named(...change(handlesOf(browser))))).url.pathname).toBe('/login');
  });

  test('two different ones are nobody’s, though they share a handle', async () => {
    const { browser } = await givenTwo();
    const [first = '', second = ''] = handlesOf(browser);
    expect((await open(`${named(first, second)}; ${named(first)}`)).url.pathname).toBe('/login');
  });

  test('a handle that never was takes nobody’s place but its own', async () => {
    const { browser, mina } = await givenTwo();
    const [, minas = ''] = handlesOf(browser);
    expect((await open(named('A'.repeat(43), minas))).text).toContain(mina.email);
  });

  test('dead handles leave it when it is next written', async () => {
    const { browser, mina, yuna } = await givenTwo();
    await endSessionsOf(mina);
    await switchTo(browser, yuna);
    expect(handlesOf(browser)).toHaveLength(1);
  });
});

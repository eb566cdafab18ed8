// A person's own pages, over real HTTP without scripts: sign-up, account, sessions, password (contract 2, 4 and 10).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_PAGES, accountPath } from '../../src/views/page/account-pages.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account, newEmail, PASSWORD, post, setCookies, signIn, signUpPerson } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());
const sessionCookie = () => `latchkey-${new URL(hosts.authUrl).port}`;

describe('sign-up', () => {
  test('contract 2: makes an account, signs in and shows the account page', async () => {
    const { page, email } = await signUpPerson(hosts);
    expect(page.text).toContain(email);
    expect(page.text).toContain('Mina');
  });

  test('contract 2: comes back with every fault, what was typed, and no password', async () => {
    const browser = new Browser();
    const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
    const typed = { email: 'nobody', password: 'password1', nickname: '' };
    const page = await browser.submit(signUp.form({ action: '/sign-up' }), typed);
    expect(page.status).toBe(400);
    expect(Object.fromEntries(page.form({ action: '/sign-up' }).values)).toMatchObject({
      email: 'nobody',
      password: '',
    });
    expect(page.html).toContain('email-fault');
    expect(page.html).toContain('password-fault');
    expect(page.html).toContain('nickname-fault');
  });

  test('K23: of ten browsers that sign up one address at once, one gets an account and the others a clean answer', {
    tags: 'postgres',
  }, async () => {
    const email = newEmail();
    const pages = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = new Browser();
        const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
        return post(browser, signUp.form({ action: '/sign-up' }), { email, password: PASSWORD, nickname: 'Mina' });
      }),
    );
    expect(pages.map((page) => page.status).sort()).toEqual([303, ...Array(9).fill(400)]);
  });
});

describe('K6: sessions are not fixed', () => {
  test('a planted session handle is replaced at sign-in, and stays worth nothing', async () => {
    const attacker = await givenPerson(hosts);
    const planted = attacker.browser.cookies(hosts.authUrl).get(sessionCookie()) ?? '';
    const { email } = await givenPerson(hosts);
    const victim = new Browser();
    victim.setCookie(hosts.authUrl, sessionCookie(), planted);
    await signIn(hosts, victim, email);
    expect(victim.cookies(hosts.authUrl).get(sessionCookie())).not.toBe(planted);
    expect((await account(hosts, attacker.browser)).url.pathname).toBe('/login');
  });

  test('signing in again gives a new handle, and the old one is dead', async () => {
    const { browser, email } = await givenPerson(hosts);
    const before = browser.cookies(hosts.authUrl).get(sessionCookie()) ?? '';
    await signIn(hosts, browser, email);
    expect(browser.cookies(hosts.authUrl).get(sessionCookie())).not.toBe(before);
    const other = new Browser();
    other.setCookie(hosts.authUrl, sessionCookie(), before);
    expect((await account(hosts, other)).url.pathname).toBe('/login');
  });

  test('after signing out the handle is dead, also for who kept it', async () => {
    const { browser, page } = await signUpPerson(hosts);
    const kept = browser.cookies(hosts.authUrl).get(sessionCookie()) ?? '';
    const out = await browser.submit(page.form({ action: '/logout' }));
    expect(out.url.pathname).toBe('/signed-out');
    expect(browser.cookies(hosts.authUrl).has(sessionCookie())).toBe(false);
    const other = new Browser();
    other.setCookie(hosts.authUrl, sessionCookie(), kept);
    expect((await account(hosts, other)).url.pathname).toBe('/login');
  });
});

describe('K7: cookies', () => {
  test('on http: HttpOnly, SameSite=Lax, Path=/, no Domain, no Secure, small and unguessable', async () => {
    const browser = new Browser();
    const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
    const form = signUp.form({ action: '/sign-up' });
    const page = await post(browser, form, { email: newEmail(), password: PASSWORD, nickname: 'Mina' });
    const lines = [...setCookies(signUp).values(), ...setCookies(page).values()];
    expect([...setCookies(page).keys()].sort()).toEqual([sessionCookie(), `${sessionCookie()}-device`]);
    for (const line of lines) {
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/);
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).not.toMatch(/Domain=|Secure/i);
      expect(line.length).toBeLessThan(4096);
      expect(/=([^;]*)/.exec(line)?.[1]?.length).toBeGreaterThanOrEqual(22);
    }
  });

  test('the session cookie ends with the browser, and with "keep me signed in" after 90 days', async () => {
    const { email } = await givenPerson(hosts);
    const login = async (values: Record<string, string>) => {
      const browser = new Browser();
      const page = await browser.open(`${hosts.authUrl}/login`);
      const answer = await post(browser, page.form({ action: '/login' }), { email, password: PASSWORD, ...values });
      return setCookies(answer).get(sessionCookie());
    };
    expect(await login({})).not.toMatch(/Max-Age|Expires/i);
    expect(await login({ persistent: 'on' })).toMatch(/Max-Age=7776000/);
  });

  test.each(['first', 'last'])('a second session cookie, sent %s, does not switch the session', async (place) => {
    const attacker = await givenPerson(hosts);
    const victim = await givenPerson(hosts);
    const cookieOf = (browser: Browser) => `${sessionCookie()}=${browser.cookies(hosts.authUrl).get(sessionCookie())}`;
    const both = [cookieOf(victim.browser), cookieOf(attacker.browser)];
    if (place === 'first') both.reverse();
    const page = await new Browser().open(`${hosts.authUrl}/account`, { headers: { cookie: both.join('; ') } });
    expect(page.text).not.toContain(attacker.email);
  });

  test('the same cookie sent twice with one value is that session', async () => {
    const { browser, email } = await givenPerson(hosts);
    const cookie = `${sessionCookie()}=${browser.cookies(hosts.authUrl).get(sessionCookie())}`;
    const page = await new Browser().open(`${hosts.authUrl}/account`, { headers: { cookie: `${cookie}; ${cookie}` } });
    expect(page.text).toContain(email);
  });
});

describe('the profile', () => {
  test('contract 4: what is typed is saved and shown, and what is emptied is gone', async () => {
    const { browser, page } = await signUpPerson(hosts);
    const typed = { nickname: 'Minji', birthdate: '1999-12-31', locality: 'Seoul', country: 'Korea' };
    const saved = await browser.submit(page.form({ action: '/account/profile' }), typed);
    expect(saved.url.href).toBe(`${hosts.authUrl}/account?notice=profile-saved`);
    expect(Object.fromEntries(saved.form({ action: '/account/profile' }).values)).toMatchObject(typed);
    const emptied = await browser.submit(saved.form({ action: '/account/profile' }), { birthdate: '', locality: '' });
    expect(Object.fromEntries(emptied.form({ action: '/account/profile' }).values)).toMatchObject({
      nickname: 'Minji',
      birthdate: '',
      locality: '',
      country: 'Korea',
    });
  });

  test('contract 4: a fault brings the form back as it was typed, and saves nothing', async () => {
    const { browser, page } = await signUpPerson(hosts);
    const typed = { nickname: 'Minji', birthdate: 'tomorrow' };
    const back = await browser.submit(page.form({ action: '/account/profile' }), typed);
    expect(back.status).toBe(400);
    expect(Object.fromEntries(back.form({ action: '/account/profile' }).values)).toMatchObject(typed);
    expect(back.html).toContain('birthdate-fault');
    expect((await account(hosts, browser)).text).not.toContain('Minji');
  });

  test('contract 2: e-mail, its verification and role cannot be set by it', async () => {
    const { browser, page, email } = await signUpPerson(hosts);
    await post(browser, page.form({ action: '/account/profile' }), {
      email: 'x@example.com',
      email_verified: 'true',
      role: 'operator',
    });
    const stored = await hosts.ports.accounts.findByEmailKey(email);
    expect(stored).toMatchObject({ role: 'user', emailVerified: false });
  });
});

describe('sessions', () => {
  test('K21: one is ended from the list, and is anonymous at once', async () => {
    const here = await givenPerson(hosts);
    const elsewhere = new Browser({
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    });
    await givenSession(hosts, elsewhere, here.email);
    const page = await account(hosts, here.browser, 'devices');
    expect(page.text).toContain('Firefox 145, Linux');
    const form = page.form({ action: '/account/sessions' });
    const ended = await here.browser.submit(form, {}, { press: 'session' });
    expect(ended.url.search).toBe('?notice=session-ended');
    expect((await account(hosts, elsewhere)).url.pathname).toBe('/login');
    expect((await account(hosts, here.browser)).url.pathname).toBe('/account');
  });

  test('N1: another person’s session is not ended', async () => {
    const victim = await givenPerson(hosts);
    const stored = await hosts.ports.accounts.findByEmailKey(victim.email);
    const [session] = await hosts.ports.sessions.listByAccount(stored?.id ?? '', hosts.clock.now(), 50);
    const attacker = await givenPerson(hosts);
    const form = (await account(hosts, attacker.browser, 'devices')).form({ action: '/account/sessions' });
    await post(attacker.browser, form, { session: session?.id ?? '' });
    expect((await account(hosts, victim.browser)).url.pathname).toBe('/account');
  });

  test.each([
    ['end-others', '/account', '/login'],
    ['end-all', '/login', '/login'],
  ])('K21: %s', async (press, herePath, elsewherePath) => {
    const here = await givenPerson(hosts);
    const elsewhere = new Browser();
    await givenSession(hosts, elsewhere, here.email);
    const page = await account(hosts, here.browser, 'devices');
    await here.browser.submit(page.form({ action: '/account/sessions' }), {}, { press });
    expect((await account(hosts, here.browser)).url.pathname).toBe(herePath);
    expect((await account(hosts, elsewhere)).url.pathname).toBe(elsewherePath);
  });

  test.each(ACCOUNT_PAGES.map(accountPath))(
    'contract 27: %s is a page of the menu that marks it; a stranger signs in first and comes back to it',
    async (path) => {
      const { browser, email } = await givenPerson(hosts);
      const page = await browser.open(`${hosts.authUrl}${path}`);
      expect([page.status, page.url.pathname]).toEqual([200, path]);
      expect(page.html).toContain(`<a href="${path}" aria-current="page">`);
      for (const other of ACCOUNT_PAGES) expect(page.html).toContain(`<a href="${accountPath(other)}"`);
      const stranger = new Browser();
      const login = await stranger.open(`${hosts.authUrl}${path}`);
      expect(login.url.pathname).toBe('/login');
      const back = await stranger.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
      expect(back.url.pathname).toBe(path);
    },
  );

  test('contract 4: a stranger is sent to sign in, and from there to the account page', async () => {
    const { email } = await givenPerson(hosts);
    const browser = new Browser();
    const login = await account(hosts, browser);
    expect(login.url.pathname).toBe('/login');
    const page = await browser.submit(login.form({ action: '/login' }), { email, password: PASSWORD });
    expect(page.url.pathname).toBe('/account');
  });
});

describe('the password', () => {
  const change = async (values: Record<string, string>) => {
    const here = await givenPerson(hosts);
    const elsewhere = new Browser();
    await givenSession(hosts, elsewhere, here.email);
    const form = (await account(hosts, here.browser, 'security')).form({ action: '/account/password' });
    const page = await here.browser.submit(form, {
      current_password: PASSWORD,
      new_password: 'another long passphrase',
      ...values,
    });
    return { ...here, elsewhere, page };
  };

  test('contract 2: changing it keeps this session and ends all others', async () => {
    const { page, browser, elsewhere } = await change({});
    expect(page.url.search).toBe('?notice=password-changed');
    expect((await account(hosts, browser)).url.pathname).toBe('/account');
    expect((await account(hosts, elsewhere)).url.pathname).toBe('/login');
  });

  test('K19: a wrong current password changes nothing', async () => {
    const { page, elsewhere, email } = await change({ current_password: 'wrong password' });
    expect(page.status).toBe(400);
    expect(page.html).toContain('current_password-fault');
    expect((await account(hosts, elsewhere)).url.pathname).toBe('/account');
    expect((await signIn(hosts, new Browser(), email)).url.pathname).toBe('/account');
  });

  test('K15: wrong current passwords are counted with the sign-ins; then 429 with Retry-After', async () => {
    const { browser, email } = await givenPerson(hosts);
    const page = await account(hosts, browser, 'security');
    const attempt = (current_password: string) =>
      post(browser, page.form({ action: '/account/password' }), {
        current_password,
        new_password: 'another long passphrase',
      });
    for (let count = 0; count < 10; count += 1) expect((await attempt('wrong password')).status).toBe(400);
    const limited = await attempt(PASSWORD);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(hosts, browser, email)).status).toBe(429);
  });
});

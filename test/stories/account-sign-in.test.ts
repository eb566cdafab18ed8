// Signing in as an attacker would try it: what the answers tell, how many guesses are looked at, and that the owner
// still gets in (contract 10).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, newEmail, PASSWORD, post, setCookies, signIn, signUpPerson } from './account-pages.ts';

/** How many wrong passwords a network has where its limit is tried. */
const TRIES = 3;

let hosts: Hosts;
/** Behind a proxy on loopback that tells where people are; a network has few tries. */
let proxied: Hosts;
beforeAll(async () => {
  // Everybody in these tests comes from one network; its limit is tried on the other server.
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  proxied = await startHosts({ LATCHKEY_TRUST_PROXY: '127.0.0.1', LATCHKEY_PASSWORD_TRIES_PER_NETWORK: `${TRIES}` });
});
afterAll(() => Promise.all([hosts.stop(), proxied.stop()]));

type Headers = Readonly<Record<string, string>>;

async function guess(email: string, password: string, browser = new Browser(), headers: Headers = {}, at = hosts) {
  const login = await browser.open(`${at.authUrl}/login`);
  return post(browser, login.form({ action: '/login' }), { email, password }, headers);
}

/** On one page of a browser that has nothing to do with the account. */
const guessTimes = async (times: number, email: string) => {
  const browser = new Browser();
  const form = (await browser.open(`${hosts.authUrl}/login`)).form({ action: '/login' });
  for (let count = 0; count < times; count += 1) {
    expect([401, 429]).toContain((await post(browser, form, { email, password: 'wrong password' })).status);
  }
};

describe('K12: one answer for all', () => {
  /** What differs at every request is taken out; everything else counts. */
  const visible = (page: Page, email: string) => ({
    status: page.status,
    body: page.html.replaceAll(email, 'EMAIL').replace(/name="csrf(_device)?" value="[^"]+"/g, 'CSRF'),
    headers: [...page.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)),
    cookies: [...setCookies(page).keys()],
  });
  /** Addresses of one length, so that the length of the page says nothing either. */
  const email = (kind: string) => `${kind.padEnd(12, 'x')}@example.com`;

  const KINDS: Readonly<Record<string, (address: string) => Promise<unknown>>> = {
    unknown: async () => {},
    disabled: async (address) => {
      await signUpPerson(hosts, address);
      await setAccountDisabled(hosts.ports, address, true);
    },
    passwordless: (address) =>
      createAccount(hosts.ports, { email: address, role: 'user', nickname: undefined, password: undefined }),
  };

  test.each(Object.keys(KINDS))('a wrong password and an account that is %s', async (kind) => {
    const known = email(`known-${kind}`.slice(0, 12));
    await signUpPerson(hosts, known);
    await KINDS[kind]?.(email(kind));
    const [wrong, other] = [await guess(known, 'wrong password'), await guess(email(kind), PASSWORD)];
    expect(visible(other, email(kind))).toEqual(visible(wrong, known));
    expect(wrong.status).toBe(401);
  });

  test('limited: a known account with the right password, and an unknown account', async () => {
    const [known, unknown] = [email('limited-a'), email('limited-b')];
    await signUpPerson(hosts, known);
    await guessTimes(10, known);
    await guessTimes(10, unknown);
    const answers = [await guess(known, PASSWORD), await guess(unknown, PASSWORD)] as const;
    const [one, other] = [visible(answers[0], known), visible(answers[1], unknown)];
    const withoutTime = ({ headers, ...rest }: typeof one) => ({
      ...rest,
      headers: headers.filter(([name]) => name !== 'retry-after'),
    });
    expect(withoutTime(one)).toEqual(withoutTime(other));
    expect(one.status).toBe(429);
  });
});

test('K14: of 60 parallel guesses at most ten are evaluated; the right one inside the lock fails like the others', {
  tags: 'postgres',
}, async () => {
  const { email } = await signUpPerson(hosts);
  const pages = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(email, `guess number ${index}`)));
  const evaluated = pages.filter((page) => page.status === 401).length;
  expect(evaluated).toBeLessThanOrEqual(10);
  // More come at once than one network has places for: some of the others are told so instead.
  expect(pages.filter((page) => page.status === 429 || page.status === 503)).toHaveLength(60 - evaluated);
  await guessTimes(10 - evaluated, email);
  const right = await guess(email, PASSWORD);
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('K16: the network limit', () => {
  const guessFrom = (address: string) =>
    guess(newEmail(), 'wrong password', new Browser(), { 'x-forwarded-for': address }, proxied);
  /** Uses up a network's tries, on addresses of mail that nobody else guesses. */
  const useUp = async (address: (index: number) => string) => {
    for (let index = 0; index < TRIES; index += 1) expect((await guessFrom(address(index))).status).toBe(401);
  };

  test.each<[string, (index: number) => string, string]>([
    ['counts an IPv4 /24 as one', (index) => `203.0.113.${index}`, '203.0.113.200'],
    ['counts an IPv6 /64 as one', (index) => `2001:db8:7:7::${index.toString(16)}`, '2001:db8:7:7:ffff:ffff:ffff:1'],
    ['counts an IPv4 address written as IPv6 with it', () => '192.0.2.1', '::ffff:192.0.2.9'],
    [
      'believes no address made up before the proxy',
      (index) => `9.9.${index}.9, 198.51.100.1`,
      '8.8.8.8, 198.51.100.2',
    ],
    ['skips no check for what is no address', (index) => `not-an-address-${index}`, 'unknown'],
  ])('%s', async (_what, address, other) => {
    await useUp(address);
    expect((await guessFrom(other)).status).toBe(429);
  });

  test('is of that network only', async () => {
    await useUp(() => '100.64.1.1');
    expect((await guessFrom('100.64.2.1')).status).toBe(401);
  });

  test('without a trusted proxy, X-Forwarded-For says nothing', async () => {
    const alone = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: `${TRIES}` });
    const statuses: number[] = [];
    for (let index = 0; index <= TRIES; index += 1) {
      const headers = { 'x-forwarded-for': `203.0.${index}.1` };
      statuses.push((await guess(newEmail(), 'wrong password', new Browser(), headers, alone)).status);
    }
    await alone.stop();
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});

describe('K17: the owner', () => {
  test('signs in during a flood, on a device that was used before', async () => {
    const { browser, page, email } = await signUpPerson(hosts);
    await browser.submit(page.form({ action: '/logout' }));
    await guessTimes(12, email);
    expect((await signIn(hosts, browser, email)).url.pathname).toBe('/account');
  });

  test('signs in on a device that was used before, in a network that has used up its tries at made-up accounts', async () => {
    const headers = { 'x-forwarded-for': '192.0.3.7' };
    const { browser, page, email } = await signUpPerson(proxied);
    await browser.submit(page.form({ action: '/logout' }));
    for (let count = 0; count < TRIES; count += 1)
      await guess(newEmail(), 'wrong password', new Browser(), headers, proxied);
    expect((await guess(email, PASSWORD, new Browser(), headers, proxied)).status).toBe(429);
    expect((await guess(email, PASSWORD, browser, headers, proxied)).status).toBe(303);
  });

  test('signs in on any device when the window has passed', async () => {
    const { email } = await signUpPerson(hosts);
    await guessTimes(12, email);
    hosts.clock.advance(15 * 60 * 1000);
    expect((await guess(email, PASSWORD)).status).toBe(303);
  });

  test('is told on the page how long to wait', async () => {
    const { email } = await signUpPerson(hosts);
    await guessTimes(10, email);
    expect((await guess(email, PASSWORD)).text).toContain('15');
  });
});

test('contract 10: a device cookie made up, or taken to another account, is no known device', async () => {
  const victim = await signUpPerson(hosts);
  const attacker = await signUpPerson(hosts);
  await guessTimes(10, victim.email);
  expect((await guess(victim.email, PASSWORD, attacker.browser)).status).toBe(429);
  const forged = new Browser();
  const name = `latchkey-${new URL(hosts.authUrl).port}-device`;
  forged.setCookie(hosts.authUrl, name, `${'A'.repeat(22)}.${'A'.repeat(22)}`);
  expect((await guess(victim.email, PASSWORD, forged)).status).toBe(429);
});

test('contract 10: a known device has ten tries of its own and no more', async () => {
  const { browser, page, email } = await signUpPerson(hosts);
  await browser.submit(page.form({ action: '/logout' }));
  for (let count = 0; count < 10; count += 1) expect((await guess(email, 'wrong password', browser)).status).toBe(401);
  expect((await guess(email, PASSWORD, browser)).status).toBe(429);
  expect((await guess(email, PASSWORD)).status).toBe(303);
});

test('the device remembers five accounts, the last ones', async () => {
  const people = [];
  for (let count = 0; count < 6; count += 1) people.push(await signUpPerson(hosts));
  const shared = new Browser();
  for (const { email } of people) await signIn(hosts, shared, email);
  const [first, , , , , last] = people;
  for (const email of [first?.email ?? '', last?.email ?? '']) await guessTimes(10, email);
  expect((await guess(first?.email ?? '', PASSWORD, shared)).status).toBe(429);
  expect((await guess(last?.email ?? '', PASSWORD, shared)).status).toBe(303);
});

test('K21: a disabled account’s session is anonymous at once', async () => {
  const { browser, email } = await signUpPerson(hosts);
  await setAccountDisabled(hosts.ports, email, true);
  expect((await account(hosts, browser)).url.pathname).toBe('/login');
});

test('P6: sign-ins are logged with their result, and never with address or password', async () => {
  const { email } = await signUpPerson(hosts);
  const before = hosts.logs.length;
  await guess(email, 'a very wrong password');
  await guess(email, PASSWORD);
  const lines = hosts.logs.slice(before);
  expect(lines.filter((line) => line.event === 'sign-in').map((line) => line.result)).toEqual(['wrong', 'verified']);
  for (const secret of [email, PASSWORD, 'a very wrong password']) expect(JSON.stringify(lines)).not.toContain(secret);
});

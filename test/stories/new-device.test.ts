// A sign-in from a device that the account has not used sends mail (contract 26).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { PASSWORD, signIn } from './account-pages.ts';
import { codeForm, codeOf, personWithFactor } from './factor-pages.ts';
import { accountAt, sentProofs, startWithMail } from './sent-mail.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1';
const NEW_PASSWORD = 'four unrelated words here';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => hosts.stop());

const device = (userAgent = FIREFOX, address = '203.0.113.7', more = {}) =>
  new Browser({ 'user-agent': userAgent, 'x-forwarded-for': address, ...more });

/** The rows of the mails about new devices, also of those that are over. */
async function mailRows(email: string) {
  const { id } = await accountAt(hosts, email);
  const rows = await hosts.rowsIn('mails');
  return rows.filter(({ kind, account_id }) => kind === 'new-device' && account_id === id);
}
const told = async (email: string) => (await mailRows(email)).length;

/** Somebody who signed up more than an hour ago, on a browser that they still have. */
async function givenEarlier() {
  const person = await givenPerson(hosts, { verified: true });
  hosts.clock.advance(HOUR);
  return person;
}

async function enter(browser: Browser, email: string, password = PASSWORD) {
  expect((await signIn(hosts, browser, email, password)).url.pathname).toBe('/account');
}

describe('a sign-in', () => {
  test('contract 26: from a new device is mailed, with time, browser and network; a second one there is not', async () => {
    const { email } = await givenEarlier();
    const browser = device();
    await enter(browser, email);
    await enter(browser, email);
    expect(await told(email)).toBe(1);
    const [row] = await mailRows(email);
    const facts = typeof row?.facts === 'string' ? JSON.parse(row.facts) : row?.facts;
    expect(facts).toMatchObject({
      ...{ device: { browser: 'Firefox 145', system: 'Windows' }, network: '203.0.113.0/24' },
    });
    expect(Math.abs(facts.at - hosts.clock.now())).toBeLessThan(60_000);
  });

  test('contract 26: on a device that the account used is not mailed, however long ago and from wherever', async () => {
    const { browser, email } = await givenEarlier();
    hosts.clock.advance(100 * 24 * HOUR);
    await enter(browser, email);
    expect(await told(email)).toBe(0);
  });

  test('contract 26: a browser family and network is told of once a week, whatever its version and system', async () => {
    const { email } = await givenEarlier();
    for (const browser of [device(), device(NEWER_FIREFOX), device(FIREFOX, '203.0.113.250')])
      await enter(browser, email);
    expect(await told(email)).toBe(1);
    await enter(device(SAFARI), email);
    expect(await told(email)).toBe(2);
    await enter(device(FIREFOX, '198.51.100.1'), email);
    expect(await told(email)).toBe(3);
    hosts.clock.advance(WEEK);
    await enter(device(), email);
    expect(await told(email)).toBe(4);
  });

  test('contract 26: an IPv6 network is a /48', async () => {
    const { email } = await givenEarlier();
    for (const address of ['2001:db8:1:1::1', '2001:db8:1:ffff::1']) await enter(device(FIREFOX, address), email);
    expect(await told(email)).toBe(1);
    await enter(device(FIREFOX, '2001:db8:2:1::1'), email);
    expect(await told(email)).toBe(2);
  });

  test('contract 26: in the account’s first hour is not mailed', async () => {
    const { email } = await givenPerson(hosts, { verified: true });
    await enter(device(), email);
    hosts.clock.advance(HOUR - 120_000);
    await enter(device(SAFARI), email);
    expect(await told(email)).toBe(0);
    hosts.clock.advance(120_000);
    await enter(device(SAFARI), email);
    expect(await told(email)).toBe(1);
  });

  test('contract 26: that fails is not mailed', async () => {
    const { email } = await givenEarlier();
    expect((await signIn(hosts, device(), email, 'wrong password')).status).toBe(401);
    expect(await told(email)).toBe(0);
  });

  test('contract 24, 26: is mailed when it is complete, not after its first proof', async () => {
    const { email, secret } = await personWithFactor(hosts, { verified: true });
    hosts.clock.advance(HOUR);
    const other = device();
    const page = await signIn(hosts, other, email);
    expect([page.url.pathname, await told(email)]).toEqual(['/login', 0]);
    await other.submit(codeForm(page), { code: codeOf(hosts, secret) });
    expect(await told(email)).toBe(1);
  });

  test('contract 26: of fifty at once, one is mailed', { tags: 'postgres' }, async () => {
    const { email } = await givenEarlier();
    const account = await accountAt(hosts, email);
    const { signIn: enterAsCore } = await import('../../src/core/sign-in/sessions/sign-in.ts');
    const device = { deviceId: undefined, knowsAccount: () => false };
    const from = { userAgent: FIREFOX, site: '203.0.113.0/24', language: 'en', ...device };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        enterAsCore(hosts.ports, {
          ...{ proof: { by: 'password-link', account }, persistent: false, network: '203.0.113.0/24', from, held: [] },
        }),
      ),
    );
    expect(outcomes.every(({ kind }) => kind === 'signed-in')).toBe(true);
    expect(await told(email)).toBe(1);
  });

  test('contract 20, 26: is mailed in the language of the profile, else in that of the page', async () => {
    const [korean, silent] = [await givenEarlier(), await givenEarlier()];
    await hosts.execute(
      `update accounts set profile = '{"locale":"ko-KR"}' where id = '${(await accountAt(hosts, korean.email)).id}'`,
    );
    for (const { email } of [korean, silent])
      await enter(device(FIREFOX, '203.0.113.7', { 'accept-language': 'en' }), email);
    const languageTo = async (email: string) => (await mailRows(email))[0]?.language;
    expect([await languageTo(korean.email), await languageTo(silent.email)]).toEqual(['ko-KR', 'en']);
  });
});

describe('known devices are forgotten', () => {
  /** Sets a new password on a browser of its own by the link of a mail. */
  async function reset(email: string) {
    const browser = device(SAFARI, '198.51.100.9');
    const page = await browser.open(`${hosts.authUrl}/forgot-password`);
    await browser.submit(page.form({ action: '/forgot-password' }), { email });
    await hosts.tick('outbox');
    const [proof] = (await sentProofs(hosts, email, 'password')).slice(-1);
    const form = await browser.open(`${hosts.authUrl}/password?token=${proof?.token}`);
    const choice = form.html.includes('name="choice"') ? { choice: 'keep' } : {};
    await browser.submit(form.form({ action: '/password' }), { password: NEW_PASSWORD, ...choice });
  }

  test('contract 26: by a reset: the browser of before is a new device, and so is one that was told of', async () => {
    const { email } = await givenEarlier();
    const { id, emailKey } = await accountAt(hosts, email);
    await hosts.ports.accounts.setEmailVerified(id, emailKey, hosts.clock.now());
    const browser = device();
    await enter(browser, email);
    expect(await told(email)).toBe(1);
    await reset(email);
    const after = await told(email);
    await enter(browser, email, NEW_PASSWORD);
    expect(await told(email)).toBe(after + 1);
  });

  test('contract 21, 26: by a claim', async () => {
    const { browser, email } = await givenEarlier();
    await reset(email);
    const after = await told(email);
    await enter(browser, email, NEW_PASSWORD);
    expect(await told(email)).toBe(after + 1);
  });

  test('contract 10, 26: a forgotten device has no tries of its own', async () => {
    const { browser, email } = await givenEarlier();
    const tries = async (one: Browser, count: number) => {
      const seen = [];
      for (let left = count; left > 0; left -= 1) seen.push((await signIn(hosts, one, email, 'wrong password')).status);
      return seen;
    };
    expect((await tries(device(), 11)).at(-1)).toBe(429);
    // Known: neither the account's limit nor the network's binds it.
    expect(await tries(browser, 1)).toEqual([401]);
    await reset(email);
    expect(await tries(browser, 1)).toEqual([429]);
  });

  test('contract 2, 26: a changed password forgets none', async () => {
    const { browser, email } = await givenEarlier();
    const page = await browser.open(`${hosts.authUrl}/account/security`);
    const values = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await browser.submit(page.form({ action: '/account/password' }), values);
    await enter(browser, email, NEW_PASSWORD);
    expect(await told(email)).toBe(0);
  });
});

test('contract 20, 26: without mail nothing is queued, and nothing kept of devices', { tags: 'postgres' }, async () => {
  const silent = await startHosts({ LATCHKEY_OPS_LISTEN: 'off', LATCHKEY_TRUST_PROXY: '127.0.0.1' });
  try {
    expect(silent.ports.rules.mail).toBe('off');
    const { email } = await givenPerson(silent);
    silent.clock.advance(HOUR);
    await signIn(silent, device(), email);
    const rows = await silent.rows();
    expect([rows.get('mails') ?? [], rows.get('told_devices') ?? []]).toEqual([[], []]);
  } finally {
    await silent.stop();
  }
});

test('contract 26: what is kept of a device is a keyed hash', { tags: 'postgres' }, async () => {
  const { email } = await givenEarlier();
  await enter(device(), email);
  const rows = await hosts.rowsIn('told_devices');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual(['account_id', 'device_mac', 'expires_at']);
    expect(row.device_mac).toHaveLength(32);
    expect(JSON.stringify(row)).not.toMatch(/firefox|203\.0\.113/i);
  }
});

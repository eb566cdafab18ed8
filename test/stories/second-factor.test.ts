// Two-step verification (contract 24): what each way to a session asks for, what a code and the half signed-in value are
// good for, and what ends them.
// @module-tag postgres-in-part
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFactorsOf, setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { textInQrCode } from '../helpers/qr-code.ts';
import { account, PASSWORD, post, signIn } from './account-pages.ts';
import {
  codeForm,
  codeOf,
  enrol,
  givenCodes,
  isCodePage,
  personWithFactor,
  recoveryCodesIn,
  STEP_MS,
  secretIn,
  signInWithCode,
} from './factor-pages.ts';
import { personWithPasskey, signInByPasskey } from './passkey-pages.ts';

const MINUTE = 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';
/** The footer's language switch. */
const languageForm = (page: Page): Form => page.form({ fields: ['shown_faults'] });
const open = (browser: Browser, path: string): Promise<Page> => browser.open(`${hosts.authUrl}${path}`);

describe('setting it up', () => {
  test('contract 24: ends with a correct code, and shows ten recovery codes once', async () => {
    const { browser } = await givenPerson(hosts);
    const { page, recoveryCodes } = await enrol(hosts, browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect(page.text).toContain('I have saved them');
    expect(page.text).not.toContain('Back to your account');
    const file = await browser.submit(page.form({ fields: ['recovery_code'] }), {}, { press: 'download' });
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="recovery-codes.txt"');
    expect(file.html).toBe(`Latchkey\n\n${recoveryCodes.join('\n')}\n`);
    const again = await browser.open(page.url);
    expect([recoveryCodesIn(again), again.status]).toEqual([[], 200]);
  });

  test('contract 24: a camera reads the secret from the QR code, in an app that knows RFC 6238', async () => {
    const { browser, email } = await givenPerson(hosts);
    const page = await open(browser, '/account/two-step');
    const app = URI.parse(textInQrCode(page.html) ?? '');
    expect(app).toMatchObject({ issuer: 'Latchkey', label: email, algorithm: 'SHA1', digits: 6, period: 30 });
    expect(app.secret.base32).toBe(secretIn(page));
    const code = (app as TOTP).generate({ timestamp: hosts.clock.now() });
    await browser.submit(page.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
  });

  test('contract 24: a wrong code turns nothing on, and the page keeps its secret', async () => {
    const { browser, email } = await givenPerson(hosts);
    const setUp = await open(browser, '/account/two-step');
    const form = setUp.form({ fields: ['sealed'] });
    const wrong = await browser.submit(form, { code: codeOf(hosts, secretIn(setUp), 5) }, { press: 'enrol' });
    expect([wrong.status, secretIn(wrong)]).toEqual([400, secretIn(setUp)]);
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(false);
  });

  test('contract 24: enrolment abandoned stores nothing, and its page is worthless an hour later', async () => {
    const { browser, email } = await givenPerson(hosts);
    const setUp = await open(browser, '/account/two-step');
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(false);
    hosts.clock.advance(61 * MINUTE);
    await browser.submit(
      setUp.form({ fields: ['sealed'] }),
      { code: codeOf(hosts, secretIn(setUp)) },
      { press: 'enrol' },
    );
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(false);
  });

  test('contract 25: is asked for the password when the sign-in is older than ten minutes', async () => {
    const { browser, email } = await givenPerson(hosts);
    const setUp = await open(browser, '/account/two-step');
    hosts.clock.advance(11 * MINUTE);
    expect((await open(browser, '/account/two-step')).url.pathname).toBe('/confirm');
    const form = setUp.form({ fields: ['sealed'] });
    const refused = await browser.submit(form, { code: codeOf(hosts, secretIn(setUp)) }, { press: 'enrol' });
    expect(refused.url.pathname).toBe('/confirm');
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(false);
  });

  test.each(['right', 'wrong'])(
    'contract 25: a form with a %s code that was open for longer comes back with its secret after the confirmation',
    async (kind) => {
      const { browser, email } = await givenPerson(hosts);
      const setUp = await open(browser, '/account/two-step');
      const secret = secretIn(setUp);
      hosts.clock.advance(11 * MINUTE);
      const code = codeOf(hosts, secret, kind === 'right' ? 0 : 5);
      const asked = await browser.submit(setUp.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
      expect([asked.url.pathname, asked.url.href.includes(secret)]).toEqual(['/confirm', false]);
      const back = await browser.submit(asked.form({ action: '/confirm' }), { password: PASSWORD });
      expect([back.url.pathname, secretIn(back)]).toEqual(['/account/two-step', secret]);
      const form = back.form({ fields: ['sealed'] });
      await browser.submit(form, { code: codeOf(hosts, secret) }, { press: 'enrol' });
      expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
      hosts.clock.advance(STEP_MS);
    },
  );

  test('contract 24: what was kept is of one session, and for minutes', async () => {
    const { browser, email } = await givenPerson(hosts);
    const setUp = await open(browser, '/account/two-step');
    hosts.clock.advance(11 * MINUTE);
    const code = codeOf(hosts, secretIn(setUp));
    await browser.submit(setUp.form({ fields: ['sealed'] }), { code }, { press: 'enrol' });
    const other = new Browser();
    await givenSession(hosts, other, email);
    expect(secretIn(await open(other, '/account/two-step'))).not.toBe(secretIn(setUp));
    hosts.clock.advance(5 * MINUTE);
    const late = await open(browser, '/account/two-step');
    const back = await browser.submit(late.form({ action: '/confirm' }), { password: PASSWORD });
    expect([secretIn(back).length > 0, secretIn(back) === secretIn(setUp)]).toEqual([true, false]);
  });

  test('decision 46: ends the other sessions, and a copy of the cookie, but not this session', async () => {
    const { browser, email } = await givenPerson(hosts);
    const other = new Browser();
    await givenSession(hosts, other, email);
    await enrol(hosts, browser);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('contract 24: a password that was typed before gets no session after', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { accounts } = hosts.ports;
    const before = await accounts.findByEmailKey(email);
    await enrol(hosts, browser);
    expect((await accounts.findByEmailKey(email))?.signInEpoch).toBe((before?.signInEpoch ?? 0) + 1);
  });

  test('P1: neither the secret nor a recovery code is stored as it is', { tags: 'postgres' }, async () => {
    const { secret, recoveryCodes } = await personWithFactor(hosts);
    const rows = JSON.stringify([...(await hosts.rows())], (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const text of [secret, recoveryCodes[0] ?? '', (recoveryCodes[0] ?? '').replaceAll('-', '')]) {
      expect(rows).not.toContain(text);
    }
    const lines = JSON.stringify(hosts.logs);
    for (const text of [secret, ...recoveryCodes]) expect(lines).not.toContain(text);
  });
});

describe('signing in', () => {
  test('contract 24: after the right password, nobody is signed in until the code', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    expect([page.status, isCodePage(page), await isSignedIn(browser)]).toEqual([200, true, false]);
    expect(codeForm(page).fields).toContain('code');
    expect(page.html).toMatch(
      /<input(?=[^>]* name="code")(?=[^>]* autocomplete="one-time-code")(?=[^>]* inputmode="numeric")/,
    );
    const done = await browser.submit(codeForm(page), { code: codeOf(hosts, secret) });
    expect([done.url.pathname, await isSignedIn(browser)]).toEqual(['/account', true]);
  });

  test('contract 24: a wrong password tells nothing of the second factor', async () => {
    const { email } = await personWithFactor(hosts);
    const page = await signIn(hosts, new Browser(), email, 'wrong password');
    expect([page.status, isCodePage(page)]).toEqual([401, false]);
  });

  test('contract 24: a step is used once ever, also at the sign-in after', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const code = codeOf(hosts, secret);
    await signInWithCode(hosts, new Browser(), email, secret);
    const again = new Browser();
    const page = await again.submit(codeForm(await signIn(hosts, again, email)), { code });
    expect([page.status, isCodePage(page), await isSignedIn(again)]).toEqual([401, true, false]);
    hosts.clock.advance(STEP_MS);
    const next = await again.submit(codeForm(page), { code: codeOf(hosts, secret) });
    expect(next.url.pathname).toBe('/account');
  });

  test('contract 24: one code 50 times at once signs in once', { tags: 'postgres' }, async () => {
    const { email, secret } = await personWithFactor(hosts);
    const browser = new Browser();
    const form = codeForm(await signIn(hosts, browser, email));
    const code = codeOf(hosts, secret);
    const sent = await Promise.all(Array.from({ length: 50 }, () => post(browser, form, { code })));
    const statuses = sent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => ![303, 401, 429, 503].includes(status))).toEqual([]);
  });

  test('contract 24: a recovery code replaces the code once; of two at once, one', { tags: 'postgres' }, async () => {
    const { email, recoveryCodes } = await personWithFactor(hosts);
    const [code = '', next = ''] = recoveryCodes;
    const browsers = [new Browser(), new Browser()];
    const pages = await Promise.all(browsers.map((browser) => signIn(hosts, browser, email)));
    const typed = code.toUpperCase().replaceAll('-', ' ');
    const sent = await Promise.all(
      pages.map((page, at) => post(browsers[at] as Browser, codeForm(page), { code: typed })),
    );
    expect(sent.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    hosts.clock.advance(1000);
    const again = new Browser();
    const used = await again.submit(codeForm(await signIn(hosts, again, email)), { code });
    expect([used.status, await isSignedIn(again)]).toEqual([401, false]);
    expect((await again.submit(codeForm(used), { code: next })).url.pathname).toBe('/account');
  });

  test('contract 24: the link to recovery codes shows their page, which leads back', async () => {
    const { email, recoveryCodes } = await personWithFactor(hosts);
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    const recovery = await browser.submit(page.forms[1] as Form, {}, { press: 'yes' });
    expect([recovery.status, recovery.html.includes('inputmode="numeric"')]).toEqual([200, false]);
    const done = await browser.submit(codeForm(recovery), { code: recoveryCodes[3] ?? '' });
    expect(done.url.pathname).toBe('/account');
  });

  test('contract 24: ten wrong codes in fifteen minutes, over all devices; the right password clears nothing', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const wrong = async () => {
      const browser = new Browser();
      return browser.submit(codeForm(await signIn(hosts, browser, email)), { code: codeOf(hosts, secret, 9) });
    };
    for (let tries = 0; tries < 10; tries += 1) expect((await wrong()).status).toBe(401);
    const limited = await wrong();
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const right = await signInWithCode(hosts, new Browser(), email, secret);
    expect(right.status).toBe(429);
    hosts.clock.advance(16 * MINUTE);
    expect((await signInWithCode(hosts, new Browser(), email, secret)).url.pathname).toBe('/account');
  });

  test('contract 24: a whole sign-in clears the wrong codes before it', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const browser = new Browser();
    for (let round = 0; round < 2; round += 1) {
      let page = await signIn(hosts, browser, email);
      for (let tries = 0; tries < 9; tries += 1) {
        page = await browser.submit(codeForm(page), { code: codeOf(hosts, secret, 9) });
        expect(page.status).toBe(401);
      }
      hosts.clock.advance(STEP_MS);
      expect((await browser.submit(codeForm(page), { code: codeOf(hosts, secret) })).url.pathname).toBe('/account');
      hosts.clock.advance(STEP_MS);
    }
  });

  test('contract 24: after 100 wrong codes in a row only a recovery code is accepted, which ends the rest', async () => {
    const { email, secret, recoveryCodes } = await personWithFactor(hosts);
    await hosts.execute(
      `update one_time_codes set tries_in_row = 99 where account_id = (select id from accounts where email = '${email}')`,
    );
    const browser = new Browser();
    const page = await signIn(hosts, browser, email);
    const wrong = await browser.submit(codeForm(page), { code: codeOf(hosts, secret, 9) });
    const rests = await browser.submit(codeForm(wrong), { code: codeOf(hosts, secret) });
    expect([rests.status, rests.text.includes('Use a recovery code')]).toEqual([401, true]);
    expect((await browser.submit(codeForm(rests), { code: recoveryCodes[0] ?? '' })).url.pathname).toBe('/account');
    hosts.clock.advance(STEP_MS);
    expect((await signInWithCode(hosts, new Browser(), email, secret)).url.pathname).toBe('/account');
  });

  test.each(['passkey', 'reset', 'operator'] as const)('contract 24: so does the %s', async (way) => {
    const person = await personWithPasskey(hosts);
    const { email, browser, key } = person;
    const { secret } = await givenCodes(hosts, browser);
    await hosts.execute(
      `update one_time_codes set tries_in_row = 100 where account_id = (select id from accounts where email = '${email}')`,
    );
    const half = await signIn(hosts, new Browser(), email);
    expect(isCodePage(half)).toBe(true);
    const rests = new Browser();
    const page = await signIn(hosts, rests, email);
    expect((await rests.submit(codeForm(page), { code: codeOf(hosts, secret) })).status).toBe(401);
    hosts.clock.advance(STEP_MS);
    if (way === 'passkey') expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
    if (way === 'operator') {
      await removeFactorsOf(hosts.ports, email);
      expect((await signIn(hosts, new Browser(), email)).url.pathname).toBe('/account');
      return;
    }
    if (way === 'reset') {
      const issued = await passwordLinkFor(hosts.ports, email);
      const other = new Browser();
      const set = await open(other, `/password?token=${issued.token}`);
      const listed = await other.submit(set.form({ fields: ['password'] }), { password: PASSWORD });
      const asked = await other.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
      expect((await other.submit(codeForm(asked), { code: codeOf(hosts, secret) })).url.pathname).toBe('/account');
      return;
    }
    expect((await signInWithCode(hosts, new Browser(), email, secret)).url.pathname).toBe('/account');
  });

  test('contract 24: an account that is limited by wrong passwords still lets a passkey in', async () => {
    const { email, key } = await personWithPasskey(hosts);
    let last = 0;
    for (let tries = 0; tries < 12; tries += 1) {
      last = (await signIn(hosts, new Browser(), email, 'a wrong passphrase')).status;
    }
    expect(last).toBe(429);
    expect((await signIn(hosts, new Browser(), email)).status).toBe(429);
    expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
  });

  test('contract 24: the ID token tells of both proofs', async () => {
    const client = await givenClient(hosts);
    const { secret } = await givenCodes(hosts, client.browser);
    const browser = new Browser();
    const login = await browser.open(client.authorizeUrl({ scope: 'openid' }));
    const person = { email: client.email, password: client.password };
    const page = await browser.submit(login.form({ action: '/login' }), person);
    const back = await browser.submit(codeForm(page), { code: codeOf(hosts, secret) }, { stopAt: CALLBACK });
    const code = back.url.searchParams.get('code') ?? '';
    const { body } = await client.token(client.codeForm(code));
    const claims = JSON.parse(Buffer.from((body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString());
    expect([claims.amr, claims.acr]).toEqual([['pwd', 'otp', 'mfa'], '2']);
  });
});

describe('acr that an application asks for', () => {
  test('contract 24: acr_values=2 asks a session that was opened before; prompt=none says login_required', async () => {
    const client = await givenClient(hosts);
    const { secret } = await givenCodes(hosts, client.browser);
    const silent = await client.browser.open(client.authorizeUrl({ acr_values: '2', prompt: 'none' }), {
      stopAt: CALLBACK,
    });
    expect(silent.url.searchParams.get('error')).toBe('login_required');
    const login = await client.browser.open(client.authorizeUrl({ scope: 'openid', acr_values: '2' }));
    expect(login.url.pathname).toBe('/login');
    const page = await client.browser.submit(login.form({ action: '/login' }), { password: client.password });
    const back = await client.browser.submit(codeForm(page), { code: codeOf(hosts, secret) }, { stopAt: CALLBACK });
    const { body } = await client.token(client.codeForm(back.url.searchParams.get('code') ?? ''));
    const claims = JSON.parse(Buffer.from((body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString());
    expect(claims.acr).toBe('2');
    expect(await client.code({ acr_values: '2', prompt: 'none' })).toBeDefined();
  });

  test('contract 24: without a factor, acr_values goes on and an essential acr is refused', async () => {
    const client = await givenClient(hosts);
    expect(await client.code({ acr_values: '2 1' })).toBeDefined();
    const acr = { essential: true, value: '2' };
    const claims = JSON.stringify({ id_token: { acr } });
    const back = await client.browser.open(client.authorizeUrl({ scope: 'openid', claims }), { stopAt: CALLBACK });
    expect(back.url.searchParams.get('error')).toBe('unmet_authentication_requirements');
  });
});

describe('the half signed-in value', () => {
  async function half() {
    const person = await personWithFactor(hosts);
    const browser = new Browser();
    const page = await signIn(hosts, browser, person.email);
    return { ...person, browser, page, form: codeForm(page), code: () => codeOf(hosts, person.secret) };
  }
  const startsAnew = (page: Page): boolean => page.status === 400 && !isCodePage(page);

  test('contract 24: replayed after it was used, also with the next code', async () => {
    const { browser, email, form, code } = await half();
    hosts.clock.advance(1);
    await browser.submit(form, { code: code() });
    expect(await isSignedIn(browser)).toBe(true);
    const { accounts, sessions } = hosts.ports;
    const accountId = (await accounts.findByEmailKey(email))?.id ?? '';
    const now = hosts.clock.now();
    for (const { id } of await sessions.listByAccount(accountId, now, 10)) {
      await sessions.end({ accountId, sessionId: id, now });
    }
    hosts.clock.advance(STEP_MS);
    const page = await browser.submit(form, { code: code() });
    expect([page.status, await isSignedIn(browser)]).toEqual([401, false]);
  });

  test('contract 24: on another device', async () => {
    const { form, code } = await half();
    const thief = new Browser();
    const login = await open(thief, '/login');
    const csrf = login.form({ action: '/login' }).values.filter(([name]) => name === 'csrf');
    const values = [...form.values.filter(([name]) => name !== 'csrf'), ...csrf];
    const page = await thief.submit({ ...form, values }, { code: code() });
    expect([startsAnew(page), await isSignedIn(thief)]).toEqual([true, false]);
  });

  test('contract 24: for another request', async () => {
    const { browser, form, code } = await half();
    const client = await givenClient(hosts);
    const login = await browser.open(client.authorizeUrl());
    const action = login.form({ action: '/login' }).action;
    const page = await browser.submit({ ...form, action }, { code: code() });
    expect([startsAnew(page), await isSignedIn(browser)]).toEqual([true, false]);
  });

  test('contract 24: altered, or after five minutes', async () => {
    const { browser, form, code } = await half();
    const flipped = (value: string) => `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`;
    const values = form.values.map(([name, value]) => [name, name === 'proof_token' ? flipped(value) : value] as const);
    const altered = await browser.submit({ ...form, values }, { code: code() });
    hosts.clock.advance(5 * MINUTE);
    const late = await browser.submit(form, { code: code() });
    expect([startsAnew(altered), startsAnew(late), await isSignedIn(browser)]).toEqual([true, true, false]);
  });

  const ENDINGS: Readonly<
    Record<string, (of: { email: string; browser: Browser; owner: Browser }) => Promise<unknown>>
  > = {
    'the password was changed': async ({ owner }) => {
      const page = await account(hosts, owner, 'security');
      const changed = { current_password: PASSWORD, new_password: 'another long passphrase' };
      await owner.submit(page.form({ action: '/account/password' }), changed);
    },
    'the account was disabled': ({ email }) => setAccountDisabled(hosts.ports, email, true),
    'the factor was removed by an operator': ({ email }) => removeFactorsOf(hosts.ports, email),
    'the other devices were signed out': async ({ owner }) => {
      const page = await account(hosts, owner, 'devices');
      await owner.submit(page.form({ action: '/account/sessions' }), {}, { press: 'end-all' });
    },
  };
  test.each(Object.keys(ENDINGS))('contract 24: after %s', async (name) => {
    const person = await personWithFactor(hosts);
    const browser = new Browser();
    const page = await signIn(hosts, browser, person.email);
    await ENDINGS[name]?.({ email: person.email, browser, owner: person.browser });
    const refused = await browser.submit(codeForm(page), { code: codeOf(hosts, person.secret) });
    expect([startsAnew(refused), await isSignedIn(browser)]).toEqual([true, false]);
  });

  test('contract 24: opens no page of an account', async () => {
    const { browser, form } = await half();
    const value = form.values.find(([name]) => name === 'proof_token')?.[1] ?? '';
    for (const path of ['/account', '/console', '/account/two-step']) {
      const page = await open(browser, `${path}?half=${value}`);
      expect(page.url.pathname).toBe('/login');
    }
  });

  test('contract 4: switching the language repeats the step, and the code still signs in', async () => {
    const { browser, page, secret } = await half();
    const korean = await browser.submit(languageForm(page), {}, { press: 'ko' });
    expect([isCodePage(korean), korean.html.includes('lang="ko"')]).toEqual([true, true]);
    expect((await browser.submit(codeForm(korean), { code: codeOf(hosts, secret) })).url.pathname).toBe('/account');
  });
});

describe('every other way to a session', () => {
  test('contract 24: a link that sets the password does not sign in until the code, and lets wrong codes rest', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const link = await passwordLinkFor(hosts.ports, email);
    const browser = new Browser();
    const page = await open(browser, `/password?token=${link.token}`);
    const listed = await browser.submit(page.form({ action: '/password' }), { password: 'another long passphrase' });
    const asked = await browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
    expect([isCodePage(asked), await isSignedIn(browser)]).toEqual([true, false]);
    const done = await browser.submit(codeForm(asked), { code: codeOf(hosts, secret) });
    expect([done.url.pathname, await isSignedIn(browser)]).toEqual(['/account', true]);
  });

  test('contract 24: the code after that link is taken on a browser that was signed in', async () => {
    const { browser, email, secret } = await personWithFactor(hosts);
    const link = await passwordLinkFor(hosts.ports, email);
    const page = await open(browser, `/password?token=${link.token}`);
    const listed = await browser.submit(page.form({ action: '/password' }), { password: 'another long passphrase' });
    const asked = await browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
    const done = await browser.submit(codeForm(asked), { code: codeOf(hosts, secret) });
    expect([done.url.pathname, await isSignedIn(browser)]).toEqual(['/account', true]);
  });

  test('contract 25: a confirmation asks for the code too', async () => {
    const { browser, secret } = await personWithFactor(hosts);
    hosts.clock.advance(11 * MINUTE);
    const page = await open(browser, '/account/two-step');
    const form = page.form({ fields: ['confirming'] });
    const without = await browser.submit(form, { password: PASSWORD });
    const wrong = await browser.submit(form, { password: PASSWORD, code: codeOf(hosts, secret, 9) });
    expect([without, wrong].map(({ status, url }) => [status, url.pathname])).toEqual([
      [400, '/confirm'],
      [400, '/confirm'],
    ]);
    const done = await browser.submit(form, { password: PASSWORD, code: codeOf(hosts, secret) });
    expect(done.url.pathname).toBe('/account/two-step');
  });

  test.each(['/account/password', '/account/email'])(
    'contract 25: %s is not changed by the password alone',
    async (path) => {
      const { browser, email } = await personWithFactor(hosts);
      hosts.clock.advance(11 * MINUTE);
      const page = await account(hosts, browser, path.endsWith('email') ? 'profile' : 'security');
      const typed = path.endsWith('email')
        ? { email: `new-${email}`, password: PASSWORD }
        : { current_password: PASSWORD, new_password: 'another long passphrase' };
      const asked = await browser.submit(page.form({ action: path }), typed);
      expect(asked.text).toContain('Confirm it’s you');
      expect(asked.html).not.toContain(PASSWORD);
      expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
    },
  );
});

describe('changing it', () => {
  test('contract 24: new recovery codes end the old ones', async () => {
    const { browser, email, recoveryCodes } = await personWithFactor(hosts);
    const page = await open(browser, '/account/two-step');
    const made = await browser.submit(page.form({ action: '/account/two-step' }), {}, { press: 'new-codes' });
    const fresh = recoveryCodesIn(made);
    expect(fresh).toHaveLength(10);
    const other = new Browser();
    const old = await other.submit(codeForm(await signIn(hosts, other, email)), { code: recoveryCodes[0] ?? '' });
    expect(old.status).toBe(401);
    expect((await other.submit(codeForm(old), { code: fresh[0] ?? '' })).url.pathname).toBe('/account');
  });

  test('contract 9: HEAD of the page that shows new recovery codes once does not use them up', async () => {
    const { browser } = await personWithFactor(hosts);
    const page = await open(browser, '/account/two-step');
    const made = await post(browser, page.form({ action: '/account/two-step' }), { action: 'new-codes' });
    const url = `${hosts.authUrl}${made.headers.get('location')}`;
    const cookie = [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await fetch(url, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
    expect(recoveryCodesIn(await browser.open(url))).toHaveLength(10);
  });

  test('contract 24: turned off, the password alone signs in, and other sessions end', async () => {
    const { browser, email, secret } = await personWithFactor(hosts);
    const other = new Browser();
    await signInWithCode(hosts, other, email, secret);
    const page = await open(browser, '/account/two-step');
    const off = await browser.submit(page.forms.at(-1) as Form, {}, { press: 'remove' });
    expect(off.url.pathname).toBe('/account/security');
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(hosts, other, email)).url.pathname).toBe('/account');
  });

  test('contract 25: neither is done ten minutes after the last confirmation', async () => {
    const { browser, email } = await personWithFactor(hosts);
    const page = await open(browser, '/account/two-step');
    hosts.clock.advance(11 * MINUTE);
    for (const press of ['new-codes', 'remove']) {
      const found = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === press));
      expect((await browser.submit(found as Form, {}, { press })).url.pathname).toBe('/confirm');
    }
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
  });
});

// After a reset by link, factors that somebody else may have set up are removed (contract 22).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { setAccountRole } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, PASSWORD, post, signIn } from './account-pages.ts';
import { codeForm, codeOf, givenCodes, isCodePage, STEP_MS, signInWithCode } from './factor-pages.ts';
import { givenPasskey, personWithPasskey, signInByPasskey } from './passkey-pages.ts';
import { accountAt, confirmByMail, mailsTo, startWithMail } from './sent-mail.ts';

const DAY = 24 * 60 * 60_000;
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

async function reset(email: string): Promise<{ browser: Browser; page: Page }> {
  const issued = await passwordLinkFor(hosts.ports, email);
  const browser = new Browser();
  const page = await browser.open(`${hosts.authUrl}/password?token=${issued.token}`);
  return { browser, page: await browser.submit(page.form({ action: '/password' }), { password: NEW_PASSWORD }) };
}

const formOf = (page: Page) => page.form({ action: '/password/factors' });
const isSignedIn = async (browser: Browser) => (await account(hosts, browser)).url.pathname === '/account';
/** The boxes of the page, in order, and whether each is ticked. */
const boxesOf = ({ html }: Page): boolean[] =>
  [...html.matchAll(/<input type="checkbox"[^>]*name="remove"[^>]*>/g)].map(([box]) => / checked/.test(box));

/** A passkey from 40 days ago, and one of today, set up behind a mailed code: the person does not have the first one. */
async function givenOldAndNew() {
  const person = await personWithPasskey(hosts);
  hosts.clock.advance(40 * DAY);
  const browser = new Browser();
  await givenSession(hosts, browser, person.email);
  await confirmByMail(hosts, browser, person.email);
  const { key: newKey } = await givenPasskey(hosts, browser);
  return { ...person, browser, newKey };
}

test('contract 22: lists passkeys newest first, those of the last 30 days ticked, and removes what is ticked', async () => {
  const { email, key, newKey } = await givenOldAndNew();
  const { browser, page } = await reset(email);
  expect(boxesOf(page)).toEqual([true, false]);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await browser.submit(formOf(page))).url.pathname).toBe('/account');
  expect((await signInByPasskey(hosts, new Browser(), newKey)).status).toBe(401);
  expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
  expect((await mailsTo(hosts, email)).map(({ kind }) => kind)).toContain('passkey-removed');
});

test('contract 22: what is not ticked stays, and an old one can be ticked', async () => {
  const { email, key, newKey } = await givenOldAndNew();
  const { browser, page } = await reset(email);
  const old = /name="remove"[^>]*value="([^"]+)"(?![^>]*checked)/g;
  const ids = [...page.html.matchAll(old)].map(([, id]) => id ?? '');
  await browser.submit(formOf(page), { remove: [ids.at(-1) ?? ''] });
  expect((await signInByPasskey(hosts, new Browser(), key)).status).toBe(401);
  expect((await signInByPasskey(hosts, new Browser(), newKey)).url.pathname).toBe('/account');
});

test('contract 22: codes that a thief set up go, and then the person is signed in', async () => {
  const { email, browser: thief } = await personWithPasskey(hosts);
  await givenCodes(hosts, thief);
  const { browser, page } = await reset(email);
  expect(boxesOf(page)).toEqual([true, true]);
  expect((await browser.submit(formOf(page))).url.pathname).toBe('/account');
  expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
});

test('contract 22: codes of 40 days ago stay, also when the form names them, and are asked for next', async () => {
  const { email, browser: owner } = await personWithPasskey(hosts);
  const { secret } = await givenCodes(hosts, owner);
  hosts.clock.advance(40 * DAY);
  const { browser, page } = await reset(email);
  expect(boxesOf(page)).toEqual([]);
  const half = await post(browser, formOf(page), { remove: 'one-time-codes' });
  expect([half.status, isCodePage(half), await isSignedIn(browser)]).toEqual([200, true, false]);
  await browser.submit(codeForm(half), { code: codeOf(hosts, secret) });
  expect(await isSignedIn(browser)).toBe(true);
  hosts.clock.advance(STEP_MS);
});

test('contract 22: the form works once, for ten minutes, in its browser, and not after a sign-in was ended', async () => {
  const { email, newKey } = await givenOldAndNew();
  const { browser, page } = await reset(email);
  const form = formOf(page);
  const other = new Browser();
  const login = await other.open(`${hosts.authUrl}/login`);
  const csrf = login.form({ action: '/login' }).values.find(([name]) => name === 'csrf')?.[1] ?? '';
  expect((await post(other, form, { csrf })).status).toBe(404);
  expect((await post(other, form, {})).status).toBe(404);
  await browser.submit(form, { remove: undefined });
  expect((await post(browser, form, {})).status).toBe(404);
  expect((await signInByPasskey(hosts, new Browser(), newKey)).url.pathname).toBe('/account');

  const late = await reset(email);
  hosts.clock.advance(10 * 60_000);
  expect((await post(late.browser, formOf(late.page), {})).status).toBe(404);
  const ended = await reset(email);
  const { id } = await accountAt(hosts, email);
  await hosts.ports.sessions.endAll({ accountId: id, now: hosts.clock.now() });
  expect((await post(ended.browser, formOf(ended.page), {})).status).toBe(404);
  expect((await signInByPasskey(hosts, new Browser(), newKey)).url.pathname).toBe('/account');
});

test('contract 22: somebody else’s passkey is not removed', async () => {
  const victim = await personWithPasskey(hosts);
  const { email } = await personWithPasskey(hosts);
  const [foreign] = await hosts.ports.passkeys.listByAccount((await accountAt(hosts, victim.email)).id);
  const { browser, page } = await reset(email);
  await post(browser, formOf(page), { remove: foreign?.id ?? '' });
  expect((await signInByPasskey(hosts, new Browser(), victim.key)).url.pathname).toBe('/account');
  expect((await signIn(hosts, new Browser(), email, PASSWORD)).status).toBe(401);
});

test('contract 22, 24: a new phone of today stays, where the codes before it were of 40 days ago', async () => {
  const { email, browser: owner } = await personWithPasskey(hosts);
  const { secret } = await givenCodes(hosts, owner);
  hosts.clock.advance(40 * DAY);
  const browser = new Browser();
  const signedIn = await signInWithCode(hosts, browser, email, secret);
  expect(signedIn.url.pathname).toBe('/account');
  hosts.clock.advance(STEP_MS);
  const page = await browser.open(`${hosts.authUrl}/account/two-step`);
  await browser.submit(page.forms.at(-1) as Form, {}, { press: 'remove' });
  await givenCodes(hosts, browser);
  const { page: asked } = await reset(email);
  expect(boxesOf(asked)).toEqual([]);
});

test('contract 22: of an operator the mailbox removes no factor that was set up behind a mailed code', async () => {
  const { email, browser: operator, id } = await givenPerson(hosts);
  await setAccountRole(hosts.ports, email, 'operator');
  overrideRules(hosts.ports.rules, { secondFactor: 'staff' });
  await hosts.ports.accounts.setEmailVerified(id, (await accountAt(hosts, email)).emailKey, hosts.clock.now());
  const own = new Browser();
  await givenSession(hosts, own, email);
  await confirmByMail(hosts, own, email);
  const { secret } = await givenCodes(hosts, own);
  expect(await isSignedIn(operator)).toBe(false);
  const { browser: thief, page } = await reset(email);
  expect(boxesOf(page)).toEqual([]);
  const half = await post(thief, formOf(page), { remove: 'one-time-codes' });
  expect([isCodePage(half), await isSignedIn(thief)]).toEqual([true, false]);
  await thief.submit(codeForm(half), { code: codeOf(hosts, secret) });
  overrideRules(hosts.ports.rules, { secondFactor: 'optional' });
  hosts.clock.advance(STEP_MS);
});

test('contract 2: a change of the password shows what was added in the last 30 days, and no more', async () => {
  const { email, browser: old } = await personWithPasskey(hosts);
  hosts.clock.advance(40 * DAY);
  const browser = new Browser();
  await givenSession(hosts, browser, email);
  await confirmByMail(hosts, browser, email);
  await givenPasskey(hosts, browser);
  hosts.clock.advance(1000);
  await createApiToken(hosts.ports, { email, name: 'thief token', expiresInDays: 0 });
  const security = await account(hosts, browser, 'security');
  expect(security.text).not.toContain('thief token');
  const form = security.form({ action: '/account/password' });
  const changed = await browser.submit(form, { current_password: PASSWORD, new_password: NEW_PASSWORD });
  expect(changed.url.search).toBe('?notice=password-changed');
  expect(changed.text).toContain('Added in the last 30 days');
  expect([...changed.html.matchAll(/<li><div>(Passkey|API token) /g)].map(([, kind]) => kind)).toEqual([
    'API token',
    'Passkey',
  ]);
  expect(changed.text).toContain('thief token');
  expect(await isSignedIn(old)).toBe(false);
});

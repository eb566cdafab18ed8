// Deleting one's own account and coming back, on the pages (contract 27).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endLeaving } from '../../src/core/operating/leaving/end-leaving.ts';
import { setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { PASSWORD, post, signIn } from './account-pages.ts';
import { codeForm, codeOf, isCodePage, personWithFactor, STEP_MS } from './factor-pages.ts';
import { personWithPasskey, signInByPasskey } from './passkey-pages.ts';

const DAY = 24 * 3_600_000;
const TEN_MINUTES = 10 * 60_000;

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());

const open = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);
const accountOf = async (email: string) => hosts.ports.accounts.findByEmailKey(email);
const deleteForm = (page: Page) => page.form({ action: '/account/delete' });
const leave = async (browser: Browser, press: 'leave' | 'now' = 'leave') => {
  const page = await open(browser, '/account/delete');
  const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === press));
  if (!form) throw new Error(`Nothing to press: ${page.text}`);
  return browser.submit(form, {}, { press });
};
const isRestorePage = (page: Page) => page.html.includes('name="restoration"');
const restore = (browser: Browser, page: Page) => browser.submit(page.form({ fields: ['restoration'] }), {});

describe('leaving', () => {
  test('contract 27: the page of a person’s data leads to the deletion, which asks first who it is', async () => {
    const { browser, email } = await givenPerson(hosts);
    const data = await open(browser, '/account/data');
    expect(data.html).toContain('href="/account/delete"');
    hosts.clock.advance(TEN_MINUTES + 1);
    const asked = await open(browser, '/account/delete');
    expect(asked.url.pathname).toBe('/confirm');
    const confirmed = await browser.submit(asked.form({ action: '/confirm' }), { password: PASSWORD });
    expect(confirmed.url.pathname).toBe('/account/delete');
    hosts.clock.advance(TEN_MINUTES + 1);
    const late = await browser.submit(deleteForm(confirmed), {}, { press: 'leave' });
    expect(late.url.pathname).toBe('/confirm');
    expect((await accountOf(email))?.leavingSince).toBeUndefined();
  });

  test('contract 27: it says until when, signs out everywhere, and a sign-in does not bring the account back', async () => {
    const { browser, email } = await givenPerson(hosts);
    const other = new Browser();
    await givenSession(hosts, other, email);
    const left = await leave(browser);
    expect(left.status).toBe(200);
    expect(left.text).toContain('You deleted your account');
    const account = await accountOf(email);
    expect(account?.leavingUntil).toBe((account?.leavingSince ?? 0) + 7 * DAY);
    for (const one of [browser, other]) expect((await open(one, '/account')).url.pathname).toBe('/login');
    const page = await signIn(hosts, browser, email);
    expect(isRestorePage(page)).toBe(true);
    expect((await open(browser, '/account')).url.pathname).toBe('/login');
    expect((await accountOf(email))?.leavingSince).toBeDefined();
  });

  test('contract 27: restoring signs in, and the account is as it was', async () => {
    const { browser, email } = await givenPerson(hosts);
    await leave(browser);
    const back = await restore(browser, await signIn(hosts, browser, email));
    expect(back.url.pathname).toBe('/account');
    expect(back.text).toContain('Your account is restored.');
    expect(await accountOf(email)).toMatchObject({ profile: { nickname: 'Mina' }, leavingSince: undefined });
    const logged = hosts.logs.filter(({ event }) => event === 'account-deletion').map(({ result }) => result);
    expect(logged.slice(-2)).toEqual(['left', 'restored']);
  });

  test('decision 56: the form restores once, for ten minutes, in the browser of the sign-in, with its token', async () => {
    const { browser, email } = await givenPerson(hosts);
    await leave(browser);
    const page = await signIn(hosts, browser, email);
    const form = page.form({ fields: ['restoration'] });
    const stays = async (answer: Page, path = '/login') => {
      expect(answer.headers.get('location') ?? '').toBe(path);
      expect((await accountOf(email))?.leavingSince).toBeDefined();
    };
    const elsewhere = await signIn(hosts, new Browser(), email);
    const foreign = elsewhere.form({ fields: ['restoration'] }).values.find(([name]) => name === 'restoration')?.[1];
    await stays(await post(browser, form, { restoration: foreign ?? '' }));
    await stays(await post(browser, form, { restoration: '' }));
    expect((await post(browser, form, { csrf: 'wrong' })).status).toBe(403);
    hosts.clock.advance(TEN_MINUTES);
    await stays(await post(browser, form, {}));
    const again = await signIn(hosts, browser, email);
    const used = again.form({ fields: ['restoration'] });
    expect((await post(browser, used, {})).headers.get('location')).toBe('/account?notice=account-restored');
    await leave(browser);
    await stays(await post(browser, used, {}));
  });

  test('contract 27: a second factor comes first, and is no way around', async () => {
    const { browser, email, secret } = await personWithFactor(hosts);
    await leave(browser);
    const half = await signIn(hosts, browser, email);
    expect([isCodePage(half), isRestorePage(half)]).toEqual([true, false]);
    const proof = half.form({ fields: ['code'] }).values.find(([name]) => name === 'proof_token')?.[1] ?? '';
    const whole = await browser.submit(codeForm(half), { code: codeOf(hosts, secret) });
    expect(isRestorePage(whole)).toBe(true);
    await post(browser, whole.form({ fields: ['restoration'] }), { restoration: proof });
    expect((await accountOf(email))?.leavingSince).toBeDefined();
    expect((await restore(browser, whole)).url.pathname).toBe('/account');
    hosts.clock.advance(STEP_MS);
    expect((await open(browser, '/account/two-step')).text).toContain('On');
  });

  test('contract 27: so does a passkey, and a new password by an operator’s link', async () => {
    const { browser, email, key } = await personWithPasskey(hosts);
    await leave(browser);
    const page = await signInByPasskey(hosts, browser, key);
    expect(isRestorePage(page)).toBe(true);
    const link = await passwordLinkFor(hosts.ports, email);
    const form = (await open(browser, `/password?token=${link.token}`)).form({ action: '/password' });
    const factors = await browser.submit(form, { password: 'another long passphrase' });
    const after = await browser.submit(factors.form({ fields: ['reset_proof'] }), {});
    expect(isRestorePage(after)).toBe(true);
    // The number rose since.
    expect((await restore(browser, page)).url.pathname).toBe('/login');
    expect((await restore(browser, after)).url.pathname).toBe('/account');
  });

  test('contract 27: whoever an operator disabled meanwhile does not come back', async () => {
    const { browser, email } = await givenPerson(hosts);
    await leave(browser);
    const page = await signIn(hosts, browser, email);
    await setAccountDisabled(hosts.ports, email, true);
    expect((await restore(browser, page)).url.pathname).toBe('/login');
    expect((await signIn(hosts, browser, email)).status).toBe(401);
    await setAccountDisabled(hosts.ports, email, false);
    expect(isRestorePage(await signIn(hosts, browser, email))).toBe(true);
  });
});

describe('at once', () => {
  test('contract 27: Delete now leaves nothing to come back to, and frees the address', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { id } = (await accountOf(email)) ?? {};
    const left = await leave(browser, 'now');
    expect(left.text).toContain('Everything in it is gone');
    expect(await accountOf(email)).toBeUndefined();
    expect((await signIn(hosts, browser, email)).status).toBe(401);
    await givenPerson(hosts, { email });
    // The purge tells it within seconds; here it takes its step at once.
    await endLeaving(hosts.ports, { now: hosts.clock.now(), limit: 99 });
    expect(hosts.logs.filter(({ event, account }) => event === 'account-deleted' && account === id)).toHaveLength(1);
    expect(hosts.tally.read('deletions').find(({ outcome }) => outcome === 'deleted')?.count).toBeGreaterThan(0);
  });

  test('contract 27: owners see the applications that keep them, and no form', async () => {
    const { email, password } = await hosts.owner('leaving-owner@example.com');
    const browser = new Browser();
    await givenSession(hosts, browser, email, { password });
    const form = deleteForm(await open(browser, '/account/delete'));
    const account = await accountOf(email);
    await hosts.execute(
      'insert into applications (id, owner_id, name, implementation_method, login_activation, require_pkce, client_secret_required, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, 1, 1)',
      ...['f'.repeat(32), account?.id, 'Acme <Notes>', 'REST API', 1, 0, 0],
    );
    const refused = await post(browser, form, { action: 'leave' });
    expect(refused.status).toBe(409);
    const page = await open(browser, '/account/delete');
    expect(page.html).toContain(`href="/console/applications/${'f'.repeat(32)}"`);
    expect(page.html).toContain('Acme &lt;Notes>');
    expect(page.html).not.toContain('value="leave"');
  });
});

describe('applications', () => {
  let client: Client;
  beforeAll(async () => {
    client = await givenClient(hosts);
  });

  test('contract 27: tokens end, prompt=none is login_required, and restoring keeps the sub', async () => {
    const tokens = await client.tokens({ scope: 'openid' });
    const before = await client.userInfo(tokens.access_token);
    expect(before.status).toBe(200);
    const { browser, email } = client;
    await givenSession(hosts, browser, email, { password: client.password });
    await leave(browser);
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect(await client.token(client.refreshForm(tokens.refresh_token))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(silent.url.searchParams.get('error')).toBe('login_required');
    // A request of the application leads to the same page, and on from there.
    const login = await browser.open(client.authorizeUrl({ scope: 'openid' }));
    const page = await browser.submit(login.form({ action: '/login' }), { email, password: client.password });
    expect(isRestorePage(page)).toBe(true);
    const onward = await browser.submit(page.form({ fields: ['restoration'] }), {}, { stopAt: CALLBACK });
    const code = onward.url.searchParams.get('code') ?? '';
    const fresh = await client.token(client.codeForm(code));
    expect(fresh.status).toBe(200);
    const after = await client.userInfo(fresh.body.access_token);
    expect(after).toEqual(before);
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
  });
});

test('contract 27: without days, everything is at once', async () => {
  const strict = await startHosts({ LATCHKEY_DELETION_DELAY_DAYS: '0' });
  try {
    const { browser, email } = await givenPerson(strict);
    const page = await browser.open(`${strict.authUrl}/account/delete`);
    expect(page.html).not.toContain('value="leave"');
    const form = page.form({ action: '/account/delete' });
    const left = await browser.submit(form, {}, { press: 'now' });
    expect(left.text).toContain('Everything in it is gone');
    expect(await strict.ports.accounts.findByEmailKey(email)).toBeUndefined();
  } finally {
    await strict.stop();
  }
});

// Trusted devices (contract 24): who is offered one, what it stands in for, and what ends it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorPolicy } from '../../src/core/ground/factor-policy.ts';
import { setAccountRole } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account, PASSWORD, signIn } from './account-pages.ts';
import { codeForm, codeOf, givenCodes, isCodePage, personWithFactor, STEP_MS } from './factor-pages.ts';
import { givenPasskey } from './passkey-pages.ts';

const DAY = 24 * 60 * 60_000;
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
});
afterAll(() => hosts?.stop());
beforeEach(() => setPolicy('optional'));

const setPolicy = (policy: SecondFactorPolicy): void => {
  overrideRules(hosts.ports.rules, { secondFactor: policy });
};

const hasBox = (page: Page): boolean => page.html.includes('name="trust"');
const open = (browser: Browser, path: string): Promise<Page> => browser.open(`${hosts.authUrl}${path}`);

/** Signs out and in again; the page that the right password leads to. */
async function again(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const page = await account(hosts, browser);
  if (page.url.pathname === '/account') await browser.submit(page.form({ action: '/logout' }));
  return signIn(hosts, browser, email, password);
}

/** Somebody who trusted the browser that they signed in on. */
async function givenTrust() {
  const person = await personWithFactor(hosts);
  const trusted = new Browser();
  const half = await signIn(hosts, trusted, person.email);
  await trusted.submit(codeForm(half), { code: codeOf(hosts, person.secret), trust: 'on' });
  hosts.clock.advance(STEP_MS);
  return { ...person, trusted };
}

describe('trusting a device', () => {
  test('contract 24: is not ticked beforehand, and without the tick the next sign-in asks again', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const browser = new Browser();
    const half = await signIn(hosts, browser, email);
    expect([hasBox(half), /name="trust"[^>]*checked/.test(half.html)]).toEqual([true, false]);
    await browser.submit(codeForm(half), { code: codeOf(hosts, secret) });
    hosts.clock.advance(STEP_MS);
    expect(isCodePage(await again(browser, email))).toBe(true);
  });

  test('contract 24: then the password alone signs in there for 30 days, and nowhere else', async () => {
    const { email, trusted } = await givenTrust();
    expect((await again(trusted, email)).url.pathname).toBe('/account');
    expect(isCodePage(await signIn(hosts, new Browser(), email))).toBe(true);
    hosts.clock.advance(30 * DAY);
    expect(isCodePage(await again(trusted, email))).toBe(true);
  });

  test('contract 24: a wrong password opens nothing there', async () => {
    const { email, trusted } = await givenTrust();
    expect((await again(trusted, email, 'a wrong passphrase')).status).toBe(401);
    expect((await account(hosts, trusted)).url.pathname).toBe('/login');
  });

  test('contract 24: it gives `amr` ["pwd"] and `acr` 1', async () => {
    const client = await givenClient(hosts);
    const { secret } = await givenCodes(hosts, client.browser);
    const browser = new Browser();
    const half = await signIn(hosts, browser, client.email, client.password);
    await browser.submit(codeForm(half), { code: codeOf(hosts, secret), trust: 'on' });
    hosts.clock.advance(STEP_MS);
    await again(browser, client.email, client.password);
    const back = await browser.open(client.authorizeUrl({ scope: 'openid' }), { stopAt: CALLBACK });
    const { body } = await client.token(client.codeForm(back.url.searchParams.get('code') ?? ''));
    const claims = JSON.parse(Buffer.from((body.id_token ?? '').split('.')[1] ?? '', 'base64url').toString());
    expect([claims.amr, claims.acr]).toEqual([['pwd'], '1']);
  });

  test('contract 24: it is neither offered nor accepted where an application asks for `acr` 2', async () => {
    const client = await givenClient(hosts);
    const { secret } = await givenCodes(hosts, client.browser);
    const browser = new Browser();
    const first = await signIn(hosts, browser, client.email, client.password);
    await browser.submit(codeForm(first), { code: codeOf(hosts, secret), trust: 'on' });
    hosts.clock.advance(STEP_MS);
    await again(browser, client.email, client.password);
    const login = await browser.open(client.authorizeUrl({ scope: 'openid', acr_values: '2' }));
    const half = await browser.submit(login.form({ action: '/login' }), { password: client.password });
    expect([isCodePage(half), hasBox(half)]).toEqual([true, false]);
  });

  test('contract 24: a tick that the page did not offer trusts nothing', async () => {
    const { email, secret, browser: owner } = await personWithFactor(hosts);
    const browser = new Browser();
    const half = await signIn(hosts, browser, email);
    // The last operator could not stop being one.
    for (const one of [email, (await personWithFactor(hosts)).email])
      await setAccountRole(hosts.ports, one, 'operator');
    await browser.submit(codeForm(half), { code: codeOf(hosts, secret), trust: 'on' });
    hosts.clock.advance(STEP_MS);
    await setAccountRole(hosts.ports, email, 'user');
    expect(isCodePage(await again(browser, email))).toBe(true);
    expect((await open(owner, '/account')).status).toBe(200);
  });
});

describe('whom it does not serve', () => {
  test('contract 24: operators are not offered it, and one who trusted a device before is asked', async () => {
    const { email, trusted } = await givenTrust();
    await setAccountRole(hosts.ports, email, 'operator');
    const half = await again(trusted, email);
    expect([isCodePage(half), hasBox(half)]).toEqual([true, false]);
  });

  test('contract 24: nor does it satisfy the policy of somebody whom that binds', async () => {
    const { email, trusted } = await givenTrust();
    await again(trusted, email);
    setPolicy('everyone');
    expect((await open(trusted, '/account')).url.pathname).toBe('/confirm');
    setPolicy('optional');
    await again(trusted, email);
    setPolicy('everyone');
    const half = await signIn(hosts, new Browser(), email);
    expect([isCodePage(half), hasBox(half)]).toEqual([true, false]);
  });

  test('contract 25: it does not count for confirming: a dangerous act asks for password and code', async () => {
    const { email, secret, trusted } = await givenTrust();
    await again(trusted, email);
    const asked = await open(trusted, '/account/two-step');
    expect(asked.url.pathname).toBe('/confirm');
    const answer = { password: PASSWORD, code: codeOf(hosts, secret) };
    const page = await trusted.submit(asked.form({ action: '/confirm' }), answer);
    expect(page.url.pathname).toBe('/account/two-step');
    hosts.clock.advance(STEP_MS);
  });
});

describe('what ends it', () => {
  const acts: Record<string, (person: Awaited<ReturnType<typeof givenTrust>>) => Promise<string | undefined>> = {
    'a new password': async ({ browser }) => {
      const page = await account(hosts, browser, 'security');
      const values = { current_password: PASSWORD, new_password: NEW_PASSWORD };
      await browser.submit(page.form({ action: '/account/password' }), values);
      return NEW_PASSWORD;
    },
    'a reset by link': async ({ email, secret }) => {
      const issued = await passwordLinkFor(hosts.ports, email);
      const browser = new Browser();
      const page = await open(browser, `/password?token=${issued.token}`);
      const listed = await browser.submit(page.form({ fields: ['password'] }), { password: NEW_PASSWORD });
      const half = await browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
      await browser.submit(codeForm(half), { code: codeOf(hosts, secret) });
      hosts.clock.advance(STEP_MS);
      return NEW_PASSWORD;
    },
    'new recovery codes': async ({ browser }) => {
      const page = await open(browser, '/account/two-step');
      await browser.submit(page.form({ action: '/account/two-step' }), {}, { press: 'new-codes' });
      return undefined;
    },
    'a new passkey': async ({ browser }) => {
      await givenPasskey(hosts, browser);
      return undefined;
    },
    'its button on the page of two-step verification': async ({ browser }) => {
      const page = await open(browser, '/account/two-step');
      expect(page.text).toContain('Trusted devices');
      const after = await browser.submit(page.form({ fields: ['action'] }), {});
      expect(after.text).not.toContain('Trusted devices');
      return undefined;
    },
  };

  test.each(Object.entries(acts))('contract 24: %s', async (_, act) => {
    const person = await givenTrust();
    expect((await again(person.trusted, person.email)).url.pathname).toBe('/account');
    const password = await act(person);
    expect(isCodePage(await again(person.trusted, person.email, password))).toBe(true);
  });

  test('contract 24: turning two-step verification off and on again revives nothing', async () => {
    const { email, browser, trusted } = await givenTrust();
    const page = await open(browser, '/account/two-step');
    await browser.submit(page.forms.at(-1) as Form, {}, { press: 'remove' });
    await givenCodes(hosts, browser);
    expect(isCodePage(await again(trusted, email))).toBe(true);
  });

  test('contract 25: its button needs a confirmation at the time of the act', async () => {
    const { browser, email, trusted } = await givenTrust();
    const page = await open(browser, '/account/two-step');
    hosts.clock.advance(11 * 60_000);
    expect((await browser.submit(page.form({ fields: ['action'] }), {})).url.pathname).toBe('/confirm');
    expect((await again(trusted, email)).url.pathname).toBe('/account');
  });
});

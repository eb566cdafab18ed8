// What mailed links and codes must not do: be used twice, outlive what they were sent for, or open what a second factor,
// a disabled account or a list of domains keeps closed (contract 20 to 22, 26). Each by itself: the files of each page.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, newEmail, PASSWORD, post, signIn } from './account-pages.ts';
import { codeForm, codeOf, isCodePage, personWithFactor } from './factor-pages.ts';
import { accountAt, mailsTo, sentProofs, startWithMail } from './sent-mail.ts';

const LIMITS = { LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' };
const NEW_PASSWORD = 'four unrelated words here';

let hosts: Hosts;
/** Accounts are created with a verified address, of one domain. */
let strict: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ ...LIMITS });
  strict = await startWithMail({
    LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true',
    ...LIMITS,
    LATCHKEY_ALLOWED_EMAIL_DOMAINS: 'acme.example',
  });
});
afterAll(async () => {
  await hosts?.stop();
  await strict?.stop();
});

async function ask(browser: Browser, email: string): Promise<Page> {
  const form = (await account(hosts, browser)).form({ action: '/account/email' });
  return browser.submit(form, { email, password: PASSWORD });
}

/** Somebody who asked for another address, with the links and codes of so many mails, oldest first. */
async function givenWaiting(mails = 1) {
  const person = await givenPerson(hosts, { verified: true });
  const newAddress = newEmail();
  const page = await ask(person.browser, newAddress);
  for (let sent = 1; sent < mails; sent += 1) {
    await person.browser.submit(
      page.forms.find(({ html }) => html.includes('value="send"')) ?? page.form(),
      {},
      { press: 'send' },
    );
  }
  return { ...person, newAddress, page, proofs: await sentProofs(hosts, person.email, 'change') };
}

/** Opens the link of a change where the account is signed in, and spends it. */
async function useLink(browser: Browser, token: string | undefined): Promise<Page> {
  const page = await browser.open(`${hosts.authUrl}/verify/link?token=${token}`);
  return page.status === 200 ? browser.submit(page.form({ action: '/verify/link' })) : page;
}

async function resetLinks(email: string): Promise<string[]> {
  const browser = new Browser();
  const page = await browser.open(`${hosts.authUrl}/forgot-password`);
  await browser.submit(page.form({ action: '/forgot-password' }), { email });
  await hosts.tick('outbox');
  return (await sentProofs(hosts, email, 'password')).map(({ token }) => `${hosts.authUrl}/password?token=${token}`);
}

describe('several mails about one change', () => {
  test('contract 21: an older link works after a newer one, and then all three are over', async () => {
    const { browser, newAddress, proofs } = await givenWaiting(3);
    expect(proofs).toHaveLength(3);
    expect((await useLink(browser, proofs[0]?.token)).url.search).toBe('?notice=email-changed');
    expect((await accountAt(hosts, newAddress)).emailVerified).toBe(true);
    for (const { token } of proofs) expect((await useLink(browser, token)).status).toBe(404);
  });

  test('contract 21: a code that was used is none, also for a change that is asked for anew', async () => {
    const { browser, email, page, proofs } = await givenWaiting();
    const type = (on: Page) =>
      browser.submit(on.form({ fields: ['code'] }), { code: proofs[0]?.code ?? '' }, { press: 'prove' });
    expect((await type(page)).url.search).toBe('?notice=email-changed');
    expect((await type(await ask(browser, email))).status).toBe(400);
  });

  test('contract 21: of 50 uses of link and code at once, one changes the address', { tags: 'postgres' }, async () => {
    const { browser, email, newAddress, page, proofs } = await givenWaiting();
    const link = await browser.open(`${hosts.authUrl}/verify/link?token=${proofs[0]?.token}`);
    const uses = Array.from({ length: 50 }, (_use, at) =>
      at % 2
        ? post(browser, page.form({ fields: ['code'] }), { code: proofs[0]?.code ?? '', action: 'prove' })
        : post(browser, link.form({ action: '/verify/link' }), {}),
    );
    const changed = (await Promise.all(uses)).filter(({ headers }) =>
      headers.get('location')?.includes('email-changed'),
    );
    expect(changed).toHaveLength(1);
    expect((await accountAt(hosts, newAddress)).emailVerified).toBe(true);
    expect((await mailsTo(hosts, email)).filter(({ kind }) => kind === 'email-changed')).toHaveLength(1);
  });
});

test('contract 22: a link for a password is over when the address changed between mail and click', async () => {
  const { browser, email, newAddress, proofs } = await givenWaiting();
  const [link = ''] = await resetLinks(email);
  expect((await new Browser().open(link)).status).toBe(200);
  await useLink(browser, proofs[0]?.token);
  expect((await new Browser().open(link)).status).toBe(404);
  expect((await signIn(hosts, new Browser(), newAddress)).url.pathname).toBe('/account');
});

describe('a disabled account', () => {
  test('contract 2, 21: proves no address, and enabling it revives neither link nor code', async () => {
    const { browser, id, email, newAddress, page, proofs } = await givenWaiting();
    const { accounts, clock } = hosts.ports;
    for (const disabled of [true, false]) {
      await accounts.setDisabled(id, disabled, clock.now());
      expect((await useLink(browser, proofs[0]?.token)).status).toBe(404);
      const typed = await post(browser, page.form({ fields: ['code'] }), {
        code: proofs[0]?.code ?? '',
        action: 'prove',
      });
      expect(typed.headers.get('location')).toMatch(/\/login/);
    }
    expect((await accountAt(hosts, email)).id).toBe(id);
    await expect(accountAt(hosts, newAddress)).rejects.toThrow();
  });
});

describe('a reset that must not sign in', () => {
  test('contract 22, 24: where a second factor is left to ask, only its code does', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const { id, emailKey } = await accountAt(hosts, email);
    await hosts.ports.accounts.setEmailVerified(id, emailKey, hosts.clock.now());
    const [link = ''] = await resetLinks(email);
    const browser = new Browser();
    const form = await browser.open(link);
    const listed = await browser.submit(form.form({ action: '/password' }), { password: NEW_PASSWORD });
    const asked = await browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
    expect([asked.status, isCodePage(asked)]).toEqual([200, true]);
    expect((await account(hosts, browser)).url.pathname).toBe('/login');
    const done = await browser.submit(codeForm(asked), { code: codeOf(hosts, secret) });
    expect([done.status, (await account(hosts, browser)).url.pathname]).toEqual([200, '/account']);
  });
});

describe('signing up', () => {
  const signUp = async (email: string, browser = new Browser()) => {
    const form = (await browser.open(`${strict.authUrl}/sign-up`)).form({ action: '/sign-up' });
    return { browser, page: await browser.submit(form, { email, password: PASSWORD, nickname: 'Mina' }) };
  };

  test('K23: of two browsers that sign up with one address at once and type their codes at once, one has an account', {
    tags: 'postgres',
  }, async () => {
    const email = 'Twice@acme.example';
    const started = await Promise.all([signUp(email), signUp(email)]);
    const codes = (await mailsTo(strict, email)).map(({ code = '' }) => code);
    expect(codes).toHaveLength(2);
    // Whose mail is whose is not known: each types both, at once.
    const typed = await Promise.all(
      started.flatMap(({ browser, page }) =>
        codes.map((code) => post(browser, page.form({ fields: ['code'] }), { code, action: 'prove' })),
      ),
    );
    const signedIn = await Promise.all(started.map(({ browser }) => browser.open(`${strict.authUrl}/account`)));
    expect(signedIn.map(({ url }) => url.pathname).sort()).toEqual(['/account', '/login']);
    expect(typed.filter(({ headers }) => headers.get('location') === '/account')).toHaveLength(1);
    const rows = (await strict.rowsIn('accounts')).filter((row) => row.email_key === 'twice@acme.example');
    expect(rows).toHaveLength(1);
  });

  const LOOK_ALIKES = [
    ...['a@acme.example.evil.example', 'a@mail.acme.example', 'a@notacme.example', 'a@acme-example', 'a@acme.exampl'],
    ...['a@аcme.example', 'a@acmе.example', 'a@acme.examp1e', 'acme.example@evil.example', 'a@xn--cme-7cd.example'],
    ...['a@acme.example.', 'a@evil.example@acme.example', 'a@acme。exampl', 'a@acme.example>'],
  ];
  test.each(LOOK_ALIKES)(
    'contract 26: %j is not of the allowed acme.example, and gets no mail',
    { tags: 'postgres' },
    async (email) => {
      const before = (await strict.rowsIn('mails')).length;
      const { page } = await signUp(email);
      expect(page.status).toBe(400);
      expect((await strict.rowsIn('mails')).length).toBe(before);
    },
  );

  test('contract 26: nor does anybody change to a look-alike', async () => {
    const { browser } = await signUp('mina@acme.example');
    const [{ code = '' } = {}] = await mailsTo(strict, 'mina@acme.example');
    const waiting = await browser.open(`${strict.authUrl}/sign-up/code`);
    await browser.submit(waiting.form({ fields: ['code'] }), { code }, { press: 'prove' });
    for (const email of LOOK_ALIKES) {
      const page = await browser.open(`${strict.authUrl}/account`);
      const answer = await browser.submit(page.form({ action: '/account/email' }), { email, password: PASSWORD });
      expect(answer.status, email).toBe(400);
    }
    const page = await browser.open(`${strict.authUrl}/account`);
    const values = { email: 'Other@ACME.example', password: PASSWORD };
    expect((await browser.submit(page.form({ action: '/account/email' }), values)).url.pathname).toBe(
      '/account/email/code',
    );
  });
});

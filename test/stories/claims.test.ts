// Somebody proves an address that was never verified, by the link for a forgotten password: they say what happens to an
// account that somebody else may have made (contract 21).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { givenMember } from '../helpers/membership.ts';
import { account, newEmail, PASSWORD, post, signIn } from './account-pages.ts';
import { codeOf, givenCodes, isCodePage, personWithFactor, signInWithCode } from './factor-pages.ts';
import { givenPasskey, personWithPasskey, signInByPasskey } from './passkey-pages.ts';
import { accountAt, mailsTo, sentProofs, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' });
});
afterAll(() => hosts?.stop());

const DAY = 86_400_000;
const NEW_PASSWORD = 'another long passphrase';

async function openLink(email: string): Promise<{ browser: Browser; page: Page }> {
  const browser = new Browser();
  const form = (await browser.open(`${hosts.authUrl}/forgot-password`)).form({ action: '/forgot-password' });
  await browser.submit(form, { email });
  await hosts.tick('outbox');
  const [proof] = (await sentProofs(hosts, email, 'password')).slice(-1);
  return { browser, page: await browser.open(`${hosts.authUrl}/password?token=${proof?.token}`) };
}

const answer = (
  { browser, page }: { browser: Browser; page: Page },
  choice?: string,
  code?: string,
  password = NEW_PASSWORD,
) =>
  browser.submit(page.form({ action: '/password' }), {
    password,
    ...(choice !== undefined && { choice }),
    ...(code !== undefined && { code }),
  });

describe('an account that somebody made with another person’s address', () => {
  test('contract 21: the page shows since when it exists and what it holds, and has no answer ticked', async () => {
    const { email } = await givenClient(hosts);
    const { page } = await openLink(email);
    expect(page.html).toContain('Is this account yours?');
    expect(page.html).toContain('Acme Shop');
    expect(page.html).not.toMatch(/type="radio"[^>]* checked/);
    expect(page.html.indexOf('value="start-empty"')).toBeLessThan(page.html.indexOf('value="keep"'));
    expect(page.html).not.toContain('value="prove-factor"');
  });

  test('contract 22: in a team, or with the role owner, it is asked about all the same, and shows its teams', async () => {
    const { email } = await givenPerson(hosts);
    const { id } = await accountAt(hosts, email);
    const { applicationId } = await givenClient(hosts);
    await hosts.ports.accounts.setRole(id, 'owner', 1);
    await givenMember(hosts.ports, { applicationId, accountId: id, role: 'editor', now: hosts.clock.now() });
    const opened = await openLink(email);
    expect(opened.page.text).toContain('Member of the teams of: Acme Shop');
    expect((await answer(opened, 'start-empty')).url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ role: 'user', emailVerified: true });
    expect((await hosts.ports.members.list(applicationId)).map(({ role }) => role)).toEqual(['owner']);
  });

  test('contract 20: what is done with it reaches them as one mail, then as one a day, until they claim it', async () => {
    const { browser, email } = await givenPerson(hosts);
    const kinds = async () => (await mailsTo(hosts, email)).map(({ kind }) => kind);
    const newRecoveryCodes = async () => {
      const page = await browser.open(`${hosts.authUrl}/account/two-step`);
      await browser.submit(page.form({ action: '/account/two-step' }), {}, { press: 'new-codes' });
    };
    const { secret } = await givenCodes(hosts, browser);
    for (let times = 0; times < 6; times += 1) await newRecoveryCodes();
    expect(await kinds()).toEqual(['account-unclaimed']);
    hosts.clock.advance(DAY);
    await signInWithCode(hosts, browser, email, secret);
    for (let times = 0; times < 6; times += 1) await newRecoveryCodes();
    expect(await kinds()).toEqual(['account-unclaimed', 'recovery-codes-replaced']);
    const link = await openLink(email);
    expect((await answer(link, 'keep')).url.pathname).toBe('/account');
    await givenPasskey(hosts, link.browser);
    expect((await kinds()).slice(2)).toEqual(['reset-password', 'password-changed', 'new-device', 'passkey-added']);
  });

  test('contract 21: without an answer nothing happens, and both faults are shown at once', async () => {
    const { email } = await givenPerson(hosts);
    const opened = await openLink(email);
    const refused = await answer(opened, undefined, undefined, 'short');
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('password-fault');
    expect(refused.html).toContain('choice-fault');
    expect((await accountAt(hosts, email)).emailVerified).toBe(false);
    expect((await answer({ ...opened, page: refused }, 'keep')).url.pathname).toBe('/account');
  });

  test('contract 21: "start empty" signs in to a new account, and the former one is gone', async () => {
    const { email, browser: planted } = await givenPerson(hosts);
    const former = await accountAt(hosts, email);
    const opened = await openLink(email);
    expect((await answer(opened, 'start-empty')).url.pathname).toBe('/account');
    const now = await accountAt(hosts, email);
    expect(now).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail', profile: {} });
    expect(now.id).not.toBe(former.id);
    expect(await hosts.ports.accounts.find(former.id)).toBeUndefined();
    expect((await account(hosts, planted)).url.pathname).toBe('/login');
    expect((await signIn(hosts, new Browser(), email, PASSWORD)).status).toBe(401);
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    expect((await account(hosts, opened.browser)).html).toContain(email);
  });

  test('contract 21: "keep" keeps the account, verified', async () => {
    const { email } = await givenPerson(hosts);
    const former = await accountAt(hosts, email);
    await answer(await openLink(email), 'keep');
    expect(await accountAt(hosts, email)).toMatchObject({
      id: former.id,
      profile: former.profile,
      emailVerified: true,
    });
  });

  test.each(['prove-factor', 'everything', ''])('an answer that was not offered (“%s”) is none', async (choice) => {
    const { email } = await givenPerson(hosts);
    expect((await answer(await openLink(email), choice)).status).toBe(400);
    expect((await accountAt(hosts, email)).emailVerified).toBe(false);
  });
});

test('contract 21: "keep" ends passkeys that somebody added; a verified account keeps them', async () => {
  const planted = await personWithPasskey(hosts);
  const opened = await openLink(planted.email);
  expect(opened.page.html).toContain('Its passkeys are removed.');
  expect(opened.page.html).not.toContain('value="prove-factor"');
  expect((await answer(opened, 'keep')).url.pathname).toBe('/account');
  expect((await signInByPasskey(hosts, new Browser(), planted.key)).status).toBe(401);
  const own = await personWithPasskey(hosts);
  await hosts.ports.accounts.setEmailVerified((await accountAt(hosts, own.email)).id, own.email, 1);
  const reset = await openLink(own.email);
  const listed = await answer(reset);
  expect(listed.text).toContain('Untick what is yours');
  const kept = await reset.browser.submit(listed.form({ action: '/password/factors' }), { remove: undefined });
  expect(kept.url.pathname).toBe('/account');
  expect((await signInByPasskey(hosts, new Browser(), own.key)).url.pathname).toBe('/account');
});

describe('an account with a second factor that somebody set up', () => {
  test('contract 21: "keep" turns it off', async () => {
    const { email } = await personWithFactor(hosts);
    const opened = await openLink(email);
    expect(opened.page.html).toContain('value="prove-factor"');
    expect((await answer(opened, 'keep')).url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true });
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
  });

  test('contract 21: who proves it claims nothing: it stays, and the address is verified later', async () => {
    const { email, secret } = await personWithFactor(hosts);
    const opened = await openLink(email);
    const signedIn = await answer(opened, 'prove-factor', codeOf(hosts, secret));
    expect(signedIn.url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: false });
    expect(isCodePage(await signIn(hosts, new Browser(), email, NEW_PASSWORD))).toBe(true);
  });

  test.each(['', '000000'])('contract 21: nothing changes before the code (“%s”) is right', async (code) => {
    const { email, browser: planter } = await personWithFactor(hosts);
    const { id } = await accountAt(hosts, email);
    const before = await hosts.rows();
    const opened = await openLink(email);
    const refused = await answer(opened, 'prove-factor', code);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('name="code"');
    const after = await hosts.rows();
    for (const table of ['accounts', 'sessions', 'passkeys', 'api_tokens']) {
      expect(after.get(table)?.filter((row) => [row.id, row.account_id].includes(id))).toEqual(
        before.get(table)?.filter((row) => [row.id, row.account_id].includes(id)),
      );
    }
    expect((await account(hosts, planter)).url.pathname).toBe('/account');
    // The link is not spent: who cannot prove it after all starts empty.
    expect((await answer(opened, 'start-empty')).url.pathname).toBe('/account');
    expect((await account(hosts, planter)).url.pathname).toBe('/login');
  });

  test('contract 21: ten wrong codes are limited, and the link still works', async () => {
    const { email } = await personWithFactor(hosts);
    const opened = await openLink(email);
    for (let wrong = 0; wrong < 10; wrong += 1) await answer(opened, 'prove-factor', '000000');
    const limited = await answer(opened, 'prove-factor', '000000');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await answer(opened, 'keep')).url.pathname).toBe('/account');
  });

  test('contract 21, 22: the passkeys beside it are listed then, and what is removed does not sign in', async () => {
    const { browser: owner, email, secret } = await personWithFactor(hosts);
    const { key } = await givenPasskey(hosts, owner);
    const opened = await openLink(email);
    const listed = await answer(opened, 'prove-factor', codeOf(hosts, secret));
    expect(listed.text).toContain('Untick what is yours');
    expect(listed.text).not.toContain('authenticator app');
    const done = await opened.browser.submit(listed.form({ action: '/password/factors' }));
    expect(done.url.pathname).toBe('/account');
    expect((await signInByPasskey(hosts, new Browser(), key)).status).toBe(401);
  });
});

describe('contract 21: nothing is asked', () => {
  test('of somebody whose address is verified', async () => {
    const { email } = await givenPerson(hosts);
    await hosts.ports.accounts.setEmailVerified((await accountAt(hosts, email)).id, email, 1);
    const opened = await openLink(email);
    expect(opened.page.html).not.toContain('name="choice"');
    expect((await answer(opened)).url.pathname).toBe('/account');
  });

  test('where an operator made the account', async () => {
    const email = newEmail();
    await createAccount(hosts.ports, { email, role: 'user', nickname: undefined, password: PASSWORD });
    const { id } = await accountAt(hosts, email);
    const opened = await openLink(email);
    expect(opened.page.html).not.toContain('name="choice"');
    await post(opened.browser, opened.page.form({ action: '/password' }), {
      password: NEW_PASSWORD,
      choice: 'start-empty',
    });
    expect(await accountAt(hosts, email)).toMatchObject({ id, emailVerified: true });
  });
});

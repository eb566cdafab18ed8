// A person changes their address where the server sends mail: it takes effect when the new address is proven, and the
// old one can take it back for seven days (contract 21).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePolicy } from '../../src/core/server/policy/change-policy.ts';
import type { Key, Said } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { account, newEmail, PASSWORD, post, signIn, signUpPerson } from './account-pages.ts';
import { codeForm, codeOf, givenCodes, STEP_MS, signInWithCode, wrongCode } from './factor-pages.ts';
import { authenticatorOf, givenPasskey, promptIn, signInByPasskey } from './passkey-pages.ts';
import { accountAt, mailsTo, sentProofs, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' });
});
afterAll(() => hosts.stop());

const DAY = 86_400_000;
const NEW_PASSWORD = 'four unrelated words here';

async function ask(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const form = (await account(hosts, browser)).form({ action: '/account/email' });
  return browser.submit(form, { email, password });
}

/** Somebody who asked for another address, and waits for its code. */
async function givenWaiting() {
  const person = await givenPerson(hosts, { verified: true });
  const newAddress = newEmail();
  const page = await ask(person.browser, newAddress);
  const [proof] = (await sentProofs(hosts, person.email, 'change')).slice(-1);
  return { ...person, newAddress, page, code: proof?.code ?? '', token: proof?.token ?? '' };
}

/** The same, once the address has changed, with the link that takes it back. */
async function givenChanged() {
  const person = await givenWaiting();
  await type(person, person.code);
  return { ...person, link: await linkTo(person.email) };
}

/** What the form would remove as it stands. */
const ticksIn = ({ values }: Form): string[] => values.flatMap(([name, value]) => (name === 'remove' ? [value] : []));

const linkTo = async (email: string) =>
  `${hosts.authUrl}/take-back?token=${(await mailsTo(hosts, email)).at(-1)?.token}`;

/** Somebody who had one-time codes for a month when they changed their address. */
async function givenChangedWithCodes() {
  const person = await givenPerson(hosts, { verified: true });
  const codes = await givenCodes(hosts, person.browser);
  hosts.clock.advance(31 * DAY);
  await signInWithCode(hosts, person.browser, person.email, codes.secret);
  // A code works once.
  hosts.clock.advance(STEP_MS);
  const newAddress = newEmail();
  const page = await ask(person.browser, newAddress);
  const [proof] = await sentProofs(hosts, person.email, 'change');
  await type({ browser: person.browser, page }, proof?.code ?? '');
  return { ...person, ...codes, newAddress, link: await linkTo(person.email) };
}

/** Somebody who had a passkey for a month when they changed their address. */
async function givenChangedWithPasskey() {
  const person = await givenPerson(hosts, { verified: true });
  const { key } = await givenPasskey(hosts, person.browser);
  hosts.clock.advance(31 * DAY);
  await signInByPasskey(hosts, person.browser, key);
  const page = await ask(person.browser, newEmail());
  const [proof] = (await sentProofs(hosts, person.email, 'change')).slice(-1);
  await type({ browser: person.browser, page }, proof?.code ?? '');
  return { ...person, key, link: await linkTo(person.email) };
}

/** Answers the page of the link with this passkey. */
async function takeBackBy(key: Key, link: string, { password = NEW_PASSWORD, said = {} as Partial<Said> } = {}) {
  const browser = new Browser();
  const page = await browser.open(link);
  const challenge = promptIn(page)?.challenge ?? '';
  const passkey = authenticatorOf(hosts).sign(key, { challenge, ...said });
  return browser.submit(page.form({ action: '/take-back' }), { password, passkey });
}

const type = ({ browser, page }: { browser: Browser; page: Page }, code: string) =>
  browser.submit(page.form({ fields: ['code'] }), { code }, { press: 'prove' });
const press = (browser: Browser, page: Page, button: string) =>
  browser.submit(
    page.forms.find(({ html }) => html.includes(`value="${button}"`)) ?? page.form(),
    {},
    { press: button },
  );
const takeBack = async (link: string, values: { password?: string; code?: string } = {}, browser = new Browser()) => {
  const page = await browser.open(link);
  return browser.submit(page.form({ action: '/take-back' }), { password: NEW_PASSWORD, ...values });
};

test('contract 21, 26: taking back forgets the known devices', { tags: 'postgres' }, async () => {
  const { browser, email, id, link } = await givenChanged();
  const told = async () =>
    (await hosts.rowsIn('mails')).filter((row) => row.kind === 'new-device' && row.account_id === id).length;
  hosts.clock.advance(60 * 60_000);
  await takeBack(link);
  const before = await told();
  expect((await signIn(hosts, browser, email, NEW_PASSWORD)).url.pathname).toBe('/account');
  expect(await told()).toBe(before + 1);
});

describe('asking', () => {
  test('contract 21: nothing changes, both addresses get a mail, and the account page says so', {
    tags: 'postgres',
  }, async () => {
    const { browser, email, newAddress, page } = await givenWaiting();
    expect([page.status, page.url.pathname]).toEqual([200, '/account/email/code']);
    expect(page.text).toContain(newAddress);
    expect(await accountAt(hosts, email)).toMatchObject({ email, emailVerified: true, emailVerifiedBy: 'operator' });
    expect((await mailsTo(hosts, email)).map(({ kind }) => kind)).toEqual(['email-change-asked']);
    expect((await mailsTo(hosts, newAddress)).map(({ kind }) => kind)).toEqual(['verify-email']);
    // Neither mail has a text that somebody typed.
    const mails = (await hosts.rowsIn('mails')).map(({ facts }) => String(facts)).join();
    for (const typed of [newAddress, 'Mina']) expect(mails).not.toContain(typed);
    const shown = await account(hosts, browser);
    expect(shown.text).toContain(newAddress);
    expect(shown.link('/account/email/code')).toBeDefined();
    expect((await signIn(hosts, new Browser(), newAddress)).status).toBe(401);
  });

  test('contract 25: who has a passkey and no password asks within ten minutes of a confirmation', async () => {
    const { browser, email } = await givenPerson(hosts, { verified: true });
    await givenPasskey(hosts, browser);
    await hosts.execute(`update accounts set password_hash = null where email_key = '${email}'`);
    const form = (await account(hosts, browser)).form({ action: '/account/email' });
    const [early, late] = [newEmail(), newEmail()];
    expect((await browser.submit(form, { email: early })).url.pathname).toBe('/account/email/code');
    hosts.clock.advance(11 * 60_000);
    expect((await browser.submit(form, { email: late })).status).toBe(403);
    expect((await mailsTo(hosts, early)).map(({ kind }) => kind)).toEqual(['verify-email']);
    expect(await mailsTo(hosts, late)).toEqual([]);
  });

  test('contract 21: a wrong password asks for nothing', async () => {
    const { browser, email } = await givenPerson(hosts, { verified: true });
    const newAddress = newEmail();
    expect((await ask(browser, newAddress, 'not the password')).status).toBe(400);
    expect(await mailsTo(hosts, email)).toEqual([]);
    expect((await browser.open(`${hosts.authUrl}/account/email/code`)).url.pathname).toBe('/account');
  });

  test('contract 21: an address that has an account gets the same answer, and a mail without a code', async () => {
    const other = await givenPerson(hosts);
    const pages = [];
    for (const address of [other.email, newEmail()]) {
      const { browser, email } = await givenPerson(hosts, { verified: true });
      const page = await ask(browser, address);
      pages.push(
        page.html
          .replaceAll(address, 'NEW')
          .replaceAll(email, 'OLD')
          .replaceAll(/value="[\w-]{43}"/g, ''),
      );
    }
    expect(pages[0]).toBe(pages[1]);
    const [mail] = (await mailsTo(hosts, other.email)).slice(-1);
    expect(mail).toEqual({ kind: 'address-taken' });
  });

  test('contract 26: what waits is judged by the rules of now: a domain that is refused meanwhile', async () => {
    const asking = await givenWaiting();
    const [other, again] = [await givenWaiting(), await givenWaiting()];
    const domain = asking.newAddress.split('@')[1] ?? '';
    await changePolicy(hosts.ports, { wanted: { refusedEmailDomains: [domain] } });
    try {
      const answer = await type(asking, asking.code);
      expect([answer.status, answer.text.includes('Addresses of this domain are not accepted here')]).toEqual([
        400,
        true,
      ]);
      const link = await other.browser.open(`${hosts.authUrl}/verify/link?token=${other.token}`);
      await post(other.browser, link.form({ action: '/verify/link' }), {});
      expect((await press(again.browser, again.page, 'send')).url.pathname).toBe('/account');
      for (const { email, newAddress } of [asking, other, again]) {
        expect(await accountAt(hosts, email)).toMatchObject({ email });
        expect(await mailsTo(hosts, newAddress)).toHaveLength(1);
      }
    } finally {
      await changePolicy(hosts.ports, { wanted: { refusedEmailDomains: null } });
    }
  });

  test('contract 21: cancelling ends it, from the account page too', async () => {
    for (const path of ['/account', '/account/email/code']) {
      const { browser, email, page, code } = await givenWaiting();
      const done = await press(browser, await browser.open(`${hosts.authUrl}${path}`), 'cancel');
      expect(done.url.search).toBe('?notice=email-kept');
      expect((await type({ browser, page }, code)).url.pathname).toBe('/account');
      expect((await accountAt(hosts, email)).email).toBe(email);
    }
  });

  test('contract 20: the sixth mail of an hour to one address is not sent, and nobody is told', async () => {
    const { browser, newAddress, page } = await givenWaiting();
    let last = page;
    for (let sent = 1; sent < 6; sent += 1) last = await press(browser, last, 'send');
    expect([last.status, last.url.pathname]).toEqual([200, '/account/email/code']);
    expect(await mailsTo(hosts, newAddress)).toHaveLength(5);
  });

  test('contract 20, 21: asking for more codes than are sent ends none that was sent', async () => {
    const { browser, newAddress, page } = await givenWaiting();
    let last = page;
    for (let asked = 1; asked < 9; asked += 1) last = await press(browser, last, 'send');
    const code = (await mailsTo(hosts, newAddress)).at(-1)?.code ?? '';
    expect((await type({ browser, page: last }, code)).url.search).toBe('?notice=email-changed');
  });
});

describe('proving', () => {
  test('contract 21: the code changes the address, which is verified; an operator’s statement ends', async () => {
    const { browser, email, newAddress, page, code } = await givenWaiting();
    const done = await type({ browser, page }, `${code.slice(0, 4)} ${code.slice(4)}`);
    expect([done.url.pathname, done.url.search]).toEqual(['/account', '?notice=email-changed']);
    expect(await accountAt(hosts, newAddress)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
    await expect(accountAt(hosts, email)).rejects.toThrow();
    expect((await signIn(hosts, new Browser(), newAddress)).url.pathname).toBe('/account');
  });

  test('contract 21: the link does it where the account is signed in; looking at it does not', async () => {
    const { browser, email, newAddress, token } = await givenWaiting();
    const link = `${hosts.authUrl}/verify/link?token=${token}`;
    const page = await browser.open(link);
    expect(page.text).toContain(newAddress);
    expect((await accountAt(hosts, email)).email).toBe(email);
    const done = await browser.submit(page.form({ action: '/verify/link' }));
    expect(done.url.search).toBe('?notice=email-changed');
    expect((await accountAt(hosts, newAddress)).email).toBe(newAddress);
    expect((await browser.open(link)).status).toBe(404);
    // The page that waits goes on.
    expect((await browser.open(`${hosts.authUrl}/account/email/code`)).url.pathname).toBe('/account');
  });

  test('contract 21: elsewhere the link shows the code alone, also to somebody else who is signed in', async () => {
    const { browser, email, newAddress, page, token, code } = await givenWaiting();
    const link = `${hosts.authUrl}/verify/link?token=${token}`;
    for (const other of [new Browser(), (await givenPerson(hosts)).browser]) {
      const shown = await other.open(link);
      expect(shown.forms.filter(({ action }) => action.pathname === '/verify/link')).toEqual([]);
      expect(/\d{4} \d{4}/.exec(shown.text)?.[0].replace(' ', '')).toBe(code);
    }
    expect((await accountAt(hosts, email)).email).toBe(email);
    await type({ browser, page }, code);
    expect((await accountAt(hosts, newAddress)).email).toBe(newAddress);
  });

  test('contract 21: a changed password ends a change that was asked for before', async () => {
    const { browser, email, page, code } = await givenWaiting();
    const form = (await account(hosts, browser, 'security')).form({ action: '/account/password' });
    await browser.submit(form, { current_password: PASSWORD, new_password: NEW_PASSWORD });
    expect((await account(hosts, browser)).text).not.toContain('Cancel the change');
    expect((await type({ browser, page }, code)).url.pathname).toBe('/account');
    expect((await accountAt(hosts, email)).email).toBe(email);
  });

  test.each(['code', 'link'])(
    'contract 21: an address that somebody else got meanwhile is told of by its %s',
    async (by) => {
      const { browser, email, newAddress, page, code, token } = await givenWaiting();
      await hosts.ports.accounts.insert({
        ...(await accountAt(hosts, email)),
        id: newAddress,
        email: newAddress,
        emailKey: newAddress,
      });
      const link = await browser.open(`${hosts.authUrl}/verify/link?token=${token}`);
      const told = await (by === 'code'
        ? type({ browser, page }, code)
        : browser.submit(link.form({ action: '/verify/link' })));
      expect(told.status).toBe(400);
      expect(told.text).toContain('An account with this email address already exists.');
      expect((await accountAt(hosts, email)).email).toBe(email);
      expect((await account(hosts, browser)).text).not.toContain('Cancel the change');
    },
  );

  test('contract 21: the former address is reserved: a newcomer gets the answer of a taken one', async () => {
    const { email } = await givenChanged();
    await expect(signUpPerson(hosts, email)).rejects.toThrow('already exists');
    const other = await givenPerson(hosts, { verified: true });
    expect((await ask(other.browser, email)).url.pathname).toBe('/account/email/code');
    expect((await mailsTo(hosts, email)).at(-1)).toEqual({ kind: 'address-reserved' });
  });
});

describe('taking back', () => {
  test('contract 21: restores the address and ends every sign-in; nobody is signed in', async () => {
    const { browser, email, newAddress, link } = await givenChanged();
    const victim = new Browser();
    const done = await takeBack(link, {}, victim);
    expect([done.status, done.url.pathname]).toEqual([200, '/take-back/done']);
    expect((await account(hosts, victim)).url.pathname).toBe('/login');
    expect((await account(hosts, browser)).url.pathname).toBe('/login');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
    await expect(accountAt(hosts, newAddress)).rejects.toThrow();
    expect((await signIn(hosts, new Browser(), email)).status).toBe(401);
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    expect((await mailsTo(hosts, newAddress)).at(-1)?.kind).toBe('email-taken-back');
    expect((await mailsTo(hosts, email)).at(-1)?.kind).toBe('password-changed');
    expect((await victim.open(link)).status).toBe(404);
  });

  test('contract 21: looking at the link changes nothing, and its secret leaves in no Referer', async () => {
    const { browser, newAddress, link } = await givenChanged();
    const page = await new Browser().open(link);
    expect(page.headers.get('referrer-policy')).toMatch(/no-referrer|same-origin|origin/);
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect((await accountAt(hosts, newAddress)).email).toBe(newAddress);
    expect((await account(hosts, browser)).url.pathname).toBe('/account');
    expect(JSON.stringify(hosts.logs)).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('contract 21: a bad password is refused, and the link still works; a forged form is refused', async () => {
    const { email, link } = await givenChanged();
    const browser = new Browser();
    expect((await takeBack(link, { password: 'short' }, browser)).status).toBe(400);
    expect((await takeBack(link, { password: email }, browser)).status).toBe(400);
    const form = (await browser.open(link)).form({ action: '/take-back' });
    const forged = await post(browser, form, { password: NEW_PASSWORD, csrf: 'x'.repeat(43) });
    expect(forged.status).toBe(403);
    expect((await takeBack(link, {}, browser)).url.pathname).toBe('/take-back/done');
  });

  test('contract 21: an older second factor is asked for, and stays', async () => {
    const { id, secret, newAddress, link } = await givenChangedWithCodes();
    for (const code of ['', wrongCode(hosts, secret)]) expect((await takeBack(link, { code })).status).toBe(400);
    expect((await accountAt(hosts, newAddress)).email).toBe(newAddress);
    const done = await takeBack(link, { code: codeOf(hosts, secret) });
    expect(done.url.pathname).toBe('/take-back/done');
    expect(await hosts.ports.factors.find(id)).toBeDefined();
  });

  test('contract 24: a recovery code does too; ten wrong codes are limited', async () => {
    const { id, secret, recoveryCodes, link } = await givenChangedWithCodes();
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await takeBack(link, { code: wrongCode(hosts, secret) })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    hosts.clock.advance(16 * 60_000);
    // A password that is refused spends no code.
    const [code = ''] = recoveryCodes;
    expect((await takeBack(link, { code, password: 'short' })).status).toBe(400);
    expect((await takeBack(link, { code })).url.pathname).toBe('/take-back/done');
    expect(await hosts.ports.factors.countRecoveryCodes(id)).toBe(9);
  });

  test('contract 24: wrong codes there are limited, and only those after a right password warn of it', async () => {
    const { secret, link, newAddress } = await givenChangedWithCodes();
    const warnings = async () => (await mailsTo(hosts, newAddress)).filter(({ kind }) => kind === 'wrong-codes').length;
    for (let tries = 0; tries < 5; tries += 1) await takeBack(link, { code: wrongCode(hosts, secret) });
    expect(await warnings()).toBe(0);
    const thief = new Browser();
    let page = await signIn(hosts, thief, newAddress);
    for (let tries = 1; tries <= 5; tries += 1) {
      page = await thief.submit(codeForm(page), { code: wrongCode(hosts, secret) });
      expect([page.status, await warnings()]).toEqual([401, tries === 5 ? 1 : 0]);
    }
    expect((await takeBack(link, { code: wrongCode(hosts, secret) })).status).toBe(429);
  });

  test('contract 21: a passkey from before is asked for, and stays', async () => {
    const stranger = await givenChangedWithPasskey();
    const { id, email, key, link } = await givenChangedWithPasskey();
    const page = await new Browser().open(link);
    expect(page.html).not.toContain('name="code"');
    expect(promptIn(page)?.options.allowCredentials).toHaveLength(1);
    expect((await takeBack(link)).status).toBe(400);
    expect((await takeBackBy(key, link, { password: 'short' })).status).toBe(400);
    const refused = [
      await takeBackBy(stranger.key, link),
      await takeBackBy(key, link, { said: { challenge: promptIn(page)?.challenge ?? '' } }),
      await takeBackBy(key, link, { said: { origin: 'https://evil.example' } }),
      await takeBackBy(key, link, { said: { userVerified: false } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    await expect(accountAt(hosts, email)).rejects.toThrow();
    expect((await takeBackBy(key, link)).url.pathname).toBe('/take-back/done');
    expect(await accountAt(hosts, email)).toMatchObject({ id, emailVerified: true });
    expect(await hosts.ports.passkeys.listByAccount(id)).toHaveLength(1);
    expect((await signInByPasskey(hosts, new Browser(), key)).url.pathname).toBe('/account');
  });

  test('contract 21: with codes and a passkey from before, either does; one from since does not', async () => {
    const { browser, id, link } = await givenChangedWithPasskey();
    const { key: newer } = await givenPasskey(hosts, browser);
    await givenCodes(hosts, browser);
    expect(promptIn(await new Browser().open(link))?.options.allowCredentials).toHaveLength(1);
    expect((await takeBackBy(newer, link)).status).toBe(400);
    expect(await hosts.ports.passkeys.listByAccount(id)).toHaveLength(2);

    const person = await givenPerson(hosts, { verified: true });
    const { key } = await givenPasskey(hosts, person.browser);
    const { secret } = await givenCodes(hosts, person.browser);
    hosts.clock.advance(31 * DAY);
    await signInByPasskey(hosts, person.browser, key);
    for (const [way, password] of [
      ['passkey', PASSWORD],
      ['code', NEW_PASSWORD],
    ]) {
      const page = await ask(person.browser, newEmail(), password);
      const [proof] = (await sentProofs(hosts, person.email, 'change')).slice(-1);
      await type({ browser: person.browser, page }, proof?.code ?? '');
      const back = await linkTo(person.email);
      const done = way === 'code' ? await takeBack(back, { code: codeOf(hosts, secret) }) : await takeBackBy(key, back);
      expect(done.url.pathname).toBe('/take-back/done');
      // The passkey signs in again, for the next change.
      await signInByPasskey(hosts, person.browser, key);
    }
  });

  test('contract 21: what an intruder set up since goes, without being asked for', async () => {
    const { browser, id, email, link } = await givenChanged();
    await givenCodes(hosts, browser);
    expect(await hosts.ports.factors.find(id)).toBeDefined();
    expect((await takeBack(link)).url.pathname).toBe('/take-back/done');
    expect(await hosts.ports.factors.find(id)).toBeUndefined();
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
  });

  test('contract 21: a further change waits, and the page says until when; changing back ends everything else', async () => {
    const { browser, email, newAddress, link } = await givenChanged();
    const [refused, third] = [await ask(browser, newEmail()), newEmail()];
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The change can be taken back until');
    expect((await ask(browser, third)).status).toBe(409);
    expect(await mailsTo(hosts, third)).toEqual([]);
    const thief = new Browser();
    await signIn(hosts, thief, newAddress);
    const page = await ask(browser, email);
    const [proof] = await sentProofs(hosts, newAddress, 'change');
    expect((await type({ browser, page }, proof?.code ?? '')).url.search).toBe('?notice=email-changed');
    expect((await account(hosts, browser)).url.pathname).toBe('/account');
    expect((await account(hosts, thief)).url.pathname).toBe('/login');
    expect(await accountAt(hosts, email)).toMatchObject({ email, emailVerified: true });
    const lost = await mailsTo(hosts, newAddress);
    expect(lost.at(-1)).toEqual({ kind: 'email-taken-back' });
    expect((await new Browser().open(link)).status).toBe(404);
    // No new doubt: the owner may move on at once.
    expect((await ask(browser, third)).url.pathname).toBe('/account/email/code');
  });

  test('contract 21: changing back by hand lists what was set up lately, ticked, as the link does', async () => {
    for (const byLink of [false, true]) {
      const thief = await givenPerson(hosts, { verified: true });
      const { id, email } = thief;
      for (let count = 0; count < 2; count += 1) await givenPasskey(hosts, thief.browser);
      hosts.clock.advance(1000);
      const newAddress = newEmail();
      const [mine, theirs] = (await hosts.ports.passkeys.listByAccount(id)).map((passkey) => passkey.id);
      const asked = await ask(thief.browser, newAddress);
      await type({ browser: thief.browser, page: asked }, (await sentProofs(hosts, email, 'change'))[0]?.code ?? '');
      const owner = new Browser();
      await signIn(hosts, owner, newAddress);
      const page = await ask(owner, email);
      const [proof] = await sentProofs(hosts, newAddress, 'change');
      const open = byLink ? await owner.open(`${hosts.authUrl}/verify/link?token=${proof?.token}`) : page;
      const form = byLink ? open.form() : open.form({ fields: ['code'] });
      expect(ticksIn(form).sort()).toEqual([mine, theirs].sort());
      expect(open.text).toContain('Your password stays');
      // A form that is refused keeps what was ticked.
      const ticked = { remove: theirs ?? '' };
      const again = byLink
        ? form
        : (await owner.submit(form, { code: '00000000', ...ticked })).form({ fields: ['code'] });
      if (!byLink) expect(ticksIn(again)).toEqual([theirs]);
      const done = await owner.submit(again, { ...(!byLink && { code: proof?.code ?? '' }), ...ticked });
      expect(done.url.search).toBe('?notice=email-changed');
      expect((await hosts.ports.passkeys.listByAccount(id)).map((passkey) => passkey.id)).toEqual([mine]);
      expect((await mailsTo(hosts, email)).map(({ kind }) => kind)).toContain('passkey-removed');
    }
  });

  test('contract 21: a change to another address lists nothing', async () => {
    const { page, browser } = await givenWaiting();
    await givenPasskey(hosts, browser);
    expect(ticksIn(page.form({ fields: ['code'] }))).toEqual([]);
    expect(page.text).not.toContain('signed out everywhere else');
  });

  test('contract 21: of ten people with the link at once, one sets the password', { tags: 'postgres' }, async () => {
    const { email, link } = await givenChanged();
    const done = await Promise.all(Array.from({ length: 10 }, () => takeBack(link).catch(() => undefined)));
    expect(done.filter((page) => page?.url.pathname === '/take-back/done')).toHaveLength(1);
    expect((await accountAt(hosts, email)).signInEpoch).toBe(1);
  });

  test('contract 21: an unverified address gets no link, and is free at once', async () => {
    const { browser, email } = await givenPerson(hosts);
    const page = await ask(browser, newEmail());
    const [proof] = await sentProofs(hosts, email, 'change');
    await type({ browser, page }, proof?.code ?? '');
    expect((await mailsTo(hosts, email)).map(({ kind }) => kind)).toEqual(['account-unclaimed']);
    expect((await signUpPerson(hosts, email)).page.url.pathname).toBe('/account');
  });

  test('contract 21: the link is over after seven days, and while the account is disabled', async () => {
    const { id, email, link } = await givenChanged();
    await hosts.ports.accounts.setDisabled(id, true, hosts.clock.now());
    expect((await new Browser().open(link)).status).toBe(404);
    await hosts.ports.accounts.setDisabled(id, false, hosts.clock.now());
    expect((await new Browser().open(link)).status).toBe(200);
    hosts.clock.advance(7 * DAY);
    expect((await new Browser().open(link)).status).toBe(404);
    expect((await signUpPerson(hosts, email)).page.url.pathname).toBe('/account');
  });
});

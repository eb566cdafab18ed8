// A person verifies their address by mail: by its link where they are signed in, by its code elsewhere (contract 21).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { account, newEmail, post, signUpPerson } from './account-pages.ts';
import { accountAt, sentProofs, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' });
});
afterAll(() => hosts.stop());

const linkOf = (token: string) => `${hosts.authUrl}/verify/link?token=${token}`;
const isVerified = async (email: string) => (await accountAt(hosts, email)).emailVerified;

/** A person who has requested `count` mails, and waits for their code. */
async function givenWaiting(count = 1) {
  const person = await givenPerson(hosts);
  let page = await person.browser.open((await account(hosts, person.browser)).link('/verify'));
  for (let sent = 0; sent < count; sent += 1) page = await send(person.browser, page);
  return { ...person, page, proofs: await sentProofs(hosts, person.email, 'address') };
}

const send = async (browser: Browser, page: Page) =>
  browser.submit(page.forms.find(({ html }) => html.includes('value="send"')) ?? page.form(), {}, { press: 'send' });
const type = (browser: Browser, page: Page, code: string) =>
  browser.submit(page.form({ fields: ['code'] }), { code }, { press: 'prove' });
const otherCode = (code: string | undefined) => (code === '12345678' ? '87654321' : '12345678');

describe('the code', () => {
  test('contract 21: verifies the address, typed as the mail shows it', async () => {
    const { browser, email, page, proofs } = await givenWaiting();
    expect(page.url.pathname).toBe('/verify/code');
    expect(await isVerified(email)).toBe(false);
    const code = proofs[0]?.code ?? '';
    expect(code).toMatch(/^\d{8}$/);
    const done = await type(browser, page, ` ${code.slice(0, 4)} ${code.slice(4)}`);
    expect([done.url.pathname, done.url.search]).toEqual(['/account', '?notice=email-verified']);
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
    expect(done.html).not.toContain('/verify');
  });

  test('contract 21: is asked for as a one-time code, with digits', async () => {
    const { page } = await givenWaiting();
    expect(page.html).toMatch(/<input[^>]*name="code"[^>]*autocomplete="one-time-code"[^>]*inputmode="numeric"/);
  });

  test('contract 21: guessed five times, it is over; a new one works', async () => {
    const { browser, email, page, proofs } = await givenWaiting();
    const code = proofs[0]?.code ?? '';
    for (let tries = 0; tries < 5; tries += 1) {
      const refused = await type(browser, page, otherCode(code));
      expect(refused.status).toBe(400);
    }
    expect((await type(browser, page, code)).status).toBe(400);
    expect(await isVerified(email)).toBe(false);
    const again = await send(browser, page);
    const newest = (await sentProofs(hosts, email, 'address')).at(-1);
    await type(browser, again, newest?.code ?? '');
    expect(await isVerified(email)).toBe(true);
  });

  test.each(['', '1234', 'abcdefgh', '123456789'])('%j is no code, and does not count as a guess', async (typed) => {
    const { browser, email, page, proofs } = await givenWaiting();
    for (let tries = 0; tries < 6; tries += 1) expect((await type(browser, page, typed)).status).toBe(400);
    await type(browser, page, proofs[0]?.code ?? '');
    expect(await isVerified(email)).toBe(true);
  });

  test('contract 21: another person’s code proves nothing', async () => {
    const [one, other] = [await givenWaiting(), await givenWaiting()];
    await type(one.browser, one.page, other.proofs[0]?.code ?? '');
    expect(await Promise.all([one, other].map(({ email }) => isVerified(email)))).toEqual([false, false]);
  });
});

describe('the link', () => {
  test('contract 21: verifies the address where the account is signed in; looking at it does not', async () => {
    const { browser, email, proofs } = await givenWaiting();
    const link = linkOf(proofs[0]?.token ?? '');
    await browser.open(link);
    const page = await browser.open(link);
    expect(await isVerified(email)).toBe(false);
    const done = await browser.submit(page.form({ action: '/verify/link' }));
    expect(done.url.pathname).toBe('/account');
    expect(await isVerified(email)).toBe(true);
    expect((await browser.open(link)).status).toBe(404);
  });

  test('contract 21: on a newcomer’s phone it shows the code, which works where they began', async () => {
    const { browser, email, page, proofs } = await givenWaiting();
    const phone = await new Browser().open(linkOf(proofs[0]?.token ?? ''));
    expect(phone.forms.filter(({ action }) => action.pathname === '/verify/link')).toEqual([]);
    const shown = /\d{4} \d{4}/.exec(phone.text)?.[0] ?? '';
    expect(shown.replace(' ', '')).toBe(proofs[0]?.code);
    expect(await isVerified(email)).toBe(false);
    await type(browser, page, shown);
    expect(await isVerified(email)).toBe(true);
  });

  test('contract 21: a victim who clicks proves nothing for an attacker, signed in elsewhere or not', async () => {
    const { email, proofs } = await givenWaiting();
    const link = linkOf(proofs[0]?.token ?? '');
    const { browser: victim } = await givenPerson(hosts);
    const seen = await victim.open(link);
    expect(seen.text).toMatch(/\d{4} \d{4}/);
    const own = (await victim.open(`${hosts.authUrl}/verify`)).form({ action: '/verify' });
    const forged = await post(victim, { ...own, action: new URL(link) }, {});
    expect(forged.status).toBe(403);
    expect(await isVerified(email)).toBe(false);
    // It signs nobody in.
    expect((await account(hosts, victim)).text).not.toContain(email);
  });

  test('contract 21: its secret leaves in no Referer, and stands in no log', async () => {
    const { proofs } = await givenWaiting();
    const token = proofs[0]?.token ?? '';
    const page = await new Browser().open(linkOf(token));
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(JSON.stringify(hosts.logs)).not.toContain(token);
  });

  test('contract 21: after an hour it is over', async () => {
    const { browser, proofs } = await givenWaiting();
    hosts.clock.advance(60 * 60 * 1000);
    expect((await browser.open(linkOf(proofs[0]?.token ?? ''))).status).toBe(404);
  });
});

describe('several mails', () => {
  test('contract 21: the newest three work, in any order, until one is used', async () => {
    const { browser, email, proofs } = await givenWaiting(4);
    expect(proofs).toHaveLength(3);
    const [oldest, ...newer] = proofs.map(({ token }) => linkOf(token));
    const page = await browser.open(oldest ?? '');
    await browser.submit(page.form({ action: '/verify/link' }));
    expect(await isVerified(email)).toBe(true);
    for (const link of newer) expect((await browser.open(link)).status).toBe(404);
  });

  test('contract 20: the sixth within an hour is not sent, and told: nobody else can cause it', async () => {
    const { browser, page, email } = await givenWaiting(5);
    const before = await sentProofs(hosts, email, 'address');
    const again = await send(browser, page);
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await sentProofs(hosts, email, 'address')).toEqual(before);
  });

  test('contract 21: of 50 simultaneous uses of one link, one proves', { tags: 'postgres' }, async () => {
    const { browser, email, proofs } = await givenWaiting();
    const form = (await browser.open(linkOf(proofs[0]?.token ?? ''))).form({ action: '/verify/link' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(browser, form, {})));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    expect(await isVerified(email)).toBe(true);
  });
});

describe('the page that waits', () => {
  test('contract 21: its button goes on once the address is verified, and its HEAD says so to the script', async () => {
    const { browser, page, proofs } = await givenWaiting();
    const look = () => browser.open(page.link('/verify/code'), { follow: false });
    expect((await look()).status).toBe(200);
    const link = await browser.open(linkOf(proofs[0]?.token ?? ''));
    await browser.submit(link.form({ action: '/verify/link' }));
    expect((await look()).status).toBe(303);
    expect((await browser.open(page.link('/verify/code'))).url.pathname).toBe('/account');
  });

  test('sends nothing by being opened', async () => {
    const { browser, email } = await givenPerson(hosts);
    await browser.open(`${hosts.authUrl}/verify`);
    await browser.open(`${hosts.authUrl}/verify/code`);
    expect(await sentProofs(hosts, email, 'address')).toEqual([]);
  });

  test('contract 21: an address that changed between mail and click is not verified by it', async () => {
    const { browser, email, proofs } = await givenWaiting();
    const to = newEmail();
    const page = await account(hosts, browser);
    const waiting = await browser.submit(page.form({ action: '/account/email' }), {
      email: to,
      password: 'correct horse battery staple',
    });
    expect((await browser.open(linkOf(proofs[0]?.token ?? ''))).status).toBe(200);
    const [change] = await sentProofs(hosts, email, 'change');
    await type(browser, waiting, change?.code ?? '');
    expect((await browser.open(linkOf(proofs[0]?.token ?? ''))).status).toBe(404);
    expect(await isVerified(to)).toBe(true);
    await expect(accountAt(hosts, email)).rejects.toThrow();
  });
});

test('contract 20: a client that requests too many mails is told, with 429', async () => {
  const strict = await startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '2' });
  try {
    const { browser } = await givenPerson(strict);
    let page = await browser.open(`${strict.authUrl}/verify`);
    for (let sent = 0; sent < 2; sent += 1) page = await send(browser, page);
    const limited = await send(browser, page);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});

test('contract 20: without mail the page is not there, and the account page does not offer it', async () => {
  const without = await startHosts();
  try {
    const { browser, page } = await signUpPerson(without);
    expect(page.html).not.toContain('/verify');
    expect((await browser.open(`${without.authUrl}/verify`)).status).toBe(404);
  } finally {
    await without.stop();
  }
});

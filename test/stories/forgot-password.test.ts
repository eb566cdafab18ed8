// Somebody forgot their password (contract 22): the same answer for every address, and a link to those that have an
// account.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account, newEmail, PASSWORD, post, signIn } from './account-pages.ts';
import { accountAt, sentProofs, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '1000', LATCHKEY_MAILS_PER_NETWORK: '1000' });
});
afterAll(() => hosts.stop());

const NEW_PASSWORD = 'another long passphrase';

async function request(email: string, browser = new Browser()) {
  const login = await browser.open(`${hosts.authUrl}/login`);
  const page = await browser.open(login.link('/forgot-password'));
  const answer = await browser.submit(page.form({ action: '/forgot-password' }), { email });
  await hosts.tick('outbox');
  return answer;
}

const linksOf = async (email: string) =>
  (await sentProofs(hosts, email, 'password')).map(({ token }) => `${hosts.authUrl}/password?token=${token}`);

async function setPassword(link: string | undefined, password = NEW_PASSWORD) {
  const browser = new Browser();
  const page = await browser.open(link ?? '');
  if (page.status !== 200) return { browser, page };
  return { browser, page: await browser.submit(page.form({ action: '/password' }), { password, choice: 'keep' }) };
}

const givenOperator = async (emailVerified: boolean) => {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  if (emailVerified) await hosts.ports.accounts.setEmailVerified((await accountAt(hosts, email)).id, email, 1);
  return email;
};

describe('the request', () => {
  test('contract 22: has the same page, status and headers for every address', async () => {
    const { email } = await givenPerson(hosts);
    const disabled = await givenPerson(hosts);
    await hosts.ports.accounts.setDisabled((await accountAt(hosts, disabled.email)).id, true, 1);
    const answers = [];
    for (const address of [email, newEmail(), disabled.email, await givenOperator(false)]) {
      const { status, url, html, headers } = await request(address);
      const names = [...headers.keys()].filter((name) => name !== 'content-length').sort();
      answers.push({ status, path: url.pathname, html: html.replaceAll(/value="[\w-]{43}"/g, ''), names });
    }
    expect(answers[0]).toMatchObject({ status: 200, path: '/forgot-password/sent' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('contract 22: writes one row for every address alike, in which nobody can read it', async () => {
    const [known, unknown] = [(await givenPerson(hosts)).email, newEmail()];
    const sizes = [];
    for (const email of [known, unknown]) {
      const seen: Buffer[] = [];
      const { resetRequests } = hosts.ports;
      const { insert } = resetRequests;
      resetRequests.insert = async (row, now) => {
        seen.push(row.sealed);
        await insert(row, now);
      };
      await request(email).finally(() => Object.assign(resetRequests, { insert }));
      expect(seen).toHaveLength(1);
      expect(seen[0]?.toString('latin1')).not.toContain(email);
      sizes.push((seen[0]?.byteLength ?? 0) - email.length);
    }
    expect(sizes[0]).toBe(sizes[1]);
  });

  test('a malformed address is refused beside its field', async () => {
    const answer = await request('mina@');
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('email-fault');
  });

  test('contract 22: neither a disabled account nor unverified staff or owners of applications get a link', async () => {
    const { email } = await givenPerson(hosts);
    await hosts.ports.accounts.setDisabled((await accountAt(hosts, email)).id, true, 1);
    const operator = await givenOperator(false);
    const verified = await givenOperator(true);
    const support = await givenPerson(hosts);
    await hosts.ports.accounts.setRole((await accountAt(hosts, support.email)).id, 'support', 1);
    const { owner } = await givenClient(hosts);
    for (const address of [email, operator, verified, support.email, owner.email]) await request(address);
    expect(await linksOf(email)).toEqual([]);
    for (const address of [operator, support.email, owner.email]) expect(await linksOf(address)).toEqual([]);
    expect(await linksOf(verified)).toHaveLength(1);
  });

  test('contract 20: the sixth within an hour to one address is not sent, and nobody is told', async () => {
    const { email } = await givenPerson(hosts);
    for (let sent = 0; sent < 5; sent += 1) await request(email);
    const before = await linksOf(email);
    expect((await request(email)).url.pathname).toBe('/forgot-password/sent');
    expect(await linksOf(email)).toEqual(before);
  });

  test('contract 22: a request is answered after a crash', async () => {
    const { email } = await givenPerson(hosts);
    const { publish } = hosts.ports;
    // The process dies before it looks; the loop of another one finds the row.
    Object.assign(hosts.ports, { publish: () => undefined });
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/forgot-password`);
    await browser.submit(page.form({ action: '/forgot-password' }), { email });
    Object.assign(hosts.ports, { publish });
    await hosts.tick('outbox');
    expect(await linksOf(email)).toHaveLength(1);
  });
});

describe('the link', () => {
  test('contract 22: sets the password, verifies the address, ends every session, and signs in here', async () => {
    const { email, browser: before } = await givenPerson(hosts);
    await request(email);
    const [link] = await linksOf(email);
    const { page } = await setPassword(link);
    expect(page.url.pathname).toBe('/account');
    expect(await accountAt(hosts, email)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
    expect((await account(hosts, before)).url.pathname).toBe('/login');
    expect((await signIn(hosts, new Browser(), email)).status).toBe(401);
    expect((await signIn(hosts, new Browser(), email, NEW_PASSWORD)).url.pathname).toBe('/account');
    expect((await new Browser().open(link ?? '')).status).toBe(404);
  });

  test('contract 21: of three links, used at once by many, one sets the password, and the others are over', {
    tags: 'postgres',
  }, async () => {
    const { email } = await givenPerson(hosts);
    for (let sent = 0; sent < 3; sent += 1) await request(email);
    const links = await linksOf(email);
    expect(links).toHaveLength(3);
    const tries = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const browser = new Browser();
        const form = (await browser.open(links[i % 3] ?? '')).form({ action: '/password' });
        return { browser, form, password: `passphrase number ${i}` };
      }),
    );
    const answers = await Promise.all(
      tries.map(({ browser, form, password }) => post(browser, form, { password, choice: 'keep' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(11).fill(404)]);
    expect(await linksOf(email)).toEqual([]);
  });

  test('contract 22: is over once the password was changed otherwise', async () => {
    const { email, browser } = await givenPerson(hosts);
    await request(email);
    const [link] = await linksOf(email);
    const page = await account(hosts, browser, 'security');
    await browser.submit(page.form({ action: '/account/password' }), {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect((await new Browser().open(link ?? '')).status).toBe(404);
  });

  test('contract 22: a sign-in with the old password that races the reset leaves no session behind', {
    tags: 'postgres',
  }, async () => {
    const { email } = await givenPerson(hosts);
    await request(email);
    const [link] = await linksOf(email);
    const racers = Array.from({ length: 8 }, () => new Browser());
    const [{ page }] = await Promise.all([
      setPassword(link),
      ...racers.map((browser) => signIn(hosts, browser, email)),
    ]);
    expect(page.url.pathname).toBe('/account');
    for (const browser of racers) expect((await account(hosts, browser)).url.pathname).toBe('/login');
  });

  test('contract 22: an account that was disabled meanwhile gets no new password', async () => {
    const { email } = await givenPerson(hosts);
    await request(email);
    const [link] = await linksOf(email);
    await hosts.ports.accounts.setDisabled((await accountAt(hosts, email)).id, true, 1);
    expect((await setPassword(link)).page.status).toBe(404);
  });
});

describe('inside an authorization request', () => {
  test('the way back to sign-in keeps it', async () => {
    const browser = new Browser();
    const login = await browser.open(`${hosts.authUrl}/login?to=%2Fconsole`);
    const answer = await browser.submit(
      (await browser.open(login.link('/forgot-password'))).form({ action: '/forgot-password' }),
      { email: newEmail() },
    );
    expect(answer.link('/login').searchParams.get('to')).toBe('/console');
  });
});

test('contract 20: without mail nothing is offered', async () => {
  const without = await startHosts();
  try {
    const browser = new Browser();
    expect((await browser.open(`${without.authUrl}/login`)).html).not.toContain('/forgot-password');
    expect((await browser.open(`${without.authUrl}/forgot-password`)).status).toBe(404);
  } finally {
    await without.stop();
  }
});

// The mails that were given up, as operators see them: which and why, never to whom or with which link (contract 20).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/accounts/create-account.ts';
import { everyGivenUp } from '../../src/core/mail/list-given-up.ts';
import { writeMail } from '../../src/core/mail/write-mail.ts';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD, signIn, signUpPerson } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_OPS_LISTEN: '127.0.0.1:0' });
});
afterAll(() => hosts.stop());

const HOUR = 3_600_000;
const ADDRESS = 'somebody.private@example.net';
const TOKEN = 'Jm2cQ4vX7tYb0sKpLd9wRzHf3uNaGe6oCi1xVb5TqMk';

async function givenOperator(headers: Readonly<Record<string, string>> = {}) {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const browser = new Browser(headers);
  await signIn(hosts, browser, email);
  return browser;
}

/** Mails that were given up, one each second from an hour ago on. */
async function givenGivenUp(count: number, failure: string) {
  const { mails, clock } = hosts.ports;
  const start = clock.now() - HOUR;
  for (let at = 0; at < count; at += 1) {
    const mail = writeMail(hosts.ports, {
      kind: 'reset-password',
      to: { email: ADDRESS },
      facts: { at: start, device: undefined, network: undefined },
      secrets: { token: TOKEN, code: '48151623' },
    });
    if (mail === undefined) throw new Error('This server sends no mail.');
    const far = start + 1000 * HOUR;
    await mails.queue({ ...mail, createdAt: far });
    const [due] = await mails.claim({ now: far, until: far + 1, limit: 1, busy: [] });
    if (due?.id !== mail.id) throw new Error('Another mail is due.');
    await mails.remove(due, { failure, at: start + at * 1000 });
  }
}

const mailsPage = (browser: Browser, query = '') => browser.open(`${hosts.authUrl}/console/mails${query}`);

test('contract 20: operators see kind, time, tries and reason, and neither address nor link nor code', async () => {
  const browser = await givenOperator();
  const console = await browser.open(`${hosts.authUrl}/console`);
  const empty = await browser.open(console.link('Mails that were given up'));
  expect([empty.status, empty.url.pathname]).toEqual([200, '/console/mails']);
  expect(empty.text).toContain('No mail was given up');

  await givenGivenUp(1, 'RCPT TO 550 5.1.1');
  const page = await mailsPage(browser);
  expect(page.text).toContain('Set a new password');
  expect(page.text).toContain('1 try');
  expect(page.text).toContain('RCPT TO 550 5.1.1');
  expect(page.html).toContain(`datetime="${new Date(hosts.clock.now()).toISOString().slice(0, 11)}`);
  for (const secret of [ADDRESS, 'somebody', TOKEN, '4815']) expect(page.html).not.toContain(secret);
  expect((await mailsPage(await givenOperator({ 'accept-language': 'ko' }))).text).toContain('보내지 못한 메일');
});

test('contract 20: nobody else sees them', async () => {
  const { browser, email } = await signUpPerson(hosts);
  for (const role of ['user', 'owner'] as const) {
    const { id } = (await hosts.ports.accounts.findByEmailKey(email)) ?? { id: '' };
    await hosts.ports.accounts.setRole(id, role, hosts.clock.now());
    expect((await mailsPage(browser)).status).toBe(403);
    expect((await browser.open(`${hosts.authUrl}/console`)).html).not.toContain('/console/mails');
  }
  expect((await mailsPage(new Browser())).url.pathname).toBe('/login');
});

test('contract 20: a long list has pages, from the newest to the oldest, and the command lists all', async () => {
  await givenGivenUp(120, 'expired');
  const browser = await givenOperator();
  const ids: string[] = [];
  for (let page = await mailsPage(browser); ; page = await browser.open(page.link('Next page'))) {
    ids.push(...[...page.html.matchAll(/<code>([0-9a-f]{32})<\/code>/g)].map(([, id]) => id ?? ''));
    if (!page.text.includes('Next page')) break;
  }
  const all = [];
  for await (const mail of everyGivenUp(hosts.ports)) all.push(mail);
  expect(ids).toEqual(all.map(({ id }) => id));
  expect(all).toHaveLength(121);
  expect(all.map(({ endedAt }) => endedAt)).toEqual(all.map(({ endedAt }) => endedAt).toSorted((a, b) => b - a));
  // One that expired was not tried a last time.
  expect(new Set(all.map(({ tries, failure }) => `${tries} ${failure}`))).toEqual(
    new Set(['0 expired', '1 RCPT TO 550 5.1.1']),
  );
  for (const cursor of ['x', '1', `1.${'0'.repeat(31)}`, '9'.repeat(16)]) {
    expect((await mailsPage(browser, `?after=${cursor}`)).text).toContain('Next page');
  }
});

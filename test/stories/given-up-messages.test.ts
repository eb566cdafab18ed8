// The messages that were given up, as operators see them: which and why, never to whom or with which link (contract 20,
// 29).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyGivenUp } from '../../src/core/operating/given-up/list-given-up.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { writeMail } from '../../src/core/server/mail/write-mail.ts';
import { someEndpoint, someEventSecret } from '../contract/stores/given-events.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

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
  await givenSession(hosts, browser, email);
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
    const claimed = await mails.claim({ now: far, until: far + 1, limit: 1000, busy: [] });
    const due = claimed.find(({ id }) => id === mail.id);
    if (!due) throw new Error('The mail is not due.');
    await mails.remove(due, { failure, at: start + at * 1000, id: newId() });
  }
}

const messagesPage = (browser: Browser, query = '') => browser.open(`${hosts.authUrl}/console/messages${query}`);

test('contract 20: operators see kind, time, tries and reason, and neither address nor link nor code', async () => {
  const browser = await givenOperator();
  const console = await browser.open(`${hosts.authUrl}/console`);
  const empty = await browser.open(console.link('Undelivered messages'));
  expect([empty.status, empty.url.pathname]).toEqual([200, '/console/messages']);
  expect(empty.text).toContain('No message was given up');

  await givenGivenUp(1, 'RCPT TO 550 5.1.1');
  const page = await messagesPage(browser);
  expect(page.text).toContain('Set a new password');
  expect(page.text).toContain('1 try');
  expect(page.text).toContain('RCPT TO 550 5.1.1');
  expect(page.html).toContain(`datetime="${new Date(hosts.clock.now()).toISOString().slice(0, 11)}`);
  for (const secret of [ADDRESS, 'somebody', TOKEN, '4815']) expect(page.html).not.toContain(secret);
  expect((await messagesPage(await givenOperator({ 'accept-language': 'ko' }))).text).toContain('보내지 못한 메시지');
});

test('contract 29: of an event operators see application, host and reason, and the link to its deliveries', async () => {
  const application = await givenApplication(hosts, await ownerInBrowser(hosts), 'Shop of many events');
  const { events, clock } = hosts.ports;
  const endpoint = someEndpoint(application.id, { url: 'https://shop.example:8443/hooks/whispered' });
  await events.insertEndpoint(endpoint, someEventSecret(endpoint.id), 3);
  const now = clock.now();
  // Due so late that the server itself does not try it.
  const far = now + 1000 * HOUR;
  const sent = { applicationId: application.id, endpointId: endpoint.id, now: far };
  await events.sendTest({ id: newId(), eventId: newId(), ...sent });
  for (const due of await events.claim({ now: far, until: far + 1, limit: 9, busy: [] })) {
    await events.remove(due, { failure: 'tls CERT_HAS_EXPIRED', at: now, id: newId() });
  }
  const browser = await givenOperator();
  const page = await messagesPage(browser, '?kind=event');
  expect(page.text).toMatch(
    /Event: Test.*Shop of many events.*shop\.example:8443.*1 try.*no secure connection: check the certificate \( ?CERT_HAS_EXPIRED ?\)/s,
  );
  expect(page.html).not.toMatch(/whispered|RCPT TO/);
  const deliveries = await browser.open(page.link('Deliveries of the application'));
  expect([deliveries.status, deliveries.text.includes('Given up')]).toEqual([200, true]);
  expect((await messagesPage(browser, '?kind=logout')).text).toContain('No message of this kind was given up');

  await hosts.ports.applications.remove(application.id);
  expect((await messagesPage(browser)).text).toMatch(/an application that was removed.*RCPT TO 550/s);
});

test('contract 20: nobody else sees them', async () => {
  const { browser, email } = await givenPerson(hosts);
  for (const role of ['user', 'owner'] as const) {
    const { id } = (await hosts.ports.accounts.findByEmailKey(email)) ?? { id: '' };
    await hosts.ports.accounts.setRole(id, role, hosts.clock.now());
    expect((await messagesPage(browser)).status).toBe(403);
    expect((await browser.open(`${hosts.authUrl}/console`)).html).not.toContain('/console/messages');
  }
  expect((await messagesPage(new Browser())).url.pathname).toBe('/login');
});

test('contract 20: a long list has pages, from the newest to the oldest, and the command lists all', async () => {
  await givenGivenUp(120, 'expired');
  const browser = await givenOperator();
  const ids: string[] = [];
  for (let page = await messagesPage(browser, '?kind=mail'); ; page = await browser.open(page.link('Next page'))) {
    ids.push(...[...page.html.matchAll(/<code>([0-9a-f]{32})<\/code>/g)].map(([, id]) => id ?? ''));
    if (!page.text.includes('Next page')) break;
  }
  const all = [];
  for await (const message of everyGivenUp(hosts.ports, { kind: 'mail' })) all.push(message);
  expect(ids).toEqual(all.map(({ id }) => id));
  expect(all).toHaveLength(121);
  expect(all.map(({ endedAt }) => endedAt)).toEqual(all.map(({ endedAt }) => endedAt).toSorted((a, b) => b - a));
  // One that expired was not tried a last time.
  expect(new Set(all.map(({ tries, failure }) => `${tries} ${failure}`))).toEqual(
    new Set(['0 expired', '1 RCPT TO 550 5.1.1']),
  );
  for (const cursor of ['x', '1', `1.${'0'.repeat(31)}`, '9'.repeat(16)]) {
    expect((await messagesPage(browser, `?after=${cursor}`)).text).toContain('Next page');
  }
});

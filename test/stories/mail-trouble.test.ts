// A mail server that refuses the mail of everybody: the operator's trouble, which operators are told of at once, and for
// which nobody's mail is given up (contract 20).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { writeMail } from '../../src/core/server/mail/write-mail.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { answer, type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { newEmail, PASSWORD } from './account-pages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What is refused of each mail; undefined: nothing. */
let refused: 'sender' | 'recipient' | undefined;
let server: MailServer;
let hosts: Hosts;
beforeAll(async () => {
  const denied = answer(550, '5.7.1 Denied');
  server = await startMailServer({
    onMailFrom: (_address, _session, callback) => (refused === 'sender' ? callback(denied) : callback()),
    onRcptTo: (_address, _session, callback) => (refused === 'recipient' ? callback(denied) : callback()),
  });
  hosts = await startHosts({ LATCHKEY_SMTP_URL: server.url, LATCHKEY_MAIL_FROM: 'login@example.com' });
});
afterAll(async () => {
  await hosts?.stop();
  await server?.close();
});

async function queueTo(email: string): Promise<void> {
  const facts = { at: hosts.clock.now(), device: undefined, network: undefined };
  const mail = writeMail(hosts.ports, { kind: 'password-changed', to: { email }, facts });
  if (mail) await hosts.ports.mails.queue(mail);
}

const tryAll = () => hosts.tick('outbox');
async function tryFor(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) {
    hosts.clock.advance(10 * MINUTE);
    await tryAll();
  }
}
const resultsSince = (from: number) =>
  hosts.logs.slice(from).flatMap(({ event, result }) => (event === 'mail' ? [result] : []));
const troubles = () => hosts.logs.filter(({ event }) => event === 'mail-trouble');
const arrived = () => server.received.flatMap(({ to }) => to);

async function messagesPage(language: string): Promise<string> {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  const browser = new Browser({ 'accept-language': language });
  await givenSession(hosts, browser, email);
  return (await browser.open(`${hosts.authUrl}/console/messages`)).text;
}

test('contract 20: one refused recipient is tried for an hour, and is nobody’s trouble but theirs', async () => {
  refused = 'recipient';
  const from = hosts.logs.length;
  await queueTo('only@one.example');
  await tryAll();
  await tryFor(50 * MINUTE);
  expect(new Set(resultsSince(from))).toEqual(new Set(['put-back']));
  await tryFor(40 * MINUTE);
  expect(resultsSince(from).at(-1)).toBe('gave-up');
  expect(troubles()).toEqual([]);
  expect(await messagesPage('en')).not.toContain('refuses this server’s email');
});

test('contract 20: recipients of three domains are the operator’s, told once; all mails arrive when it is mended', async () => {
  refused = 'recipient';
  const from = hosts.logs.length;
  const people = ['a@one.example', 'b@two.example', 'c@three.example'];
  for (const email of people) await queueTo(email);
  await tryAll();
  expect(troubles()).toMatchObject([{ level: 50, reason: 'RCPT TO 550 5.7.1' }]);
  expect(await messagesPage('en')).toMatch(/The mail server refuses this server’s email.*RCPT TO 550 5\.7\.1/s);
  expect(await messagesPage('ko')).toContain('메일 서버가 이 서버의 메일을 거부하고 있어요');
  await tryFor(6 * HOUR);
  expect(resultsSince(from)).not.toContain('gave-up');
  expect(troubles()).toHaveLength(1);
  refused = undefined;
  await tryFor(2 * HOUR);
  expect(arrived()).toEqual(expect.arrayContaining(people));
  expect(await messagesPage('en')).not.toContain('refuses this server’s email');
});

test('contract 20: a refused sender is the operator’s with the first mail', async () => {
  refused = 'sender';
  const before = troubles().length;
  await queueTo('d@four.example');
  await tryAll();
  expect(troubles().slice(before)).toMatchObject([{ level: 50, reason: 'MAIL FROM 550 5.7.1' }]);
  expect(hosts.logs.filter(({ event }) => event === 'mail').at(-1)).toMatchObject({
    ...{ result: 'put-back', reason: 'MAIL FROM 550 5.7.1', level: 30 },
  });
  expect(await messagesPage('en')).toContain('MAIL FROM 550 5.7.1');
  refused = undefined;
  await tryFor(10 * MINUTE);
  expect(arrived()).toContain('d@four.example');
  expect(await messagesPage('en')).not.toContain('refuses this server’s email');
});

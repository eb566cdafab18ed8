// Mail where a server dies or its mail server does (contract 20): nothing is lost, and what is sent twice has one
// Message-ID. The real program and a real SMTP server. LATCHKEY_TEST_MAILS says how many are queued at once.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { headerOf, type MailServer, type MailServerBehaviour, startMailServer } from '../helpers/mail-server.ts';
import { startServer } from '../helpers/program.ts';
import { freePorts, succeed, type TestServer } from '../helpers/server.ts';
import { startWorkers } from '../helpers/workers.ts';

const MAILS = Number(process.env.LATCHKEY_TEST_MAILS ?? 150);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const settingsOf = (port: number) => ({
  LATCHKEY_SMTP_URL: `smtp://127.0.0.1:${port}`,
  LATCHKEY_MAIL_FROM: 'login@example.com',
});
async function givenMails(behaviour: MailServerBehaviour): Promise<MailServer> {
  const mails = await startMailServer(behaviour);
  cleanUps.push(() => mails.close());
  return mails;
}
async function givenServer(port: number): Promise<TestServer> {
  const server = await startServer(settingsOf(port));
  cleanUps.push(() => server.stop());
  await succeed(server, ['accounts', 'create', '--email', 'owner@example.org', '--role', 'owner']);
  return server;
}
const createToken = (server: TestServer) => succeed(server, ['api-tokens', 'create', '--email', 'owner@example.org']);
const idsOf = ({ received }: MailServer) => received.map((mail) => headerOf(mail, 'message-id'));

test('L3: killed between the change and its mail, the next process sends it, once', async () => {
  const [port = 0] = await freePorts(1);
  const server = await givenServer(port);
  await createToken(server);
  await expect.poll(() => server.logs()).toContain('"result":"put-back"');
  await server.restart('SIGKILL', () => undefined);
  const mails = await givenMails({ port });
  // As if the pause before the next try had passed.
  await server.execute('update mails set next_try_at = ? where ended_at is null', Date.now() - 1);
  await expect.poll(() => mails.received.length).toBe(1);
  await expect.poll(() => server.logs()).toContain('"result":"delivered"');
  expect(idsOf(mails)).toEqual([expect.stringMatching(/^<[0-9a-f]{32}@example\.com>$/)]);
});

test('L3: killed while a mail was being sent, the next process sends it with the same Message-ID', async () => {
  let seen = 0;
  const mails = await givenMails({
    onMail: () => (++seen === 1 ? new Promise((done) => setTimeout(done, 1_000)) : undefined),
  });
  const server = await givenServer(mails.port);
  await createToken(server);
  await expect.poll(() => seen).toBe(1);
  await server.restart('SIGKILL');
  // As if the claim of the dead process had run out.
  await server.execute('update mails set next_try_at = ? where ended_at is null', Date.now() - 1);
  await expect.poll(() => mails.received.length).toBe(2);
  expect(new Set(idsOf(mails)).size).toBe(1);
});

test('contract 20: with workers, one process sends each mail', async () => {
  const mails = await givenMails({});
  const server = await startWorkers(2, settingsOf(mails.port));
  cleanUps.push(() => server.stop());
  await succeed(server, ['accounts', 'create', '--email', 'owner@example.org', '--role', 'owner', '--email-verified']);
  for (let count = 0; count < 3; count += 1) await createToken(server);
  await expect.poll(() => mails.received.length).toBe(3);
  expect(new Set(idsOf(mails)).size).toBe(3);
});

test('contract 20: many queued mails leave at the mail server’s pace, in constant memory, each once', async () => {
  const mails = await givenMails({});
  const server = await givenServer(mails.port);
  await createToken(server);
  await expect.poll(() => mails.received.length).toBe(1);
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = memory();
  const now = Date.now();
  const facts = JSON.stringify({ at: now });
  for (let from = 0; from < MAILS; from += 100) {
    const rows = Array.from({ length: Math.min(100, MAILS - from) }, (_, at) => {
      const number = from + at;
      const id = number.toString(16).padStart(32, '0');
      return `('${id}', 'password-changed', 'p${number}@example.org', '${facts}', ${now}, ${now + 86_400_000}, ${now})`;
    });
    await server.execute(
      `insert into mails (id, kind, email, facts, created_at, expires_at, next_try_at) values ${rows.join(', ')}`,
    );
  }
  const startedAt = performance.now();
  let most = 0;
  await expect
    .poll(
      () => {
        most = Math.max(most, memory());
        return mails.received.length;
      },
      { timeout: 60_000 + MAILS * 30, interval: 250 },
    )
    .toBe(MAILS + 1);
  const perSecond = Math.round(MAILS / ((performance.now() - startedAt) / 1000));
  console.log(`${MAILS} mails, ${perSecond} a second, at most ${Math.round(most - before)} MiB more than before`);
  expect(new Set(idsOf(mails)).size).toBe(MAILS + 1);
  expect(most - before).toBeLessThan(60);
}, 400_000);

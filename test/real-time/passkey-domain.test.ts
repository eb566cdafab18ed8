// Passkeys of a domain that the server no longer has (contract 23): it says so at the start, and `latchkey doctor` fails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { addPasskey } from '../stories/passkey-pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

test('contract 23: the log names their number at the start, and doctor fails', async () => {
  const browser = new Browser();
  const signUp = await browser.open(`${server.authUrl}/sign-up`);
  const person = { email: 'mina@example.com', password: 'correct horse battery staple', nickname: 'Mina' };
  await browser.submit(signUp.form({ action: '/sign-up' }), person);
  await addPasskey(server, browser);
  const before = await server.command(['doctor', '--json']);
  expect(before.stdout).toContain('offered for localhost');

  const elsewhere = { LATCHKEY_AUTH_URL: server.authUrl.replace('localhost', '127.0.0.1') };
  const { status, stdout } = await server.command(['doctor', '--json'], '', elsewhere);
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; level: string; found: string }[] };
  expect(findings.find(({ subject }) => subject === 'passkeys')).toMatchObject({
    level: 'fault',
    found: expect.stringMatching(/^1 passkeys belong to another domain/),
  });
  expect(status).not.toBe(0);

  expect(server.logs()).not.toContain('belong to another domain');
  Object.assign(server.environment, elsewhere);
  await server.restart();
  // It is ready a moment before it has counted.
  await expect.poll(() => server.logs()).toMatch(/"level":40[^\n]*"passkeys":1[^\n]*belong to another domain/);
});

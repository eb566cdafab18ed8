// Mail without a mail server: kept in memory where only this machine can reach the server, and off elsewhere (contract
// 20).
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const statusWithHost = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.opsUrl);
    const asked = request({ host: '127.0.0.1', port, path: '/mail', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });

it('contract 20: /mail of the operations listener shows the mails, with links to follow', async () => {
  const owner = await createOwner(server, 'owner@example.com');
  const headers = { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' };
  const post = (url: string, body: object) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const application = (await post(`${server.apiUrl}/applications`, { name: 'Shop' })).headers.get('location');
  await post(`${application}/members`, { email: 'guest@example.net', role: 'viewer' });
  const shown = async () => (await fetch(`${server.opsUrl}/mail`)).text();
  await expect.poll(shown).toContain('guest@example.net');
  const page = await new Browser().open(`${server.opsUrl}/mail`);
  // Nobody proved the owner's address, so the notice of the API token is this one.
  expect(page.html).toContain('An account was made with your address');
  const link = /href="(http:[^"]*\/invitation\?token=[^"]+)"/.exec(page.html)?.[1] ?? '';
  expect(link.startsWith(`${server.authUrl}/`)).toBe(true);
  expect((await new Browser().open(link)).status).toBe(200);
});

it('L8: a Host that is not loopback is 421, so that no other site reads the mails', async () => {
  const hosts = [
    'localhost:4009',
    '127.0.0.1',
    '[::1]:4009',
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.0.2.1',
  ];
  expect(await Promise.all(hosts.map(statusWithHost))).toEqual([200, 200, 200, 421, 421, 421, 421]);
});

it('contract 20: off where others can reach the server, and config check and doctor say so', async () => {
  const outside = { LATCHKEY_AUTH_URL: 'https://id.example.com', LATCHKEY_API_URL: 'https://api.example.com' };
  const check = await server.command(['config', 'check'], '', outside);
  expect(check.stdout).toContain('There is no mail server (smtp_url): nothing that needs mail is offered.');
  expect((await server.command(['config', 'check'])).stdout).toContain('Mail is kept in memory');
  expect((await server.command(['doctor'], '', outside)).stdout).toMatch(/warning +mail +there is no mail server/);
  expect((await server.command(['doctor'])).stdout).toMatch(/ok +mail +mails are kept in memory/);
});

// `latchkey doctor` beside a running server on either database, with a proxy before it: what it asks the server and the
// public URLs, and that it changes nothing.
import { createHash } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

type Finding = { subject: string; level: string; found: string; fix: string | null };

let server: TestServer;
let proxy: Server;
/** What the proxy says of whom it speaks for. */
let forwardedFor: string | undefined = '198.51.100.7';

beforeAll(async () => {
  proxy = createServer((incoming, outgoing) => {
    const { port } = new URL(`http://${server.environment.LATCHKEY_AUTH_LISTEN}`);
    const headers = { ...incoming.headers, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
    const passed = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  const LATCHKEY_SECRET = 'q9Z0tYxL3mVbN7cRkP2wUe8sHfGjD5aT';
  server = await startServer({ LATCHKEY_AUTH_URL: url, LATCHKEY_TRUST_PROXY: '127.0.0.1', LATCHKEY_SECRET });
});
afterAll(async () => {
  await server?.stop();
  await new Promise((resolve) => proxy.close(resolve));
});

async function doctor(settings: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await server.command(['doctor', '--json'], '', settings);
  expect(stderr).toBe('');
  const told = JSON.parse(stdout) as { findings: Finding[]; faults: number; warnings: number; ok: number };
  return { status, ...told, of: (subject: string) => told.findings.filter((finding) => finding.subject === subject) };
}

test('a server that has what it needs: every subject is fine, exit code 0', async () => {
  const { status, findings, faults, warnings, ok } = await doctor();
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect([status, faults, warnings, ok]).toEqual([0, 0, 0, findings.length]);
  const expected = [
    'addresses',
    'clock',
    'database',
    'deletion',
    'email',
    'factors',
    'files',
    'keys',
    'mail',
    'names',
    'passkeys',
    'pictures',
    'policy',
    'proxy',
    'schema',
    'secrets',
    'tls',
    'tokens',
  ];
  expect([...new Set(findings.map(({ subject }) => subject))].sort()).toEqual(
    [...expected, ...(STORE === 'sqlite' ? ['disk'] : [])].sort(),
  );
});

test('people read a line for each finding, and the count', async () => {
  const { status, stdout } = await server.command(['doctor']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ok +database /);
  expect(stdout).toMatch(/\n\nErrors: 0, warnings: 0, OK: \d+\n$/);
});

test('K16: the proxy of trust_proxy is seen to be believed', async () => {
  expect((await doctor()).of('proxy')).toMatchObject([{ level: 'ok', found: 'trusted: 127.0.0.1' }]);
});

test('K16: a proxy that is not believed is a fault: all clients count as one network', async () => {
  forwardedFor = 'unknown';
  const { status, of } = await doctor();
  forwardedFor = '198.51.100.7';
  expect(status).toBe(1);
  expect(of('proxy')).toMatchObject([{ level: 'fault', fix: 'set trust_proxy to the address of the proxy' }]);
});

test('K16: trust_proxy without a proxy that tells anything is a warning, exit code 0', async () => {
  forwardedFor = undefined;
  const { status, of } = await doctor();
  forwardedFor = '198.51.100.7';
  expect([status, of('proxy')]).toMatchObject([0, [{ level: 'warning' }]]);
});

test('contract 1: a server that runs with another auth_url than the settings is a fault', async () => {
  const { status, of } = await doctor({ LATCHKEY_AUTH_URL: `http://${server.environment.LATCHKEY_AUTH_LISTEN}` });
  expect(status).toBe(1);
  expect(of('addresses')[0]).toMatchObject({ level: 'fault', found: expect.stringMatching(/has the issuer/) });
});

test('contract 24: operators who have no second factor are named where the settings demand one', async () => {
  const email = 'staff@example.com';
  await server.command(['accounts', 'create', '--email', email, '--role', 'operator']);
  const { status, of } = await doctor({ LATCHKEY_SECOND_FACTOR: 'staff' });
  expect([status, of('factors')]).toMatchObject([0, [{ level: 'warning', found: expect.stringContaining(email) }]]);
  expect((await doctor()).of('factors')).toMatchObject([{ level: 'ok' }]);
});

test('contract 29: the console of the running server says what the command says', async () => {
  const [email, password] = ['console-operator@example.com', 'correct horse battery staple'];
  const made = ['accounts', 'create', '--email', email, '--role', 'operator', '--password-stdin'];
  expect((await server.command(made, password)).status).toBe(0);
  const browser = new Browser();
  const login = await browser.open(`${server.authUrl}/login`);
  await browser.submit(login.form({ action: '/login' }), { email, password });
  const told = await doctor();
  const { status, text } = await browser.open(`${server.authUrl}/console/doctor`);
  expect([status, text.includes(`0 problems, 0 warnings, ${told.ok} fine`)]).toEqual([200, true]);
  for (const { found } of [...told.of('addresses'), ...told.of('proxy'), ...told.of('schema')]) {
    // A sentence on the page, which begins with a capital.
    expect(text.toLowerCase()).toContain(found.toLowerCase());
  }
});

test('it changes nothing in the database', async () => {
  const files = async () =>
    [...(await server.contents())]
      .filter(([name]) => !/-shm|-wal/.test(name))
      .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]);
  // The server beside it writes by itself now and then (counters, the log moved into the file): not every time.
  for (let tries = 0; ; tries += 1) {
    const before = await files();
    await doctor();
    const after = await files();
    if (tries === 5) expect(after).toEqual(before);
    if (isDeepStrictEqual(after, before)) break;
  }
});

test('beside a stopped server it says that none answers, and finds no fault in that', async () => {
  const { LATCHKEY_AUTH_LISTEN: _auth, ...rest } = server.environment;
  const { status, of } = await doctor({
    ...rest,
    LATCHKEY_AUTH_URL: 'http://localhost:1',
    LATCHKEY_API_URL: 'http://localhost:2',
    LATCHKEY_AUTH_LISTEN: '127.0.0.1:1',
    LATCHKEY_API_LISTEN: '127.0.0.1:2',
    LATCHKEY_OPS_LISTEN: '127.0.0.1:3',
    LATCHKEY_TRUST_PROXY: '',
  });
  expect(status).toBe(0);
  expect(of('addresses')).toMatchObject([
    { level: 'warning', found: expect.stringMatching(/no server responds/) },
    { level: 'warning', found: expect.stringMatching(/no server responds/) },
  ]);
});

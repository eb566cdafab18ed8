// Where anybody may have a password hashed, who finds no place is refused before anything is done for him (case M16).
import { afterEach, expect, test } from 'vitest';
import type { PasswordHasher } from '../../src/core/sign-in/passwords/password-hasher.ts';
import { withPasswordRoom } from '../../src/http/overload/password-room.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { createPasswordHasher } from '../../src/outside/password-hasher.ts';
import { ask, makeCertificate, openSession } from './http2-client.ts';
import { openSocket, request, startHost, type TestHost } from './raw-host.ts';

let host: TestHost | undefined;
afterEach(() => host?.stop());

const FORM = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' };

const depsOf = (passwords: PasswordHasher) => ({
  clientAddressOf: () => ({
    ...{ address: '192.0.2.7', network: '192.0.2.0/24', site: '192.0.2.0/24', whole: '192.0.2.7' },
    isLocal: false,
  }),
  ports: { passwords },
});

/** One password at a time, and none may wait. */
async function startWith(work: () => Promise<unknown>) {
  const passwords = createPasswordHasher({ concurrency: 1, maxWaiting: 0 });
  const handle = withPasswordRoom(depsOf(passwords), async () => {
    await work();
    return 'fine';
  });
  const route: Route = {
    path: '/login',
    errors: 'oauth',
    methods: { POST: { access: 'public', body: 'form', confirm: 'harmless', audit: 'own', handle } },
  };
  host = await startHost({ routes: [route] });
  return host.port;
}

test('M16: without a place it is 503 with Retry-After at once, and the place is free when the one before has ended', async () => {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const port = await startWith(() => {
    begun += 1;
    return new Promise<void>((resolve) => waiting.push(resolve));
  });
  const first = request(port, '/login', FORM);
  while (begun === 0) await new Promise(setImmediate);

  const refused = await request(port, '/login', FORM);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(begun).toBe(1);

  waiting.pop()?.();
  expect((await first).status).toBe(200);
  const next = request(port, '/login', FORM);
  while (begun === 1) await new Promise(setImmediate);
  waiting.pop()?.();
  expect((await next).status).toBe(200);
});

test('M16: one that failed gives its place back', async () => {
  const port = await startWith(() => Promise.reject(new Error('a fault of ours')));
  expect((await request(port, '/login', FORM)).status).toBe(500);
  expect((await request(port, '/login', FORM)).status).toBe(500);
});

test("M16: a client that sends its form slowly takes nobody's place", async () => {
  const port = await startWith(async () => {});
  const slow = await openSocket(port);
  const type = 'Content-Type: application/x-www-form-urlencoded';
  slow.write(`POST /login HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 100\r\n\r\na=`);
  expect((await request(port, '/login', FORM)).status).toBe(200);
  slow.destroy();
});

test("M16: a client that takes none of its answer over HTTP/2 takes nobody's place", async () => {
  const { settings, remove } = makeCertificate();
  const passwords = createPasswordHasher({ concurrency: 1, maxWaiting: 0 });
  const handle = withPasswordRoom(depsOf(passwords), async (_request, reply) => reply.send('x'.repeat(1_000_000)));
  const route: Route = {
    path: '/login',
    errors: 'oauth',
    methods: { POST: { access: 'public', body: 'form', confirm: 'harmless', audit: 'own', handle } },
  };
  host = await startHost({ routes: [route], settings });
  const headers = { ':method': 'POST', ':path': '/login', ...FORM.headers };
  const [slow, other] = [openSession(host, { initialWindowSize: 0 }), openSession(host)];
  const answer = slow.request(headers).on('error', () => undefined);
  await new Promise((resolve) => answer.once('response', resolve).end(FORM.body));
  expect((await ask(headers, FORM.body, other)).status).toBe(200);
  slow.destroy();
  other.destroy();
  remove();
});

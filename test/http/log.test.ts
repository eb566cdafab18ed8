// The log of requests (contract 1; cases P4, P5): enough to run the server, nothing to steal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../src/http/route.ts';
import { request, sendRaw, startHost, type TestHost } from './raw-host.ts';

const careless: Route = {
  path: '/careless/:id',
  errors: 'problem',
  methods: {
    GET: {
      access: 'public',
      body: 'none',
      handle: (req) => {
        req.log.info(
          { headers: req.headers, form: { password: 'hunter2', code: 'c0de' }, token: 'lk_at_x' },
          'careless',
        );
        req.log.info({ nickname: 'a\r\n{"level":60}\u001b[31m' }, 'injected');
        return 'x';
      },
    },
  },
};

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ routes: [careless] });
});
afterAll(() => host.stop());

test('contract 1: one line per finished request, with id, method, route template, status and duration', async () => {
  const answer = await request(host.port, '/careless/mine?state=secret-state');
  const lines = host.log.filter(({ msg, reqId }) => msg === 'request' && reqId === answer.headers['x-request-id']);
  expect(lines).toEqual([
    expect.objectContaining({ method: 'GET', route: '/careless/:id', status: 200, durationMs: expect.any(Number) }),
  ]);
});

test('P4: no path, query, cookie, token or password is in any record, also where somebody logged them by mistake', async () => {
  const headers = { Cookie: 'latchkey=cookie-value', Authorization: 'Bearer lk_at_header' };
  await request(host.port, '/careless/secret-id?code=secret-code', { headers });
  await request(host.port, '/nothing/secret-path?code=secret-code', { headers });
  await request(host.port, '/careless/%zz?code=secret-code', { headers });
  await sendRaw(host.port, 'FETCH /secret-path?code=secret-code HTTP/1.1\r\nHost: a\r\n\r\n');
  const text = JSON.stringify(host.log);
  for (const secret of ['cookie-value', 'lk_at_', 'hunter2', 'c0de', 'secret-id', 'secret-path', 'secret-code']) {
    expect(text).not.toContain(secret);
  }
});

test('P5: line breaks and escape sequences in what a user wrote stay inside their record', async () => {
  await request(host.port, '/careless/x');
  const injected = host.log.filter(({ msg }) => msg === 'injected');
  expect(injected.length).toBeGreaterThan(0);
  expect(host.log.every(({ level }) => level !== 60)).toBe(true);
});

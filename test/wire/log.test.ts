// The log of requests (contract 1; cases P4, P5): enough to run the server, nothing to steal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../src/http/routes/route.ts';
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

/** What no record may show (contract 1). */
const SECRET_NAMES = [
  ...['authorization', 'cookie', 'set-cookie', 'password', 'code', 'code_verifier'],
  ...['client_secret', 'access_token', 'refresh_token', 'token', 'url', 'query'],
];
const secretOf = (name: string, place: string) => `secret ${name} ${place}`;

/** Logs each of them where somebody might: by itself, inside what belongs to it, and as headers are written. */
const talkative: Route = {
  path: '/talkative',
  errors: 'problem',
  methods: {
    GET: {
      access: 'public',
      body: 'none',
      handle: (req) => {
        for (const name of SECRET_NAMES) {
          const written = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
          const inside = { request: { form: { [name]: secretOf(name, 'inside'), other: 'kept' } } };
          req.log.info({ [name]: secretOf(name, 'alone'), name, ...inside }, 'talkative');
          req.log.error({ headers: { [written]: secretOf(name, 'header') }, name }, 'talkative');
        }
        return 'x';
      },
    },
  },
};

const broken: Route = {
  path: '/broken',
  errors: 'problem',
  methods: {
    GET: {
      access: 'public',
      body: 'none',
      handle: () => {
        throw new Error('a bug');
      },
    },
  },
};

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ routes: [careless, talkative, broken] });
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

test.each(SECRET_NAMES)(
  'P4: no record shows what is called %s, at any depth and in any case; the rest stays',
  async (name) => {
    const answer = await request(host.port, '/talkative');
    const records = host.log.filter(
      ({ reqId, msg }) => reqId === answer.headers['x-request-id'] && msg === 'talkative',
    );
    const [line, headers] = records.filter((record) => record.name === name);
    expect(line).toMatchObject({
      [name]: '[not logged]',
      request: { form: { [name]: '[not logged]', other: 'kept' } },
    });
    expect(Object.values(headers?.headers as object)).toEqual(['[not logged]']);
    expect(JSON.stringify(records)).not.toContain('secret ');
  },
);

test('P5: line breaks and escape sequences in what a user wrote stay inside their record', async () => {
  await request(host.port, '/careless/x');
  const injected = host.log.filter(({ msg }) => msg === 'injected');
  expect(injected.length).toBeGreaterThan(0);
  expect(host.log.every(({ level }) => level !== 60)).toBe(true);
});

const TRACE = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id: '00f067aa0ba902b7' };

test('W3C Trace Context: every line of a request names the trace and the span that the caller sent, and its id stays ours', async () => {
  const traceparent = `00-${TRACE.trace_id}-${TRACE.span_id}-01`;
  const answer = await request(host.port, '/careless/x', { headers: { Traceparent: traceparent, Tracestate: 'a=b' } });
  const lines = host.log.filter(({ reqId }) => reqId === answer.headers['x-request-id']);
  expect(lines.map(({ msg }) => msg)).toEqual(['careless', 'injected', 'request']);
  for (const line of lines) expect(line).toMatchObject(TRACE);
  expect([answer.headers.traceparent, answer.headers.tracestate]).toEqual([undefined, undefined]);
});

test('W3C Trace Context: an error is told under its trace', async () => {
  const traceparent = `00-${TRACE.trace_id}-${TRACE.span_id}-00`;
  await request(host.port, '/broken', { headers: { Traceparent: traceparent } });
  expect(host.log.find(({ msg }) => msg === 'The request failed')).toMatchObject(TRACE);
});

test.each([
  ['malformed', [`00-${TRACE.trace_id}-${TRACE.span_id}-01"}`]],
  ['doubled', [`00-${TRACE.trace_id}-${TRACE.span_id}-01`, `00-${TRACE.trace_id}-${TRACE.span_id}-01`]],
])('P5: a %s traceparent is no fault and leaves no trace in the log', async (_, sent) => {
  const before = host.log.length;
  const headers = sent.map((value) => `traceparent: ${value}\r\n`).join('');
  const [answer] = await sendRaw(
    host.port,
    `GET /careless/x HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`,
  );
  expect(answer?.status).toBe(200);
  const lines = host.log.slice(before);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(Object.keys(line)).not.toContain('trace_id');
});

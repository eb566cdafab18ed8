// One request never has two answers (contract 9): an answer that leaves before the body was read is the last of its
// connection. And who asks first whether to send a body (RFC 9110 10.1.1) is told to only when it is wanted.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpError } from '../../src/http/errors/http-error.ts';
import { NO_QUERY } from '../../src/http/routes/query-parameters.ts';
import type { Guards, Route } from '../../src/http/routes/route.ts';
import { ask, JSON_TYPE, makeCertificate, openSession } from './http2-client.ts';
import { EXAMPLE_ROUTES, openSocket, readToEnd, splitResponses, startHost, type TestHost } from './raw-host.ts';

/** Numbers of those whose handler ran. */
const counted: string[] = [];

const ROUTES: readonly Route[] = [
  ...EXAMPLE_ROUTES,
  {
    path: '/owned',
    errors: 'problem',
    methods: {
      POST: {
        access: 'owner',
        scope: 'applications',
        query: NO_QUERY,
        body: 'json',
        audit: 'change',
        handle: ({ body }) => ({ body }),
      },
    },
  },
  {
    path: '/guarded',
    errors: 'page',
    methods: { POST: { access: 'session', body: 'form', confirm: 'harmless', audit: 'own', handle: () => 'never' } },
  },
  {
    path: '/counted/:n',
    errors: 'problem',
    methods: {
      GET: {
        access: 'public',
        body: 'none',
        handle: async ({ params }) => {
          counted.push((params as { n: string }).n);
          await pause(100);
          return {};
        },
      },
    },
  },
];

const guards: Guards = {
  owner: (_request, _reply, done) => done(httpError(401)),
  // As the guard of our pages does: leads away, and answers nothing wrong.
  session: (_request, reply) => {
    reply.redirect('/page', 303);
  },
};

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ routes: ROUTES, guards });
});
afterAll(() => host.stop());

const LENGTH = 'Content-Length: 99\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';
const FORM_BODY = 'Content-Type: application/x-www-form-urlencoded\r\n';
const head = (line: string, headers: string) => `${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const NEXT = head('GET /counted/behind', '');

/**
 * Sends `first`, then `later` when the host has said something, or when `isTime`. @returns what came, and after how many
 * ms the end
 */
async function talk(first: string, later = '', isTime?: () => boolean) {
  const socket = await openSocket(host.port);
  socket.on('error', () => undefined);
  const startedAt = performance.now();
  const answer = readToEnd(socket);
  const said = once(socket, 'data');
  socket.write(first);
  if (later !== '') {
    if (!isTime) await said;
    while (isTime?.() === false) await pause(1);
    socket.write(later);
  }
  const text = await answer;
  return { text, answers: splitResponses(text), tookMs: performance.now() - startedAt };
}

const EARLY: readonly (readonly [number, string, string])[] = [
  [401, 'POST /owned', JSON_BODY],
  [404, 'POST /nothing', JSON_BODY],
  [405, 'POST /things/abc', JSON_BODY],
  [405, 'PATCH /things', JSON_BODY],
  [415, 'POST /things', 'Content-Type: text/plain\r\n'],
  [415, 'POST /oauth/token', JSON_BODY],
  [303, 'POST /guarded', FORM_BODY],
  [400, 'POST /things?x=%zz', JSON_BODY],
];

describe('contract 9: an answer that leaves before the body was read', () => {
  for (const [how, framing] of [
    ['declared by its length', LENGTH],
    ['in chunks', CHUNKED],
  ] as const) {
    test.each(EARLY)(
      `%i to %s, the body ${how}: says Connection: close, and the connection ends at once`,
      async (status, line, headers) => {
        const { answers, tookMs } = await talk(head(line, headers + framing));
        expect(answers.map((answer) => [answer.status, answer.headers.connection])).toEqual([[status, 'close']]);
        expect(tookMs).toBeLessThan(5000);
      },
    );
  }

  test('413 to a length too large, and to chunks that became too many', async () => {
    const declared = await talk(head('POST /things', `${JSON_BODY}Content-Length: 70000\r\n`));
    expect(declared.answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[413, 'close']]);
    const chunk = `11170\r\n${' '.repeat(70_000)}\r\n`;
    const counting = await talk(`${head('POST /things', JSON_BODY + CHUNKED)}${chunk}`, chunk);
    expect(counting.answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[413, 'close']]);
  });

  test.each([
    ['a chunk that is none', 'zz\r\n'],
    ['a chunk, and then one that is none', '2\r\n{}\r\nzz\r\n'],
    ['another request in its place', NEXT],
    ['its end, and another request', `0\r\n\r\n${NEXT}`],
  ])('has no second one behind it: what comes late is %s', async (_what, late) => {
    counted.length = 0;
    const { answers } = await talk(head('POST /nothing', CHUNKED), late);
    expect(answers.map(({ status }) => status)).toEqual([404]);
    expect(counted).toEqual([]);
  });

  test('waits for its turn behind slower ones, and is still the last', async () => {
    counted.length = 0;
    const first = head('GET /counted/before', '') + head('POST /nothing', CHUNKED);
    const { answers } = await talk(first, `zz\r\n${NEXT}`, () => counted.length > 0);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(counted).toEqual(['before']);
  });

  test('a body that came along with its head leaves the connection as it is', async () => {
    const wrong = head('POST /nothing', 'Content-Length: 2\r\n');
    const last = head('GET /things', 'Connection: close\r\n');
    const { answers } = await talk(`${wrong}{}${wrong}{}`, last);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([
      [404, 'keep-alive'],
      [404, 'keep-alive'],
      [200, 'close'],
    ]);
  });

  test('reaches a client that goes on sending a large body', async () => {
    const answer = await new Promise<{ status: number | undefined; ended: boolean }>((resolve, reject) => {
      const sending = httpRequest(
        {
          port: host.port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/nothing',
          headers: { 'content-length': 8 << 20 },
        },
        (response) => {
          response.resume();
          response.once('end', () => {
            sending.destroy();
            resolve({ status: response.statusCode, ended: true });
          });
        },
      );
      sending.on('error', reject);
      sending.write(Buffer.alloc(8 << 20));
    });
    expect(answer).toEqual({ status: 404, ended: true });
  });

  test('over TLS alike, in HTTP/1.1; in HTTP/2 its stream ends, and the connection goes on', async () => {
    const { settings, remove } = makeCertificate();
    const secure = await startHost({ routes: ROUTES, guards, settings });
    const socket = tlsConnect({ port: secure.port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    const text = readToEnd(socket);
    socket.write(head('POST /nothing', LENGTH));
    expect(splitResponses(await text).map(({ status, headers }) => [status, headers.connection])).toEqual([
      [404, 'close'],
    ]);

    const session = openSession(secure);
    const ends = (headers: Record<string, string>, body: Buffer | undefined) =>
      new Promise<{ status: number; code: number }>((resolve) => {
        const stream = session.request({ ':method': 'POST', ...headers }, { endStream: false });
        let status = 0;
        stream.on('response', (got) => {
          status = Number(got[':status']);
        });
        stream.on('error', () => undefined);
        stream.once('close', () => resolve({ status, code: stream.rstCode ?? 0 }));
        stream.resume();
        if (body) stream.write(body);
      });
    const early = await Promise.all([
      ends({ ':path': '/nothing' }, undefined),
      ends({ ':path': '/things', 'content-type': 'text/plain' }, undefined),
      ends({ ':path': '/things', ...JSON_TYPE }, Buffer.alloc(70_000, ' ')),
    ]);
    expect(early).toEqual([404, 415, 413].map((status) => ({ status, code: 0 })));
    expect((await ask({ ':method': 'POST', ':path': '/things', ...JSON_TYPE }, '{}', session)).status).toBe(200);
    session.close();
    await secure.stop();
    remove();
  });
});

describe('contract 9: bytes that nobody can tell the end of', () => {
  test('HTTP/1.0 with Transfer-Encoding is answered and closed (RFC 9112 6.1), and nothing behind it is read', async () => {
    counted.length = 0;
    const post = `POST /things HTTP/1.0\r\nConnection: keep-alive\r\n${JSON_BODY}${CHUNKED}\r\n2\r\n{}\r\n0\r\n\r\n`;
    const { answers } = await talk(post + NEXT, NEXT);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[200, 'close']]);
    expect(counted).toEqual([]);
  });

  test('with a Content-Length besides it is 400 and closed', async () => {
    const post = `POST /things HTTP/1.0\r\nConnection: keep-alive\r\n${JSON_BODY}${LENGTH}${CHUNKED}\r\n0\r\n\r\n`;
    const { answers } = await talk(post, NEXT);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[400, 'close']]);
  });

  test('requests behind one that is refused with its connection are not worked on', async () => {
    counted.length = 0;
    const { answers } = await talk(`${head('GET /things', 'Content-Length: 2\r\n')}{}${NEXT}`);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(counted).toEqual([]);
  });
});

describe('RFC 9110 10.1.1: Expect: 100-continue', () => {
  const EXPECT = 'Expect: 100-continue\r\n';

  test.each([...EARLY, [413, 'POST /things', `${JSON_BODY}Content-Length: 70000\r\n`] as const])(
    '%i to %s comes without 100 Continue, and closes',
    async (status, line, headers) => {
      const framing = headers.includes('Content-Length') ? '' : LENGTH;
      const { text, answers } = await talk(head(line, EXPECT + headers + framing));
      expect(text).not.toContain('100 Continue');
      expect(answers.map((answer) => [answer.status, answer.headers.connection])).toEqual([[status, 'close']]);
    },
  );

  test.each([
    ['POST /things', `${JSON_BODY}Content-Length: 2\r\n`, '{}'],
    ['POST /oauth/token', `${FORM_BODY}Content-Length: 3\r\n`, 'a=1'],
    ['POST /things', JSON_BODY + CHUNKED, '2\r\n{}\r\n0\r\n\r\n'],
  ])('%s whose body is wanted gets it once, before the body', async (line, headers, body) => {
    const first = head(line, `${EXPECT}Connection: close\r\n${headers}`);
    const { text, answers } = await talk(first, body);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  test('over HTTP/2 alike', async () => {
    const { settings, remove } = makeCertificate();
    const secure = await startHost({ settings });
    const session = openSession(secure);
    const expecting = (headers: Record<string, string>) =>
      new Promise<{ continued: boolean; status: number }>((resolve) => {
        const sent = { ':method': 'POST', ':path': '/things', expect: '100-continue', ...headers };
        const stream = session.request(sent, { endStream: false });
        let continued = false;
        stream.on('continue', () => {
          continued = true;
          stream.end('{}');
        });
        stream.on('response', (got) => resolve({ continued, status: Number(got[':status']) }));
        stream.on('error', () => undefined);
        // A stream that nobody reads to its end keeps its connection open, for which a stopping server waits.
        stream.resume();
      });
    expect(await expecting(JSON_TYPE)).toEqual({ continued: true, status: 200 });
    expect(await expecting({ 'content-type': 'text/plain' })).toEqual({ continued: false, status: 415 });
    expect(await expecting({ ...JSON_TYPE, 'content-length': '70000' })).toEqual({ continued: false, status: 413 });
    session.close();
    await secure.stop();
    remove();
  });
});

// TLS (contract 1 and 9): with certificate and key a host speaks HTTP/2 and HTTP/1.1, under the same rules.
import type { ClientHttp2Session, OutgoingHttpHeaders } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/http/routes/route.ts';
import { ask as askOn, FILE_FORM_TYPE, JSON_TYPE, makeCertificate, openSession } from './http2-client.ts';
import { EXAMPLE_ROUTES, readToEnd, splitResponses, startHost, type TestHost } from './raw-host.ts';

const { settings, remove } = makeCertificate();
let host: TestHost;
let session: ClientHttp2Session;
beforeAll(async () => {
  host = await startHost({ settings });
  session = openSession(host);
});
afterAll(async () => {
  // Streams that were never finished would hold the host up for as long as it may take to stop.
  session.destroy();
  await host.stop();
  remove();
});

const ask = (headers: OutgoingHttpHeaders, body?: string | 'unfinished', on = session) => askOn(headers, body, on);

describe('contract 9: HTTP/2', () => {
  test('answers many requests of one session', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask({ ':path': `/things?x=${i}` })));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, i) => `{"x":["${i}"]}`));
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
  });

  test('carries forms with a file, as long as they are', async () => {
    const headers = { ':method': 'POST', ':path': '/files', ...FILE_FORM_TYPE };
    const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
    const file = (bytes: string) =>
      `--x\r\ncontent-disposition: form-data; name="b"; filename="c.png"\r\n\r\n${bytes}\r\n`;
    const answer = await ask(headers, `${field}${file('x'.repeat(40_000))}--x--\r\n`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { a: ['1'], file: 'one' }]);
    const long = await ask(headers, `${field}${file('x'.repeat(400_000))}--x--\r\n`);
    expect([long.status, JSON.parse(long.body)]).toEqual([200, { a: ['1'], file: 'too-large' }]);
    const endless = await ask(headers, `${field}${file('x'.repeat(9_000_000))}--x--\r\n`);
    expect(endless.status).toBe(413);
  });

  test('names a bound on the streams of a connection', async () => {
    await ask({ ':path': '/things' });
    expect(session.remoteSettings.maxConcurrentStreams).toBe(128);
  });

  test.each([
    ['AES128-GCM-SHA256', false],
    ['AES256-SHA', false],
    ['DHE-RSA-AES128-GCM-SHA256', false],
    ['ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256', true],
  ])('RFC 9325 4.2: TLS 1.2 with %s only: taken %o', async (ciphers, taken) => {
    const options = {
      port: host.port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ciphers,
    } as const;
    const connected = await new Promise<boolean>((resolve) => {
      const socket: TLSSocket = tlsConnect(options, () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    expect(connected).toBe(taken);
  });

  test('carries HSTS, because the public URL is https', async () => {
    expect((await ask({ ':path': '/things' })).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('reads a body', async () => {
    const answer = await ask({ ':method': 'POST', ':path': '/things', ...JSON_TYPE }, '{"a":1}');
    expect([answer.status, answer.body]).toEqual([200, '{"body":{"a":1}}']);
  });

  test.each(['GET', 'DELETE', 'OPTIONS'])('a body on %s is 400, also without a length', async (method) => {
    expect((await ask({ ':method': method, ':path': '/things/abc' }, 'x')).status).toBe(400);
  });

  test('HEAD has no body', async () => {
    const answer = await ask({ ':method': 'HEAD', ':path': '/things' });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  test('a body without a type is 415', async () => {
    expect((await ask({ ':method': 'POST', ':path': '/oauth/token' }, 'a=1')).status).toBe(415);
  });

  test.each(['PATCH', 'PROPFIND', 'FETCH'])('%s, not allowed, is 405 with Allow', async (method) => {
    const answer = await ask({ ':method': method, ':path': '/things' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, OPTIONS']);
  });

  test('CONNECT is 400', async () => {
    expect((await ask({ ':method': 'CONNECT', ':authority': 'example.com:443' }, 'unfinished')).status).toBe(400);
  });

  test('limits hold: 413, 414, 431', async () => {
    const long = await ask({ ':method': 'POST', ':path': '/things', ...JSON_TYPE }, `"${'x'.repeat(70_000)}"`);
    expect(long.status).toBe(413);
    expect((await ask({ ':path': `/things?${'x'.repeat(8200)}` })).status).toBe(414);
    expect((await ask({ ':path': '/things', 'x-long': 'x'.repeat(17_000) })).status).toBe(431);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x-${i}`, 'abcdefghijkl']));
    expect((await ask({ ':path': '/things', ...many })).status).toBe(431);
  });

  test('malformed targets are 400, unknown paths 404', async () => {
    expect((await ask({ ':path': '/things?x=%ff' })).status).toBe(400);
    expect((await ask({ ':path': '/things/' })).status).toBe(404);
  });

  test('OPTIONS * is 204', async () => {
    expect((await ask({ ':method': 'OPTIONS', ':path': '*' })).status).toBe(204);
  });
});

describe('contract 1: HTTP/1.1 over the same TLS port', () => {
  const open = (): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const socket = tlsConnect({ port: host.port, rejectUnauthorized: false }, () => resolve(socket));
      socket.once('error', reject);
    });
  const send = async (text: string) => {
    const socket = await open();
    const answer = readToEnd(socket);
    socket.write(text);
    return splitResponses(await answer)[0];
  };

  test('is answered', async () => {
    const answer = await send('GET /things?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect([answer?.status, answer?.body]).toEqual([200, '{"x":["1"]}']);
  });

  test('without Host is 400 in our shape', async () => {
    const answer = await send('GET /things HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([answer?.status, answer?.headers['x-request-id']]).toEqual([400, expect.any(String)]);
  });

  test('unreadable is 400 in our shape', async () => {
    const answer = await send('GET /things HTTP/1.1\r\nHost : a\r\n\r\n');
    expect([answer?.status, answer?.headers['x-request-id']]).toEqual([400, expect.any(String)]);
  });
});

describe('M8: a graceful close over HTTP/2', () => {
  test('answers the streams under way and ends idle sessions', async () => {
    let open = () => {};
    let reached = false;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const handle = async () => {
      reached = true;
      await opened;
      return { slow: true };
    };
    const gated: Route = {
      path: '/slow',
      errors: 'problem',
      methods: { GET: { access: 'public', body: 'none', handle } },
    };
    const closing = await startHost({ settings, routes: [...EXAMPLE_ROUTES, gated] });
    const [busy, idle] = [openSession(closing), openSession(closing)];
    await ask({ ':path': '/things' }, undefined, idle);
    const answer = ask({ ':path': '/slow' }, undefined, busy);
    while (!reached) await pause(5);
    const stopped = closing.stop();
    await new Promise((resolve) => idle.once('close', resolve));
    open();
    expect((await answer).body).toBe('{"slow":true}');
    await stopped;
  });
});

// Request lines and headers (contract 9 and 10): both forms of target, limits, malformed input. All of it is looked at
// before the route, so that nothing unreadable reaches one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalIn } from '../helpers/refusals.ts';
import { problemOf, request, sendRaw, startHost, type TestHost } from './raw-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const statusOf = async (target: string, parts?: Parameters<typeof request>[2]) =>
  (await request(host.port, target, parts)).status;

describe('contract 9: request targets', () => {
  test.each([
    ['loopback by name', 'http://localhost/things?x=1'],
    ['loopback with a port', 'http://localhost:9/things?x=1'],
    ['loopback by IPv4 address', 'http://127.0.0.1:4000/things?x=1'],
    ['loopback by another IPv4 address', 'http://127.8.9.10/things?x=1'],
    ['loopback by IPv6 address', 'http://[::1]:4000/things?x=1'],
    ['our public host', 'http://id.example.com/things?x=1'],
    ['our public host in another case', 'HTTP://ID.Example.COM/things?x=1'],
    ['our public host over https, as a proxy may say', 'https://id.example.com:443/things?x=1'],
  ])('absolute form works for %s', async (_what, target) => {
    const answer = await request(host.port, target);
    expect([answer.status, answer.body]).toEqual([200, '{"x":["1"]}']);
  });

  test.each([
    ['another host', 'http://evil.example/things'],
    ['a host that begins like ours', 'http://id.example.com.evil.example/things'],
    ['a host that only looks like loopback', 'http://127.0.0.1.evil.example/things'],
    ['another host in OPTIONS', 'http://evil.example'],
  ])('absolute form for %s is 421', async (_what, target) => {
    expect(await statusOf(target, { method: target.endsWith('things') ? 'GET' : 'OPTIONS' })).toBe(421);
  });

  test.each([
    ['user information', 'http://id.example.com@evil.example/things'],
    ['an empty host', 'http:///things'],
    ['another scheme', 'ftp://localhost/things'],
    ['no path and no scheme', 'things'],
    ['a fragment', '/things#x'],
    ['a raw quotation of NUL', '/things?x=%00'],
    ['NUL in the path', '/things/%00'],
    ['a lone percent sign in the path', '/things/%'],
    ['broken percent-encoding in the path', '/things/%zz'],
    ['bytes in the path that are not UTF-8', '/things/%ff'],
    ['an overlong encoding in the path', '/things/%c0%af'],
    ['a lone percent sign in the query', '/things?x=%'],
    ['broken percent-encoding in the query', '/things?x=%zz'],
    ['bytes in the query that are not UTF-8', '/things?x=%ff'],
    ['a surrogate in the query', '/things?x=%ed%a0%80'],
    ['a malformed name in the query', '/things?%zz=x'],
    ['a malformed query on an unknown parameter', '/oauth/authorize?unknown=%ff'],
    ['raw bytes above ASCII in the query', '/things?x=\xc3\xa9'],
    ['a raw byte that is not UTF-8', '/things?x=\xff'],
  ])('a target with %s is 400', async (_what, target) => {
    const answer = await request(host.port, target);
    const inQuery = target.includes('?') && !target.includes('\xc3') && !target.includes('\xff');
    expect([answer.status, refusalIn(answer.body)]).toEqual([400, inQuery ? 'parameters-malformed' : 'bad-request']);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test('a malformed query is refused in the shape of the route', async () => {
    const answer = await request(host.port, '/oauth/token?x=%ff', { method: 'POST', body: '' });
    expect(problemOf(answer)).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/percent-encoding/),
      error_uri: expect.stringMatching(/#parameters-malformed$/),
    });
  });

  test('a malformed path is refused in the shape of its place', async () => {
    const answer = await request(host.port, '/oauth/%ff');
    expect([answer.status, problemOf(answer).error]).toEqual([400, 'invalid_request']);
  });

  test('a doubled parameter is left for the route to judge, in the order sent', async () => {
    expect((await request(host.port, '/things?x=1&x=2')).body).toBe('{"x":["1","2"]}');
  });
});

describe('contract 9: headers', () => {
  test('names are case-insensitive', async () => {
    const headers = { hOsT: 'a', 'CONTENT-type': 'APPLICATION/JSON' };
    expect(await statusOf('/things', { method: 'POST', headers, body: '{}' })).toBe(200);
  });

  test('HTTP/1.1 without Host is 400, HTTP/1.0 without it works', async () => {
    const [without] = await sendRaw(host.port, 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([without?.status, refusalIn(without?.body ?? '')]).toEqual([400, 'bad-request']);
    expect(without?.body).toContain('Host');
    const [old] = await sendRaw(host.port, 'GET /things HTTP/1.0\r\n\r\n');
    expect(old?.status).toBe(200);
  });

  test.each(['Host', 'Authorization', 'Content-Type', 'Origin', 'If-Match'])('%s twice is 400', async (name) => {
    const headers = [
      ['Host', 'a'],
      [name, 'text/a'],
      [name, 'text/a'],
    ] as const;
    const answer = await request(host.port, '/things', { headers });
    expect([answer.status, refusalIn(answer.body)]).toEqual([400, 'header-doubled']);
  });

  test.each([
    ...['a b', 'a/b', 'a@b', 'a?b', 'a#b', '[::1', '::1', '[::1]x', '[::g]', 'localhost:abc', 'a:1:2', 'localhost:-1'],
    ...['http://localhost', 'localhost:65536', 'a%zz', 'a\\b', 'a,b c'],
  ])('RFC 9112 3.2: a Host of %j is 400', async (sent) => {
    const [answer] = await sendRaw(host.port, `GET /things HTTP/1.1\r\nHost: ${sent}\r\nConnection: close\r\n\r\n`);
    expect([answer?.status, refusalIn(answer?.body ?? '')]).toEqual([400, 'bad-request']);
    expect(answer?.body).toContain('Host');
  });

  test.each([
    'localhost',
    'LOCALHOST:4000',
    '127.0.0.1:1',
    '[::1]:4000',
    'id.example.com.',
    'xn--bcher-kva.example:',
    'a_b',
    'a%20b',
    '',
  ])('RFC 9112 3.2: a Host of %j is no fault', async (sent) => {
    const [answer] = await sendRaw(host.port, `GET /things HTTP/1.1\r\nHost: ${sent}\r\nConnection: close\r\n\r\n`);
    expect(answer?.status).toBe(200);
  });

  test('an expectation other than 100-continue is 417 with our headers', async () => {
    const answer = await request(host.port, '/things', { headers: { Expect: 'miracles' } });
    expect(answer.status).toBe(417);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test('Expect: 100-continue is answered with 100 before the body', async () => {
    const head = 'POST /things HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n';
    const [answer] = await sendRaw(
      host.port,
      `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`,
      '{}',
    );
    expect(answer?.status).toBe(200);
  });

  test.each([
    ['another version of HTTP', 'GET /things HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['a version that never was', 'GET /things HTTP/1.7\r\nHost: a\r\n\r\n'],
    ['no version', 'GET /things\r\nHost: a\r\n\r\n'],
    ['a space in the target', 'GET /things /x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space before the colon', 'GET /things HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a folded header', 'GET /things HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'],
    ['NUL in a header', 'GET /things HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['two lengths', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a negative length', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    [
      'length and transfer coding',
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a coding that does not end in chunked', 'POST /things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'],
    [
      'a malformed chunk',
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n'],
  ])('a request with %s is 400, told in our shape, and the connection ends', async (_what, text) => {
    const [answer] = await sendRaw(host.port, text);
    expect(answer?.status).toBe(400);
    expect(answer?.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer?.headers['x-request-id']).toBeDefined();
    expect(answer?.headers.connection).toBe('close');
  });

  test('bytes that are no HTTP are told as RFC 6749 JSON where the path can be seen to be under /oauth/', async () => {
    const [answer] = await sendRaw(host.port, 'POST /oauth/token HTTP/1.1\r\nHost : a\r\n\r\n');
    expect(problemOf(answer ?? expect.fail('no answer'))).toMatchObject({ error: 'invalid_request' });
  });
});

describe('contract 10: limits', () => {
  const path = (length: number) => `/things?${'x'.repeat(length - '/things?'.length)}`;

  test('a URL of 8 KiB works, a longer one is 414', async () => {
    expect(await statusOf(path(8192))).toBe(200);
    expect(await statusOf(path(8193))).toBe(414);
    expect(await statusOf(path(20_000))).toBe(414);
  });

  test('a URL past what Node reads is 414 as well', async () => {
    expect(await statusOf(path(60_000))).toBe(414);
  });

  test('headers up to 16 KiB work, more is 431', async () => {
    const headers = (length: number) => ({ 'X-Long': 'x'.repeat(length) });
    expect(await statusOf('/things', { headers: headers(16_000) })).toBe(200);
    expect(await statusOf('/things', { headers: headers(16_385) })).toBe(431);
  });

  test('headers past what Node reads are 431 with our headers', async () => {
    const answer = await request(host.port, '/things', { headers: { 'X-Long': 'x'.repeat(60_000) } });
    expect(answer.status).toBe(431);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test('many small headers count together', async () => {
    const headers = Array.from({ length: 1500 }, (_, index) => [`X-${index}`, 'abcdef'] as const);
    expect(await statusOf('/things', { headers })).toBe(431);
  });

  test('a body of 64 KiB works, a longer one is 413', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = (length: number) => JSON.stringify('x'.repeat(length - 2));
    expect(await statusOf('/things', { method: 'POST', headers, body: body(65_536) })).toBe(200);
    expect(await statusOf('/things', { method: 'POST', headers, body: body(65_537) })).toBe(413);
  });

  test('a chunked body is counted as it comes', async () => {
    const chunk = `4000\r\n${'1'.repeat(0x4000)}\r\n`;
    const head =
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const [answer] = await sendRaw(host.port, head, ...Array<string>(5).fill(chunk));
    expect(answer?.status).toBe(413);
    expect(answer?.headers.connection).toBe('close');
  });

  test.each([
    ['413', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'x'.repeat(65_537), 413],
    ['415', { 'Content-Type': 'text/plain' }, 'x', 415],
    ['431', { 'X-Long': 'x'.repeat(20_000) }, '', 431],
  ])('contract 9: %s under /oauth/ is invalid_request', async (_what, headers, body, status) => {
    const answer = await request(host.port, '/oauth/token', { method: 'POST', headers, body });
    expect([answer.status, problemOf(answer).error]).toEqual([status, 'invalid_request']);
  });
});

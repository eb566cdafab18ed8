// Bodies (contract 9): where none belongs, which types are taken, and the two strict readers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../src/http/wire/json-body.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { problemOf, type RawResponse, request, sendRaw, startHost, type TestHost } from './raw-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const post = (target: string, type: string | undefined, body: string | Uint8Array) =>
  request(host.port, target, { method: 'POST', headers: type === undefined ? {} : { 'Content-Type': type }, body });

/** Status and code of a refusal; the answer to HEAD has no body that tells. */
const refusalOf = ({ status, body }: RawResponse, method = '') => [
  status,
  method === 'HEAD' ? 'body-unexpected' : refusalIn(body),
];

describe('contract 9: a body where none belongs', () => {
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('on %s is 400, by length or by transfer coding', async (method) => {
    const withLength = await request(host.port, '/things/abc', { method, body: 'x=1' });
    expect(refusalOf(withLength, method)).toEqual([400, 'body-unexpected']);
    const headers = { 'Transfer-Encoding': 'chunked' };
    const chunked = await request(host.port, '/things/abc', { method, headers, body: '0\r\n\r\n' });
    expect(refusalOf(chunked, method)).toEqual([400, 'body-unexpected']);
  });

  test('and the connection ends, so that its bytes are never read as a request', async () => {
    const smuggled = 'GET /things HTTP/1.1\r\nHost: a\r\n\r\n';
    const answers = await sendRaw(
      host.port,
      `GET /things HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    expect(answers.map((answer) => refusalOf(answer))).toEqual([[400, 'body-unexpected']]);
  });

  test('Content-Length: 0 is no body', async () => {
    expect((await request(host.port, '/things', { headers: { 'Content-Length': '0' } })).status).toBe(200);
  });

  test('a Content-Type without a body is no body', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await request(host.port, '/things/abc', { method: 'DELETE', headers })).status).toBe(204);
  });
});

describe('contract 5 and 9: form bodies', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'APPLICATION/X-WWW-Form-URLencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded ; charset="utf-8"',
    '  application/x-www-form-urlencoded  ',
  ])('%o is taken', async (type) => {
    expect((await post('/oauth/token', type, 'a=1')).body).toBe('{"a":["1"]}');
  });

  test.each([
    undefined,
    '',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=utf-8; charset=utf-16',
    'application/x-www-form-urlencoded; boundary=x',
    'application/x-www-form-urlencoded;',
    'application/x-www-form-urlencoded\tx',
    'application/x-www-form-urlencodedx',
    'application/x-www-form-urlencoded, text/plain',
    'xapplication/x-www-form-urlencoded',
    'application/x-www-form-urlencoded\u00a0',
  ])('%o is 415', async (type) => {
    const answer = await post('/oauth/token', type, 'a=1');
    expect([answer.status, problemOf(answer).error]).toEqual([415, 'invalid_request']);
  });

  test('a compressed body is 415', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
    expect((await request(host.port, '/oauth/token', { method: 'POST', headers, body: 'x' })).status).toBe(415);
  });

  test.each([
    ['broken percent-encoding', 'a=%zz'],
    ['encoded bytes that are not UTF-8', 'a=%ff'],
    ['raw bytes that are not UTF-8', Uint8Array.of(0x61, 0x3d, 0xff)],
    ['an encoded NUL', 'a=%00'],
    ['a raw NUL', 'a=\0'],
    ['a malformed name', '%zz=1'],
  ])('%s is 400', async (_what, body) => {
    const answer = await post('/oauth/token', 'application/x-www-form-urlencoded', body);
    expect([answer.status, problemOf(answer).error]).toEqual([400, 'invalid_request']);
  });

  test('raw UTF-8 and a plus sign are read as browsers mean them', async () => {
    const body = Buffer.from('a=h\u00e9+o&a=', 'utf8');
    const answer = await post('/oauth/token', 'application/x-www-form-urlencoded', body);
    expect(Buffer.from(answer.body, 'latin1').toString()).toBe('{"a":["h\u00e9 o",""]}');
  });

  test('no body and no type are no parameters', async () => {
    expect((await request(host.port, '/oauth/token', { method: 'POST' })).body).toBe('{"a":[]}');
  });
});

describe('contract 9: JSON bodies', () => {
  test.each([
    ['a member twice', '{"a":1,"a":1}', /member "a" more than once/],
    ['a member twice, spelt with an escape', '{"a":1,"\\u0061":1}', /member "a" more than once/],
    ['a member twice at depth', '{"a":[{"b":{"c":1,"c":2}}]}', /member "c" more than once/],
    ['a raw NUL', '{"a":"\0"}', /not JSON/],
    ['an escaped NUL', '{"a":"x\\u0000"}', /NUL/],
    ['an escaped NUL in a name', '{"\\u0000":1}', /NUL/],
    ['half of a surrogate pair', '{"a":"\\ud800"}', /surrogate/],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /not UTF-8/],
    ['a byte-order mark', '\u00ef\u00bb\u00bf{}', /not JSON/],
    ['__proto__', '{"__proto__":{"a":1}}', /__proto__/],
    ['__proto__, spelt with an escape', '{"\\u005f_proto__":{}}', /__proto__/],
    ['too many levels', `${'['.repeat(17)}${']'.repeat(17)}`, /too deeply/],
    ['sixty thousand levels', '['.repeat(60_000), /not JSON/],
    ['a trailing comma', '{"a":1,}', /not JSON/],
    ['something after its end', '{} {}', /not JSON/],
    ['nothing in it', '', /JSON body/],
  ])('%s is 400 and says so', async (_what, body, detail) => {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    const answer = await post('/things', 'application/json', bytes);
    expect(answer.status).toBe(400);
    expect(problemOf(answer).detail).toMatch(detail);
  });

  test('the same name in different objects, and names inside strings, are no duplicates', () => {
    const text = '[{"a":1},{"a":2},{"a":{"a":"\\"a\\":{\\"a\\":"}},"a","a"]';
    expect(parseJson(Buffer.from(text))).toEqual([{ a: 1 }, { a: 2 }, { a: { a: '"a":{"a":' } }, 'a', 'a']);
  });

  test('what is whole is read as it is', async () => {
    const answer = await post(
      '/things',
      'application/json; charset=utf-8',
      Buffer.from('{"a":["\u00e9",1,null,true]}'),
    );
    expect(JSON.parse(Buffer.from(answer.body, 'latin1').toString())).toEqual({
      body: { a: ['\u00e9', 1, null, true] },
    });
  });

  test.each([
    'text/json',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
  ])('%o is 415', async (type) => {
    expect((await post('/things', type, '{}')).status).toBe(415);
  });

  test('where a body is optional, none is fine, a type without a body too', async () => {
    const answer = (headers: Record<string, string>) => request(host.port, '/things', { method: 'PUT', headers });
    expect((await answer({})).body).toBe('{"body":null}');
    expect((await answer({ 'Content-Type': 'application/json', 'Content-Length': '0' })).body).toBe('{"body":null}');
    expect((await answer({ 'Content-Type': 'text/plain', 'Content-Length': '0' })).status).toBe(415);
  });
});

test('contract 3, order of checks: 413 comes before 415, 415 before an unreadable body', async () => {
  expect((await post('/things', 'text/plain', 'x'.repeat(70_000))).status).toBe(413);
  expect((await post('/things', 'text/plain', '{"a":1,"a":1}')).status).toBe(415);
});

describe('contract 3: the body of a PATCH (RFC 7396)', () => {
  const patch = (type: string | undefined, body: string, target = '/changes') =>
    request(host.port, target, {
      method: 'PATCH',
      headers: type === undefined ? {} : { 'Content-Type': type },
      ...(body === '' ? {} : { body }),
    });

  test.each([
    'application/merge-patch+json',
    'application/json',
    'Application/Merge-Patch+JSON; charset="UTF-8"',
    'application/json;charset=utf-8',
  ])('%s is taken', async (type) => {
    expect((await patch(type, '{"a":null}')).body).toBe('{"body":{"a":null}}');
  });

  test.each([
    undefined,
    'text/plain',
    'application/json-patch+json',
    'application/merge-patch+jsonx',
    'xapplication/json',
    'application/merge-patch json',
    'application/merge-patch+json; charset=utf-16',
  ])('%s is 415, which names both types (RFC 5789 2.2: Accept-Patch)', async (type) => {
    const answer = await patch(type, '{}');
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
    expect(problemOf(answer).detail).toBe(
      'The body must be application/merge-patch+json or application/json, in UTF-8.',
    );
  });

  test('none at all is 400, and the reader is as strict as for all JSON', async () => {
    expect(refusalOf(await patch(undefined, ''))).toEqual([400, 'body-missing']);
    const twice = await patch('application/merge-patch+json', '{"a":1,"a":2}');
    expect(refusalOf(twice)).toEqual([400, 'json-member-doubled']);
  });

  test('where JSON is wanted, a merge patch is 415', async () => {
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const answer = await request(host.port, '/things', { method: 'POST', headers, body: '{}' });
    expect([answer.status, answer.headers['accept-patch']]).toEqual([415, undefined]);
  });
});

describe('contract 10: a form with a file', () => {
  test('that does not say how long it is, and is longer than ever needed, is 413', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const first = '--x\r\ncontent-disposition: form-data; name="b"; filename="c"\r\n\r\n';
    const head = `${first.length.toString(16)}\r\n${first}\r\n`;
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = head + chunk.repeat(130);
    const answer = await request(host.port, '/files', { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
  });

  test('may be an ordinary form, under the bounds of those', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect((await post('/files', form, 'a=1')).body).toBe('{"a":["1"],"file":"none"}');
    expect((await post('/files', form, `a=${'x'.repeat(64 * 1024)}`)).status).toBe(413);
    expect((await post('/files', 'multipart/form-data', 'x')).status).toBe(415);
  });
});

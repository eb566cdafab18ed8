// GET and POST /user-info (contract 6; RFC 6750): how the token is presented, and what is answered.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomSecret } from '../../src/core/ground/secrets.ts';
import { refusalIn } from '../helpers/refusals.ts';
import { NOW } from '../unit/core/given.ts';
import { bearer, challengeOf, HOUR, startApiHost } from './api-host-fixture.ts';
import { problemOf, request } from './raw-host.ts';

let host: Awaited<ReturnType<typeof startApiHost>>;
beforeAll(async () => {
  host = await startApiHost();
});
afterAll(() => host.stop());
beforeEach(() => {
  host.clock.at = NOW;
});

const get = (headers: Record<string, string>) => request(host.port, '/user-info', { headers });
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (body: string, headers: Record<string, string> = {}) =>
  request(host.port, '/user-info', { method: 'POST', headers: { ...FORM, ...headers }, body });

describe('contract 6: user information', () => {
  const claims = () => ({ sub: 'b'.repeat(32), nickname: 'Mina' });

  test('GET with the token in the header answers sub and the claims, and is not stored', async () => {
    const answer = await get(bearer(host.accessToken));
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
    expect(problemOf(answer)).toMatchObject(claims());
  });

  test.each(['bearer', 'BEARER', 'BeArEr'])('the scheme is read in any case: %s', async (scheme) => {
    expect((await get({ Authorization: `${scheme} ${host.accessToken}` })).status).toBe(200);
  });

  test('POST may carry the token in the header without a body', async () => {
    const answer = await request(host.port, '/user-info', { method: 'POST', headers: bearer(host.accessToken) });
    expect(problemOf(answer)).toMatchObject(claims());
  });

  test('POST may carry it as access_token in a form body', async () => {
    expect(problemOf(await post(`access_token=${host.accessToken}`))).toMatchObject(claims());
  });

  test('HEAD answers as GET does, without a body', async () => {
    const answer = await request(host.port, '/user-info', { method: 'HEAD', headers: bearer(host.accessToken) });
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect((await request(host.port, '/user-info', { method: 'HEAD' })).status).toBe(401);
  });

  test('header and body at once are 400 invalid_request', async () => {
    const answer = await post(`access_token=${host.accessToken}`, bearer(host.accessToken));
    expect([answer.status, refusalIn(answer.body)]).toEqual([400, 'access-token-twice']);
    expect(challengeOf(answer)).toMatch(/^Bearer realm="latchkey", error="invalid_request", error_description="/);
  });

  test('access_token twice is 400 invalid_request', async () => {
    const answer = await post(`access_token=${host.accessToken}&access_token=${host.accessToken}`);
    expect([answer.status, challengeOf(answer)]).toEqual([400, expect.stringContaining('error="invalid_request"')]);
  });

  test('two Authorization headers are 400', async () => {
    const line = ['Authorization', `Bearer ${host.accessToken}`] as const;
    const answer = await request(host.port, '/user-info', { headers: [line, line] });
    expect([answer.status, refusalIn(answer.body)]).toEqual([400, 'header-doubled']);
  });

  test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', 'Bearer "a"', 'Bearer =', 'Bearer a=b'])(
    'a malformed header is 400 invalid_request: %o',
    async (authorization) => {
      const answer = await get({ Authorization: authorization });
      expect([answer.status, challengeOf(answer)]).toEqual([400, expect.stringContaining('error="invalid_request"')]);
    },
  );

  test.each([
    ['no token', {}],
    ['credentials of another scheme', { Authorization: 'Basic YTpi' }],
    ['a token of a scheme that begins alike', { Authorization: 'Bearerx abc' }],
    ['an empty header', { Authorization: '' }],
    ['a cookie', { Cookie: 'access_token=abc' }],
  ])('%s is 401 with a bare challenge', async (_what, headers) => {
    const answer = await get(headers);
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  test('a token in the query counts as no token', async () => {
    const answer = await request(host.port, `/user-info?access_token=${host.accessToken}`);
    expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer realm="latchkey"']);
    const posted = await request(host.port, `/user-info?access_token=${host.accessToken}`, { method: 'POST' });
    expect([posted.status, challengeOf(posted)]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  test.each([
    ['unknown', () => 'lk_at_abc'],
    ['cut by one character', () => host.accessToken.slice(0, -1)],
    ['longer by one character', () => `${host.accessToken}A`],
    ['of another kind', () => `lk_api_${randomSecret()}`],
  ])('a token that is %s is 401 invalid_token', async (_what, token) => {
    const answer = await get(bearer(token()));
    expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    expect(answer.body).not.toContain(token());
  });

  test('an expired token is 401 invalid_token', async () => {
    host.clock.at = NOW + HOUR;
    expect(challengeOf(await get(bearer(host.accessToken)))).toContain('error="invalid_token"');
  });

  test.each(['application/json', 'APPLICATION/JSON;q=0.1', '*/*', 'application/*', 'text/html, */*;q=0.1', ''])(
    'Accept %o is answered with JSON',
    async (accept) => {
      expect((await get({ ...bearer(host.accessToken), Accept: accept })).status).toBe(200);
    },
  );

  test.each(['text/html', 'image/*', 'application/json;q=0', 'application/xml, application/jws'])(
    'Accept %o is 406',
    async (accept) => {
      expect((await get({ ...bearer(host.accessToken), Accept: accept })).status).toBe(406);
    },
  );

  test('contract 3, order of checks: 401 comes before 406', async () => {
    const answer = await get({ ...bearer('lk_at_x'), Accept: 'text/html' });
    expect([answer.status, refusalIn(answer.body)]).toEqual([401, 'access-token-invalid']);
  });

  test('a body of another type is 415', async () => {
    expect((await post('{}', { ...bearer(host.accessToken), 'Content-Type': 'application/json' })).status).toBe(415);
  });

  test('contract 8: an origin of the application may read the answer, another may not', async () => {
    const ask = async (origin: string) => (await get({ ...bearer(host.accessToken), Origin: origin })).headers;
    const own = 'https://shop.example.com';
    expect((await ask(own))['access-control-allow-origin']).toBe(own);
    expect((await ask('https://evil.example'))['access-control-allow-origin']).toBeUndefined();
  });

  test('P4: no token is in the log', () => {
    const text = JSON.stringify(host.log);
    expect(text).toContain('/user-info');
    expect(text).not.toContain(host.accessToken);
    expect(text).not.toContain('access_token=');
  });
});

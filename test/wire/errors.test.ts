// How everything thrown is told (contract 9, "Errors"): by the route's shape, in one place, without the cause.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../src/core/ground/fault.ts';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { httpError, InputError, tooManyRequests } from '../../src/http/errors/http-error.ts';
import { pointerTo, toProblem, toProblemJson } from '../../src/http/errors/problem.ts';
import type { ErrorShape, Route } from '../../src/http/routes/route.ts';
import { invalidGrant, invalidToken } from '../../src/protocol/errors.ts';
import { problemOf, type RawResponse, request, startHost, TEST_SETTINGS, type TestHost } from './raw-host.ts';

const THROWN: Record<string, () => unknown> = {
  bug: () => new TypeError('select * from secrets'),
  'bug-with-status': () => Object.assign(new Error('from a library'), { statusCode: 418, code: 'EFOO' }),
  'not-an-error': () => 'a string',
  unavailable: () => new Unavailable('disk I/O error', { retryAfterSeconds: 3 }),
  limited: () => tooManyRequests(7),
  grant: () => invalidGrant('code-expired', 'The code is "spent"\n.', 'private detail'),
  token: () => invalidToken(),
  refused: () => httpError(409, 'The platform exists already.'),
  faults: () =>
    new InputError([
      { path: ['site_domains', 3], code: 'x', detail: 'No path here.' },
      { path: ['a/b~c'], code: 'x', detail: 'Unknown member.' },
      { path: [], code: 'x', detail: 'The whole.' },
    ]),
};

const routeOf = (shape: ErrorShape, path: string): Route => ({
  path: `${path}/:what`,
  errors: shape,
  methods: {
    GET: {
      access: 'public',
      body: 'none',
      handle: (req, reply) => {
        reply.header('etag', '"1"').header('cache-control', 'public');
        throw THROWN[(req.params as { what: string }).what]?.();
      },
    },
  },
});

let host: TestHost;
let api: TestHost;
beforeAll(async () => {
  host = await startHost({
    routes: [
      routeOf('problem', '/problem'),
      routeOf('oauth', '/oauth/json'),
      routeOf('page', '/oauth/page'),
      routeOf('negotiated', '/negotiated'),
    ],
    renderErrorPage: (req, { status, code, helpHref, developerDetail, retryAfterSeconds }) => {
      if (req.url.includes('limited')) throw new Error('no page today');
      return `<p>${status} ${code} ${developerDetail ?? '-'} ${retryAfterSeconds ?? '-'} ${req.id} ${helpHref}</p>`;
    },
  });
  api = await startHost({ name: 'api', routes: [routeOf('problem', '/problem')] });
});
afterAll(async () => {
  await host.stop();
  await api.stop();
});

const get = (path: string, accept?: string): Promise<RawResponse> =>
  request(host.port, path, accept === undefined ? {} : { headers: { Accept: accept } });

describe('contract 9: a 5xx never shows its cause; the log has it under the request id', () => {
  test.each(['bug', 'bug-with-status', 'not-an-error'])('%s', async (what) => {
    const answer = await get(`/problem/${what}`);
    expect(answer.status).toBe(500);
    expect(problemOf(answer)).toEqual({
      type: `${TEST_SETTINGS.authUrl}/errors#server-error`,
      title: 'Internal server error',
      status: 500,
      detail: expect.stringMatching(/^Internal server error/),
    });
    const records = host.log.filter(({ reqId }) => reqId === answer.headers['x-request-id']);
    expect(records.some(({ level, err }) => level === 50 && err !== undefined)).toBe(true);
  });

  test('a database that cannot answer is 503 with Retry-After, logged as a warning', async () => {
    const answer = await get('/problem/unavailable');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(answer.body).not.toContain('disk');
    const records = host.log.filter(({ reqId }) => reqId === answer.headers['x-request-id']);
    expect(JSON.stringify(records.find(({ level }) => level === 40))).toContain('disk I/O error');
  });
});

describe('contract 9: problem+json', () => {
  test('bad input names every fault with a JSON pointer (RFC 6901)', async () => {
    const answer = await get('/problem/faults');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      errors: [
        { pointer: '/site_domains/3', code: 'x', detail: 'No path here.' },
        { pointer: '/a~1b~0c', code: 'x', detail: 'Unknown member.' },
        { pointer: '', code: 'x', detail: 'The whole.' },
      ],
    });
  });

  test('contract 9: at most a hundred faults are listed, and their number is told', () => {
    const faults = Array.from({ length: 345 }, (_, at) => ({
      path: ['site_domains', at],
      code: 'uri-malformed',
      detail: 'x',
    }));
    const told = JSON.parse(toProblemJson(toProblem(new InputError(faults as Fault[])), 'https://id.example.com'));
    expect(told.errors).toHaveLength(100);
    expect(told.detail).toContain('the first 100 of 345 input errors');
  });

  test('a pointer escapes the tilde before the slash', () => {
    expect(pointerTo(['~1', '/'])).toBe('/~01/~1');
  });

  test('a refusal keeps its own sentence', async () => {
    expect(problemOf(await get('/problem/refused'))).toMatchObject({
      status: 409,
      title: 'The request conflicts with the current state',
      detail: 'The platform exists already.',
    });
  });

  test('RFC 6750 3: an error of the protocol is also in the challenge', async () => {
    const answer = await get('/problem/token');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer realm="latchkey", error="invalid_token", error_description="The access token is unknown, expired or revoked."',
    );
  });

  test('headers meant for success are gone, and nothing is stored', async () => {
    const answer = await get('/problem/refused');
    expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store']);
  });

  test('an error is never 406 for want of its own type', async () => {
    expect((await get('/problem/refused', 'image/png')).status).toBe(409);
  });
});

describe('contract 9: /oauth/… answers RFC 6749 JSON', () => {
  test('with the code, a description in the allowed characters, and no-store', async () => {
    const answer = await get('/oauth/json/grant');
    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toEqual({
      error: 'invalid_grant',
      error_description: "The code is 'spent'?.",
      error_uri: `${TEST_SETTINGS.authUrl}/errors#code-expired`,
    });
    expect([answer.headers['cache-control'], answer.headers.pragma]).toEqual(['no-store', 'no-cache']);
    expect(answer.body).not.toContain('private');
  });

  test.each([
    ['limited', 429, 'temporarily_unavailable', '7'],
    ['unavailable', 503, 'temporarily_unavailable', '3'],
    ['bug', 500, 'server_error', undefined],
    ['refused', 409, 'invalid_request', undefined],
  ])('%s is %i %s', async (what, status, error, retryAfter) => {
    const answer = await get(`/oauth/json/${what}`);
    expect([answer.status, problemOf(answer).error, answer.headers['retry-after']]).toEqual([
      status,
      error,
      retryAfter,
    ]);
  });

  test('for paths under /oauth/ that no route has, too', async () => {
    expect(problemOf(await get('/oauth/nothing', 'text/html'))).toMatchObject({ error: 'invalid_request' });
  });
});

describe('contract 9: pages', () => {
  test('/oauth/authorize and its like answer a page to everybody', async () => {
    const answer = await get('/oauth/page/grant', 'application/json');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(`<p>400 bad-request The code is`);
    expect(answer.body).toContain(answer.headers['x-request-id']);
  });

  test('a 5xx page shows no detail, and Retry-After where there is one', async () => {
    const answer = await get('/oauth/page/unavailable');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(answer.body).toContain('<p>503 unavailable - 3');
  });

  test('other paths of the auth host answer a page where Accept names text/html', async () => {
    const html = await get('/negotiated/refused', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(html.headers['content-type']).toMatch(/^text\/html/);
  });

  test.each(['*/*', 'application/json', 'text/*', undefined, 'text/html;q=0'])(
    'and problem+json where it does not: %o',
    async (accept) => {
      const answer = await get('/negotiated/refused', accept);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    },
  );

  test('unknown paths of the auth host are negotiated as well', async () => {
    expect((await get('/nothing', 'text/html')).body).toContain('<p>404 not-found');
    expect(problemOf(await get('/nothing'))).toMatchObject({ status: 404 });
  });

  test('a page that cannot be made is problem+json, and logged', async () => {
    const answer = await get('/oauth/page/limited');
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(host.log.some(({ msg }) => msg === 'The error page could not be rendered')).toBe(true);
  });

  test('the API host answers problem+json whatever Accept says', async () => {
    const answer = await request(api.port, '/nothing', { headers: { Accept: 'text/html' } });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  });
});

describe('contract 9, K8: security headers', () => {
  test('stand on every answer of the auth host, errors included', async () => {
    for (const answer of [await get('/oauth/page/grant'), await get('/nothing'), await get('/%')]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
      });
      const policy = answer.headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'; form-action 'self'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test('HSTS stands there when the public URL is https, and only then', async () => {
    const settings = { publicUrl: 'https://id.example.com' };
    const secure = await startHost({ settings });
    const answers = [await request(secure.port, '/things'), await request(secure.port, '/nothing')];
    await secure.stop();
    for (const { headers } of answers) expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await get('/nothing')).headers['strict-transport-security']).toBeUndefined();
  });

  test('contract 1: the API host sets no cookie', async () => {
    expect((await request(api.port, '/nothing')).headers['set-cookie']).toBeUndefined();
  });
});

describe('M3: while the database cannot answer, every request meets it', () => {
  test('the log has one line a second for each cause, without a stack, and each request has its cause', async () => {
    const full: Route = {
      path: '/full',
      errors: 'problem',
      methods: {
        GET: {
          access: 'public',
          body: 'none',
          handle: () => {
            throw new Unavailable('The database cannot answer', { cause: new Error('database or disk is full') });
          },
        },
      },
    };
    const trouble = await startHost({ routes: [full] });
    const detail = 'The database cannot answer: database or disk is full';
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(trouble.port, '/full')));
    const lines = () => trouble.log.filter(({ level }) => Number(level) >= 40);
    expect(lines()).toEqual([expect.objectContaining({ level: 40, status: 503, route: '/full', detail, times: 1 })]);
    for (const { headers } of answers) {
      const own = trouble.log.filter(({ reqId, msg }) => reqId === headers['x-request-id'] && msg === 'request');
      expect(own).toEqual([expect.objectContaining({ status: 503, detail })]);
    }
    trouble.clock.at += 1_000;
    await request(trouble.port, '/full');
    expect(lines().slice(1)).toEqual([expect.objectContaining({ detail, times: 20 })]);
    expect(JSON.stringify(trouble.log)).not.toContain('"stack"');
    await trouble.stop();
  });
});

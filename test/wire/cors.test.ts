// CORS (contract 8): who may read an answer in a browser. `Origin` decides headers, never the outcome.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowOriginOf } from '../../src/http/callers/cors.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { invalidGrant } from '../../src/protocol/errors.ts';
import { givenAccount, givenApplication, givenPlatform } from '../unit/core/given.ts';
import { type RawResponse, request, startHost, type TestHost } from './raw-host.ts';

const shop = givenApplication({
  platforms: [givenPlatform({ siteDomains: ['https://shop.example.com', 'http://localhost:3000', 'file://'] })],
});
const other = givenApplication({
  id: 'a2',
  name: 'Other',
  redirectUris: [],
  platforms: [givenPlatform({ id: 'p2', apiKey: 'f'.repeat(32), siteDomains: ['https://other.example.com'] })],
});

/** Answers about `shop`, or fails before it is known what the answer is about. */
const ROUTES: Route[] = [
  {
    path: '/oauth/token',
    errors: 'oauth',
    cors: 'registered',
    methods: {
      POST: {
        access: 'client',
        body: 'optional-form',
        handle: (req, reply) => {
          allowOriginOf(shop, req, reply);
          return { ok: true };
        },
      },
      GET: {
        access: 'client',
        body: 'none',
        handle: () => {
          throw invalidGrant('code-expired', 'Spent.');
        },
      },
    },
  },
  {
    path: '/oauth/jwks',
    errors: 'oauth',
    cors: 'any',
    methods: { GET: { access: 'public', body: 'none', handle: () => ({ keys: [] }) } },
  },
  {
    path: '/none',
    errors: 'problem',
    methods: { GET: { access: 'public', body: 'none', handle: () => ({ ok: true }) } },
  },
];

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ routes: ROUTES });
  await host.database.stores.accounts.insert(givenAccount({ id: 'o1', role: 'owner' }));
  await host.database.stores.applications.insert(shop, 500);
  await host.database.stores.applications.insert(other, 500);
});
afterAll(() => host.stop());

const ask = (method: string, origin: string | undefined, path = '/oauth/token') =>
  request(host.port, path, { method, headers: origin === undefined ? {} : { Origin: origin } });
const allowed = (answer: RawResponse) => answer.headers['access-control-allow-origin'];

describe('contract 8: a successful answer', () => {
  test.each([
    ['the registered origin', 'https://shop.example.com'],
    ['the http form of an https site domain', 'http://shop.example.com'],
    ['the other form with the same explicit port', 'https://localhost:3000'],
    ['null, which stands for file://', 'null'],
  ])('may be read by %s', async (_what, origin) => {
    const answer = await ask('POST', origin);
    expect([answer.status, allowed(answer)]).toEqual([200, origin]);
    expect(answer.headers['access-control-expose-headers']).toBe(
      'WWW-Authenticate, Retry-After, X-Request-Id, DPoP-Nonce',
    );
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    ["another application's origin", 'https://other.example.com'],
    ['an origin nobody registered', 'https://evil.example'],
    ['a subdomain', 'https://www.shop.example.com'],
    ['another port', 'https://shop.example.com:8443'],
    ['a text that is no origin', 'shop.example.com'],
    ['no origin', undefined],
  ])('is the same without headers for %s', async (_what, origin) => {
    const answer = await ask('POST', origin);
    expect([answer.status, answer.body, allowed(answer)]).toEqual([200, '{"ok":true}', undefined]);
  });
});

describe('contract 8: an error', () => {
  test.each(['https://shop.example.com', 'https://other.example.com', 'http://other.example.com', 'null'])(
    'may be read by %s, which some application registered',
    async (origin) => {
      const answer = await ask('GET', origin);
      expect([answer.status, allowed(answer)]).toEqual([400, origin]);
    },
  );

  test('may not be read by an origin nobody registered', async () => {
    const answer = await ask('GET', 'https://evil.example');
    expect([answer.status, allowed(answer)]).toEqual([400, undefined]);
  });

  test('405 and 415 of the route are errors like any other', async () => {
    expect(allowed(await ask('PUT', 'https://other.example.com'))).toBe('https://other.example.com');
    const headers = { Origin: 'https://other.example.com', 'Content-Type': 'text/plain' };
    const answer = await request(host.port, '/oauth/token', { method: 'POST', headers, body: 'x' });
    expect([answer.status, allowed(answer)]).toEqual([415, 'https://other.example.com']);
  });
});

describe('contract 8: preflight', () => {
  test('for an origin any application registered names what may be sent', async () => {
    const answer = await ask('OPTIONS', 'https://other.example.com');
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-origin': 'https://other.example.com',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type, accept, dpop',
      'access-control-max-age': '600',
    });
  });

  test('for others is 204 with Allow only', async () => {
    const answer = await ask('OPTIONS', 'https://evil.example');
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('contract 8: around it', () => {
  test.each(['GET', 'POST', 'OPTIONS', 'PUT'])(
    'Vary: Origin stands on every answer, also without an origin: %s',
    async (method) => {
      expect((await ask(method, undefined)).headers.vary).toBe('Origin');
    },
  );

  test('discovery and keys are open to all', async () => {
    expect(allowed(await ask('GET', 'https://evil.example', '/oauth/jwks'))).toBe('*');
    expect(allowed(await ask('GET', undefined, '/oauth/jwks'))).toBe('*');
    const preflight = await ask('OPTIONS', 'https://evil.example', '/oauth/jwks');
    expect([preflight.status, allowed(preflight)]).toEqual([204, '*']);
  });

  test.each(['GET', 'OPTIONS', 'PUT'])('nothing else has CORS: %s', async (method) => {
    const answer = await ask(method, 'https://shop.example.com', '/none');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a database that is away takes the headers, not the error', async () => {
    const away = await startHost({ routes: ROUTES });
    await away.database.close();
    const answer = await request(away.port, '/oauth/token', { headers: { Origin: 'https://shop.example.com' } });
    await away.app.close();
    expect([answer.status, allowed(answer)]).toEqual([400, undefined]);
  });
});

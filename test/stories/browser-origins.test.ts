// CORS at the endpoints that browser applications call (contract 8), over the composed server: every kind of answer,
// for the application's own origin, another application's, a page from a file, and one nobody registered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const OWN = 'http://localhost:3999';
const OTHER = 'https://other.example';
const FILE = 'null';
const UNKNOWN = 'https://evil.example';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
  const platforms = [{ platform: 'Web', site_domains: [OTHER, 'file://'] }];
  await givenClient(hosts, { ...APPLICATION, name: 'Other', platforms });
});
afterAll(() => hosts?.stop());

const EXPOSED = 'WWW-Authenticate, Retry-After, X-Request-Id, DPoP-Nonce';
const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');

function post(path: string, origin: string, fields: Record<string, string>) {
  return fetch(`${hosts.authUrl}${path}`, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) });
}
const ofToken = (tokens: Tokens, origin: string) =>
  fetch(`${hosts.apiUrl}/user-info`, { headers: { origin, authorization: `Bearer ${tokens.access_token}` } });

/** Each endpoint's good answer about `client`, for an origin. */
const SUCCESSES: Record<string, (origin: string) => Promise<Response>> = {
  'code exchange': async (origin) =>
    post('/oauth/token', origin, Object.fromEntries(new URLSearchParams(client.codeForm(await client.code())))),
  refresh: async (origin) => {
    const { refresh_token } = await client.tokens();
    return post('/oauth/token', origin, { grant_type: 'refresh_token', refresh_token, client_id: client.apiKey });
  },
  revocation: (origin) => post('/oauth/revocation', origin, { token: 'unknown', client_id: client.apiKey }),
  'user-info by GET': async (origin) => ofToken(await client.tokens(), origin),
  'user-info by POST': async (origin) =>
    fetch(`${hosts.apiUrl}/user-info`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ access_token: (await client.tokens()).access_token }),
    }),
};

/** Each endpoint's refusal; `status` proves which one it was. */
const ERRORS: Record<string, [status: number, (origin: string) => Promise<Response>]> = {
  'an unknown code': [
    400,
    (origin) =>
      post('/oauth/token', origin, { ...Object.fromEntries(new URLSearchParams(client.codeForm('x'.repeat(43)))) }),
  ],
  'an unknown key': [
    400,
    (origin) => post('/oauth/token', origin, { grant_type: 'refresh_token', client_id: 'nobody' }),
  ],
  'a wrong secret': [
    401,
    (origin) =>
      fetch(`${hosts.authUrl}/oauth/token`, {
        method: 'POST',
        headers: { origin, authorization: `Basic ${btoa(`${client.apiKey}:wrong`)}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
      }),
  ],
  'another type of body': [
    415,
    (origin) =>
      fetch(`${hosts.authUrl}/oauth/token`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: '{}',
      }),
  ],
  'another method': [405, (origin) => fetch(`${hosts.authUrl}/oauth/revocation`, { headers: { origin } })],
  'a revocation without token': [400, (origin) => post('/oauth/revocation', origin, { client_id: client.apiKey })],
  'user-info without token': [401, (origin) => fetch(`${hosts.apiUrl}/user-info`, { headers: { origin } })],
  'user-info of an unknown token': [
    401,
    (origin) => ofToken({ access_token: `lk_at_${'x'.repeat(43)}` } as Tokens, origin),
  ],
};

describe('contract 8: a good answer', () => {
  test.each(Object.keys(SUCCESSES))('%s: only the application’s own origin may read it', async (name) => {
    const ask = SUCCESSES[name] as (origin: string) => Promise<Response>;
    for (const [origin, expected] of [
      [OWN, OWN],
      ['https://localhost:3999', 'https://localhost:3999'],
      [OTHER, null],
      [FILE, null],
      [UNKNOWN, null],
    ] as const) {
      const answer = await ask(origin);
      expect([answer.status, allowed(answer), answer.headers.get('vary')], origin).toEqual([200, expected, 'Origin']);
      expect(answer.headers.get('access-control-expose-headers')).toBe(expected && EXPOSED);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('contract 8: an error', () => {
  test.each(Object.keys(ERRORS))('%s: any registered origin may read it, no other', async (name) => {
    const [status, ask] = ERRORS[name] as (typeof ERRORS)[string];
    for (const [origin, expected] of [
      [OWN, OWN],
      [OTHER, OTHER],
      [FILE, FILE],
      [UNKNOWN, null],
    ] as const) {
      const answer = await ask(origin);
      expect([answer.status, allowed(answer), answer.headers.get('vary')], origin).toEqual([
        status,
        expected,
        'Origin',
      ]);
      expect(answer.headers.get('access-control-expose-headers')).toBe(expected && EXPOSED);
    }
  });
});

describe('contract 8: preflight', () => {
  const preflight = (url: string, origin: string, method: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, accept',
      },
    });

  test.each([
    ['/oauth/token', 'POST, OPTIONS'],
    ['/oauth/revocation', 'POST, OPTIONS'],
    ['/user-info', 'GET, HEAD, POST, OPTIONS'],
  ])('%s: 204 for all; what may be sent is told to registered origins', async (path, methods) => {
    const url = `${path === '/user-info' ? hosts.apiUrl : hosts.authUrl}${path}`;
    for (const origin of [OWN, OTHER, FILE]) {
      const { status, headers } = await preflight(url, origin, 'POST');
      expect([status, headers.get('vary')]).toEqual([204, 'Origin']);
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'authorization, content-type, accept, dpop',
        'access-control-max-age': '600',
      });
    }
    const { status, headers } = await preflight(url, UNKNOWN, 'POST');
    expect([status, headers.get('allow'), headers.get('vary')]).toEqual([204, methods, 'Origin']);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each(['/oauth/introspection', '/oauth/authorize', '/oauth/logout', '/login'])(
    '%s has no CORS, for a registered origin either',
    async (path) => {
      for (const method of ['OPTIONS', 'POST']) {
        const answer = await fetch(`${hosts.authUrl}${path}`, { method, headers: { origin: OWN }, redirect: 'manual' });
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth/jwks'])(
    '%s may be read by all, and so may what says that nothing changed',
    async (path) => {
      const first = await fetch(`${hosts.authUrl}${path}`, { headers: { origin: UNKNOWN } });
      expect([first.status, allowed(first)]).toEqual([200, '*']);
      const headers = { origin: UNKNOWN, 'if-none-match': first.headers.get('etag') ?? '' };
      const again = await fetch(`${hosts.authUrl}${path}`, { headers, cache: 'no-store' });
      expect([again.status, allowed(again)]).toEqual([304, '*']);
    },
  );
});

// Which requests a route takes, and what the others are told (contract 9).

import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClientAddress } from '../../src/http/callers/client-address.ts';
import { buildHost } from '../../src/http/hosts/host.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { problemOf, recordingLog, request, sendRaw, startHost, TEST_SETTINGS, type TestHost } from './raw-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

describe('contract 9: paths', () => {
  test.each([
    ['unknown', '/nothing'],
    ['with a slash at its end', '/things/'],
    ['of a resource with a slash at its end', '/things/abc/'],
    ['with a file extension', '/things.json'],
    ['of a resource with a file extension', '/things/abc.json'],
    ['with an empty segment', '//things'],
    ['in another case', '/Things'],
    ['with a backslash', '/things\\abc'],
    ['with dot segments', '/nothing/../things'],
    ['where the router keeps refused requests', '/*/*/*/*'],
    ['made of an asterisk', '/*'],
  ])('a path %s is 404', async (_what, path) => {
    expect((await request(host.port, path)).status).toBe(404);
  });

  test('a path is compared after percent-decoding', async () => {
    expect((await request(host.port, '/%74hings')).status).toBe(200);
  });

  test('an encoded slash stays inside its segment', async () => {
    expect((await request(host.port, '/things%2Fabc')).status).toBe(404);
    expect((await request(host.port, '/things/a%2Fb')).body).toBe('{"id":"a/b"}');
  });

  test('a 404 comes before 405, 415 and an unreadable body', async () => {
    const body = '{"a":1,"a":2}';
    const headers = { 'content-type': 'application/json' };
    expect((await request(host.port, '/nothing', { method: 'POST', headers, body })).status).toBe(404);
    expect((await request(host.port, '/nothing', { method: 'PROPFIND' })).status).toBe(404);
  });
});

describe('contract 9: methods', () => {
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];
  const refused = METHODS.filter((method) => !allowed.includes(method) && method !== 'CONNECT');

  test.each(refused)('%s on a known path without it is 405 with Allow', async (method) => {
    const answer = await request(host.port, '/things', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, OPTIONS');
  });

  test('a method nobody knows is 405 with Allow on a known path, and 400 elsewhere', async () => {
    const answer = await request(host.port, '/things/abc?x=1', { method: 'FETCH' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, DELETE, OPTIONS');
    expect((await request(host.port, '/nothing', { method: 'FETCH' })).status).toBe(400);
  });

  test('methods are case-sensitive', async () => {
    expect((await request(host.port, '/things', { method: 'get' })).status).toBe(405);
  });

  test('CONNECT is 400 with a request id: there is no path in it', async () => {
    const answer = await request(host.port, 'example.com:443', { method: 'CONNECT' });
    expect(answer.status).toBe(400);
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
  });

  test('405 comes before the body is looked at', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await request(host.port, '/things', { method: 'PATCH', headers, body: 'x' })).status).toBe(405);
  });

  test('HEAD answers every GET route with its headers and no body', async () => {
    const get = await request(host.port, '/things?x=1');
    const [head] = await sendRaw(host.port, 'HEAD /things?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(head?.status).toBe(200);
    expect(head?.body).toBe('');
    expect(head?.headers['content-length']).toBe(get.headers['content-length']);
    expect(head?.headers['content-type']).toBe(get.headers['content-type']);
  });

  test('HEAD on a route without GET is 405', async () => {
    const [head] = await sendRaw(host.port, 'HEAD /oauth/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(head?.status).toBe(405);
    expect(head?.headers.allow).toBe('POST, OPTIONS');
  });

  test('every route answers OPTIONS with 204, Allow and no body', async () => {
    const answer = await request(host.port, '/things/abc', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('GET, HEAD, DELETE, OPTIONS');
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.body).toBe('');
  });

  test('OPTIONS on an unknown path is 404', async () => {
    expect((await request(host.port, '/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  test('OPTIONS * is 204, in absolute form too', async () => {
    expect((await request(host.port, '*', { method: 'OPTIONS' })).status).toBe(204);
    expect((await request(host.port, 'http://localhost', { method: 'OPTIONS' })).status).toBe(204);
  });

  test('only OPTIONS may ask about *', async () => {
    expect((await request(host.port, '*')).status).toBe(400);
  });
});

describe('architecture 7.3: a host does not boot with a route that', () => {
  const whole: Route = {
    path: '/things',
    errors: 'problem',
    methods: { GET: { access: 'public', body: 'none', handle: () => 'x' } },
  };
  const boot = (route: object) => () =>
    buildHost({
      name: 'api',
      routes: [{ ...whole, ...route } as Route],
      settings: TEST_SETTINGS,
      logger: recordingLog().logger,
      ports: { applications: host.database.stores.applications, clock: host.clock },
      clientAddressOf: createClientAddress([]),
    });
  const posting = (change: object) => ({
    methods: { POST: { body: 'form', audit: 'own', handle: () => 'x', ...change } },
  });
  const method = (change: object) => ({ methods: { GET: { ...whole.methods.GET, ...change } } });

  test('is whole: it does', () => {
    expect(boot({})).not.toThrow();
  });

  test.each([
    ['does not say who may call', method({ access: undefined }), /who may call GET/],
    ['does not say what body it takes', method({ body: undefined }), /the body of GET/],
    ['does not say how its errors look', { errors: undefined }, /how its errors look/],
    ['has no method', { methods: {} }, /no method/],
    ['ends in a slash', { path: '/things/' }, /slash/],
    ['takes a body with GET', method({ body: 'json' }), /a body for GET/],
    [
      'is for owners where no guard was given',
      method({ access: 'owner', scope: 'applications', query: [], audit: 'look' }),
      /no guard/,
    ],
    ['is for a session where no guard was given', method({ access: 'session', audit: 'look' }), /no guard/],
    [
      'changes something and does not say whether the person confirms who they are',
      posting({ access: 'public' }),
      /whether POST needs the person to confirm/,
    ],
    [
      'changes something in a session by several acts, one of which does not say so',
      posting({ access: 'session', confirm: { add: 'required', remove: undefined } }),
      /whether POST needs the person to confirm/,
    ],
    ['takes acts and declares none', posting({ access: 'session', confirm: {} }), /whether POST needs/],
    ['says so in a word that is none', posting({ access: 'session', confirm: 'never' }), /whether POST needs/],
    [
      'contract 61: changes something and does not say what the audit tells',
      posting({ access: 'public', confirm: 'harmless', audit: undefined }),
      /what the audit tells of POST/,
    ],
    [
      'contract 61: shows something to owners and does not say what the audit tells',
      method({ access: 'owner', scope: 'applications', query: [] }),
      /what the audit tells of GET/,
    ],
    [
      'contract 61: says that it is harmless and not why',
      posting({ access: 'public', confirm: 'harmless', audit: 'harmless' }),
      /what the audit tells of POST/,
    ],
    [
      'contract 29: is for API tokens and does not declare a scope',
      method({ access: 'owner', audit: 'look' }),
      /the scope that an API token needs for GET/,
    ],
    [
      'contract 29: is for API tokens and declares a scope that there is not',
      method({ access: 'api-token', scope: 'everything', audit: 'look' }),
      /the scope that an API token needs for GET/,
    ],
    [
      'contract 29: is for any API token and names a scope',
      method({ access: 'any-api-token', scope: 'applications', audit: 'look' }),
      /any scope will do/,
    ],
    [
      'contract 3: is for API tokens and does not declare its query',
      method({ access: 'owner', scope: 'applications', audit: 'look' }),
      /which query parameters GET takes/,
    ],
    ['contract 3: is public and declares a query', method({ query: [] }), /a query for GET/],
    ['contract 29: is public and declares a scope', method({ scope: 'applications' }), /not for API tokens/],
    [
      'has no session and says so all the same',
      posting({ access: 'bearer', confirm: 'harmless' }),
      /a confirmation for POST/,
    ],
  ])('%s', (_what, change, message) => {
    expect(boot(change)).toThrow(message);
  });

  test.each(['required', 'by-change', 'in-form', 'harmless'])('contract 25: says "%s": it does', (confirm) => {
    expect(boot(posting({ access: 'public', confirm }))).not.toThrow();
  });
});

test('contract 9: a 404 names no path in its body', async () => {
  const answer = await request(host.port, '/nothing?code=secret');
  expect(JSON.stringify(problemOf(answer))).not.toContain('secret');
});

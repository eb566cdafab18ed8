// What is told at a path whose route does not have the method: the router never sees those (contract 9).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRouteFinder } from '../../src/http/routes/declared-routes.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { request, startHost, type TestHost } from './raw-host.ts';

const routeAt = (path: string): Route => ({
  path,
  errors: 'problem',
  methods: { GET: { access: 'public', body: 'none', handle: () => ({}) } },
});

describe('the declared route at a path', () => {
  const find = createRouteFinder(['/things/:id', '/things/new', '/:kind/new', '/a.b/:id/parts'].map(routeAt));

  test.each([
    ['a fixed segment before a parameter', '/things/new', '/things/new'],
    ['a parameter', '/things/abc', '/things/:id'],
    ['the fixed segment that comes first', '/others/new', '/:kind/new'],
    ['after percent-decoding', '/%74hings/%6eew', '/things/new'],
    ['with an encoded slash inside its segment', '/things/a%2Fb', '/things/:id'],
    ['with a dot that is a dot', '/a.b/1/parts', '/a.b/:id/parts'],
  ])('is found by %s', (_how, path, template) => expect(find(path)?.path).toBe(template));

  test.each(['/things', '/things/abc/', '/things//', '/Things/one', '/aXb/1/parts', '/%zz', '/things/a/b'])(
    'is not found at %s',
    (path) => expect(find(path)).toBeUndefined(),
  );
});

describe('contract 9: a method that no route has at the path', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  test('is 405 where the path is percent-encoded too', async () => {
    const answer = await request(host.port, '/%74hings', { method: 'PATCH' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, OPTIONS']);
  });

  test('is 404 at a path with a file extension or a slash at its end, as for any other method', async () => {
    expect((await request(host.port, '/things/abc.json', { method: 'PATCH' })).status).toBe(404);
    expect((await request(host.port, '/things/abc/', { method: 'PATCH' })).status).toBe(404);
  });

  test('is 400 with an unreadable query: what cannot be read comes first', async () => {
    expect((await request(host.port, '/things?a=%zz', { method: 'PATCH' })).status).toBe(400);
  });

  test('is logged by the template of the route, never the path', async () => {
    await request(host.port, '/things/secret-of-mine', { method: 'PATCH' });
    const line = host.log.findLast(({ msg }) => msg === 'request');
    expect([line?.route, line?.status]).toEqual(['/things/:id', 405]);
  });
});

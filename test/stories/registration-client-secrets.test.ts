// Client secrets over HTTP (contract 3 and 5): shown once, at most two live, for the Web key only.
// @module-tag postgres-in-part
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { type Person, type RegistrationHost, START, startRegistrationHost } from './registration-host.ts';

let host: RegistrationHost;
let owner: Person;
let path: string;
let applicationId: string;

beforeAll(async () => {
  host = await startRegistrationHost();
  owner = await host.person('owner');
});
afterAll(() => host.close());
beforeEach(async () => {
  host.clock.at = START;
  const platforms = [{ platform: 'Web', site_domains: ['https://shop.example'] }];
  applicationId = (await host.register(owner, { name: 'Acme Shop', platforms })).id;
  path = `/applications/${applicationId}/client-secrets`;
});

type Made = { id: string; client_secret: string; created_at: string; expires_at: string | null };
const make = (body?: unknown) => host.call('POST', path, owner, body === undefined ? {} : { body });
const made = async (body?: unknown) => (await (await make(body)).json()) as Made;
const after = (seconds: number) => new Date(host.clock.at + seconds * 1000).toISOString();

describe('contract 3: a new client secret', () => {
  it('is answered with 200 and the secret; without a body it never expires', async () => {
    const response = await make();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      client_secret: expect.stringMatching(/^lk_cs_[A-Za-z0-9_-]{43}$/),
      created_at: '2026-01-02T12:00:00.000Z',
      expires_at: null,
    });
  });

  it('may expire, at a time in any offset, shown in UTC', async () => {
    expect((await made({ expires_at: '2026-01-03T09:00:00+09:00' })).expires_at).toBe('2026-01-03T00:00:00.000Z');
  });

  it('may be asked for with an empty object, an explicit null, and read-only members', async () => {
    expect((await make({})).status).toBe(200);
    expect((await make({ expires_at: null, id: 'x', created_at: 1, last_used_at: null })).status).toBe(200);
  });

  it('is kept as a hash only', async () => {
    const { client_secret } = await made();
    const [stored] = await host.stores.clientSecrets.list(applicationId);
    expect(stored?.secretHash).toEqual(hashSecret(client_secret));
  });

  it('turns client_secret_required on, the first one', async () => {
    expect(await (await host.call('GET', `/applications/${applicationId}`, owner)).json()).toMatchObject({
      client_secret_required: false,
    });
    await make();
    expect(await (await host.call('GET', `/applications/${applicationId}`, owner)).json()).toMatchObject({
      client_secret_required: true,
    });
  });
});

describe('contract 3: what is refused', () => {
  it.each([
    ['now', START],
    ['a second ago', START - 1000],
    ['in 1970', 0],
  ])('an expiry %s is 400', async (_, at) => {
    const response = await make({ expires_at: new Date(at).toISOString() });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/expires_at' }] });
  });

  it.each([
    'tomorrow',
    '',
    '2031-01-31',
    '2031-01-31T12:00:00',
    '2031-02-30T12:00:00Z',
    '2031-13-01T12:00:00Z',
    '2031-01-31T24:00:00Z',
    '2031-01-31T12:60:00Z',
    '2031-01-31T12:00:00+25:00',
    '+102031-01-31T12:00:00Z',
    '1924949000',
    '2031-01-31T12:00:00Z ',
  ])('an expiry of %j is no RFC 3339 time: 400', async (expires_at) => {
    const response = await make({ expires_at });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/expires_at' }] });
  });

  it.each([
    ['a number as expiry', { expires_at: 1 }, ['/expires_at']],
    ['an unknown member', { name: 'x' }, ['/name']],
    ['N2: a secret of one’s own', { client_secret: 'lk_cs_mine', secret: 'x' }, ['/client_secret', '/secret']],
    ['a list', [], ['']],
    ['null', 'null', ['']],
    ['shape and rule at once', { x: 1, expires_at: '2020-01-01T00:00:00Z' }, ['/x', '/expires_at']],
  ])('%s is 400 with its pointer', async (_, body, pointers) => {
    const response = await make(body);
    expect(response.status).toBe(400);
    const problem = (await response.json()) as { errors: { pointer: string }[] };
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('a third live secret is 409', async () => {
    await make();
    await make();
    const third = await make();
    expect(third.status).toBe(409);
    expect(await third.json()).toMatchObject({
      title: 'The application has two active client secrets',
      detail: expect.stringContaining('two active'),
    });
  });

  it('N11: of 50 at once two are made', { tags: 'postgres' }, async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await make()).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 409)).toHaveLength(48);
  });

  it('an expired secret makes room', async () => {
    await make({ expires_at: after(60) });
    await make();
    expect((await make()).status).toBe(409);
    host.clock.at += 60_000;
    expect((await make()).status).toBe(200);
  });

  it('a deleted secret makes room', async () => {
    const { id } = await made();
    await make();
    await host.call('DELETE', `${path}/${id}`, owner);
    expect((await make()).status).toBe(200);
  });

  it('a secret without a Web entry is 409', async () => {
    const { id } = await host.register(owner, {
      name: 'Native',
      platforms: [{ platform: 'Android' }, { platform: 'iOS' }],
    });
    const response = await host.call('POST', `/applications/${id}/client-secrets`, owner);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Web') });
  });
});

describe('contract 3: reading and removing client secrets', () => {
  it('GET shows when they were made, used and expire', async () => {
    const first = await made({ expires_at: after(60) });
    const second = await made();
    const shown = { created_at: '2026-01-02T12:00:00.000Z', last_used_at: null };
    expect(await (await host.call('GET', path, owner)).json()).toEqual([
      { id: first.id, ...shown, expires_at: '2026-01-02T12:01:00.000Z' },
      { id: second.id, ...shown, expires_at: null },
    ]);
    await host.stores.clientSecrets.touch(second.id, START + 5000);
    expect(await (await host.call('GET', `${path}/${second.id}`, owner)).json()).toEqual({
      id: second.id,
      created_at: '2026-01-02T12:00:00.000Z',
      last_used_at: '2026-01-02T12:00:05.000Z',
      expires_at: null,
    });
  });

  it('a single one has an ETag, If-None-Match and If-Match', async () => {
    const { id } = await made();
    const tag = (await host.call('GET', `${path}/${id}`, owner)).headers.get('etag') ?? '';
    const known = await host.call('GET', `${path}/${id}`, owner, { headers: { 'if-none-match': tag } });
    expect(known.status).toBe(304);
    const stale = await host.call('DELETE', `${path}/${id}`, owner, { headers: { 'if-match': '"other"' } });
    expect(stale.status).toBe(412);
    const current = await host.call('DELETE', `${path}/${id}`, owner, { headers: { 'if-match': tag } });
    expect(current.status).toBe(204);
  });

  it('DELETE of one leaves the other; a second time it is 404', async () => {
    const [first, second] = [await made(), await made()];
    expect((await host.call('DELETE', `${path}/${first.id}`, owner)).status).toBe(204);
    expect((await host.call('DELETE', `${path}/${first.id}`, owner)).status).toBe(404);
    expect((await host.call('GET', `${path}/${second.id}`, owner)).status).toBe(200);
  });

  it('DELETE of the collection deletes all, and client_secret_required stays on (contract 5)', async () => {
    await make();
    await make();
    const removed = await host.call('DELETE', path, owner);
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    expect(await (await host.call('GET', path, owner)).json()).toEqual([]);
    expect(await (await host.call('GET', `/applications/${applicationId}`, owner)).json()).toMatchObject({
      client_secret_required: true,
    });
  });

  it('secrets go with their application', async () => {
    await make();
    await host.call('DELETE', `/applications/${applicationId}`, owner);
    expect(await host.stores.clientSecrets.list(applicationId)).toEqual([]);
  });
});

describe('N4, P1, P4: a client secret is shown once', () => {
  it('no later answer, no error, no log line and no byte of the database holds it', { tags: 'postgres' }, async () => {
    const secrets = [await made(), await made()].map(({ client_secret }) => client_secret);
    const application = `/applications/${applicationId}`;
    const answers = await Promise.all(
      [
        ['GET', path],
        ['GET', application],
        ['GET', '/applications?limit=100'],
        ['POST', path],
        ['DELETE', path],
        ['GET', path],
      ].map(async ([method, target]) => (await host.call(method ?? '', target ?? '', owner)).text()),
    );
    const database = [...(await host.contents()).values()].map((contents) => contents.toString('latin1'));
    for (const secret of [...secrets, owner.authorization.slice('Bearer '.length)]) {
      for (const text of [...answers, ...host.logs, ...database]) expect(text.includes(secret)).toBe(false);
    }
  });
});

// Platforms, redirect URIs and consent items of an application as resources of their own (contract 3; cases N2, N5,
// N6).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  API_URL,
  type Person,
  type RegistrationHost,
  type ShownApplication,
  startRegistrationHost,
} from './registration-host.ts';

let host: RegistrationHost;
let owner: Person;
let other: Person;
let application: ShownApplication;
let path: string;

type Entry = Record<string, unknown> & { id: string };
type Problem = { detail: string; errors?: { pointer: string }[] };

beforeAll(async () => {
  host = await startRegistrationHost();
  [owner, other] = [await host.person('owner'), await host.person('owner')];
});
afterAll(() => host.close());
beforeEach(async () => {
  application = await host.register(owner, {
    name: 'Acme Shop',
    platforms: [
      { platform: 'Web', site_domains: ['https://shop.example', 'https://intra.example'] },
      { platform: 'Android', package_name: 'com.example.shop' },
    ],
    redirect_uris: ['https://shop.example/a', 'http://intra.example/b', 'com.example.shop:/c'],
    consent_items: [
      { item: 'email', consent: 'required', purpose: 'To send receipts' },
      { item: 'profile_image', consent: 'optional' },
    ],
    post_logout_redirect_uris: ['http://intra.example/bye'],
  });
  path = `/applications/${application.id}`;
});

const call = (method: string, rest: string, body?: unknown, headers?: HeadersInit) =>
  host.call(method, path + rest, owner, { ...(body === undefined ? {} : { body }), ...(headers && { headers }) });
const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T;
const list = (rest: string) => json<Entry[]>(call('GET', rest));
const problem = async (response: Promise<Response>) => {
  const { errors, detail } = await json<Problem>(response);
  return { pointers: errors?.map(({ pointer }) => pointer), detail };
};
const locationOf = (response: Response) => (response.headers.get('location') ?? '').replace(API_URL + path, '');

/** For each list: how it is named, what may be added to it, and what an entry may become. */
const LISTS = [
  {
    name: '/platforms',
    added: { platform: 'iOS', bundle_id: 'com.example.shop' },
    changed: { platform: 'iOS', bundle_id: 'com.example.other' },
    ownMembers: ['id', 'api_key', 'created_at'],
    sameAgain: { platform: 'Android' },
    firstFault: { platform: 'Windows' },
    pointer: '/platform',
  },
  {
    name: '/redirect-uris',
    added: { redirect_uri: 'https://shop.example/new' },
    changed: { redirect_uri: 'https://shop.example/newer' },
    ownMembers: ['id', 'created_at'],
    sameAgain: { redirect_uri: 'https://shop.example/a' },
    firstFault: { redirect_uri: 'https://shop.example/#a' },
    pointer: '/redirect_uri',
  },
  {
    name: '/consent-items',
    added: { item: 'phone_number', consent: 'optional', purpose: 'To call you', retention: 'until delivery' },
    changed: { item: 'phone_number', consent: 'required' },
    ownMembers: [],
    sameAgain: { item: 'email', consent: 'optional' },
    firstFault: { item: 'email_address', consent: 'optional' },
    pointer: '/item',
  },
];

describe.each(LISTS)('contract 3: $name', ({ name, added, changed, ownMembers, sameAgain, firstFault, pointer }) => {
  it('POST answers 201 with Location and no body; GET there shows the entry, and the list and the application have it', async () => {
    const created = await call('POST', name, added);
    expect([created.status, await created.text()]).toEqual([201, '']);
    expect(created.headers.get('location')).toMatch(/^https:\/\/api\.example\.com\/applications\/[a-z0-9/-]+$/);
    const shown = await call('GET', locationOf(created));
    expect(shown.status).toBe(200);
    expect(shown.headers.get('etag')).toMatch(/^"/);
    const entry = (await shown.json()) as Entry;
    expect(entry).toMatchObject(added);
    expect(Object.keys(entry).toSorted()).toEqual([...Object.keys(added), ...ownMembers].toSorted());
    expect((await list(name)).at(-1)).toEqual(entry);
    const whole = await json<Record<string, unknown[]>>(call('GET', ''));
    const inWhole = whole[name.slice(1).replaceAll('-', '_')]?.at(-1);
    expect(inWhole).toEqual(name === '/redirect-uris' ? entry.redirect_uri : entry);
  });

  it('PUT replaces the entry, which keeps what is the server’s; the answer is 200 with its ETag', async () => {
    const location = locationOf(await call('POST', name, added));
    const before = await json<Entry>(call('GET', location));
    host.clock.at += 1000;
    const response = await call('PUT', location, changed);
    expect(response.status).toBe(200);
    const kept = Object.fromEntries(ownMembers.map((member) => [member, before[member]]));
    const after = (await response.json()) as Entry;
    expect(after).toEqual({ ...changed, ...kept });
    const shown = await call('GET', location);
    expect([await shown.json(), shown.headers.get('etag')]).toEqual([after, response.headers.get('etag')]);
    expect((await call('PUT', location, before)).status).toBe(200);
    expect(await json(call('GET', location))).toEqual(before);
  });

  it('DELETE answers 204 without body, and the entry is gone; a second time it is 404', async () => {
    const location = locationOf(await call('POST', name, added));
    const rest = (await list(name)).slice(0, -1);
    const removed = await call('DELETE', location);
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    expect((await call('GET', location)).status).toBe(404);
    expect((await call('DELETE', location)).status).toBe(404);
    expect((await call('PUT', location, changed)).status).toBe(404);
    expect(await list(name)).toEqual(rest);
  });

  it('what is there already is 409, and changes nothing; what is wrong is 400 first', async () => {
    const before = await list(name);
    const again = call('POST', name, sameAgain);
    expect((await again).status).toBe(409);
    expect((await problem(again)).detail).toMatch(/^Already registered: /);
    const refused = call('POST', name, { ...sameAgain, nonsense: 1 });
    expect((await refused).status).toBe(400);
    expect((await problem(refused)).pointers).toEqual(['/nonsense']);
    expect(await list(name)).toEqual(before);
  });

  it('pointers lead into what was sent (N2: unknown members by name)', async () => {
    const wrong = { ...firstFault, owner_id: 'x', 'a/b': 1 };
    const created = call('POST', name, wrong);
    expect((await created).status).toBe(400);
    expect((await problem(created)).pointers?.toSorted()).toEqual(['/a~1b', '/owner_id', pointer].toSorted());
    for (const body of ['[]', 'null', '"x"']) {
      expect((await problem(call('POST', name, body))).pointers).toEqual(['']);
    }
    expect((await problem(call('POST', name, {}))).pointers).toContain(pointer);
    expect((await problem(call('POST', name, { ...added, [pointer.slice(1)]: 7 }))).pointers).toContain(pointer);
  });

  it('If-Match holds on PUT and DELETE: 412 for another, weak or old tag', async () => {
    const location = locationOf(await call('POST', name, added));
    const tag = (await call('GET', location)).headers.get('etag') ?? '';
    for (const stale of ['"other"', `W/${tag}`, `"a", W/${tag}`]) {
      expect((await call('PUT', location, changed, { 'if-match': stale })).status).toBe(412);
      expect((await call('DELETE', location, undefined, { 'if-match': stale })).status).toBe(412);
    }
    expect((await call('PUT', location, changed, { 'if-match': `"a", ${tag}` })).status).toBe(200);
    expect((await call('DELETE', location, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await call('DELETE', location, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('a list has no tag, so DELETE of it with one is 412; GET knows If-None-Match for entries', async () => {
    expect((await call('DELETE', name, undefined, { 'if-match': '"any"' })).status).toBe(412);
    const location = locationOf(await call('POST', name, added));
    const tag = (await call('GET', location)).headers.get('etag') ?? '';
    expect((await call('GET', location, undefined, { 'if-none-match': `W/${tag}` })).status).toBe(304);
    expect((await list(name)).length).toBeGreaterThan(1);
  });

  it('N5: comes in pages; a cursor goes on where it stood, also when that entry is gone, and fits no other list', async () => {
    await call('POST', name, added);
    const all = await list(name);
    const seen: Entry[] = [];
    for (let next = `${path}${name}?limit=1`; next !== ''; ) {
      const page = await host.call('GET', next, owner);
      seen.push(...((await page.json()) as Entry[]));
      next = /^<https:\/\/api\.example\.com([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen).toEqual(all);
    const link = (await call('GET', `${name}?limit=${all.length - 1}`)).headers.get('link') ?? '';
    const cursor = /cursor=([a-z0-9]+)/.exec(link)?.[1] ?? '';
    expect(await list(`${name}?cursor=${cursor}`)).toEqual(all.slice(-1));
    const second = await host.register(owner, { name: 'Second' });
    expect((await host.call('GET', `/applications/${second.id}${name}?cursor=${cursor}`, owner)).status).toBe(400);
    expect((await call('GET', `${name}?limit=101`)).status).toBe(400);
  });

  it('the order of checks on POST: 401, 404 not yours, 406, 415, 400 unreadable, 400 with pointers, 409', async () => {
    const send = (as: Person | undefined, body: unknown, headers: Record<string, string>) =>
      host.call('POST', path + name, as, { body, headers });
    const all = { accept: 'text/html', 'content-type': 'text/plain' };
    expect((await send(undefined, '{"x":', all)).status).toBe(401);
    expect((await send(other, '{"x":', all)).status).toBe(404);
    expect((await send(owner, '{"x":', all)).status).toBe(406);
    expect((await send(owner, '{"x":', { 'content-type': 'application/merge-patch+json' })).status).toBe(415);
    expect((await send(owner, '{"x":', {})).status).toBe(400);
    const missing = `${name}/${'f'.repeat(32)}`;
    expect((await call('PUT', missing, '{"x":', all)).status).toBe(404);
  });
});

describe('contract 3: platforms', () => {
  const entryOf = async (platform: string): Promise<Entry & { at: string }> => {
    const entry = (await list('/platforms')).find((one) => one.platform === platform);
    if (!entry) throw new Error(`No ${platform} entry`);
    return { ...entry, at: `/platforms/${entry.id}` };
  };

  it('creating an entry issues a key of its own; deleting and creating again issues another', async () => {
    const before = await entryOf('Android');
    await call('DELETE', '/redirect-uris');
    await call('DELETE', before.at);
    await call('POST', '/platforms', { platform: 'Android', api_key: before.api_key, id: before.id });
    const after = await entryOf('Android');
    expect(after.api_key).toMatch(/^[0-9a-f]{32}$/);
    expect([after.api_key, after.id]).not.toContain(before.api_key);
    expect(after.id).not.toBe(before.id);
    expect(await host.stores.applications.findByApiKey(String(before.api_key))).toBeUndefined();
  });

  it('PATCH changes what it names; null removes', async () => {
    const { at, ...web }: Record<string, unknown> & { at: string } = await entryOf('Web');
    const patched = await json<Entry>(
      call(
        'PATCH',
        at,
        { site_domains: ['http://INTRA.example/', 'file://'] },
        { 'content-type': 'application/merge-patch+json' },
      ),
    );
    expect(patched).toEqual({ ...web, site_domains: ['http://intra.example', 'file://'] });
    const android = await entryOf('Android');
    expect(await json(call('PATCH', android.at, { package_name: null }))).toEqual({
      id: android.id,
      platform: 'Android',
      api_key: android.api_key,
      created_at: android.created_at,
    });
    const same = { api_key: android.api_key, id: android.id, created_at: null };
    expect(await json(call('PATCH', android.at, same))).toMatchObject({ id: android.id });
    expect((await problem(call('PATCH', android.at, { api_key: 'x', id: null }))).pointers).toEqual([
      '/api_key',
      '/id',
    ]);
    // PUT replaces the whole, and ignores them as before.
    const put = { ...android, at: undefined, api_key: 'x', package_name: 'com.example.app' };
    expect(await json(call('PUT', android.at, put))).toMatchObject({ api_key: android.api_key });
    await call('PATCH', android.at, { package_name: null });
    expect(
      (await problem(call('PATCH', android.at, { site_domains: ['https://a'], nonsense: null }))).pointers,
    ).toEqual(['/nonsense', '/site_domains']);
    expect((await call('PATCH', android.at, {}, { 'if-match': '"other"' })).status).toBe(412);
  });

  it('the platform of an entry never changes (400); where it is absent it is the entry’s own', async () => {
    const { at, ...web }: Record<string, unknown> & { at: string } = await entryOf('Web');
    for (const [method, body] of [
      ['PUT', { ...web, platform: 'Android' }],
      ['PATCH', { platform: 'iOS' }],
      ['PUT', { ...web, platform: 'web' }],
    ] as const) {
      const response = call(method, at, body);
      expect((await response).status).toBe(400);
      expect((await problem(response)).pointers).toEqual(['/platform']);
    }
    expect(await json(call('PUT', at, { site_domains: web.site_domains }))).toEqual(web);
  });

  it('faults of site domains point into the list that was sent', async () => {
    const { at } = await entryOf('Web');
    const body = { site_domains: ['https://a', 'https://a', 'https://b/c', 'ftp://d', 7] };
    const response = call('PUT', at, body);
    expect((await problem(response)).pointers?.toSorted()).toEqual(
      [1, 2, 3, 4].map((index) => `/site_domains/${index}`),
    );
    const eleven = { site_domains: Array.from({ length: 11 }, (_, index) => `https://a${index}`) };
    expect((await problem(call('PATCH', at, eleven))).pointers).toEqual(['/site_domains']);
    expect((await problem(call('PUT', at, {}))).pointers).toEqual(['/site_domains']);
  });

  it('a site domain or entry that is still needed is 409, naming what needs it', async () => {
    const web = await entryOf('Web');
    for (const response of [
      call('PATCH', web.at, { site_domains: ['https://shop.example'] }),
      call('PUT', web.at, { site_domains: ['https://shop.example'] }),
      call('DELETE', web.at),
      call('DELETE', '/platforms'),
    ]) {
      expect((await response).status).toBe(409);
      const { detail, pointers } = await problem(response);
      expect(detail).toMatch(/http:\/\/intra\.example\/b, http:\/\/intra\.example\/bye/);
      expect(pointers).toBeUndefined();
    }
    expect((await problem(call('DELETE', (await entryOf('Android')).at))).detail).toContain('com.example.shop:/c');
    expect(await list('/platforms')).toEqual(application.platforms);
    // Either form of a domain stands for both.
    expect((await call('PATCH', web.at, { site_domains: ['http://intra.example'] })).status).toBe(200);
  });

  it('DELETE of the list takes all of it when nothing needs it', async () => {
    await call('PATCH', '', { redirect_uris: [], post_logout_redirect_uris: [] });
    expect((await call('DELETE', '/platforms')).status).toBe(204);
    expect(await list('/platforms')).toEqual([]);
  });

  it('contract 5: client secrets go with the Web entry, and client_secret_required stays on', async () => {
    await call('PATCH', '', { redirect_uris: [], post_logout_redirect_uris: [] });
    expect((await call('POST', '/client-secrets')).status).toBe(200);
    await call('DELETE', (await entryOf('Web')).at);
    expect(await list('/client-secrets')).toEqual([]);
    await call('POST', '/platforms', { platform: 'Web', site_domains: ['https://shop.example'] });
    expect(await list('/client-secrets')).toEqual([]);
    expect(await json(call('GET', ''))).toMatchObject({ client_secret_required: true });
  });
});

describe('contract 3: redirect URIs', () => {
  it('PUT keeps id and place; PATCH there is none', async () => {
    const [first, second, third] = await list('/redirect-uris');
    host.clock.at += 1000;
    const response = await call('PUT', `/redirect-uris/${second?.id}`, { redirect_uri: 'https://shop.example/other' });
    expect(await response.json()).toEqual({ ...second, redirect_uri: 'https://shop.example/other' });
    expect((await list('/redirect-uris')).map(({ id }) => id)).toEqual([first?.id, second?.id, third?.id]);
    expect((await json<{ redirect_uris: string[] }>(call('GET', ''))).redirect_uris[1]).toBe(
      'https://shop.example/other',
    );
    const patched = await call('PATCH', `/redirect-uris/${second?.id}`, {});
    expect([patched.status, patched.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE, OPTIONS']);
  });

  it('PUT of its own value is fine, of another entry’s is 409', async () => {
    const [first, second] = await list('/redirect-uris');
    expect((await call('PUT', `/redirect-uris/${second?.id}`, second)).status).toBe(200);
    expect((await call('PUT', `/redirect-uris/${second?.id}`, { redirect_uri: first?.redirect_uri })).status).toBe(409);
    expect((await call('PUT', `/redirect-uris/${first?.id}`, { redirect_uri: second?.redirect_uri })).status).toBe(409);
    expect((await problem(call('PUT', `/redirect-uris/${first?.id}`, {}))).pointers).toEqual(['/redirect_uri']);
  });

  it('the 21st is 409; a bad one, or one that its platforms forbid, is 400 all the same', async () => {
    const uris = Array.from({ length: 20 }, (_, index) => `https://shop.example/${index}`);
    await call('PATCH', '', { redirect_uris: uris });
    const more = call('POST', '/redirect-uris', { redirect_uri: 'https://shop.example/20' });
    expect((await more).status).toBe(409);
    expect((await problem(more)).detail).toContain('at most 20 redirect URIs');
    expect((await call('POST', '/redirect-uris', { redirect_uri: 'http://elsewhere.example' })).status).toBe(400);
    expect(await list('/redirect-uris?limit=100')).toHaveLength(20);
  });

  it('an id of another application of one’s own is 404', async () => {
    const second = await host.register(owner, { name: 'Second', redirect_uris: ['https://second.example'] });
    const [foreign] = await json<Entry[]>(host.call('GET', `/applications/${second.id}/redirect-uris`, owner));
    expect((await call('GET', `/redirect-uris/${foreign?.id}`)).status).toBe(404);
    expect((await call('PUT', `/redirect-uris/${foreign?.id}`, { redirect_uri: 'https://a.example' })).status).toBe(
      404,
    );
    expect((await call('DELETE', `/redirect-uris/${foreign?.id}`)).status).toBe(404);
    expect((await call('GET', `/platforms/${foreign?.id}`)).status).toBe(404);
  });
});

describe('contract 3: consent items', () => {
  it('in paths an item is written with hyphens, and only so', async () => {
    expect(await json(call('GET', '/consent-items/profile-image'))).toEqual({
      item: 'profile_image',
      consent: 'optional',
    });
    expect((await call('GET', '/consent-items/profile_image')).status).toBe(404);
    expect((await call('GET', '/consent-items/Email')).status).toBe(404);
    expect((await call('GET', '/consent-items/nickname')).status).toBe(404);
    const created = await call('POST', '/consent-items', { item: 'phone_number', consent: 'required' });
    expect(locationOf(created)).toBe('/consent-items/phone-number');
  });

  it('PATCH changes what it names; the item itself never changes (400)', async () => {
    expect(await json(call('PATCH', '/consent-items/email', { consent: 'optional' }))).toEqual({
      item: 'email',
      consent: 'optional',
      purpose: 'To send receipts',
    });
    expect(await json(call('PATCH', '/consent-items/email', { purpose: null, item: 'email' }))).toEqual({
      item: 'email',
      consent: 'optional',
    });
    for (const method of ['PUT', 'PATCH']) {
      const response = call(method, '/consent-items/email', { item: 'name', consent: 'sometimes' });
      expect((await problem(response)).pointers).toEqual(['/item', '/consent']);
    }
    expect(await json(call('PUT', '/consent-items/email', { consent: 'required' }))).toEqual({
      item: 'email',
      consent: 'required',
    });
    expect((await problem(call('PUT', '/consent-items/email', {}))).pointers).toEqual(['/consent']);
    expect((await call('PATCH', '/consent-items/email', {}, { 'if-match': '"other"' })).status).toBe(412);
  });

  it('all of the catalogue fit, in order of creation', async () => {
    const catalogue = await json<Entry[]>(host.call('GET', '/consent-items', owner));
    for (const { item } of catalogue.toReversed()) await call('POST', '/consent-items', { item, consent: 'optional' });
    const items = (await list('/consent-items')).map(({ item }) => item);
    expect(items.slice(0, 4)).toEqual(['email', 'profile_image', 'address', 'phone_number']);
    expect(new Set(items).size).toBe(11);
    expect((await call('DELETE', '/consent-items')).status).toBe(204);
    expect(await list('/consent-items')).toEqual([]);
  });
});

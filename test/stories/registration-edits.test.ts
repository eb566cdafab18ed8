// An owner changes an application over HTTP: PUT replaces the whole, PATCH a part (contract 3; RFC 7396; cases N2, N6,
// N9).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
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

const FULL = {
  name: 'Acme Shop',
  implementation_method: 'JavaScript',
  login_activation: 'ON',
  platforms: [
    { platform: 'Web', site_domains: ['https://shop.example', 'https://intra.example'] },
    { platform: 'Android', package_name: 'com.example.shop' },
  ],
  redirect_uris: ['https://shop.example/a', 'http://intra.example/b', 'com.example.shop:/c'],
  consent_items: [
    { item: 'email', consent: 'required', purpose: 'To send receipts' },
    { item: 'nickname', consent: 'optional' },
  ],
  require_pkce: true,
  client_secret_required: true,
  audience: 'team',
  homepage_uri: 'https://shop.example/',
  privacy_policy_uri: 'https://shop.example/privacy',
  terms_uri: 'https://shop.example/terms',
  id_token_claims: false,
  id_token_signed_response_alg: 'ES256',
  userinfo_signed_response_alg: 'EdDSA',
  post_logout_redirect_uris: ['http://intra.example/bye'],
  backchannel_logout_uri: 'https://shop.example/logout',
};

beforeAll(async () => {
  host = await startRegistrationHost();
  [owner, other] = [await host.person('owner'), await host.person('owner')];
});
afterAll(() => host.close());
beforeEach(async () => {
  application = await host.register(owner, FULL);
  path = `/applications/${application.id}`;
});

type Problem = { detail: string; errors?: { pointer: string; detail: string }[] };
const problemOf = async (response: Response) => (await response.json()) as Problem;
const pointersOf = async (response: Response) => (await problemOf(response)).errors?.map(({ pointer }) => pointer);
const put = (body: unknown, headers?: HeadersInit, as = owner) =>
  host.call('PUT', path, as, { body, ...(headers && { headers }) });
const patch = (body: unknown, headers?: HeadersInit, as = owner) =>
  host.call('PATCH', path, as, { body, ...(headers && { headers }) });
const get = async () => (await (await host.call('GET', path, owner)).json()) as ShownApplication;
const tagOf = async () => (await host.call('GET', path, owner)).headers.get('etag') ?? '';

describe('contract 3: PUT replaces the whole', () => {
  it('what GET gave can be edited and sent; the answer is 200 with the resource and its ETag', async () => {
    host.clock.at += 1000;
    const response = await put({ ...application, name: 'Other', login_activation: 'OFF' });
    expect(response.status).toBe(200);
    const shown = await response.json();
    expect(shown).toEqual({
      ...application,
      name: 'Other',
      login_activation: 'OFF',
      updated_at: new Date(host.clock.at).toISOString(),
    });
    expect(await get()).toEqual(shown);
    expect(response.headers.get('etag')).toBe(await tagOf());
  });

  it('what is absent is removed or set to its default, except platforms, client_secret_required and audience (0012)', async () => {
    const shown = (await (await put({ name: 'Bare' })).json()) as ShownApplication;
    const { id, created_at, updated_at, ...rest } = shown;
    expect(rest).toEqual({
      name: 'Bare',
      implementation_method: 'REST API',
      login_activation: 'OFF',
      platforms: application.platforms,
      redirect_uris: [],
      consent_items: [],
      api_scopes: [],
      require_pkce: false,
      client_secret_required: true,
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
      grant_types: ['authorization_code', 'refresh_token'],
      audience: 'team',
      groups: [],
      allowed_groups: [],
      id_token_claims: true,
      id_token_signed_response_alg: 'RS256',
      post_logout_redirect_uris: [],
    });
    expect([id, created_at]).toEqual([application.id, application.created_at]);
  });

  it('a list of platforms decides which entries stay; those keep id and key, whatever is sent for them', async () => {
    const [web, android] = application.platforms;
    const platforms = [
      { platform: 'iOS', id: web?.id, api_key: web?.api_key },
      { ...web, id: android?.id, api_key: 'f'.repeat(32), created_at: null },
    ];
    const shown = (await (
      await put({ name: 'Other', platforms, client_secret_required: false })
    ).json()) as ShownApplication;
    expect(shown.platforms[1]).toEqual(web);
    expect(shown.platforms[0]).toMatchObject({ platform: 'iOS' });
    expect([web?.api_key, android?.api_key]).not.toContain(shown.platforms[0]?.api_key);
    expect(shown.client_secret_required).toBe(false);
    expect(await host.stores.applications.findByApiKey(android?.api_key ?? '')).toBeUndefined();
  });

  it('redirect URIs and items that stay keep their id and their moment', async () => {
    const before = (await (await host.call('GET', `${path}/redirect-uris`, owner)).json()) as {
      redirect_uri: string;
    }[];
    host.clock.at += 1000;
    await put({ ...application, redirect_uris: ['https://new.example', 'https://shop.example/a'] });
    const after = (await (await host.call('GET', `${path}/redirect-uris`, owner)).json()) as { redirect_uri: string }[];
    expect(after[0]).toEqual(before.find(({ redirect_uri }) => redirect_uri === 'https://shop.example/a'));
    expect(after[1]).toMatchObject({ redirect_uri: 'https://new.example' });
    expect((await get()).redirect_uris).toEqual(['https://new.example', 'https://shop.example/a']);
  });

  const pointers: [string, object, string[]][] = [
    ['no name', {}, ['/name']],
    ['unknown members (N2)', { name: 'A', owner_id: 'x', version: 9 }, ['/owner_id', '/version']],
    ['null', { name: 'A', homepage_uri: null, platforms: null }, ['/platforms', '/homepage_uri']],
    [
      'a redirect URI that its platforms forbid',
      { name: 'A', platforms: [], redirect_uris: ['com.a:/b'] },
      ['/redirect_uris/0'],
    ],
    [
      'faults in all lists',
      {
        name: 'A',
        platforms: [{ platform: 'Web', site_domains: ['https://a', 'b', 'https://c/d', 'https://a/'] }],
        redirect_uris: ['https://a/', 'https://a/'],
        consent_items: [{ item: 'shoe_size', consent: 'required' }],
      },
      [
        '/platforms/0/site_domains/1',
        '/platforms/0/site_domains/2',
        '/platforms/0/site_domains/3',
        '/redirect_uris/1',
        '/consent_items/0/item',
      ],
    ],
    [
      'twenty-one redirect URIs (N6)',
      { name: 'A', redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a/${i}`) },
      ['/redirect_uris'],
    ],
  ];
  it.each(pointers)('is refused with a pointer to each fault, and changes nothing: %s', async (_, body, expected) => {
    const response = await put(body);
    expect(response.status).toBe(400);
    expect((await pointersOf(response))?.toSorted()).toEqual(expected.toSorted());
    expect(await get()).toEqual(application);
  });

  it.each(['[]', 'null', '"x"', '7'])('a body that is no object is refused: %s', async (body) => {
    const response = await put(body);
    expect([response.status, await pointersOf(response)]).toEqual([400, ['']]);
  });
});

describe('contract 3: PATCH changes a part (RFC 7396)', () => {
  it('only what it names changes; a list is replaced as a whole', async () => {
    const response = await patch(
      { name: 'Other', consent_items: [{ item: 'address', consent: 'optional' }] },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(response.status).toBe(200);
    const shown = (await response.json()) as ShownApplication;
    expect(shown).toEqual({
      ...application,
      name: 'Other',
      consent_items: [{ item: 'address', consent: 'optional' }],
      updated_at: shown.updated_at,
    });
    expect(response.headers.get('etag')).toBe(await tagOf());
  });

  it('null removes, or brings back the default', async () => {
    const gone = {
      homepage_uri: null,
      userinfo_signed_response_alg: null,
      backchannel_logout_uri: null,
      redirect_uris: null,
      consent_items: null,
      require_pkce: null,
      id_token_claims: null,
      id_token_signed_response_alg: null,
      login_activation: null,
    };
    const shown = (await (await patch(gone)).json()) as ShownApplication;
    const { homepage_uri, userinfo_signed_response_alg, backchannel_logout_uri, ...rest } = application;
    expect(shown).toEqual({
      ...rest,
      redirect_uris: [],
      consent_items: [],
      require_pkce: false,
      id_token_claims: true,
      id_token_signed_response_alg: 'RS256',
      login_activation: 'OFF',
      updated_at: shown.updated_at,
    });
    expect((await patch({ homepage_uri: null })).status).toBe(200);
  });

  it('0012: null for platforms, client_secret_required or audience keeps them, as their absence does in PUT', async () => {
    const shown = (await (
      await patch({ platforms: null, client_secret_required: null, audience: null })
    ).json()) as ShownApplication;
    expect(shown.platforms).toEqual(application.platforms);
    expect(shown.client_secret_required).toBe(true);
    expect(shown).toMatchObject({ audience: 'team' });
    expect(await (await patch({ client_secret_required: false })).json()).toMatchObject({
      client_secret_required: false,
    });
  });

  it('contract 3: a patch of translations changes the languages it names, as RFC 7396 says', async () => {
    const translationsAfter = async (translations: unknown) =>
      ((await (await patch({ translations })).json()) as { translations?: unknown }).translations;
    expect(await translationsAfter({ ko: { name: '상점' }, en: { name: 'Shop' } })).toEqual({
      ko: { name: '상점' },
      en: { name: 'Shop' },
    });
    expect(await translationsAfter({ ko: { name: '가게' } })).toEqual({ ko: { name: '가게' }, en: { name: 'Shop' } });
    expect(await translationsAfter({ en: null })).toEqual({ ko: { name: '가게' } });
    expect(await translationsAfter(null)).toBeUndefined();
    expect(await pointersOf(await patch({ translations: { xx: null } }))).toEqual(['/translations/xx']);
  });

  it('an empty patch changes nothing but the time of the last edit', async () => {
    const shown = (await (await patch({})).json()) as ShownApplication;
    expect({ ...shown, updated_at: '' }).toEqual({ ...application, updated_at: '' });
  });

  it('N2: read-only members stay as they are: times and URIs are ignored, another id is refused', async () => {
    const forged = '0'.repeat(32);
    const set = { created_at: null, updated_at: '1999-01-01T00:00:00Z', logo_uri: 'https://forged.example' };
    const shown = (await (await patch({ id: application.id, ...set })).json()) as ShownApplication;
    expect({ ...shown, updated_at: '' }).toEqual({ ...application, updated_at: '' });
    for (const id of [forged, null, 7, {}]) {
      const refused = await patch({ id, ...set, name: 'Taken' });
      expect([id, refused.status, await pointersOf(refused)]).toEqual([id, 400, ['/id']]);
    }
    const response = await patch({ owner_id: null, first_party: true, api_key: forged, name: 7, id: forged });
    expect(response.status).toBe(400);
    expect((await pointersOf(response))?.toSorted()).toEqual(['/api_key', '/first_party', '/id', '/name', '/owner_id']);
  });

  const pointers: [string, unknown, string[]][] = [
    ['a name taken away', { name: null }, ['/name']],
    ['an object where a text belongs', { name: { a: null } }, ['/name']],
    ['a patch that is a list', '[]', ['']],
    ['a patch that is null', 'null', ['']],
    [
      'null inside a list',
      { consent_items: [{ item: 'email', consent: 'required', purpose: null }] },
      ['/consent_items/0/purpose'],
    ],
    [
      'a platform list with faults',
      { platforms: [{ platform: 'Web' }, { platform: 'Web', site_domains: ['https://a'] }] },
      ['/platforms/0/site_domains', '/platforms/1/platform'],
    ],
    [
      'ten site domains and one',
      { platforms: [{ platform: 'Web', site_domains: Array.from({ length: 11 }, (_, i) => `https://a${i}`) }] },
      ['/platforms/0/site_domains'],
    ],
  ];
  it.each(pointers)('is refused where it is wrong, and changes nothing: %s', async (_, body, expected) => {
    const response = await patch(body);
    expect([response.status, await pointersOf(response)]).toEqual([400, expected]);
    expect(await get()).toEqual(application);
  });

  it('what it takes away and the stored application needs is 409, naming what needs it', async () => {
    const [web] = application.platforms;
    const without = await patch({ platforms: [{ ...web, site_domains: ['https://shop.example'] }] });
    expect(without.status).toBe(409);
    const { detail, errors } = await problemOf(without);
    expect(detail).toBe(
      'Already registered: http://intra.example/b, http://intra.example/bye. Use https. http is allowed only for loopback hosts (localhost, 127.0.0.0/8, [::1]) and for the hosts of the application’s site domains. Already registered: com.example.shop:/c. A private-use scheme requires an Android or iOS platform entry.',
    );
    expect(errors).toBeUndefined();
    expect((await patch({ platforms: [] })).status).toBe(409);
    expect(await get()).toEqual(application);
    const together = { platforms: [], redirect_uris: ['https://shop.example/a'], post_logout_redirect_uris: [] };
    expect((await patch(together)).status).toBe(200);
  });

  it('what it sends and the stored application forbids is 400 where it was sent', async () => {
    const response = await patch({ redirect_uris: ['http://elsewhere.example/'] });
    expect([response.status, await pointersOf(response)]).toEqual([400, ['/redirect_uris/0']]);
  });

  it.each([
    ['prefix of a scheme', 'httpsx://a.example/'],
    ['user-info', 'https://shop.example@evil.example/'],
    ['a fragment', 'https://a.example/#x'],
    ['an empty fragment', 'https://a.example/#'],
    ['a wildcard', 'https://*.example/'],
    ['javascript', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['file', 'file:///etc/passwd'],
    ['upper case', 'HTTPS://a.example/'],
    ['a backslash', 'https://a.example\\@evil.example/'],
    ['an encoded line break', 'https://a.example/%0d%0a'],
    ['other letters', 'https://ａ.example/'],
    ['http of a private address', 'http://10.0.0.1/cb'],
    ['http of the metadata service', 'http://169.254.169.254/'],
    ['more than 2,000 characters', `https://a.example/${'x'.repeat(2000)}`],
    ['code in its query', 'https://a.example/?mycode=1'],
    ['a relative one', '/callback'],
  ])('N6: a redirect or logout URI with %s is refused with its field named', async (_, uri) => {
    const body = {
      redirect_uris: ['https://shop.example/a', uri],
      post_logout_redirect_uris: [uri],
      homepage_uri: uri,
    };
    const refused = (await pointersOf(await patch({ ...body, backchannel_logout_uri: uri }))) ?? [];
    expect(refused).toContain('/redirect_uris/1');
    if (!uri.includes('code=')) expect(refused).toContain('/post_logout_redirect_uris/0');
    if (!uri.includes('code=') && !uri.endsWith('#')) expect(refused.length).toBeGreaterThan(2);
    expect(await get()).toEqual(application);
  });
});

describe('contract 3: If-Match on PUT and PATCH (RFC 9110 13.1.1)', () => {
  it.each([
    ['another tag', () => '"other"'],
    ['its own tag, weak', (tag: string) => `W/${tag}`],
    ['a list without it', (tag: string) => `"a", W/${tag}, "b"`],
    ['its own tag without quotes', (tag: string) => tag.slice(1, -1)],
  ])('%s is 412, and nothing is changed', async (_, make) => {
    const headers = { 'if-match': make(await tagOf()) };
    expect((await put({ name: 'Other' }, headers)).status).toBe(412);
    expect((await patch({ name: 'Other' }, headers)).status).toBe(412);
    expect((await host.call('DELETE', path, owner, { headers })).status).toBe(412);
    expect(await get()).toEqual(application);
  });

  it('its own tag, a list with it, or * lets the change pass; the tag of before does not a second time', async () => {
    const tag = await tagOf();
    expect((await patch({ name: 'One' }, { 'if-match': `"a", ${tag}` })).status).toBe(200);
    expect((await patch({ name: 'Two' }, { 'if-match': tag })).status).toBe(412);
    expect((await put({ ...application, name: 'Three' }, { 'if-match': '*' })).status).toBe(200);
    expect((await get()).name).toBe('Three');
  });

  it('If-None-Match is for GET: the answer to a change is never 304', async () => {
    expect((await patch({ name: 'One' }, { 'if-none-match': '*' })).status).toBe(200);
  });
});

describe('contract 3: the order of checks on PUT and PATCH', () => {
  const stale = { 'if-match': '"other"' };
  it.each(['PUT', 'PATCH'])(
    '%s: 401, 404 not yours, 406, 415, 400 unreadable, 412, 400 with pointers, 409',
    async (method) => {
      const send = (as: Person | undefined, body: unknown, headers: Record<string, string>) =>
        host.call(method, path, as, { body, headers: { ...stale, ...headers } });
      const all = { accept: 'text/html', 'content-type': 'text/plain' };
      expect((await send(undefined, '{"x":', all)).status).toBe(401);
      expect((await send(other, '{"x":', all)).status).toBe(404);
      expect((await send(owner, '{"x":', all)).status).toBe(406);
      expect((await send(owner, '{"x":', { 'content-type': 'text/plain' })).status).toBe(415);
      expect((await send(owner, `{"name":"${'x'.repeat(70_000)}"}`, {})).status).toBe(413);
      expect((await send(owner, '{"x":', {})).status).toBe(400);
      expect((await send(owner, { nonsense: 1, platforms: [] }, {})).status).toBe(412);
      const current = { 'if-match': await tagOf() };
      expect((await send(owner, { nonsense: 1, name: 'A', platforms: [] }, current)).status).toBe(400);
      if (method === 'PATCH') expect((await send(owner, { platforms: [] }, current)).status).toBe(409);
      expect(await get()).toEqual(application);
    },
  );
});

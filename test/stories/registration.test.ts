// An owner registers applications over HTTP (contract 3).
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../helpers/refusals.ts';
import { API_URL, AUTH_URL, type Person, type RegistrationHost, startRegistrationHost } from './registration-host.ts';

let host: RegistrationHost;
let owner: Person;
let other: Person;
let operator: Person;
let user: Person;

beforeAll(async () => {
  host = await startRegistrationHost();
  owner = await host.person('owner');
  other = await host.person('owner');
  operator = await host.person('operator');
  user = await host.person('user');
});
afterAll(() => host.close());

const full = {
  name: 'Acme Shop',
  implementation_method: 'JavaScript',
  login_activation: 'ON',
  platforms: [
    { platform: 'Web', site_domains: ['https://Shop.Example/', 'http://localhost:3000', 'file://'] },
    { platform: 'Android', package_name: 'com.example.shop' },
    { platform: 'iOS', bundle_id: 'com.example.shop' },
  ],
  redirect_uris: ['https://shop.example/callback', 'com.example.shop:/callback'],
  consent_items: [
    {
      item: 'email',
      consent: 'required',
      purpose: 'To send receipts',
      retention: '5 years',
      translations: { ko: { retention: '5년' } },
    },
    { item: 'profile_image', consent: 'optional' },
  ],
  require_pkce: true,
  client_secret_required: false,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  grant_types: ['authorization_code', 'refresh_token'],
  homepage_uri: 'https://shop.example/',
  privacy_policy_uri: 'https://shop.example/privacy',
  terms_uri: 'https://shop.example/terms',
  translations: { ko: { name: '아크메 상점' } },
  audience: 'team',
  company_name: 'Acme Inc.',
  company_country: 'KR',
  api_scopes: [],
  groups: [],
  allowed_groups: [],
  id_token_claims: false,
  id_token_signed_response_alg: 'EdDSA',
  userinfo_signed_response_alg: 'ES256',
  post_logout_redirect_uris: ['https://shop.example/bye?lang=ko', 'com.example.shop:/signed-out'],
  backchannel_logout_uri: 'https://shop.example/backchannel-logout',
};

type Problem = { status: number; title: string; detail: string; errors?: { pointer: string; detail: string }[] };
const problemOf = async (response: Response) => (await response.json()) as Problem;
const pointersOf = async (response: Response) => (await problemOf(response)).errors?.map(({ pointer }) => pointer);

describe('contract 3: registering an application', () => {
  it('POST answers 201 with Location and no body, and GET there shows everything', async () => {
    const created = await host.call('POST', '/applications', owner, { body: full });
    expect(created.status).toBe(201);
    expect(await created.text()).toBe('');
    expect(created.headers.get('content-type')).toBeNull();
    const location = created.headers.get('location') ?? '';
    expect(location).toMatch(/^https:\/\/api\.example\.com\/applications\/[a-z0-9]{32}$/);

    const shown = await host.call('GET', new URL(location).pathname, owner);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toMatch(/^application\/json/);
    const at = '2026-01-02T12:00:00.000Z';
    const id = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(await shown.json()).toEqual({
      ...full,
      id,
      platforms: [
        {
          id,
          platform: 'Web',
          api_key: id,
          site_domains: ['https://shop.example', 'http://localhost:3000', 'file://'],
          created_at: at,
        },
        { id, platform: 'Android', api_key: id, package_name: 'com.example.shop', created_at: at },
        { id, platform: 'iOS', api_key: id, bundle_id: 'com.example.shop', created_at: at },
      ],
      created_at: at,
      updated_at: at,
    });
  });

  it('a name alone is enough; lists default to [] and switches to off', async () => {
    const { id, created_at, updated_at, ...rest } = await host.register(owner, { name: 'Minimal' });
    expect(rest).toEqual({
      name: 'Minimal',
      implementation_method: 'REST API',
      login_activation: 'OFF',
      platforms: [],
      redirect_uris: [],
      consent_items: [],
      require_pkce: false,
      client_secret_required: false,
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
      grant_types: ['authorization_code', 'refresh_token'],
      audience: 'everyone',
      api_scopes: [],
      groups: [],
      allowed_groups: [],
      id_token_claims: true,
      id_token_signed_response_alg: 'RS256',
      post_logout_redirect_uris: [],
    });
  });

  it('each platform entry gets an API key of its own, never the same twice', { tags: 'postgres' }, async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => host.register(owner, full)));
    const keys = made.flatMap(({ platforms }) => platforms.map(({ api_key }) => api_key));
    expect(new Set(keys).size).toBe(60);
  });

  it('N2: read-only members are ignored: ids, keys and times are the server’s', async () => {
    const forged = '0'.repeat(32);
    const shown = await host.register(owner, {
      ...full,
      id: forged,
      created_at: '1999-01-01T00:00:00Z',
      updated_at: null,
      platforms: [{ ...full.platforms[0], id: forged, api_key: forged, created_at: 7 }],
      redirect_uris: ['https://shop.example/callback'],
      post_logout_redirect_uris: [],
    });
    expect(shown.id).not.toBe(forged);
    expect(shown.platforms[0]?.id).not.toBe(forged);
    expect(shown.platforms[0]?.api_key).not.toBe(forged);
    expect(shown.created_at).toBe('2026-01-02T12:00:00.000Z');
  });

  it('what GET gave can be sent again', async () => {
    const shown = await host.register(owner, full);
    const again = await host.register(owner, shown);
    const { id, platforms, created_at, updated_at, ...rest } = again;
    const { platforms: _, ...sent } = full;
    expect(rest).toEqual(sent);
    expect(id).not.toBe(shown.id);
  });
});

describe('contract 3: a registration that is refused names every fault', () => {
  const pointers: [string, unknown, string[]][] = [
    ['no name', {}, ['/name']],
    [
      'a translation of nothing that is translated',
      { name: 'A', translations: { ko: { title: 'x' } } },
      ['/translations/ko/title'],
    ],
    [
      'a translation into an unknown language',
      { name: 'A', translations: { xx: { name: 'x' } } },
      ['/translations/xx'],
    ],
    [
      'a translation of another type',
      { name: 'A', translations: { ko: 'x', en: { name: 7 } } },
      ['/translations/en/name', '/translations/ko'],
    ],
    ['a body that is a list', [], ['']],
    ['a body that is null', 'null', ['']],
    ['a body that is a string', '"x"', ['']],
    ['a name of another type', { name: 7 }, ['/name']],
    ['a name of null', { name: null }, ['/name']],
    ['N2: owner_id', { name: 'A', owner_id: 'x' }, ['/owner_id']],
    ['N2: client_id', { name: 'A', client_id: 'x' }, ['/client_id']],
    [
      'N2: first_party, skip_consent, verified',
      { name: 'A', first_party: true, skip_consent: true, verified: 1 },
      ['/first_party', '/skip_consent', '/verified'],
    ],
    ['N2: camelCase twins', { name: 'A', ownerId: 'x', loginActivation: 'ON' }, ['/ownerId', '/loginActivation']],
    [
      'OpenID members that this server does not have',
      { name: 'A', id_token_encrypted_response_alg: 'RSA-OAEP', backchannel_logout_session_required: true, jwks: {} },
      ['/id_token_encrypted_response_alg', '/backchannel_logout_session_required', '/jwks'],
    ],
    [
      'OpenID members of another type',
      {
        name: 'A',
        id_token_claims: 'false',
        id_token_signed_response_alg: ['RS256'],
        userinfo_signed_response_alg: null,
        post_logout_redirect_uris: 'https://a.example',
        backchannel_logout_uri: 7,
      },
      [
        '/id_token_claims',
        '/id_token_signed_response_alg',
        '/userinfo_signed_response_alg',
        '/post_logout_redirect_uris',
        '/backchannel_logout_uri',
      ],
    ],
    [
      'OpenID members that break their rules, all at once',
      {
        name: 'A',
        id_token_signed_response_alg: 'none',
        userinfo_signed_response_alg: 'HS256',
        post_logout_redirect_uris: ['https://a.example', 'http://a.example', 7, 'https://a.example'],
        backchannel_logout_uri: 'https://a.example/#f',
      },
      [
        '/post_logout_redirect_uris/2',
        '/id_token_signed_response_alg',
        '/userinfo_signed_response_alg',
        '/post_logout_redirect_uris/1',
        '/post_logout_redirect_uris/3',
        '/backchannel_logout_uri',
      ],
    ],
    [
      'an unknown member of a platform',
      { name: 'A', platforms: [{ platform: 'Android', sha256: 'x' }] },
      ['/platforms/0/sha256'],
    ],
    [
      'an unknown member of a consent item',
      { name: 'A', consent_items: [{ item: 'email', consent: 'required', 'a/b~c': 1 }] },
      ['/consent_items/0/a~1b~0c'],
    ],
    ['platforms that are an object', { name: 'A', platforms: {} }, ['/platforms']],
    ['platforms of null', { name: 'A', platforms: null }, ['/platforms']],
    ['a platform that is a string', { name: 'A', platforms: ['Web'] }, ['/platforms/0']],
    [
      'site domains that are a string',
      { name: 'A', platforms: [{ platform: 'Web', site_domains: 'https://a.example' }] },
      ['/platforms/0/site_domains'],
    ],
    [
      'a site domain that is a number',
      { name: 'A', platforms: [{ platform: 'Web', site_domains: ['https://a.example', 7] }] },
      ['/platforms/0/site_domains/1'],
    ],
    [
      'a redirect URI that is an object',
      { name: 'A', redirect_uris: [{ redirect_uri: 'https://a.example' }] },
      ['/redirect_uris/0'],
    ],
    ['a switch that is a string', { name: 'A', require_pkce: 'true' }, ['/require_pkce']],
    ['a switch that is a number', { name: 'A', client_secret_required: 1 }, ['/client_secret_required']],
    ['login activation as a boolean', { name: 'A', login_activation: true }, ['/login_activation']],
    [
      'a purpose of null',
      { name: 'A', consent_items: [{ item: 'email', consent: 'required', purpose: null }] },
      ['/consent_items/0/purpose'],
    ],
    [
      'shape and rules at once',
      { name: '', platforms: [{ platform: 'Web', site_domains: [7, 'ftp://a'] }], extra: 1, redirect_uris: ['x'] },
      ['/platforms/0/site_domains/0', '/extra', '/name', '/platforms/0/site_domains/1', '/redirect_uris/0'],
    ],
  ];
  it.each(pointers)('%s', async (_, body, expected) => {
    const response = await host.call('POST', '/applications', owner, { body });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await pointersOf(response)).toEqual(expected);
  });

  it('the fault says what is allowed, and nothing was stored', async () => {
    const lonely = await host.person('owner');
    const response = await host.call('POST', '/applications', lonely, {
      body: { name: 'A', platforms: [{ platform: 'Web', site_domains: ['https://a.example', 'https://a.example/b'] }] },
    });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({
      type: `${AUTH_URL}/errors#input-faulty`,
      title: 'The input is not valid',
      status: 400,
    });
    expect(problem.errors).toEqual([
      {
        pointer: '/platforms/0/site_domains/1',
        code: 'site-domain-path',
        detail: 'Remove the path: everything after the host and port.',
      },
    ]);
    expect(await (await host.call('GET', '/applications', lonely)).json()).toEqual([]);
  });

  it.each([
    ['a doubled member', '{"name":"A","name":"B"}', 400],
    ['text that is no JSON', '{name:1}', 400],
    ['NUL', '{"name":"A\\u0000"}', 400],
    ['__proto__', '{"name":"A","__proto__":{"owner_id":"x"}}', 400],
    ['an empty body', '', 400],
    ['a body over 64 KiB', JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
  ])('%s is refused before the rules', async (_, body, status) => {
    const response = await host.call('POST', '/applications', owner, { body });
    expect(response.status).toBe(status);
    expect((await problemOf(response)).errors ?? []).toEqual([]);
  });
});

describe('contract 3: reading and removing applications', () => {
  it('a single resource has an ETag; If-None-Match answers 304 without body', async () => {
    const { id } = await host.register(owner, full);
    const first = await host.call('GET', `/applications/${id}`, owner);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[A-Za-z0-9_-]+"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await host.call('GET', `/applications/${id}`, owner, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    const changed = await host.call('GET', `/applications/${id}`, owner, { headers: { 'if-none-match': '"other"' } });
    expect(changed.status).toBe(200);
  });

  it('HEAD answers as GET without a body', async () => {
    const { id } = await host.register(owner, full);
    const head = await host.call('HEAD', `/applications/${id}`, owner);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBeTruthy();
  });

  it('DELETE answers 204 without body, and the application is gone', async () => {
    const { id, platforms } = await host.register(owner, full);
    const removed = await host.call('DELETE', `/applications/${id}`, owner);
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    expect((await host.call('GET', `/applications/${id}`, owner)).status).toBe(404);
    expect((await host.call('DELETE', `/applications/${id}`, owner)).status).toBe(404);
    expect(await host.stores.applications.findByApiKey(platforms[0]?.api_key ?? '')).toBeUndefined();
  });

  it('If-Match on DELETE: another tag is 412 and removes nothing, the current one removes', async () => {
    const { id } = await host.register(owner, full);
    const tag = (await host.call('GET', `/applications/${id}`, owner)).headers.get('etag') ?? '';
    for (const stale of ['"other"', `W/${tag}`, 'nonsense']) {
      const refused = await host.call('DELETE', `/applications/${id}`, owner, { headers: { 'if-match': stale } });
      expect(refused.status).toBe(412);
    }
    const removed = await host.call('DELETE', `/applications/${id}`, owner, { headers: { 'if-match': tag } });
    expect(removed.status).toBe(204);
  });

  it('the ETag changes when the first client secret turns client_secret_required on', async () => {
    const { id } = await host.register(owner, full);
    const before = (await host.call('GET', `/applications/${id}`, owner)).headers.get('etag');
    await host.call('POST', `/applications/${id}/client-secrets`, owner);
    const after = await host.call('GET', `/applications/${id}`, owner);
    expect(after.headers.get('etag')).not.toBe(before);
    expect(await after.json()).toMatchObject({ client_secret_required: true });
  });

  it.each(['0', 'x'.repeat(500), '0'.repeat(32), '..%2F..', '%27%20or%201=1--', 'A'.repeat(32)])(
    'an id that cannot exist is 404: %s',
    async (id) => {
      expect((await host.call('GET', `/applications/${id}`, owner)).status).toBe(404);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE'])('/applications has no %s: 405 with Allow', async (method) => {
    const response = await host.call(method, '/applications', owner);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('contract 3: who may call', () => {
  it('no token is 401 with a challenge', async () => {
    const response = await host.call('GET', '/applications');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="latchkey"']);
  });

  it.each([
    ['N3: a user’s access token', 'Bearer lk_at_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['N3: a client secret', 'Bearer lk_cs_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['an unknown API token', 'Bearer lk_api_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['Basic credentials', 'Basic dTpw'],
  ])('%s is 401', async (_, authorization) => {
    const response = await host.call('GET', '/applications', { ...owner, authorization });
    expect(response.status).toBe(401);
  });

  it('a token cut by one character, or extended by one, is 401', async () => {
    for (const authorization of [owner.authorization.slice(0, -1), `${owner.authorization}a`]) {
      const response = await host.call('GET', '/applications', { ...owner, authorization });
      expect(await refusalOf(response)).toEqual([401, 'api-token-invalid']);
    }
  });

  it.each(['GET', 'POST'])('an account that is no owner is 403 on %s /applications', async (method) => {
    const body = method === 'POST' ? { body: full } : {};
    expect(await refusalOf(await host.call(method, '/applications', user, body))).toEqual([403, 'owners-only']);
  });

  it('N10: an owner who is disabled, or no longer owner, is refused at the next call', async () => {
    const leaving = await host.person('owner');
    expect((await host.call('GET', '/applications', leaving)).status).toBe(200);
    await host.stores.accounts.setRole(leaving.accountId, 'user', host.clock.now());
    expect(await refusalOf(await host.call('GET', '/applications', leaving))).toEqual([401, 'api-token-invalid']);
    await host.stores.accounts.setDisabled(leaving.accountId, true, host.clock.now());
    expect(await refusalOf(await host.call('GET', '/applications', leaving))).toEqual([401, 'api-token-invalid']);
  });

  it('an operator reaches every application', async () => {
    const { id } = await host.register(owner, full);
    expect((await host.call('GET', `/applications/${id}`, operator)).status).toBe(200);
    expect((await host.call('POST', `/applications/${id}/client-secrets`, operator)).status).toBe(200);
    expect((await host.call('DELETE', `/applications/${id}`, operator)).status).toBe(204);
  });

  it('N1, N13: on every route another owner’s application looks exactly as one that never was', async () => {
    const { id } = await host.register(owner, full);
    const secret = (await (await host.call('POST', `/applications/${id}/client-secrets`, owner)).json()) as {
      id: string;
    };
    const never = 'f'.repeat(32);
    const routes = [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/client-secrets'],
      ['POST', '/client-secrets'],
      ['DELETE', '/client-secrets'],
      ['GET', `/client-secrets/${secret.id}`],
      ['DELETE', `/client-secrets/${secret.id}`],
    ] as const;
    const answer = async (method: string, path: string) => {
      const response = await host.call(method, path, other);
      const headers = [...response.headers.keys()].filter((name) => name !== 'date');
      return { status: response.status, headers, body: await response.text() };
    };
    for (const [method, rest] of routes) {
      const theirs = await answer(method, `/applications/${id}${rest}`);
      expect(theirs.status).toBe(404);
      expect(theirs).toEqual(await answer(method, `/applications/${never}${rest}`));
    }
    expect((await host.call('GET', `/applications/${id}/client-secrets/${secret.id}`, owner)).status).toBe(200);
  });

  it('N1: a secret is found only under its own application', async () => {
    const [mine, theirs] = [await host.register(other, full), await host.register(owner, full)];
    const made = (await (await host.call('POST', `/applications/${theirs.id}/client-secrets`, owner)).json()) as {
      id: string;
    };
    const path = `/applications/${mine.id}/client-secrets/${made.id}`;
    expect((await host.call('GET', path, other)).status).toBe(404);
    expect((await host.call('DELETE', path, other)).status).toBe(404);
    expect((await host.call('GET', `/applications/${theirs.id}/client-secrets/${made.id}`, owner)).status).toBe(200);
  });
});

describe('contract 3: the order of checks', () => {
  const secretsOf = (id: string) => `/applications/${id}/client-secrets`;
  const wrong = { body: '{"x":', headers: { accept: 'text/html', 'content-type': 'text/plain' } };

  it('401 comes before 404 not yours, 406, 415 and 400', async () => {
    expect((await host.call('POST', secretsOf('0'), undefined, wrong)).status).toBe(401);
  });

  it('403 comes before 406, 415 and 400', async () => {
    expect(await refusalOf(await host.call('POST', '/applications', user, wrong))).toEqual([403, 'owners-only']);
  });

  it('404 not yours comes before 406, 415 and 400', async () => {
    expect((await host.call('POST', secretsOf('0'), owner, wrong)).status).toBe(404);
  });

  it('406 comes before 415 and 400', async () => {
    const { id } = await host.register(owner, full);
    expect((await host.call('POST', secretsOf(id), owner, wrong)).status).toBe(406);
    expect((await host.call('POST', '/applications', owner, wrong)).status).toBe(406);
  });

  it('415 comes before 400 unreadable body', async () => {
    const more = { body: '{"x":', headers: { 'content-type': 'text/plain' } };
    expect((await host.call('POST', '/applications', owner, more)).status).toBe(415);
  });

  it('404 not yours comes before 412, and 406 too', async () => {
    const { id } = await host.register(owner, full);
    const stale = { 'if-match': '"other"' };
    expect((await host.call('DELETE', `/applications/${id}`, other, { headers: stale })).status).toBe(404);
    const headers = { ...stale, accept: 'text/html' };
    expect((await host.call('DELETE', `/applications/${id}`, owner, { headers })).status).toBe(406);
  });

  it('400 with pointers comes before 409', async () => {
    const { id } = await host.register(owner, { name: 'No Web entry' });
    const expired = { body: { expires_at: '2020-01-01T00:00:00Z' } };
    expect(await refusalOf(await host.call('POST', secretsOf(id), owner, expired))).toEqual([400, 'input-faulty']);
    expect((await host.call('POST', secretsOf(id), owner)).status).toBe(409);
  });

  it('429 comes after 403 and before 404 not yours; it is counted per API token', async () => {
    const small = await startRegistrationHost({ requestsPerSecond: 1, requestBurst: 2 });
    try {
      const [busy, calm, none] = [await small.person('owner'), await small.person('owner'), await small.person('user')];
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push((await small.call('GET', '/applications/0', busy)).status);
      expect(statuses).toEqual([404, 404, 429]);
      expect((await small.call('GET', '/applications/0', calm)).status).toBe(404);
      for (let i = 0; i < 3; i++) expect((await small.call('GET', '/applications', none)).status).toBe(403);
      small.clock.at += 1000;
      expect((await small.call('GET', '/applications/0', busy)).status).toBe(404);
    } finally {
      await small.close();
    }
  });
});

describe('contract 9: Accept on the registration API', () => {
  it.each([
    ['application/json', 200],
    ['application/json;version=2', 200],
    ['*/*', 200],
    ['application/*', 200],
    ['text/html, application/json;q=0.1', 200],
    ['text/html', 406],
    ['application/xml, image/*', 406],
  ])('%s is %i', async (accept, status) => {
    expect((await host.call('GET', '/applications', owner, { headers: { accept } })).status).toBe(status);
  });
});

describe('contract 3: the catalogue', () => {
  it('any live API token reads it, in the catalogue’s order', async () => {
    const response = await host.call('GET', '/consent-items', user);
    expect(response.status).toBe(200);
    const entries = (await response.json()) as { item: string }[];
    expect(entries).toHaveLength(12);
    expect(entries[0]).toEqual({
      item: 'nickname',
      claims: ['nickname'],
      scopes: ['nickname', 'profile'],
    });
    expect(entries[1]).toEqual({
      item: 'username',
      claims: ['preferred_username'],
      scopes: ['username', 'profile'],
    });
    expect(entries.at(-1)).toEqual({ item: 'groups', claims: ['groups'], scopes: ['groups'] });
  });

  it('without a token it is 401', async () => {
    expect((await host.call('GET', '/consent-items')).status).toBe(401);
  });
});

describe('contract 3: Location and Link', () => {
  it('are absolute under the API’s public URL, whatever Host says', async () => {
    const created = await host.call('POST', '/applications', owner, {
      body: full,
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    expect(created.headers.get('location')?.startsWith(`${API_URL}/applications/`)).toBe(true);
  });
});

// Pushed authorization requests (RFC 9126, contract 42): pushed by every kind of client, opened in any browser, ended by
// the first code; and everything that a thief, a careless client or a preview of links may do with a reference.
// @module-tag postgres-in-part
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { assertionParts, type ClientPair, newClientPair, proofParts, signJwt } from '../helpers/client-keys.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';

type Form = Readonly<Record<string, string>>;

const FORM = 'urn:ietf:params:oauth:request_uri:';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

let hosts: Hosts;
let client: Client;
let other: Client;
let pair: ClientPair;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PUSHED_REQUESTS: 'true', LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  [client, other] = [await givenClient(hosts), await givenClient(hosts)];
  pair = await newClientPair();
});
afterAll(() => hosts?.stop());

const parUri = () => `${hosts.authUrl}/oauth/par`;
const requestOf = (of: Client, more: Form = {}): Form => ({
  ...{ client_id: of.apiKey, redirect_uri: CALLBACK, response_type: 'code', ...more },
});
async function push(form: Form, headers: Form = {}) {
  // A public key pushes ten a second.
  hosts.clock.advance(100);
  return postForm(parUri(), form, headers);
}
const pushed = async (more: Form = {}, of = client, headers: Form = {}): Promise<string> => {
  const { status, body } = await push(requestOf(of, more), headers);
  expect([status, body.expires_in]).toEqual([201, 90]);
  return String(body.request_uri);
};
const refused = ({ status, body }: Awaited<ReturnType<typeof push>>) =>
  `${status} ${body.error} ${String(body.error_uri).split('#')[1]}`;
const hrefOf = (requestUri: string, of = client, more: Form = {}) =>
  `${hosts.authUrl}/oauth/authorize?${new URLSearchParams({ client_id: of.apiKey, request_uri: requestUri, ...more })}`;
const open = (requestUri: string, { by = client, of = client, more = {} as Form } = {}) =>
  by.browser.open(hrefOf(requestUri, of, more), { stopAt: CALLBACK });
const codeOf = ({ url }: Page) => url.searchParams.get('code') ?? `${url}`;
const shows = (page: Page) =>
  `${page.status} ${/request-uri-\w+|redirect-uri-\w+|unknown-client|parameter-\w+/.exec(page.html)?.[0]}`;
const signIn = (page: Page, browser: Browser) =>
  browser.submit(
    page.form({ action: '/login' }),
    { email: client.email, password: client.password },
    { stopAt: CALLBACK },
  );

describe('contract 42: a request is pushed and opened', () => {
  test('201 with a reference of 256 bits; its code is that of the pushed parameters', async () => {
    const answer = await push(requestOf(client, { state: 'é=&', scope: 'openid', nonce: 'n' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      request_uri: expect.stringMatching(new RegExp(`^${FORM}[A-Za-z0-9_-]{43}$`)),
      expires_in: 90,
    });
    const page = await open(String(answer.body.request_uri));
    expect(page.url.searchParams.get('state')).toBe('é=&');
    const { body } = await client.token(client.codeForm(codeOf(page)));
    expect(body.id_token).toBeTypeOf('string');
  });

  test('what is beside the reference counts for nothing, and no page carries it', async () => {
    const browser = new Browser();
    const uri = await pushed({ state: 'pushed' });
    const more = { state: 'other', scope: 'email', redirect_uri: 'https://evil.example/', prompt: 'none' };
    const login = await browser.open(hrefOf(uri, client, more));
    expect([...login.url.searchParams.keys()]).toEqual(['client_id', 'request_uri', 'lk_stamp']);
    const back = await signIn(login, browser);
    expect(back.url.href).toMatch(CALLBACK);
    expect(back.url.searchParams.get('state')).toBe('pushed');
  });

  test('by POST too, and each page is in the language that was asked for or chosen', async () => {
    const browser = new Browser();
    const uri = await pushed({ ui_locales: 'ko', state: 's' });
    const form = { client_id: client.apiKey, request_uri: uri, state: 'other' };
    const posted = await fetch(`${hosts.authUrl}/oauth/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, hrefOf(uri).slice(hosts.authUrl.length)]);
    const login = await browser.open(hrefOf(uri));
    expect(login.html).toContain('<html lang="ko"');
    const english = await browser.open(`${login.url.href}&ui_locales=en`);
    expect(english.html).toContain('<html lang="en"');
    const again = await browser.submit(english.form({ action: '/login' }), { email: client.email, password: 'wrong' });
    expect(again.html).toContain('<html lang="en"');
    // Long after any browser could open it.
    hosts.clock.advance(120_000);
    expect(codeOf(await signIn(again, browser))).toMatch(/^[\w-]{43}$/);
  });

  test('with a secret, with private_key_jwt, and by the bare key', { tags: 'postgres' }, async () => {
    const confidential = await givenClient(hosts);
    const secret = await createSecret(hosts, confidential);
    const { client_id: _, ...bare } = requestOf(confidential);
    expect((await push(bare, basic(confidential.apiKey, secret))).status).toBe(201);
    expect((await push({ ...bare, client_id: confidential.apiKey, client_secret: secret })).status).toBe(201);
    expect(refused(await push(requestOf(confidential)))).toBe('400 invalid_client client-secret-missing');
    const signing = await givenClient(hosts, { ...APPLICATION, jwks: { keys: [pair.publicJwk] } });
    const assertion = async () => {
      const parts = assertionParts(pair, { apiKey: signing.apiKey, audience: hosts.authUrl, now: hosts.clock.now() });
      return { client_assertion_type: ASSERTION, client_assertion: await signJwt(pair, parts) };
    };
    expect((await push({ ...bare, ...(await assertion()) })).status).toBe(201);
    expect(refused(await push({ ...requestOf(other), ...(await assertion()) }))).toBe(
      '400 invalid_request client-id-contradicts',
    );
    // No credentials are stored with the request.
    const rows = JSON.stringify(await hosts.rowsIn('pushed_requests'));
    expect(rows).toContain(confidential.apiKey);
    expect(rows).not.toMatch(/client_secret|client_assertion/);
    expect(rows).not.toContain(secret);
  });
});

describe('contract 42: one reference, one code', () => {
  test('opened by a preview of links and in a second browser, it is spent by the first code, for all', async () => {
    const uri = await pushed();
    const preview = await new Browser().open(hrefOf(uri));
    expect(preview.url.pathname).toBe('/login');
    expect((await fetch(hrefOf(uri), { method: 'HEAD', redirect: 'manual' })).status).toBe(303);
    const second = new Browser();
    const login = await second.open(hrefOf(uri));
    expect(codeOf(await open(uri))).toMatch(/^[\w-]{43}$/);
    expect(shows(await open(uri))).toBe('400 request-uri-used');
    expect(shows(await second.open(login.url.href))).toBe('400 request-uri-used');
    expect(shows(await signIn(login, second))).toBe('400 request-uri-used');
    expect(shows(await second.open(hrefOf(uri)))).toBe('400 request-uri-used');
  });

  test('of fifty openings at once one gets a code', { tags: 'postgres' }, async () => {
    const uri = await pushed();
    const cookie = [...client.browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(hrefOf(uri), { redirect: 'manual', headers: { cookie } })),
    );
    expect(answers.filter(({ headers }) => headers.get('location')?.includes('code=')).length).toBe(1);
  });

  test('a person who cancels, or an error, does not end it', async () => {
    const uri = await pushed({ prompt: 'none', max_age: '0' });
    hosts.clock.advance(1000);
    expect((await open(uri)).url.searchParams.get('error')).toBe('login_required');
    expect((await open(uri)).url.searchParams.get('error')).toBe('login_required');
  });
});

describe('contract 42: who may open it, and until when', () => {
  test('any browser for 90 seconds; one that did for 60 minutes by its stamp, and no other', async () => {
    const [uri, late, browser] = [await pushed(), await pushed(), new Browser()];
    const login = await browser.open(hrefOf(uri));
    hosts.clock.advance(90_000);
    expect(shows(await new Browser().open(hrefOf(uri)))).toBe('400 request-uri-expired');
    expect(shows(await new Browser().open(login.url.href))).toBe('400 request-uri-expired');
    expect(shows(await open(late))).toBe('400 request-uri-expired');
    hosts.clock.advance(60 * 60_000 - 91_000);
    await hosts.tick('purge');
    expect(shows(await open(late))).toBe('400 request-uri-unknown');
    expect(codeOf(await signIn(login, browser))).toMatch(/^[\w-]{43}$/);
  });

  test('a stamp ends after an hour, and the purge forgets the request', { tags: 'postgres' }, async () => {
    const [uri, browser] = [await pushed(), new Browser()];
    const login = await browser.open(hrefOf(uri));
    hosts.clock.advance(60 * 60_000 + 1);
    expect(shows(await signIn(login, browser))).toBe('400 request-uri-expired');
    hosts.clock.advance(90_000);
    await hosts.tick('purge');
    expect(await hosts.rowsIn('pushed_requests')).toEqual([]);
    expect(shows(await browser.open(hrefOf(uri)))).toBe('400 request-uri-unknown');
  });

  test('the same API key alone; an unknown one, a guessed one and one twice are refused', async () => {
    const uri = await pushed();
    expect(shows(await open(uri, { of: other }))).toBe('400 request-uri-unknown');
    expect(shows(await open(`${FORM}${'A'.repeat(43)}`))).toBe('400 request-uri-unknown');
    expect(shows(await client.browser.open(`${hrefOf(uri)}&request_uri=x`))).toBe('400 redirect-uri-missing');
    expect(shows(await client.browser.open(`${hrefOf(uri)}&client_id=${client.apiKey}`))).toBe('400 parameter-doubled');
    const unnamed = await client.browser.open(`${hosts.authUrl}/oauth/authorize?request_uri=${uri}`);
    expect([unnamed.status, unnamed.html.includes('client-id-missing')]).toEqual([400, true]);
    expect(codeOf(await open(uri))).toMatch(/^[\w-]{43}$/);
  });

  test('every page checks it anew: a redirect URI that was removed meanwhile, a switch that is OFF', async () => {
    const changing = await givenClient(hosts);
    const edit = (body: object) =>
      fetch(`${hosts.apiUrl}/applications/${changing.applicationId}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${changing.owner.apiToken}`,
          'content-type': 'application/merge-patch+json',
        },
        body: JSON.stringify(body),
      });
    const [uri, browser] = [await pushed({}, changing), new Browser()];
    const login = await browser.open(hrefOf(uri, changing));
    await edit({ login_activation: 'OFF' });
    const off = await browser.open(login.url.href, { stopAt: CALLBACK });
    expect(off.url.searchParams.get('error')).toBe('unauthorized_client');
    await edit({ login_activation: 'ON', redirect_uris: ['http://localhost:3999/other'] });
    expect(shows(await browser.open(login.url.href))).toBe('400 redirect-uri-unregistered');
  });

  test('a request_uri of anybody else stays unsupported, and nothing is fetched', async () => {
    const foreign = await client.browser.open(client.authorizeUrl({ request_uri: 'https://a.example/r' }), {
      stopAt: CALLBACK,
    });
    expect(foreign.url.searchParams.get('error')).toBe('request_uri_not_supported');
  });
});

describe('contract 42: what is refused at once', () => {
  test.each([
    [{ redirect_uri: `${CALLBACK}/` }, '400 invalid_request redirect-uri-unregistered'],
    [{ redirect_uri: '' }, '400 invalid_request redirect-uri-missing'],
    [{ redirect_uri: '/callback' }, '400 invalid_request redirect-uri-malformed'],
    [{ response_type: 'code id_token' }, '400 unsupported_response_type response-type-unsupported'],
    [{ response_type: '' }, '400 invalid_request response-type-missing'],
    [{ request_uri: `${FORM}${'A'.repeat(43)}` }, '400 invalid_request request-uri-pushed'],
    [{ request_uri: '' }, '400 invalid_request request-uri-pushed'],
    [{ request: 'e30.e30.' }, '400 request_not_supported request-not-supported'],
    [{ code_challenge: 'x'.repeat(43) }, '400 invalid_request code-challenge-method-unsupported'],
    [{ prompt: 'none login' }, '400 invalid_request prompt-none-combined'],
    [{ state: 's'.repeat(6200) }, '400 invalid_request query-too-long'],
    [{ client_id: 'nobody' }, '400 invalid_client unknown-client'],
  ])('%o: %s', async (more: Form, expected) => {
    expect(refused(await push({ ...requestOf(client), ...more }))).toBe(expected);
  });

  test('a parameter sent twice, a query in place of the body, another method, another media type', async () => {
    const twice = `${new URLSearchParams(requestOf(client))}&state=a&state=b`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = async (body: string, of: Form = headers, query = '') => {
      const response = await fetch(`${parUri()}${query}`, { method: 'POST', headers: of, body });
      return `${response.status} ${((await response.json()) as { error?: string }).error}`;
    };
    expect(await post(twice)).toBe('400 invalid_request');
    expect(await post('', headers, `?${new URLSearchParams(requestOf(client))}`)).toBe('400 invalid_request');
    expect((await fetch(parUri())).status).toBe(405);
    expect((await post('{}', { 'content-type': 'application/json' })).slice(0, 3)).toBe('415');
  });

  test('a public key pushes ten a second from one network; one that is proven is not held', async () => {
    hosts.clock.advance(10_000);
    const secret = await createSecret(hosts, other);
    const many = (form: Form) => Promise.all(Array.from({ length: 12 }, () => postForm(parUri(), form)));
    const statuses = (await many(requestOf(client))).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    const proven = await many({ ...requestOf(other), client_secret: secret });
    expect(proven.every(({ status }) => status === 201)).toBe(true);
    hosts.clock.advance(10_000);
  });
});

describe('contract 42: DPoP', () => {
  const proof = async (by: ClientPair, uri = parUri()) => {
    return { dpop: await signJwt(by, proofParts(by, { uri, now: hosts.clock.now() })) };
  };

  test('a proof binds the code as dpop_jkt does, is used once, and must be its key', async () => {
    const [strange, used] = [await newClientPair(), await proof(pair)];
    const uri = await pushed({}, client, used);
    expect(refused(await push(requestOf(client), used))).toBe('400 invalid_dpop_proof dpop-proof-used');
    const wrong = await push(requestOf(client, { dpop_jkt: strange.publicJwk.kid }), await proof(pair));
    expect(refused(wrong)).toBe('400 invalid_request dpop-jkt-mismatch');
    expect(refused(await push(requestOf(client), await proof(pair, `${hosts.authUrl}/oauth/token`)))).toBe(
      '400 invalid_dpop_proof dpop-proof-uri',
    );
    const both = await push(requestOf(client, { dpop_jkt: pair.publicJwk.kid }), await proof(pair));
    expect(both.status).toBe(201);
    const form = client.codeForm(codeOf(await open(uri)));
    const tokenUri = `${hosts.authUrl}/oauth/token`;
    expect(refused(await postForm(tokenUri, form))).toBe('400 invalid_grant dpop-proof-needed');
    expect(refused(await postForm(tokenUri, form, await proof(strange, tokenUri)))).toBe(
      '400 invalid_grant dpop-key-mismatch',
    );
    expect((await postForm(tokenUri, form, await proof(pair, tokenUri))).body.token_type).toBe('DPoP');
  });
});

describe('contract 42: require_pushed_authorization_requests', () => {
  test('refuses every other request at its redirect URI', async () => {
    const strict = await givenClient(hosts);
    const patched = await fetch(`${hosts.apiUrl}/applications/${strict.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${strict.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: '{"require_pushed_authorization_requests":true}',
    });
    expect(await patched.json()).toMatchObject({ require_pushed_authorization_requests: true });
    const plain = await strict.browser.open(strict.authorizeUrl(), { stopAt: CALLBACK });
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
    expect(plain.url.searchParams.get('error_uri') ?? '').toBe('');
    expect(codeOf(await open(await pushed({}, strict), { by: strict, of: strict }))).toMatch(/^[\w-]{43}$/);
  });
});

describe('contract 42: where nobody turned it on', () => {
  let plain: Hosts;
  beforeAll(async () => {
    plain = await startHosts();
  });
  afterAll(() => plain?.stop());

  test('there is no endpoint, no reference is ours, and no application may demand pushed requests', async () => {
    const shop = await givenClient(plain);
    expect((await fetch(`${plain.authUrl}/oauth/par`, { method: 'POST' })).status).toBe(404);
    const metadata = await (await fetch(`${plain.authUrl}/.well-known/oauth-authorization-server`)).text();
    expect(metadata).not.toContain('pushed');
    const sent = await shop.browser.open(shop.authorizeUrl({ request_uri: `${FORM}x` }), { stopAt: CALLBACK });
    expect(sent.url.searchParams.get('error')).toBe('request_uri_not_supported');
    const patched = await fetch(`${plain.apiUrl}/applications/${shop.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${shop.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: '{"require_pushed_authorization_requests":true}',
    });
    expect([patched.status, await patched.json()]).toMatchObject([400, { errors: [{ code: 'pushed-requests-off' }] }]);
  });
});

describe('contract 42: what operators and owners see of it', () => {
  test('a line of the log, the metric, and the statistics of the application', { tags: 'postgres' }, async () => {
    const seen = await givenClient(hosts);
    const counted = () => hosts.tally.read('pushedRequests')[0]?.count ?? 0;
    const before = counted();
    await pushed({}, seen);
    expect(counted()).toBe(before + 1);
    expect(refused(await push(requestOf(seen, { response_type: 'token' })))).toContain('unsupported_response_type');
    const told = hosts.logs.filter(
      ({ event, application }) => event === 'push-refused' && application === seen.applicationId,
    );
    expect(told).toMatchObject([{ result: 'unsupported_response_type', refusal: 'response-type-unsupported' }]);
    await hosts.tick('statistics');
    const counts = JSON.stringify(await hosts.rowsIn('daily_counts'));
    expect(counts).toContain('refused:response-type-unsupported');
  });
});

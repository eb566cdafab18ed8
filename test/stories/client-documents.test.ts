// Clients that nobody registered by hand (contract 46): from the first click to a refresh; what of a document counts;
// the pages that refuse one; blocked hosts; and what thieves on the same machine try.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { postForm } from '../helpers/client-endpoints.ts';
import { assertionParts, newClientPair, signJwt } from '../helpers/client-keys.ts';
import {
  agreedForm,
  type Documents,
  documentOf,
  givenDocuments,
  requestOf as requestAt,
  sendToken,
} from '../helpers/document-clients.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const HOST = 'client.example';
const URL_OF = `https://${HOST}/oauth/client.json`;
const WEB = `https://${HOST}/callback`;
const LOOPBACK = 'http://localhost/callback';
const AT_PORT = 'http://localhost:51234/callback';

let hosts: Hosts;
let documents: Documents;
beforeAll(async () => {
  hosts = await startHosts({
    LATCHKEY_CLIENT_METADATA_DOCUMENTS: `${HOST}, https://listed.example/oauth/`,
    LATCHKEY_SUPPORT_CONTACT: 'help@service.example',
    LATCHKEY_PUSHED_REQUESTS: 'true',
    LATCHKEY_TRUST_PROXY: '127.0.0.1',
    // Bursts are five times the rate.
    LATCHKEY_REQUESTS_PER_SECOND: '4',
  });
  documents = givenDocuments(hosts);
});
afterAll(() => hosts?.stop());
// Whatever was kept has to be fetched again.
beforeEach(() => {
  hosts.clock.advance(24 * 60 * 60_000);
  documents.at.clear();
  documents.at.set(URL_OF, documentOf(URL_OF, [WEB, LOOPBACK]));
  documents.asked.length = 0;
});

const requestOf = (redirectUri: string, more: object = {}, url = URL_OF) => requestAt(hosts, url, redirectUri, more);
const signedIn = async () => (await givenPerson(hosts)).browser;
const open = (browser: Browser, href: string, stopAt = 'https://nowhere.example/') => browser.open(href, { stopAt });
const tokensOf = async (browser: Browser, redirectUri = AT_PORT, more: object = {}) =>
  (await sendToken(hosts, await agreedForm(browser, requestOf(redirectUri, more), redirectUri))).body;
const refresh = (token: unknown) =>
  sendToken(hosts, { grant_type: 'refresh_token', client_id: URL_OF, refresh_token: String(token) });
const userInfo = (token: unknown) =>
  fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
/** Names stand in elements of their own. */
const sentences = (text: string) => text.replace(/ (?=[,.)])/g, '').replace(/\( /g, '(');
const refusedPage = async (href: string) => {
  const page = await open(new Browser(), href);
  return { status: page.status, text: page.text, html: page.html };
};

describe('contract 46: a client is let in by its document', () => {
  test('from the first click to a refresh, fetched once', async () => {
    const browser = await signedIn();
    const tokens = await tokensOf(browser, AT_PORT, { scope: 'openid offline_access' });
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid offline_access' });
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    expect(await userInfo(tokens.access_token)).toBe(200);
    expect(documents.asked).toEqual([URL_OF]);
    await tokensOf(browser);
    expect(documents.asked).toHaveLength(1);
    hosts.clock.advance(10 * 60_000);
    await tokensOf(browser);
    expect(documents.asked).toHaveLength(2);
  });

  test('the metadata says so, at both addresses, and keeps none among the methods', async () => {
    for (const path of ['openid-configuration', 'oauth-authorization-server']) {
      const metadata = await (await fetch(`${hosts.authUrl}/.well-known/${path}`)).json();
      expect(metadata).toMatchObject({
        client_id_metadata_document_supported: true,
        token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'private_key_jwt']),
        scopes_supported: expect.arrayContaining(['offline_access']),
        authorization_response_iss_parameter_supported: true,
      });
    }
  });

  test('other scopes, and other redirect URIs of its document, count for nothing', async () => {
    documents.at.set(URL_OF, documentOf(URL_OF, ['cursor://a/b', WEB], { grant_types: ['password', 'x'] }));
    const asked = { scope: 'openid email phone groups mcp.anything' };
    const tokens = await tokensOf(await signedIn(), WEB, asked);
    expect(tokens.scope).toBe('openid');
    const page = await open(new Browser(), requestOf('cursor://a/b').href);
    expect([page.status, page.html.includes('redirect-uri-unregistered')]).toEqual([400, true]);
  });

  test('without any scope it gets a token, for nothing', async () => {
    const tokens = await tokensOf(await signedIn());
    expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    expect(tokens.id_token).toBeUndefined();
  });

  test('PKCE is demanded', async () => {
    const page = await open(
      await signedIn(),
      requestOf(WEB, { code_challenge: '', code_challenge_method: '' }).href,
      WEB,
    );
    expect(page.url.searchParams.get('error')).toBe('invalid_request');
  });

  test('consent is asked each time, names the host of the document and where the answer goes', async () => {
    const browser = await signedIn();
    for (let times = 0; times < 2; times += 1) {
      const web = await open(browser, requestOf(WEB).href);
      expect(sentences(web.text)).toContain(
        `This program is not registered here. It says it is A client, and comes from ${HOST}. If you continue, you go to ${HOST}.`,
      );
      const device = await open(browser, requestOf(AT_PORT).href);
      expect(sentences(device.text)).toContain(
        `A program on this device asks, and says it is A client (${HOST}). Continue only if you started it just now.`,
      );
      await tokensOf(browser, WEB);
    }
    const silent = await open(browser, requestOf(WEB, { prompt: 'none' }).href, WEB);
    expect(silent.url.searchParams.get('error')).toBe('consent_required');
  });

  test('the account page shows the host beside the name, and disconnects it', async () => {
    const browser = await signedIn();
    const tokens = await tokensOf(browser);
    const page = await browser.open(`${hosts.authUrl}/account/connections`);
    expect(page.text).toContain(HOST);
    await browser.submit(page.form({ action: '/account/connections' }), {}, { press: 'disconnect' });
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await userInfo(tokens.access_token)).toBe(401);
  });

  test('a client that signs is let in with the keys of its document alone, and with new ones as soon as they count', async () => {
    const [pair, next] = [await newClientPair(), await newClientPair()];
    const signing = (jwk: object) =>
      documentOf(URL_OF, [WEB], { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } });
    documents.at.set(URL_OF, signing(pair.publicJwk));
    const assertionBy = async (by: typeof pair) => {
      const parts = assertionParts(by, { apiKey: URL_OF, audience: hosts.authUrl, now: hosts.clock.now() });
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await signJwt(by, parts),
      };
    };
    const form = await agreedForm(await signedIn(), requestOf(WEB), WEB);
    expect((await sendToken(hosts, form)).body).toMatchObject({ error: 'invalid_client' });
    expect((await sendToken(hosts, { ...form, ...(await assertionBy(next)) })).body).toMatchObject({
      error: 'invalid_client',
    });
    const { status, body } = await sendToken(hosts, { ...form, ...(await assertionBy(pair)) });
    expect(status).toBe(200);
    documents.at.set(URL_OF, signing(next.publicJwk));
    hosts.clock.advance(11 * 60_000);
    const refreshing = { grant_type: 'refresh_token', client_id: URL_OF, refresh_token: String(body.refresh_token) };
    expect((await sendToken(hosts, { ...refreshing, ...(await assertionBy(pair)) })).body).toMatchObject({
      error: 'invalid_client',
    });
    expect((await sendToken(hosts, { ...refreshing, ...(await assertionBy(next)) })).status).toBe(200);
  });

  test('each token keeps its document for 30 days more', async () => {
    const tokens = await tokensOf(await signedIn());
    const later = 20 * 24 * 60 * 60_000;
    hosts.clock.advance(later);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    // The note is written beside the answer.
    await userInfo(tokens.access_token);
    expect((await hosts.ports.clientDocuments.findHost(HOST)).usedAt).toBe(hosts.clock.now());
    hosts.clock.advance(later);
    await hosts.tick('purge');
    expect(await hosts.ports.clientDocuments.find(URL_OF)).toBeDefined();
  });

  test('it may push its request', async () => {
    const { href } = requestOf(WEB);
    const sent = Object.fromEntries(new URL(href).searchParams);
    const pushed = await postForm(`${hosts.authUrl}/oauth/par`, sent);
    expect([pushed.status, pushed.text]).toEqual([201, expect.stringContaining('request_uri')]);
  });

  test('it gets no device grant and no token for itself', async () => {
    await tokensOf(await signedIn());
    const device = await postForm(`${hosts.authUrl}/oauth/device-authorization`, { client_id: URL_OF });
    expect(device.body.error).toBe('unauthorized_client');
    const own = await sendToken(hosts, { grant_type: 'client_credentials', client_id: URL_OF });
    expect(own.status).toBe(400);
  });

  test('owners and operators find it among no applications', async () => {
    await tokensOf(await signedIn());
    const operator = (await givenPerson(hosts, { role: 'operator' })).browser;
    const id = (await hosts.ports.clientDocuments.find(URL_OF))?.applicationId;
    expect((await operator.open(`${hosts.authUrl}/console/applications/${id}`)).status).toBe(404);
    expect((await operator.open(`${hosts.authUrl}/console`)).text).not.toContain('A client');
  });
});

describe('contract 46: refused with a page', () => {
  test('that names host, setting and the operator’s contact, in both languages', async () => {
    const { href } = requestOf(WEB, {}, 'https://other.example/client.json');
    const page = await refusedPage(href);
    expect(page.status).toBe(400);
    for (const named of ['other.example', 'LATCHKEY_CLIENT_METADATA_DOCUMENTS', 'help@service.example']) {
      expect(page.text).toContain(named);
    }
    const korean = await refusedPage(`${href}&ui_locales=ko`);
    for (const named of ['other.example', 'LATCHKEY_CLIENT_METADATA_DOCUMENTS', 'help@service.example']) {
      expect(korean.text).toContain(named);
    }
    expect(documents.asked).toEqual([]);
  });

  test('also beside the beginning that is listed', async () => {
    expect((await refusedPage(requestOf(WEB, {}, 'https://listed.example/other').href)).html).toContain(
      'document-not-listed',
    );
    documents.at.set('https://listed.example/oauth/a', documentOf('https://listed.example/oauth/a', [WEB]));
    const page = await open(await signedIn(), requestOf(WEB, {}, 'https://listed.example/oauth/a').href);
    expect(page.text).toContain('listed.example');
  });

  test('where no redirect URI is left: the document, its URIs and the rule', async () => {
    documents.at.set(URL_OF, documentOf(URL_OF, ['cursor://anysphere.cursor-mcp/oauth/callback']));
    const { status, text } = await refusedPage(requestOf(WEB).href);
    expect(status).toBe(400);
    for (const named of [URL_OF, 'cursor://anysphere.cursor-mcp/oauth/callback', 'redirect-uri-scheme']) {
      expect(text).toContain(named);
    }
  });

  test.each<[string, object | string, string]>([
    ['it redirects', 'answered 302', 'document-unreadable'],
    ['its name leads to this machine', 'refused-address', 'document-unreadable'],
    ['it is slow', 'timeout', 'document-unreadable'],
    ['it is huge', 'too-large', 'document-unreadable'],
    ['it is of another type', 'content-type', 'document-unreadable'],
    ['it names another client', documentOf('https://claude.ai/oauth/x', [WEB]), 'document-invalid'],
    ['it holds a secret', documentOf(URL_OF, [WEB], { client_secret: 'x' }), 'document-invalid'],
    [
      'it would use one',
      documentOf(URL_OF, [WEB], { token_endpoint_auth_method: 'client_secret_post' }),
      'document-invalid',
    ],
  ])('where %s; nothing of it is kept', async (_, found, code) => {
    documents.at.set(URL_OF, found);
    const { href } = requestOf(WEB);
    expect((await refusedPage(href)).html).toContain(code);
    documents.at.set(URL_OF, documentOf(URL_OF, [WEB]));
    expect((await open(await signedIn(), href)).text).toContain(HOST);
  });

  test('where another spelling names it: that is no client_id at all', async () => {
    for (const spelling of [
      URL_OF.replace('client.e', 'Client.e'),
      `${URL_OF}?a`,
      `${URL_OF}#a`,
      `https://u@${HOST}/a`,
    ]) {
      expect((await refusedPage(requestOf(WEB, {}, spelling).href)).html).toContain('unknown-client');
    }
    expect(documents.asked).toEqual([]);
  });

  test('HEAD fetches nothing', async () => {
    await fetch(requestOf(WEB).href, { method: 'HEAD', redirect: 'manual' });
    expect(documents.asked).toEqual([]);
  });

  test('past the limits: 429 and Retry-After, for the one who asks alone', async () => {
    documents.at.set(URL_OF, 'answered 500');
    const from = (address: string, url = URL_OF) =>
      fetch(requestOf(WEB, {}, url).href, { headers: { 'x-forwarded-for': address }, redirect: 'manual' });
    for (let times = 0; times < 6; times += 1) expect((await from('198.51.100.1')).status).toBe(400);
    const limited = await from('203.0.113.1');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    let statuses: number[] = [];
    for (let i = 0; i < 100; i += 1) statuses.push((await from('192.0.2.9', `https://${HOST}/${i}`)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(documents.asked).toHaveLength(26);
    statuses = [(await from('192.0.3.9', `https://${HOST}/x`)).status];
    expect(statuses).toEqual([400]);
  });
});

describe('contract 46: a blocked host', () => {
  test('ends codes, refreshes and tokens at once; unblocked, what has not expired works again', async () => {
    const browser = await signedIn();
    const tokens = await tokensOf(browser);
    const form = await agreedForm(browser, requestOf(AT_PORT), AT_PORT);
    await hosts.ports.clientDocuments.block(HOST, hosts.clock.now());
    expect((await sendToken(hosts, form)).body.error).toBe('invalid_client');
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_client');
    expect(await userInfo(tokens.access_token)).toBe(401);
    const page = await refusedPage(requestOf(WEB).href);
    expect(page.html).toContain('document-blocked');
    await hosts.ports.clientDocuments.unblock(HOST, hosts.ports.rules.clientDocuments, hosts.clock.now());
    expect((await sendToken(hosts, form)).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    expect(await userInfo(tokens.access_token)).toBe(200);
  });
});

describe('contract 46: thieves on the same machine, and strangers', () => {
  test('who listens on the honest client’s port has a code that is worth nothing', async () => {
    const { verifier: _, ...form } = {
      verifier: '',
      ...(await agreedForm(await signedIn(), requestOf(AT_PORT), AT_PORT)),
    };
    const stolen = { ...form, code_verifier: 'a'.repeat(43) };
    expect((await sendToken(hosts, stolen)).body.error).toBe('invalid_grant');
    expect((await sendToken(hosts, { ...form, redirect_uri: 'http://localhost:6666/callback' })).body.error).toBe(
      'invalid_grant',
    );
    expect((await sendToken(hosts, form)).status).toBe(200);
  });

  test('who begins the flow himself gets no code without the page and its warning, right after an earlier consent too', async () => {
    const browser = await signedIn();
    await tokensOf(browser);
    const thief = 'http://localhost:6666/callback';
    const page = await open(browser, requestOf(thief).href, thief);
    expect(page.text).toContain('Continue only if you started it just now.');
    const silent = await open(browser, requestOf(thief, { prompt: 'none' }).href, thief);
    expect(silent.url.searchParams.get('error')).toBe('consent_required');
    expect(silent.url.searchParams.get('code')).toBeNull();
  });

  test('whose loopback host is another one has no address to be sent to', async () => {
    for (const uri of ['http://127.0.0.1:51234/callback', 'http://[::1]:51234/callback']) {
      expect((await refusedPage(requestOf(uri).href)).html).toContain('redirect-uri-unregistered');
    }
  });

  test('who fails a thousand times with its client_id, from its own network, does not slow it', async () => {
    const tokens = await tokensOf(await signedIn());
    const here = { 'x-forwarded-for': '198.51.100.77' };
    const guess = { grant_type: 'refresh_token', client_id: URL_OF, refresh_token: 'guess' };
    const statuses: number[] = [];
    for (let i = 0; i < 1000; i += 1) statuses.push((await sendToken(hosts, guess, here)).status);
    // Twenty are the burst of its network.
    expect([400, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([20, 980]);
    const honest = { ...guess, refresh_token: String(tokens.refresh_token) };
    expect((await sendToken(hosts, honest, here)).status).toBe(200);
    expect((await sendToken(hosts, guess, here)).status).toBe(429);
  });
});

// "Try it" (contract 4): a member of the team runs the real flow against the application, also while login is OFF, and
// nobody else does by what the run carries.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { letIn } from '../helpers/membership.ts';
import { agree, newPerson, type Person, signUp } from '../helpers/people.ts';
import { refusalOf } from '../helpers/refusals.ts';
import { type Owner, type RegisteredApplication, registerApplication } from '../helpers/server.ts';

const CALLBACK = 'https://shop.example/callback';

let hosts: Hosts;
let owner: Owner;
let application: RegisteredApplication;
/** Of the same owner. */
let other: RegisteredApplication;
let viewer: Owner;
let stranger: Person;

beforeAll(async () => {
  hosts = await startHosts();
  owner = await hosts.owner();
  application = await register('Acme Shop');
  other = await register('Other Shop');
  viewer = await hosts.owner('viewer@example.com');
  await letIn(hosts, application.id, { email: viewer.email, role: 'viewer' });
  stranger = newPerson('Stranger');
  const browser = new Browser();
  await signUp(browser, await browser.open(`${hosts.authUrl}/login`), stranger);
});
afterAll(() => hosts?.stop());
beforeEach(() => setLogin('OFF'));

const register = (name: string) =>
  registerApplication(hosts, owner, {
    name,
    login_activation: 'OFF',
    require_pkce: true,
    platforms: [{ platform: 'Web', site_domains: ['https://shop.example'] }, { platform: 'Android' }],
    redirect_uris: [CALLBACK],
    id_token_signed_response_alg: 'ES256',
    consent_items: [
      { item: 'nickname', consent: 'required' },
      { item: 'email', consent: 'optional' },
    ],
  });

const api = (path: string, method: string, body?: unknown, id = application.id) =>
  fetch(`${hosts.apiUrl}/applications/${id}${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function setLogin(login_activation: 'ON' | 'OFF') {
  expect((await api('', 'PATCH', { login_activation })).status).toBe(200);
}

async function signedIn(who: Pick<Person, 'email' | 'password'>): Promise<Browser> {
  const browser = new Browser();
  await givenSession(hosts, browser, who.email, { password: who.password });
  return browser;
}

const tryItPath = (id = application.id) => `/console/applications/${id}/try-it`;

/** Presses "Start". @returns where the run's authorization request leads */
async function start(browser: Browser, values: Record<string, string> = {}, options = {}): Promise<Page> {
  const page = await browser.open(hosts.authUrl + tryItPath());
  return browser.submit(page.form({ action: `${tryItPath()}/run` }), values, options);
}

/** The run's authorization request, before anything comes of it. */
async function requestOf(browser: Browser, values: Record<string, string> = {}): Promise<URL> {
  const answer = await start(browser, values, { follow: false });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', hosts.authUrl);
}

/** To the end: agrees where that is asked. */
async function run(browser: Browser, values: Record<string, string> = {}): Promise<Page> {
  return toTheEnd(browser, await start(browser, values));
}

async function toTheEnd(browser: Browser, page: Page): Promise<Page> {
  const asks = page.url.pathname === '/consent';
  return asks ? agree(browser, page, page.html.includes('name="nickname"') ? { nickname: 'Mina' } : {}) : page;
}

/** The JSON documents on the page, in order. */
const documents = ({ html }: Page): Record<string, unknown>[] =>
  [...html.matchAll(/<pre dir="ltr" lang="en"><code>(\{[\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
    JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  );

/** Parameters of the steps, all in one. */
const parameters = ({ html }: Page): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<dt><code>(\w+)<\/code><\/dt><dd><code dir="ltr">([^<]*)<\/code><\/dd>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

const keyOf = (platform: string) => application.platforms.find((entry) => entry.platform === platform)?.api_key ?? '';

describe('while login is OFF', () => {
  it.each([
    ['its owner', () => owner],
    ['a viewer', () => viewer],
  ])('%s runs the whole flow, and sees each request and each answer, decoded', async (_, who) => {
    const page = await run(await signedIn(who()), { scope: 'openid nickname' });
    expect([page.status, page.url.pathname]).toEqual([200, `${tryItPath()}/callback`]);
    expect(page.text).toContain('Signed in');
    expect(page.link('Get sample code').pathname).toMatch(/sample-code$/);
    expect(parameters(page)).toMatchObject({
      client_id: keyOf('Web'),
      redirect_uri: `${hosts.authUrl}${tryItPath()}/callback`,
      response_type: 'code',
      scope: 'openid nickname',
      code_challenge_method: 'S256',
      iss: hosts.authUrl,
      code: page.url.searchParams.get('code'),
      grant_type: 'authorization_code',
    });
    const [answer, header, claims, userInfo] = documents(page);
    expect(answer).toMatchObject({ token_type: 'Bearer', scope: 'openid nickname' });
    expect(header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(claims).toMatchObject({ iss: hosts.authUrl, aud: keyOf('Web'), nonce: parameters(page).nonce });
    expect(userInfo).toMatchObject({ sub: claims?.sub, nickname: expect.any(String) });
    expect(page.headers.get('cache-control')).toContain('no-store');
  });

  it('the tokens of a run are ended before they are seen', async () => {
    const [answer] = documents(await run(await signedIn(owner)));
    const userInfo = () =>
      fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `Bearer ${answer?.access_token}` } });
    const refresh = () =>
      fetch(`${hosts.authUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: String(answer?.refresh_token),
          client_id: keyOf('Web'),
        }),
      });
    for (const login of ['OFF', 'ON'] as const) {
      await setLogin(login);
      expect([(await userInfo()).status, (await refresh()).status]).toEqual([401, 400]);
    }
  });

  it('a reload shows that a code is good once, and an application that must prove itself needs no secret here', async () => {
    expect((await api('', 'PATCH', { client_secret_required: true })).status).toBe(200);
    const browser = await signedIn(owner);
    const page = await run(browser);
    expect(page.text).toContain('Your server also sends its client secret.');
    const again = await browser.open(page.url);
    expect(documents(again)).toEqual([expect.objectContaining({ error: 'invalid_grant' })]);
    expect((await api('', 'PATCH', { client_secret_required: false })).status).toBe(200);
  });

  it('with the key of another platform', async () => {
    const browser = await signedIn(owner);
    const platform = application.platforms.find((entry) => entry.platform === 'Android')?.id ?? '';
    const page = await run(browser, { platform });
    expect(parameters(page).client_id).toBe(keyOf('Android'));
    expect(page.text).toContain('Signed in');
  });

  it('Cancel is shown as what the application would get', async () => {
    const browser = await signedIn(viewer);
    await api('/connections', 'DELETE');
    const consent = await start(browser);
    const page = await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'cancel' });
    expect(parameters(page)).toMatchObject({ error: 'access_denied', iss: hosts.authUrl });
    expect(page.text).toContain('The sign-in was not completed');
  });

  it('a language chosen on the way, and a scope nobody knows, end nothing', async () => {
    const browser = await signedIn(owner);
    const request = await requestOf(browser, { scope: 'openid <script> nickname' });
    expect(request.searchParams.get('scope')).toBe('openid nickname');
    const page = await toTheEnd(browser, await browser.open(`${request}&ui_locales=ko`));
    expect(page.text).toContain('Signed in');
  });

  it('ordinary requests stay refused, the team’s own as well', async () => {
    const browser = await signedIn(owner);
    const request = await requestOf(browser);
    request.searchParams.delete('lk_try_it');
    const unregistered = await browser.open(request);
    expect([unregistered.status, unregistered.text]).toEqual([
      400,
      expect.stringContaining('redirect-uri-unregistered'),
    ]);
    request.searchParams.set('redirect_uri', CALLBACK);
    const answer = await browser.open(request, { stopAt: CALLBACK });
    expect(answer.url.searchParams.get('error')).toBe('unauthorized_client');
  });
});

describe('what a run leaves', () => {
  const statistics = async () => {
    await hosts.counters.flush();
    return (await api('/statistics', 'GET')).json();
  };

  it('no sign-in in the statistics, cancelled or not', async () => {
    await api('/connections', 'DELETE');
    const before = await statistics();
    const browser = await signedIn(owner);
    const consent = await start(browser);
    expect(consent.url.pathname).toBe('/consent');
    await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'cancel' });
    expect((await run(browser)).text).toContain('Signed in');
    expect(await statistics()).toEqual(before);
  });

  it('a connection of the member, as any sign-in does', async () => {
    const page = await run(await signedIn(owner));
    const connections = (await (await api('/connections', 'GET')).json()) as { sub: string }[];
    expect(connections.map(({ sub }) => sub)).toContain(documents(page)[2]?.sub);
  });

  it('nothing to tell the application of when the session ends: it got no token', async () => {
    const uri = 'https://shop.example/signed-out';
    for (const login of ['OFF', 'ON'] as const) {
      await setLogin(login);
      expect((await api('', 'PATCH', { backchannel_logout_uri: uri })).status).toBe(200);
      expect((await run(await signedIn(owner), { scope: 'openid' })).text).toContain('Signed in');
    }
    expect(await hosts.rowsIn('session_clients')).toEqual([]);
    expect((await api('', 'PATCH', { backchannel_logout_uri: null })).status).toBe(200);
  });
});

describe('what a run carries is worth nothing', () => {
  /** A fresh request of the owner's, changed, opened by somebody: no code may come of it, nor consent be asked. */
  async function refused(change: (request: URL) => void, who?: Browser) {
    const browser = await signedIn(owner);
    const request = await requestOf(browser);
    change(request);
    const page = await (who ?? browser).open(request, { stopAt: CALLBACK });
    expect(page.trail.filter((address) => /[?&]code=/.test(address))).toEqual([]);
    expect(page.url.pathname).not.toBe('/consent');
    return page;
  }

  it.each<[string, () => Promise<Browser>]>([
    ['in another session of the same person', () => signedIn(owner)],
    ['for another member of the team', () => signedIn(viewer)],
    ['for a stranger', () => signedIn(stranger)],
    ['for nobody', async () => new Browser()],
  ])('%s', async (_, who) => {
    const page = await refused(() => {}, await who());
    expect(page.status).toBe(400);
  });

  it.each<[string, (request: URL) => void]>([
    ['with the redirect URI of the application', ({ searchParams }) => searchParams.set('redirect_uri', CALLBACK)],
    [
      'with another redirect URI',
      ({ searchParams }) => searchParams.set('redirect_uri', 'https://evil.example/callback'),
    ],
    [
      'with a redirect URI that begins with the console’s',
      ({ searchParams }) => searchParams.set('redirect_uri', `${searchParams.get('redirect_uri')}/x`),
    ],
    ['with another key of the application', ({ searchParams }) => searchParams.set('client_id', keyOf('Android'))],
    [
      'with another challenge',
      ({ searchParams }) => searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    ],
    ['without a challenge', ({ searchParams }) => searchParams.delete('code_challenge')],
    ['with a grant that is sent twice', ({ searchParams }) => searchParams.append('lk_try_it', 'x')],
    [
      'with a grant that was changed',
      ({ searchParams }) => searchParams.set('lk_try_it', `${searchParams.get('lk_try_it')}`.replace(/.$/, '!')),
    ],
    [
      'for another application',
      ({ searchParams }) => {
        searchParams.set('client_id', other.platforms[0]?.api_key ?? '');
        searchParams.set('redirect_uri', `${hosts.authUrl}${tryItPath(other.id)}/callback`);
      },
    ],
  ])('%s', async (_, change) => {
    const page = await refused(change);
    const error = page.url.searchParams.get('error');
    expect(page.status === 400 || error === 'unauthorized_client', `${page.status} ${error}`).toBe(true);
  });

  it('ten minutes later', async () => {
    const browser = await signedIn(owner);
    const request = await requestOf(browser);
    hosts.clock.advance(10 * 60_000);
    const page = await browser.open(request);
    // The plain page: the console's callback is nothing to compare or to register.
    expect([page.status, page.forms.length]).toEqual([400, 0]);
    expect(page.text).toContain('redirect-uri-unregistered');
  });

  it('once the member is out of the team, at the next step', async () => {
    const member = await hosts.owner('leaver@example.com');
    await letIn(hosts, application.id, { email: member.email, role: 'viewer' });
    const browser = await signedIn(member);
    const consent = await start(browser);
    expect(consent.url.pathname).toBe('/consent');
    const members = (await (await api('/members', 'GET')).json()) as { id: string; email: string }[];
    const id = members.find(({ email }) => email === member.email)?.id;
    expect((await api(`/members/${id}`, 'DELETE')).status).toBe(204);
    const page = await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('redirect-uri-unregistered')]);
  });

  it('its code: no application can redeem it, and no other session sees it', async () => {
    const browser = await signedIn(owner);
    await run(browser);
    const answer = await start(browser, {}, { stopAt: `${hosts.authUrl}${tryItPath()}/callback` });
    const code = answer.url.searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    await setLogin('ON');
    const tokens = await fetch(`${hosts.authUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: keyOf('Web'),
        redirect_uri: `${hosts.authUrl}${tryItPath()}/callback`,
      }),
    });
    expect(await tokens.json()).toMatchObject({ error: 'invalid_grant' });
    for (const who of [viewer, owner]) {
      const page = await (await signedIn(who)).open(answer.url);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('This run has expired')]);
      expect(page.html).not.toContain(code);
    }
    expect((await (await signedIn(stranger)).open(answer.url)).status).toBe(404);
    // HEAD tells the status, and redeems nothing (contract 9).
    const cookie = [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    const look = (url: string) => fetch(url, { method: 'HEAD', headers: { cookie }, redirect: 'manual' });
    const statuses = [answer.url.href, `${hosts.authUrl}${tryItPath()}/callback?code=x&state=y`].map(look);
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 400]);
    // Nothing of this spent it: its own session sees it through.
    expect((await browser.open(answer.url)).text).toContain('Signed in');
  });
});

describe('starting a run', () => {
  it('N1: a stranger finds nothing, and starts nothing', async () => {
    const browser = await signedIn(stranger);
    expect((await browser.open(hosts.authUrl + tryItPath())).status).toBe(404);
    expect((await browser.open(`${hosts.authUrl}${tryItPath()}/callback?code=x&state=y`)).status).toBe(404);
  });

  it('K1: without the form’s token, or from another site, nothing starts', async () => {
    const browser = await signedIn(owner);
    const page = await browser.open(hosts.authUrl + tryItPath());
    const form = page.form({ action: `${tryItPath()}/run` });
    const cookie = [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    const post = (csrf: string, headers: Record<string, string> = {}) =>
      fetch(form.action, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, accept: 'text/html', ...headers },
        body: new URLSearchParams({ csrf, platform: application.platforms[0]?.id ?? '' }),
      });
    const csrf = form.values.find(([name]) => name === 'csrf')?.[1] ?? '';
    const refused = [
      await post(''),
      await post(csrf, { origin: 'https://evil.example' }),
      await post(csrf, { 'sec-fetch-site': 'cross-site' }),
    ];
    for (const answer of refused) expect(await refusalOf(answer)).toEqual([403, 'form-refused']);
    expect((await post(csrf)).status).toBe(303);
  });

  it('N4: no token, code or verifier of a run is logged', async () => {
    const page = await run(await signedIn(owner));
    const [answer] = documents(page);
    const { code, code_verifier: verifier, lk_try_it: grant } = parameters(page);
    const logs = JSON.stringify(hosts.logs);
    for (const secret of [answer?.access_token, answer?.refresh_token, answer?.id_token, code, verifier, grant]) {
      expect(String(secret).length).toBeGreaterThan(20);
      expect(logs).not.toContain(String(secret));
    }
    expect(logs).toContain('"event":"try-it"');
  });
});

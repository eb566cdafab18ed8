// Who may sign in, by group (contract 31), and which groups an application receives: from the authorization request to
// the last call with a token.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group } from '../../src/core/people/groups/group.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenGroup, join, leave } from '../helpers/given-group.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, signIn } from '../helpers/people.ts';

let hosts: Hosts;
let client: Client;
let person: string;
let sre: Group;
let billing: Group;

const ASKING = {
  ...APPLICATION,
  consent_items: [...APPLICATION.consent_items, { item: 'groups', consent: 'required', purpose: 'To know your role' }],
  groups: ['billing', 'sre'],
};

beforeAll(async () => {
  hosts = await startHosts();
  sre = await givenGroup(hosts, 'sre', { label: 'Site reliability' });
  billing = await givenGroup(hosts, 'billing');
  await givenGroup(hosts, 'other');
  client = await givenClient(hosts, ASKING);
  person = await idOf(client);
});
afterAll(() => hosts?.stop());

const idOf = async ({ email }: Client) => (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '';

async function change(members: object, of: Client = client) {
  const changed = await fetch(`${hosts.apiUrl}/applications/${of.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${of.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(members),
  });
  expect([changed.status, await changed.json()]).toMatchObject([200, members]);
}

const answerOf = ({ url }: Page) => Object.fromEntries(url.searchParams);

describe('contract 31: the groups that an application receives', () => {
  test('are its own list of the person’s, in user information, its JWT and the ID token, at once', async () => {
    const tokens = await client.tokens({ scope: 'openid groups nickname' });
    expect(tokens.scope).toBe('openid groups nickname');
    const read = async () => (await client.userInfo(tokens.access_token)).body.groups;
    expect([decodeJwt(tokens.id_token ?? '').groups, await read()]).toEqual([[], []]);
    await join(hosts, sre, person);
    await join(hosts, billing, person);
    expect(await read()).toEqual(['billing', 'sre']);
    const signed = await fetch(`${hosts.apiUrl}/user-info`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'application/jwt' },
    });
    expect(decodeJwt(await signed.text()).groups).toEqual(['billing', 'sre']);
    const refreshed = await client.token(client.refreshForm(tokens.refresh_token));
    expect(decodeJwt(refreshed.body.id_token ?? '').groups).toEqual(['billing', 'sre']);
    await change({ groups: ['sre'] });
    expect(await read()).toEqual(['sre']);
    await leave(hosts, sre, person);
    expect(await read()).toEqual([]);
    await leave(hosts, billing, person);
    await change({ groups: ['billing', 'sre'] });
  });

  test('are read by claims alone too, and not by a token without the item', async () => {
    const optional = {
      ...ASKING,
      consent_items: [
        { item: 'nickname', consent: 'required' },
        { item: 'groups', consent: 'optional' },
      ],
    };
    const other = await givenClient(hosts, optional, { item: ['groups'] });
    const claims = JSON.stringify({ id_token: { groups: null } });
    const byClaims = await other.tokens({ scope: 'openid', claims });
    expect(decodeJwt(byClaims.id_token ?? '').groups).toEqual([]);
    const without = await other.tokens({ scope: 'openid nickname' });
    expect((await other.userInfo(without.access_token)).body).not.toHaveProperty('groups');
  });

  test('the page of consent shows their labels, as the page of connections does, and none holds nobody up', async () => {
    await join(hosts, sre, person);
    const page = await client.browser.open(client.authorizeUrl({ prompt: 'consent' }));
    expect(page.text).toContain('Site reliability');
    expect(page.text).toContain('To know your role');
    const connected = await client.browser.open(`${hosts.authUrl}/account/connections`);
    expect(connected.text).toContain('Site reliability');
    await leave(hosts, sre, person);
    expect((await client.browser.open(client.authorizeUrl(), { stopAt: CALLBACK })).url.searchParams.has('code')).toBe(
      true,
    );
  });
});

describe('contract 31: an application for members of groups', () => {
  beforeAll(() => change({ audience: 'groups', allowed_groups: ['sre'] }));

  test('whoever is in none sees a page that says so; its button and prompt=none answer access_denied', async () => {
    const page = await client.browser.open(client.authorizeUrl({ state: 's' }));
    expect([page.status, page.url.pathname]).toEqual([200, '/groups-only']);
    expect(page.text).toContain('Only members of certain groups can sign in');
    const back = await client.browser.submit(page.form({ action: '/groups-only' }), {}, { stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ error: 'access_denied', state: 's', iss: hosts.authUrl });
    const silent = await client.browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(answerOf(silent)).toMatchObject({ error: 'access_denied' });
    const lines = hosts.logs.filter(({ refusal }) => refusal === 'not-in-groups');
    const line = { event: 'authorization-refused', result: 'access_denied', application: client.applicationId };
    // The second one within a minute is counted with the next.
    expect(lines).toMatchObject([line]);
    const korean = await client.browser.open(`${client.authorizeUrl()}&ui_locales=ko`);
    expect(korean.text).toContain('정해진 그룹의 구성원만');
  });

  test('the page leads on whoever was added meanwhile', async () => {
    const page = await client.browser.open(client.authorizeUrl());
    await join(hosts, sre, person);
    expect((await client.browser.open(page.url.href, { stopAt: CALLBACK })).url.searchParams.has('code')).toBe(true);
    await leave(hosts, sre, person);
  });

  test('codes, refreshes, user information and introspection refuse whoever left, and work again afterwards', async () => {
    await join(hosts, sre, person);
    const tokens = await client.tokens();
    const code = await client.code();
    await leave(hosts, sre, person);
    const refused = { status: 400, body: { error: 'unauthorized_client' } };
    expect(await client.token(client.codeForm(code))).toMatchObject(refused);
    expect(await client.token(client.refreshForm(tokens.refresh_token))).toMatchObject(refused);
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    await join(hosts, sre, person);
    expect((await client.token(client.codeForm(code))).status).toBe(200);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    await leave(hosts, sre, person);
  });

  test('the team is no exception', async () => {
    const { email, password } = client.owner;
    const browser = new Browser();
    const page = await signIn(browser, await browser.open(client.authorizeUrl()), { email, password, nickname: '' });
    expect(page.url.pathname).toBe('/groups-only');
  });

  test('login OFF refuses before it, and signing in again comes first', async () => {
    hosts.clock.advance(1000);
    const login = await client.browser.open(client.authorizeUrl({ prompt: 'login' }));
    expect(login.url.pathname).toBe('/login');
    await change({ login_activation: 'OFF' });
    const off = await client.browser.open(client.authorizeUrl(), { stopAt: CALLBACK });
    expect(answerOf(off)).toMatchObject({ error: 'unauthorized_client' });
    await change({ login_activation: 'ON' });
  });

  test('with login OFF codes and refreshes are refused for members too, and neither spends anything', async () => {
    await join(hosts, sre, person);
    const tokens = await client.tokens();
    const code = await client.code();
    const refused = { status: 400, body: { error: 'unauthorized_client' } };
    await change({ login_activation: 'OFF' });
    await leave(hosts, sre, person);
    const isRefused = async () => {
      expect(await client.token(client.codeForm(code))).toMatchObject(refused);
      expect(await client.token(client.refreshForm(tokens.refresh_token))).toMatchObject(refused);
    };
    await isRefused();
    await join(hosts, sre, person);
    await isRefused();
    await change({ login_activation: 'ON' });
    expect((await client.token(client.codeForm(code))).status).toBe(200);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
    await leave(hosts, sre, person);
  });

  test('of several accounts in one browser each is judged by itself, and the page leads to the others', async () => {
    const browser = new Browser();
    const member = await givenPerson(hosts, { browser });
    await join(hosts, sre, member.id);
    hosts.clock.advance(1000);
    const stranger = await givenPerson(hosts, { browser });
    const page = await browser.open(client.authorizeUrl({ state: 'kept' }));
    expect(page.url.pathname).toBe('/groups-only');
    expect(page.text).toContain(stranger.email);
    hosts.clock.advance(1000);
    const choice = await browser.open(page.link('Use another account'));
    const chosen = await browser.submit(choice.form({ action: '/select-account' }), {}, { press: member.email });
    expect(chosen.url.pathname).toBe('/consent');
    const back = await agree(browser, chosen, {}, { stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ code: expect.any(String), state: 'kept' });
    const silent = async () =>
      answerOf(await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK }));
    expect(await silent()).toMatchObject({ code: expect.any(String) });
    await leave(hosts, sre, member.id);
    expect(await silent()).toMatchObject({ error: 'access_denied' });
  });
});

describe('contract 31: what an application asks for later', () => {
  let other: Client;
  let someone: string;
  beforeAll(async () => {
    other = await givenClient(hosts);
    someone = await idOf(other);
    await change({ audience: 'groups', allowed_groups: ['sre'], groups: ['sre'] }, other);
    await change({ consent_items: ASKING.consent_items }, other);
  });

  const ask = async (parameters: Record<string, string>) => {
    const silent = await other.browser.open(other.authorizeUrl({ ...parameters, prompt: 'none' }), {
      stopAt: CALLBACK,
    });
    const page = await other.browser.open(other.authorizeUrl(parameters), { stopAt: CALLBACK });
    return [answerOf(silent).error, page.url.pathname];
  };
  const CALLBACK_PATH = new URL(CALLBACK).pathname;
  const ESSENTIAL = { claims: JSON.stringify({ id_token: { acr: { essential: true, value: '2' } } }) };

  test.each<[what: string, parameters: Record<string, string>, member: string[]]>([
    ['another item', { scope: 'openid nickname groups' }, ['consent_required', '/consent']],
    ['an acr that they cannot reach', ESSENTIAL, ['unmet_authentication_requirements', CALLBACK_PATH]],
  ])('is not asked of a stranger, and of a member as anywhere else: %s', async (_, parameters, member) => {
    expect(await ask(parameters)).toEqual(['access_denied', '/groups-only']);
    await join(hosts, sre, someone);
    expect(await ask(parameters)).toEqual(member);
    await leave(hosts, sre, someone);
  });
});

describe('contract 31: test mode beside an audience of groups', () => {
  test('each lets in its own: the team is not the groups', async () => {
    const other = await givenClient(hosts, ASKING);
    const someone = await idOf(other);
    const team = new Browser();
    const { email, password } = other.owner;
    await givenSession(hosts, team, email, { password });
    const where = async (browser: Browser) =>
      (await browser.open(other.authorizeUrl(), { stopAt: CALLBACK })).url.pathname;
    const tokens = await other.tokens();
    await join(hosts, sre, someone);
    const ends = async () => [
      (await other.token(other.refreshForm(tokens.refresh_token))).status,
      (await other.userInfo(tokens.access_token)).status,
    ];
    await change({ audience: 'team' }, other);
    expect([await where(other.browser), await where(team)]).toEqual(['/team-only', '/consent']);
    // Test mode does not touch access tokens; an audience of groups does.
    expect(await ends()).toEqual([400, 200]);
    await leave(hosts, sre, someone);
    await change({ audience: 'groups', allowed_groups: ['sre'] }, other);
    expect([await where(other.browser), await where(team)]).toEqual(['/groups-only', '/groups-only']);
    expect(await ends()).toEqual([400, 401]);
    await join(hosts, sre, someone);
    expect([await where(other.browser), await where(team)]).toEqual([new URL(CALLBACK).pathname, '/groups-only']);
    expect(await ends()).toEqual([200, 200]);
    await leave(hosts, sre, someone);
  });
});

// Who may sign in, by group (contract 31), and which groups an application receives: from the authorization request to
// the last call with a token.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group } from '../../src/core/groups/group.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenGroup, join, leave } from '../helpers/given-group.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { signIn } from '../helpers/people.ts';

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
});

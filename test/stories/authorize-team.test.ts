// Test mode (contract 3, `audience`): only members of the application can sign in, with the switch ON.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { letIn } from '../helpers/membership.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';

let hosts: Hosts;
let client: Client;

beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

async function setAudience(audience: 'everyone' | 'team', of: Client = client): Promise<void> {
  const changed = await fetch(`${hosts.apiUrl}/applications/${of.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${of.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ audience }),
  });
  expect([changed.status, await changed.json()]).toMatchObject([200, { audience }]);
}

const answerOf = ({ url }: Page) => Object.fromEntries(url.searchParams);

describe('contract 3: an application for its team only', () => {
  beforeAll(() => setAudience('team'));

  test('somebody else sees a page that says so; its button returns access_denied', async () => {
    const browser = new Browser();
    const person = newPerson();
    const url = client.authorizeUrl({ state: 's' });
    const page = await signUp(browser, await browser.open(url), person);
    expect([page.status, page.url.pathname]).toEqual([200, '/team-only']);
    for (const shown of ['Acme Shop is in test mode', 'Only members of its team', person.email]) {
      expect(page.text).toContain(shown);
    }
    const back = await browser.submit(page.form({ action: '/team-only' }), {}, { stopAt: CALLBACK });
    expect(answerOf(back)).toMatchObject({ error: 'access_denied', state: 's', iss: hosts.authUrl });
    const korean = await browser.open(`${url}&ui_locales=ko`);
    expect(korean.text).toContain('테스트 중이에요');
  });

  test('somebody who had agreed before is no exception, and prompt=none answers at once', async () => {
    expect((await client.browser.open(client.authorizeUrl())).url.pathname).toBe('/team-only');
    const silent = await client.browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(answerOf(silent)).toMatchObject({ error: 'access_denied' });
  });

  test('a button of another session’s page returns nothing (K4)', async () => {
    const page = await client.browser.open(client.authorizeUrl());
    const thief = new Browser();
    await signUp(thief, await thief.open(client.authorizeUrl()), newPerson());
    const form = page.form({ action: '/team-only' });
    const refused = await thief.submit(form, {}, { stopAt: CALLBACK });
    expect([refused.status, refused.url.pathname]).toEqual([403, '/team-only']);
  });

  test('the page leads on whoever may sign in: opened alone, to the account', async () => {
    expect((await client.browser.open(`${hosts.authUrl}/team-only`)).url.pathname).toBe('/account');
  });

  test.each(['editor', 'viewer'] as const)('a member signs in: %s', async (role) => {
    const browser = new Browser();
    const person = newPerson();
    const told = await signUp(browser, await browser.open(client.authorizeUrl()), person);
    await letIn(hosts, client.applicationId, { email: person.email, role });
    const consent = await browser.open(told.url);
    expect(consent.url.pathname).toBe('/consent');
    const back = await agree(browser, consent, {}, { stopAt: CALLBACK });
    const code = back.url.searchParams.get('code') ?? '';
    expect((await client.token(client.codeForm(code))).status).toBe(200);
  });

  test('the owner signs in', async () => {
    const browser = new Browser();
    const { email, password } = client.owner;
    const login = await browser.open(client.authorizeUrl());
    const consent = await signIn(browser, login, { email, password, nickname: '' });
    expect(consent.url.pathname).toBe('/consent');
  });
});

describe('contract 3: the audience changes while people are signed in (decision 43)', () => {
  test('codes and refresh tokens of others are refused, and work again afterwards; access tokens live on', async () => {
    const other = await givenClient(hosts, APPLICATION);
    const tokens = await other.tokens();
    const code = await other.code();
    await setAudience('team', other);
    const refused = { status: 400, body: { error: 'unauthorized_client' } };
    expect(await other.token(other.codeForm(code))).toMatchObject(refused);
    expect(await other.token(other.refreshForm(tokens.refresh_token))).toMatchObject(refused);
    expect((await other.userInfo(tokens.access_token)).status).toBe(200);
    await setAudience('everyone', other);
    expect((await other.token(other.codeForm(code))).status).toBe(200);
    expect((await other.token(other.refreshForm(tokens.refresh_token))).status).toBe(200);
  });

  test('who agrees on a page from before is told, and gets no code', async () => {
    const other = await givenClient(hosts, APPLICATION);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(other.authorizeUrl()), newPerson());
    await setAudience('team', other);
    expect((await agree(browser, consent, {})).url.pathname).toBe('/team-only');
  });
});

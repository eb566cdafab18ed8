// Getting somebody out again (contract 2): what a reset, a password change, "sign out other devices" and disabling end,
// as seen by whoever holds a copy of a cookie, a code, a token or an API token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { randomSecret } from '../../src/core/ground/secrets.ts';
import { oneTimeLinkUrl } from '../../src/core/people/one-time-links/issue-one-time-link.ts';
import { someSession } from '../contract/stores/given.ts';
import { setAccountDisabled } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { passwordLinkFor } from '../helpers/password-link.ts';
import { account } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const NEW_PASSWORD = 'another long passphrase';

/** A browser with the cookies of another, as a thief has them. */
function copyOf(browser: Browser): Browser {
  const copy = new Browser();
  for (const [name, value] of browser.cookies(hosts.authUrl)) copy.setCookie(hosts.authUrl, name, value);
  return copy;
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await account(hosts, browser)).url.pathname === '/account';

const accountOf = async ({ email }: Client) => {
  const found = await hosts.ports.accounts.findByEmailKey(email);
  if (!found) throw new Error(`Nobody is ${email}`);
  return found;
};

async function givenLink(client: Client): Promise<string> {
  const link = await passwordLinkFor(hosts.ports, client.email);
  return oneTimeLinkUrl(hosts.authUrl, 'password', link.token ?? '');
}

async function resetPassword(client: Client, browser = new Browser()) {
  const page = await browser.open(await givenLink(client));
  const after = await browser.submit(page.form({ action: '/password' }), { password: NEW_PASSWORD });
  return { page, after, browser };
}

async function changePassword(client: Client, endGrants: boolean) {
  const page = await account(hosts, client.browser, 'security');
  return client.browser.submit(page.form({ action: '/account/password' }), {
    current_password: client.password,
    new_password: NEW_PASSWORD,
    end_grants: endGrants ? 'on' : undefined,
  });
}

const signOutOthers = async (client: Client) => {
  await givenSession(hosts, new Browser(), client.email, { password: client.password });
  const page = await account(hosts, client.browser, 'devices');
  return client.browser.submit(page.form({ action: '/account/sessions' }), {}, { press: 'end-others' });
};

const disableAndEnable = async (client: Client) => {
  for (const disabled of [true, false]) await setAccountDisabled(hosts.ports, client.email, disabled);
};

const refreshError = async (client: Client, refreshToken: string) =>
  (await client.token(client.refreshForm(refreshToken))).body.error;

const apiTokenOf = async (client: Client): Promise<string> => {
  const made = await createApiToken(hosts.ports, { email: client.email, name: 'deploy', expiresInDays: 90 });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.token;
};

const callApi = async (apiToken: string) => {
  const headers = { authorization: `Bearer ${apiToken}` };
  return (await fetch(`${hosts.apiUrl}/consent-items`, { headers })).status;
};

describe('contract 2: a copied cookie', () => {
  test.each([
    ['a password change', (client: Client) => changePassword(client, false)],
    ['"sign out other devices"', signOutOthers],
  ])('dies with %s, and the browser it was copied from stays signed in', async (_act, act) => {
    const client = await givenClient(hosts);
    const copy = copyOf(client.browser);
    expect(await isSignedIn(copy)).toBe(true);
    await act(client);
    expect(await isSignedIn(copy)).toBe(false);
    expect(await isSignedIn(client.browser)).toBe(true);
  });

  test.each([
    ['a reset', resetPassword],
    ['disabling and enabling', disableAndEnable],
  ])('dies with %s, and so does the cookie it was copied from', async (_act, act) => {
    const client = await givenClient(hosts);
    const copy = copyOf(client.browser);
    await act(client);
    expect(await isSignedIn(copy)).toBe(false);
    expect(await isSignedIn(client.browser)).toBe(false);
  });

  test('of a browser with two accounts: the other account stays signed in beside the one that changes', async () => {
    const [mine, other] = [await givenClient(hosts), await givenClient(hosts)];
    const login = await mine.browser.open(`${hosts.authUrl}/login`);
    const person = { email: other.email, password: other.password };
    await mine.browser.submit(login.form({ action: '/login' }), person);
    const page = await account(hosts, mine.browser, 'security');
    await mine.browser.submit(page.form({ action: '/account/password' }), {
      current_password: other.password,
      new_password: NEW_PASSWORD,
    });
    const choice = await mine.browser.open(`${hosts.authUrl}/select-account`);
    expect(choice.text).toContain(mine.email);
    expect(choice.text).toContain(other.email);
  });
});

describe('contract 2: codes and tokens', () => {
  test.each([
    ['a reset', resetPassword],
    ['disabling and enabling', disableAndEnable],
    ['a password change with the tick', (client: Client) => changePassword(client, true)],
  ])('%s ends every code, access token and refresh token for good, and the connection stays', async (_act, act) => {
    const client = await givenClient(hosts);
    const tokens = await client.tokens();
    const { sub } = (await client.userInfo(tokens.access_token)).body;
    const code = await client.code();
    await act(client);
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect(await refreshError(client, tokens.refresh_token)).toBe('invalid_grant');
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    const { id } = await accountOf(client);
    expect(await hosts.ports.connections.find(client.applicationId, id)).toMatchObject({ sub, endedAt: undefined });
  });

  test.each([
    ['a password change without the tick', (client: Client) => changePassword(client, false)],
    ['"sign out other devices"', signOutOthers],
  ])('%s ends codes that are not redeemed; tokens live on', async (_act, act) => {
    const client = await givenClient(hosts);
    const tokens = await client.tokens({ scope: 'nickname' });
    const code = await client.code({ scope: 'nickname' });
    await act(client);
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect(await refreshError(client, tokens.refresh_token)).toBeUndefined();
  });
});

describe('contract 2: a reset by link', () => {
  test('ends the API tokens of the account; the page says so before and after', async () => {
    const client = await givenClient(hosts);
    const apiToken = await apiTokenOf(client);
    expect(await callApi(apiToken)).toBe(200);
    const { page, after } = await resetPassword(client);
    expect(page.text).toContain('deletes your API tokens');
    expect(after.text).toContain('your API tokens are deleted');
    expect(await callApi(apiToken)).toBe(401);
  });

  test('used while the account is disabled changes nothing, and leaves no session that lives after enabling', async () => {
    const client = await givenClient(hosts);
    const browser = new Browser();
    const before = await browser.open(await givenLink(client));
    await setAccountDisabled(hosts.ports, client.email, true);
    expect((await browser.submit(before.form({ action: '/password' }), { password: NEW_PASSWORD })).status).toBe(404);
    // A link that an operator makes meanwhile waits for the account.
    const link = await givenLink(client);
    expect((await browser.open(link)).status).toBe(404);
    await setAccountDisabled(hosts.ports, client.email, false);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.open(link)).status).toBe(200);
  });
});

test('contract 2: enabling revives no API token and no password link', async () => {
  const client = await givenClient(hosts);
  const apiToken = await apiTokenOf(client);
  const link = await givenLink(client);
  await disableAndEnable(client);
  expect(await callApi(apiToken)).toBe(401);
  expect((await new Browser().open(link)).status).toBe(404);
});

describe('many sessions of one account', () => {
  test('the account page shows this device and the 19 used last, and says that there are more', async () => {
    const client = await givenClient(hosts);
    const { id: accountId } = await accountOf(client);
    const now = hosts.clock.now();
    for (let i = 1; i <= 60; i += 1) {
      await hosts.ports.sessions.start(
        someSession(accountId, { createdAt: now, lastUsedAt: now + i, expiresAt: now + 1e7 }),
        undefined,
      );
    }
    const page = await account(hosts, client.browser, 'devices');
    expect(page.form({ action: '/account/sessions' }).buttons.filter(({ name }) => name === 'session')).toHaveLength(
      19,
    );
    expect(page.text).toContain('This device');
    expect(page.text).toContain('Only your most recently used devices are shown');
  });

  test('a sign-in ends the oldest past a hundred; of those that an older program left, a thousand at a time', async () => {
    const client = await givenClient(hosts);
    const { id: accountId } = await accountOf(client);
    const now = hosts.clock.now();
    const columns =
      'id, handle_hash, account_id, persistent, authenticated_at, created_at, last_used_at, expires_at, user_agent';
    const bytes = () => Buffer.from(randomSecret(), 'base64url');
    const rows = Array.from({ length: 1_250 }, (_, i) => [newId(), bytes(), accountId, now - 5_000 + i, now + 1e9]);
    const values = rows.map(() => "(?, ?, ?, false, 1, ?, 1, ?, '')").join(', ');
    await hosts.execute(`insert into sessions (${columns}) values ${values}`, ...rows.flat());
    const live = async () => (await hosts.ports.sessions.listByAccount(accountId, now, 5_000)).length;
    expect(await live()).toBe(1_251);
    await givenSession(hosts, new Browser(), client.email, { password: client.password });
    expect(await live()).toBe(252);
    await givenSession(hosts, new Browser(), client.email, { password: client.password });
    expect(await live()).toBe(100);
    expect(await isSignedIn(client.browser)).toBe(true);
  });
});

// What a person does about applications on their account page, and what the applications see of it at their next call
// (contract 4; case G8).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { account, post } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const connectionsForm = async (client: Client) =>
  (await account(hosts, client.browser, 'applications')).form({ action: '/account/connections' });

describe('an optional item', () => {
  test('contract 4: the page shows what the application can read, with the person’s own values', async () => {
    const client = await givenClient(hosts);
    const page = await account(hosts, client.browser, 'applications');
    for (const text of ['Acme Shop', 'Mina', client.email]) expect(page.text).toContain(text);
    expect((await connectionsForm(client)).values).toContainEqual(['item', 'email']);
  });

  test('contract 4: the page says that the nickname is given as name too, exactly while it is', async () => {
    const items = [
      { item: 'nickname', consent: 'required' },
      { item: 'name', consent: 'optional' },
    ];
    const client = await givenClient(
      hosts,
      { ...APPLICATION, consent_items: items },
      { item: 'name', name: 'Kim Mina' },
    );
    const { access_token } = await client.tokens();
    const told = async () =>
      (await account(hosts, client.browser, 'applications')).text.includes('(also given as name)');
    const asName = async () => (await client.userInfo(access_token)).body.name;
    expect([await told(), await asName()]).toEqual([false, 'Kim Mina']);
    await client.browser.submit(await connectionsForm(client), { item: undefined }, { press: 'save' });
    expect([await told(), await asName()]).toEqual([true, 'Mina']);
  });

  test('contract 4: withdrawn, it is gone from the next call; agreed again, it is back', async () => {
    const client = await givenClient(hosts);
    const { access_token } = await client.tokens();
    expect((await client.userInfo(access_token)).body).toMatchObject({ email: client.email });
    const saved = await client.browser.submit(await connectionsForm(client), { item: undefined }, { press: 'save' });
    expect(saved.url.search).toBe('?notice=item-saved');
    expect((await client.userInfo(access_token)).body).not.toHaveProperty('email');
    await client.browser.submit(await connectionsForm(client), { item: 'email' }, { press: 'save' });
    expect((await client.userInfo(access_token)).body).toMatchObject({ email: client.email });
  });

  test('contract 4: withdrawn, it is not asked again by itself', async () => {
    const client = await givenClient(hosts);
    await client.browser.submit(await connectionsForm(client), { item: undefined }, { press: 'save' });
    expect((await client.tokens()).scope).toBe('nickname');
  });

  test('contract 4: a required item stays agreed, whatever is sent', async () => {
    const client = await givenClient(hosts);
    const { access_token } = await client.tokens();
    await post(client.browser, await connectionsForm(client), { item: 'email', action: 'save' });
    expect((await client.userInfo(access_token)).body).toMatchObject({ nickname: 'Mina' });
  });

  test('contract 4: an item the person was never asked for is not added by a form', async () => {
    const client = await givenClient(hosts);
    await post(client.browser, await connectionsForm(client), { item: 'birthdate', action: 'save' });
    const stored = await hosts.ports.accounts.findByEmailKey(client.email);
    const connection = await hosts.ports.connections.find(client.applicationId, stored?.id ?? '');
    expect(Object.keys(connection?.answers ?? {}).sort()).toEqual(['email', 'nickname']);
  });
});

describe('the page that an application links to', () => {
  const ORIGIN = new URL(CALLBACK).origin;
  const pagePath = (client: Client) => `/account/connections?client_id=${client.apiKey}`;
  const openFrom = async (client: Client, referer: string) =>
    (await client.browser.open(hosts.authUrl + pagePath(client), { headers: { referer } })).html;
  const backIn = (html: string) => /<p class="back"><a href="([^"]*)"/.exec(html)?.[1];

  test('contract 4: leads back to the registered origin that the person came from', async () => {
    const client = await givenClient(hosts);
    const html = await openFrom(client, `${ORIGIN}/members?of=1`);
    expect(backIn(html)).toBe(`${ORIGIN}/`);
    expect(html).toContain('Back to <b><bdi>Acme Shop</bdi></b>');
  });

  test.each(['https://evil.example/', 'javascript:alert(1)', 'not an address'])(
    'contract 4: never leads to %s, which nobody registered',
    async (address) => {
      const client = await givenClient(hosts);
      expect(backIn(await openFrom(client, address))).toBeUndefined();
      const query = `&from=${encodeURIComponent(address)}`;
      expect(backIn((await client.browser.open(hosts.authUrl + pagePath(client) + query)).html)).toBeUndefined();
    },
  );

  test('contract 4: still leads back after a change and after disconnecting', async () => {
    const client = await givenClient(hosts);
    const page = await client.browser.open(`${hosts.authUrl}${pagePath(client)}&from=${ORIGIN}`);
    const form = page.form({ action: '/account/connections' });
    const saved = await client.browser.submit(form, { item: undefined }, { press: 'save' });
    expect(saved.text).toContain('Your choices were saved.');
    expect(saved.html).toMatch(/<details class="row" open>/);
    expect(backIn(saved.html)).toBe(`${ORIGIN}/`);
    const again = saved.form({ action: '/account/connections' });
    const ended = await client.browser.submit(again, {}, { press: 'disconnect' });
    expect(ended.url.searchParams.get('notice')).toBe('disconnected');
    expect(backIn(ended.html)).toBe(`${ORIGIN}/`);
  });

  test('contract 4: without an address of its own, an application is not led back to', async () => {
    const client = await givenClient(hosts);
    const page = await client.browser.open(hosts.authUrl + pagePath(client));
    expect(backIn(page.html)).toBeUndefined();
    expect(backIn((await account(hosts, client.browser, 'applications')).html)).toBeUndefined();
  });
});

describe('disconnecting', () => {
  test('contract 4: every token ends at once, and the same person comes back under the same sub', async () => {
    const client = await givenClient(hosts);
    const tokens = await client.tokens();
    const { sub } = (await client.userInfo(tokens.access_token)).body;
    const page = await client.browser.submit(await connectionsForm(client), {}, { press: 'disconnect' });
    expect(page.url.search).toBe('?notice=disconnected');
    expect(page.text).not.toContain('Acme Shop');
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).body.error).toBe('invalid_grant');

    const consent = await client.browser.open(client.authorizeUrl());
    const agreed = await client.browser.submit(
      consent.form({ action: '/consent' }),
      {},
      { press: 'agree', stopAt: CALLBACK },
    );
    const again = await client.token(client.codeForm(agreed.url.searchParams.get('code') ?? ''));
    expect((await client.userInfo(again.body.access_token)).body).toEqual({
      sub,
      nickname: 'Mina',
      name: 'Mina',
      updated_at: expect.any(Number),
    });
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
  });

  test('N1: nobody ends the connection of another person', async () => {
    const client = await givenClient(hosts);
    const { access_token } = await client.tokens();
    const other = await givenClient(hosts);
    const form = await connectionsForm(other);
    await post(other.browser, form, { application: client.applicationId, action: 'disconnect' });
    expect((await client.userInfo(access_token)).status).toBe(200);
  });
});

describe('G8: changing the password', () => {
  const change = async (values: Record<string, string | undefined>) => {
    const client = await givenClient(hosts);
    const [tokens, code] = [await client.tokens(), await client.code()];
    const page = await account(hosts, client.browser, 'security');
    const typed = { current_password: client.password, new_password: 'another long passphrase', ...values };
    await client.browser.submit(page.form({ action: '/account/password' }), typed);
    return { client, tokens, code };
  };

  test('ends every token and code, with the tick that is there by default', async () => {
    const { client, tokens, code } = await change({});
    expect((await client.token(client.refreshForm(tokens.refresh_token))).body.error).toBe('invalid_grant');
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
  });

  test('leaves them alone without the tick', async () => {
    const { client, tokens } = await change({ end_grants: undefined });
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
  });

  test('keeps the connection: the next sign-in asks nothing', async () => {
    const { client } = await change({});
    expect((await client.tokens()).access_token).toBeDefined();
  });
});

describe('sign-up inside an authorization request', () => {
  test('contract 4: leads on to consent, and to the application', async () => {
    const client = await givenClient(hosts);
    expect((await client.userInfo((await client.tokens()).access_token)).status).toBe(200);
  });

  test('contract 4: cancelled, it leads back with access_denied and state', async () => {
    const client = await givenClient(hosts);
    const browser = new Browser();
    const login = await browser.open(client.authorizeUrl({ state: 'a b&c' }));
    const signUp = await browser.open(login.link('/sign-up'));
    const page = await browser.submit(signUp.form({ action: '/sign-up' }), {}, { press: 'cancel', stopAt: CALLBACK });
    expect(page.url.searchParams.get('error')).toBe('access_denied');
    expect(page.url.searchParams.get('state')).toBe('a b&c');
  });

  test('K9: its policy lets the form lead to the application; alone it does not', async () => {
    const client = await givenClient(hosts);
    const browser = new Browser();
    const inside = await browser.open((await browser.open(client.authorizeUrl())).link('/sign-up'));
    const alone = await browser.open(`${hosts.authUrl}/sign-up`);
    expect(inside.headers.get('content-security-policy')).not.toContain('form-action');
    expect(alone.headers.get('content-security-policy')).toContain("form-action 'self'");
  });
});

test('K20: signing up with an address that is taken gives no way into its account', async () => {
  const victim = await givenPerson(hosts);
  const browser = new Browser();
  const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
  const values = { email: victim.email.toUpperCase(), password: 'attackers own phrase', nickname: 'Eve' };
  expect((await post(browser, signUp.form({ action: '/sign-up' }), values)).status).toBe(400);
  expect((await account(hosts, browser)).url.pathname).toBe('/login');
});

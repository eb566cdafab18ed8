// Contract 2, "Unverified addresses": while nobody has verified it, an agreed address stands in no answer to an
// application, whatever it asks for; once an operator stated it, it does, in the grants of before too.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEmailVerified } from '../helpers/administer-accounts.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { post } from './account-pages.ts';

const EMAIL_AND_MORE = [
  { item: 'nickname', consent: 'required' },
  { item: 'email', consent: 'required' },
];
const WITHHOLD = { LATCHKEY_UNVERIFIED_EMAIL: 'withhold', LATCHKEY_REQUESTS_PER_SECOND: '100000' };

let hosts: Hosts;
let released: Hosts;
beforeAll(async () => {
  [hosts, released] = await Promise.all([startHosts(WITHHOLD), startHosts()]);
});
afterAll(() => Promise.all([hosts?.stop(), released?.stop()]));

/** A person nobody has verified, at an application that needs their address. */
const newClient = (more: object = {}): Promise<Client> =>
  givenClient(hosts, { ...APPLICATION, consent_items: EMAIL_AND_MORE, ...more }, {});

const state = async ({ email }: Client) => {
  expect(await setEmailVerified(hosts.ports, email)).toMatchObject({ emailVerified: true });
};
const OPENID = { scope: 'openid nickname email' };
const idClaims = (tokens: Tokens) => decodeJwt(tokens.id_token ?? '');
const NEITHER = ['email', 'email_verified'];

function expectWithheld(claims: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(claims).filter((claim) => NEITHER.includes(claim))).toEqual([]);
}
const expectGiven = (claims: Readonly<Record<string, unknown>>, email: string): void =>
  expect(claims).toMatchObject({ email, email_verified: true });

/** What applications read by a pair of tokens: user-info as JSON and as JWT. */
async function userInfos(client: Client, { access_token }: Tokens): Promise<Record<string, unknown>[]> {
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/jwt' };
  const jwt = await fetch(`${hosts.apiUrl}/user-info`, { headers });
  return [(await client.userInfo(access_token)).body, decodeJwt(await jwt.text())];
}

describe('an address that nobody verified', () => {
  test('is in no user-info, JSON or JWT, and still in scope', async () => {
    const client = await newClient();
    const tokens = await client.tokens(OPENID);
    expect(tokens.scope).toBe('openid nickname email');
    for (const claims of await userInfos(client, tokens)) {
      expectWithheld(claims);
      expect(claims).toMatchObject({ nickname: 'Mina', name: 'Mina' });
    }
    await state(client);
    for (const claims of await userInfos(client, tokens)) expectGiven(claims, client.email);
  });

  test.each([
    ['scope', OPENID],
    ['claims.id_token', { scope: 'openid', claims: JSON.stringify({ id_token: { email: null } }) }],
    [
      'claims.id_token, essential',
      {
        scope: 'openid',
        claims: JSON.stringify({ id_token: { email: { essential: true }, email_verified: { essential: true } } }),
      },
    ],
  ])('is in no ID token by code or refresh: %s', async (_name, asked) => {
    const client = await newClient();
    const tokens = await client.tokens(asked);
    expectWithheld(idClaims(tokens));
    const refreshed = await client.token(client.refreshForm(tokens.refresh_token));
    expectWithheld(idClaims(refreshed.body));
    await state(client);
    const again = await client.token(client.refreshForm(refreshed.body.refresh_token));
    expect(idClaims(again.body)).toHaveProperty('email', client.email);
  });

  test('is no username at introspection, released or not', async () => {
    for (const server of [hosts, released]) {
      const client = await givenClient(server, { ...APPLICATION, consent_items: EMAIL_AND_MORE }, {});
      const secret = await createSecret(server, client);
      const form = client.codeForm(await client.code(OPENID), { client_secret: secret });
      const { body: tokens } = await client.token(form);
      const usernames = async () => {
        const asked = [tokens.access_token, tokens.refresh_token].map(async (token) => {
          const url = `${server.authUrl}/oauth/introspection`;
          const { body } = await postForm(url, { token }, basic(client.apiKey, secret));
          expect(body).toMatchObject({ active: true, scope: 'openid nickname email' });
          return body.username;
        });
        return Promise.all(asked);
      };
      expect(await usernames()).toEqual([undefined, undefined]);
      await setEmailVerified(server.ports, client.email);
      expect(await usernames()).toEqual([client.email, client.email]);
    }
  });

  test('counts as a value: prompt=none answers with a code', async () => {
    const client = await newClient();
    const page = await client.browser.open(client.authorizeUrl({ ...OPENID, prompt: 'none' }), { stopAt: CALLBACK });
    expect(page.url.searchParams.get('code')).toBeTruthy();
  });

  test('acts at the next call when it changes in the middle of a grant, and when it is stated again', async () => {
    const client = await newClient();
    const tokens = await client.tokens(OPENID);
    await state(client);
    expectGiven((await client.userInfo(tokens.access_token)).body, client.email);

    const account = await client.browser.open(`${hosts.authUrl}/account`);
    const email = `moved-${client.email}`;
    const form = account.form({ action: '/account/email' });
    const changed = await client.browser.submit(form, { email, password: client.password });
    expect(changed.url.searchParams.get('notice')).toBe('email-changed');
    expectWithheld((await client.userInfo(tokens.access_token)).body);

    expect(await setEmailVerified(hosts.ports, email)).toMatchObject({ emailVerified: true });
    expectGiven((await client.userInfo(tokens.access_token)).body, email);
  });

  test('is told on the consent page and on the account’s pages, until it is verified', async () => {
    const client = await newClient();
    const words = 'Shared only after it is verified.';
    const consent = () => client.browser.open(client.authorizeUrl({ prompt: 'consent' }));
    const account = () => client.browser.open(`${hosts.authUrl}/account`);
    const connections = () => client.browser.open(`${hosts.authUrl}/account/connections`);
    expect((await consent()).text).toContain(words);
    expect((await account()).text).toContain('Applications do not receive this address until it is verified.');
    expect((await connections()).text).toContain(words);
    await state(client);
    expect((await consent()).text).not.toContain(words);
    expect((await account()).text).not.toContain('Applications do not receive this address');
    expect((await connections()).text).not.toContain(words);
  });

  test('answers without it are counted', async () => {
    const client = await newClient();
    const count = (kind: string) =>
      hosts.tally.read('withheldAddresses').find(({ outcome }) => outcome === kind)?.count ?? 0;
    const before = [count('user-info'), count('id-token')];
    const tokens = await client.tokens(OPENID);
    await client.userInfo(tokens.access_token);
    expect([count('user-info'), count('id-token')]).toEqual(before.map((one) => one + 1));
    await client.userInfo((await client.tokens({ scope: 'openid nickname' })).access_token);
    // A required item is always in the grant; one that is not in the answer is not counted.
    expect(count('id-token')).toBe((before[1] ?? 0) + 1);
  });
});

// Which default holds where: test/unit/settings/settings.test.ts.
test('release is the default on one machine: an application gets the address, marked as not verified', async () => {
  const client = await givenClient(released, { ...APPLICATION, consent_items: EMAIL_AND_MORE }, {});
  const tokens = await client.tokens(OPENID);
  const expected = { email: client.email, email_verified: false };
  expect((await client.userInfo(tokens.access_token)).body).toMatchObject(expected);
  expect(idClaims(tokens)).toMatchObject(expected);
});

describe('changing the own address', () => {
  const changeForm = async (browser: Browser) =>
    (await browser.open(`${hosts.authUrl}/account`)).form({ action: '/account/email' });

  test('needs the current password, counted like a sign-in; every fault is told at once', async () => {
    const client = await newClient();
    const wrong = await client.browser.submit(await changeForm(client.browser), {
      email: 'new@example.com',
      password: 'x',
    });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Your current password is incorrect.')]);
    const empty = await client.browser.submit(await changeForm(client.browser), { email: 'nobody', password: '' });
    expect(empty.text).toContain('Enter an email address like name@example.com.');
    expect(empty.text).toContain('Enter your password.');
    const { email, password } = client;
    const same = await client.browser.submit(await changeForm(client.browser), { email, password });
    expect(same.text).toContain('This is already your email address.');
    expect(await hosts.ports.accounts.findByEmailKey(client.email)).toBeDefined();
  });

  test('K23: an address that is taken stays its owner’s, and asking is counted as at sign-up', async () => {
    const server = await startHosts({ LATCHKEY_SIGN_UPS_PER_ADDRESS: '2', LATCHKEY_SIGN_UPS_PER_NETWORK: '2' });
    const [one, other] = [await givenClient(server), await givenClient(server)];
    const take = async () => {
      const page = await one.browser.open(`${server.authUrl}/account`);
      const form = page.form({ action: '/account/email' });
      const typed = { email: other.email.toUpperCase(), password: one.password };
      // Somebody at the machine itself is not counted.
      return post(one.browser, form, typed, { via: '1.1 proxy' });
    };
    expect((await take()).text).toContain('An account with this email address already exists.');
    expect((await take()).status).toBe(400);
    expect((await take()).status).toBe(429);
    await server.stop();
  });

  test('the person signs in with the new address, and no more with the old one', async () => {
    const client = await newClient();
    const email = `elsewhere-${client.email}`;
    await client.browser.submit(await changeForm(client.browser), { email, password: client.password });
    const signIn = async (address: string) => {
      const browser = new Browser();
      const page = await browser.open(`${hosts.authUrl}/login`);
      const values = { email: address, password: client.password };
      return (await browser.submit(page.form({ action: '/login' }), values)).url.pathname;
    };
    expect([await signIn(client.email), await signIn(email)]).toEqual(['/login', '/account']);
  });
});

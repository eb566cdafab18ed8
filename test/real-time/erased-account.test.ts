// Case P10: an account that was deleted leaves nothing of the person: no table of the database holds what they wrote,
// what is known of their browser or where they came from, and the log never held more than the id of the account.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { agree, signUp } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { registerApplication, succeed, type TestServer } from '../helpers/server.ts';
import { codeForm, codeOf, enrol } from '../stories/factor-pages.ts';
import { addPasskey } from '../stories/passkey-pages.ts';
import { inRealTime } from './machine-time.ts';

const ADDRESS = '203.0.113.77';
const NETWORK = '203.0.113.0/24';
const USER_AGENT = 'Mozilla/5.0 (Quistophone 9.7)';
const PERSON = { email: 'Zebulon.Quist@private.example', password: 'marble quarry lantern', nickname: 'Zebulonzi' };
/** Of the account page: what can be told from everybody else's. */
const PROFILE = {
  name: 'Zebulon Emeritus Quist',
  given_name: 'Zebulon',
  family_name: 'Quistberger',
  middle_name: 'Emeritus',
  birthdate: '1931-03-29',
  website: 'https://quist-website.example/',
  profile: 'https://quist-profile.example/',
  phone_number: '+49307654321',
  street_address: 'Quistenweg 77',
  locality: 'Quistenhausen',
  region: 'Quistland',
  postal_code: 'Q-98765',
};
/** Of the applications of somebody who was an owner, and of their API tokens. */
const OWNED = { name: 'Quist Atelier', site: 'https://quist-atelier.example', token: 'laptop of Zebulonzi' };

/** The username, and the one of before. */
const NAMES = ['zebulonissimus', 'quistophorus'];

/** Inside the image that they uploaded. */
const PICTURE = 'RIFF, a quistograph';

/** Each as it would be found, in whatever letters. */
const TRACES = [
  ...[
    PERSON.email,
    PERSON.nickname,
    USER_AGENT,
    ...Object.values(PROFILE),
    PICTURE,
    OWNED.name,
    OWNED.site,
    OWNED.token,
  ],
].map((text) => text.toLowerCase());

let server: TestServer;
let shop: Client;
let accountId: string;
let owned: { id: string; apiToken: string };
beforeAll(async () => {
  server = await startServer({ LATCHKEY_TRUST_PROXY: '127.0.0.1', LATCHKEY_LOG_LEVEL: 'trace' });
  const items = ['nickname', 'name', 'phone_number', 'address', 'email'];
  const consent_items = items.map((item) => ({ item, consent: 'optional' }));
  // Somebody else's: it stays, with the connection of its other user.
  shop = await givenClient(server, { ...APPLICATION, consent_items, id_token_signed_response_alg: 'ES256' });
  const endpoint = await fetch(`${server.apiUrl}/applications/${shop.applicationId}/event-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.owner.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://localhost:3999/events' }),
  });
  expect(endpoint.status).toBe(200);
  await leaveTracesEverywhere();
});
afterAll(() => server?.stop());

async function leaveTracesEverywhere(): Promise<void> {
  const browser = new Browser({ 'user-agent': USER_AGENT, 'x-forwarded-for': ADDRESS });
  const { email, password } = PERSON;
  const request = shop.authorizeUrl({ scope: 'openid profile email phone address', login_hint: email, nonce: 'n1' });
  await signUp(browser, await browser.open(request), PERSON);
  const account = await browser.open(`${server.authUrl}/account`);
  for (const preferred_username of NAMES.toReversed()) {
    const page = await browser.open(`${server.authUrl}/account`);
    await browser.submit(page.form({ action: '/account/username' }), { preferred_username });
  }
  await browser.submit(account.form({ action: '/account/profile' }), { nickname: PERSON.nickname, ...PROFILE });
  await server.execute(
    "insert into account_pictures (account_id, id, image, uploaded_at) select id, 'p1', ?, 1 from accounts where email = ?",
    ...[Buffer.from(PICTURE), email],
  );
  const agreed = await agree(
    browser,
    await browser.open(request),
    { item: ['email', 'nickname'] },
    { stopAt: CALLBACK },
  );
  const redeemed = await shop.token(shop.codeForm(agreed.url.searchParams.get('code') ?? ''));
  expect(redeemed.status).toBe(200);
  expect((await shop.token(shop.refreshForm(redeemed.body.refresh_token))).status).toBe(200);
  // A new device is told of after the account's first hour.
  await server.execute('update accounts set created_at = 1 where email = ?', email);
  // A code that nobody redeems, wrong guesses, a link that nobody opens, and a second device.
  await browser.open(request, { stopAt: CALLBACK });
  const other = new Browser({ 'user-agent': `${USER_AGENT} second`, 'x-forwarded-for': ADDRESS });
  for (const typed of ['a wrong guess', password]) {
    const page = await other.open(`${server.authUrl}/login`);
    await other.submit(page.form({ action: '/login' }), { email, password: typed });
  }
  await leaveFactors(browser);
  await succeed(server, ['accounts', 'password-link', '--email', email]);
  ({ id: accountId } = (await succeed(server, ['accounts', 'set-role', '--email', email, '--role', 'owner'])) as {
    id: string;
  });
  const { token } = await succeed(server, ['api-tokens', 'create', '--email', email, '--name', OWNED.token]);
  const owner = { apiToken: String(token) };
  const { id: own } = await registerApplication(server, owner, {
    ...APPLICATION,
    name: OWNED.name,
    platforms: [{ platform: 'Web', site_domains: [OWNED.site, 'http://localhost:3999'] }],
  });
  owned = { ...owner, id: own };
  const members = `${server.apiUrl}/applications/${shop.applicationId}/members`;
  const headers = { authorization: `Bearer ${shop.owner.apiToken}`, 'content-type': 'application/json' };
  const invite = (to: string) =>
    fetch(members, { method: 'POST', headers, body: JSON.stringify({ email: to, role: 'viewer' }) });
  // One invitation that nobody answers, and one that they accept.
  expect((await invite(email)).status).toBe(202);
  const { invitation_uri } = (await (await invite('other-address@example.com')).json()) as { invitation_uri: string };
  const invitation = await browser.open(invitation_uri);
  const joined = await browser.submit(invitation.form({ action: '/invitation' }), {}, { press: 'accept' });
  expect(joined.url.search).toBe('?notice=joined');
}

/** A passkey, an authenticator app, recovery codes, and a device that is trusted. */
async function leaveFactors(browser: Browser): Promise<void> {
  const place = inRealTime(server);
  await addPasskey(server, browser);
  const { secret } = await enrol(place, browser);
  const trusted = new Browser({ 'user-agent': `${USER_AGENT} trusted`, 'x-forwarded-for': ADDRESS });
  const page = await trusted.open(`${server.authUrl}/login`);
  const { email, password } = PERSON;
  const half = await trusted.submit(page.form({ action: '/login' }), { email, password });
  const signedIn = await trusted.submit(codeForm(half), { code: codeOf(place, secret, 1), trust: 'on' });
  expect(signedIn.url.pathname).toBe('/account');
}

/** Column → all its values, as text in lower letters; bytes in hexadecimal as well. */
async function columns(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [table, rows] of await server.rows()) {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const texts = Buffer.isBuffer(value) ? [value.toString('latin1'), value.toString('hex')] : [textOf(value)];
      const name = `${table}.${column}`;
      found.set(name, [found.get(name) ?? '', ...texts].join('\n').toLowerCase());
    }
  }
  return found;
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const holding = (all: Map<string, string>, text: string): string[] =>
  [...all].filter(([, values]) => values.includes(text.toLowerCase())).map(([column]) => column);

/** What a table of hashes without a key would give away. */
const plainHashes = (text: string): string[] =>
  ['sha256', 'sha1', 'md5'].flatMap((algorithm) =>
    [text, text.toLowerCase()].map((spelling) => createHash(algorithm).update(spelling).digest('hex')),
  );

/** The person joined the shop's team, and the audit keeps from where members act (contract 61). */
const IN_AUDIT = ['audit_entries.address'];

test('P10: before, each trace of the person is in some column, the address they came from in the audit alone', async () => {
  const all = await columns();
  expect(TRACES.filter((trace) => holding(all, trace).length === 0)).toEqual([]);
  expect(holding(all, accountId).length).toBeGreaterThan(4);
  const factors = ['told_devices', 'passkeys', 'one_time_codes', 'recovery_codes', 'trusted_devices'];
  for (const table of factors) expect(holding(all, accountId)).toContain(`${table}.account_id`);
  expect(holding(all, NAMES[0] as string)).toEqual(['accounts.username']);
  // Of the one of before there is a key, and it is no plain hash.
  const never = [ADDRESS, NAMES[1] as string, ...[ADDRESS, PERSON.email, ...NAMES].flatMap(plainHashes)];
  for (const text of never) {
    expect(holding(all, text), text).toEqual(text === ADDRESS ? IN_AUDIT : []);
  }
  // The account's pages tell devices apart by their network.
  // The account's pages tell devices apart by their network.
  expect(holding(all, NETWORK).sort()).toEqual(['activities.data', 'sessions.network', 'trusted_devices.network']);
});

test('P10: erased, the person is in no column but the audit of what they did to applications, and nobody else is missing', async () => {
  // Whoever owns an application deletes it first (contract 29).
  const authorization = `Bearer ${owned.apiToken}`;
  const gone = await fetch(`${server.apiUrl}/applications/${owned.id}`, {
    method: 'DELETE',
    headers: { authorization },
  });
  expect(gone.status).toBe(204);
  await succeed(server, ['accounts', 'delete', '--yes', '--email', PERSON.email]);
  const all = await columns();
  for (const trace of [...TRACES, ...NAMES, ADDRESS, NETWORK]) {
    expect(holding(all, trace), trace).toEqual(trace === ADDRESS ? IN_AUDIT : []);
  }
  // What names their grants until they are removed, the audit and the deletion list leads to nobody.
  expect(
    holding(all, accountId).filter((column) => !/^(?:grants|audit_entries|deleted_accounts)\./.test(column)),
  ).toEqual([]);
  expect(holding(all, shop.email)).toContain('accounts.email');
  expect((await shop.userInfo((await shop.tokens()).access_token)).body).toMatchObject({ email: shop.email });
});

test('P10: the log at its most talkative names the account by its id, and nothing else of the person', () => {
  const log = server.logs().toLowerCase();
  const ofTheirs = log.split('\n').filter((line) => line.includes(accountId));
  expect(ofTheirs.some((line) => line.includes('"event":"sign-in"'))).toBe(true);
  for (const trace of [...TRACES, ...NAMES, ADDRESS, ...[ADDRESS, PERSON.email].flatMap(plainHashes)]) {
    expect(log.includes(trace), trace).toBe(false);
  }
});

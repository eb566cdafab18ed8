// How often a request waits for PostgreSQL, counted at the driver: statements that are sent at once are one wait
// (decision 75). On another machine than the server each is a way there and back.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPostgres } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/postgres/statement.ts';
import { Browser } from '../helpers/browser.ts';
import { givenClient, type Client as Party } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type FreshPostgres, freshDatabase } from '../helpers/fresh-database.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail } from '../helpers/people.ts';

let hosts: Hosts;
let party: Party;
let secured: Party;
let secret: string;
/** Of the test's own transaction. */
let database: FreshPostgres;

/** Waits so far, and how many statements are under way. */
let [waits, underWay] = [0, 0];

beforeAll(async () => {
  hosts = await startHosts();
  party = await givenClient(hosts);
  secured = await givenClient(hosts);
  secret = await createSecret(hosts, secured);
  // Made before anything is counted: the helpers ask with callbacks, the program's pools by promises alone.
  database = await freshDatabase();
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): Promise<unknown> };
  const { query } = prototype;
  vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...args) {
    if (underWay === 0) waits += 1;
    underWay += 1;
    const answer = query.apply(this, args);
    const end = () => {
      underWay -= 1;
    };
    answer.then(end, end);
    return answer;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.drop();
  await hosts.stop();
});

/**
 * What a warm server waits for: the application is in its cache, and nothing is noted of its use for a while.
 * @param make the code, token or form that `act` uses, which is called twice
 */
async function waitsWith<Made>(make: () => Promise<Made>, act: (made: Made) => Promise<unknown>): Promise<number> {
  const [first, second] = [await make(), await make()];
  await act(first);
  await vi.waitFor(() => expect(underWay).toBe(0));
  waits = 0;
  await act(second);
  return waits;
}

const expected = async (status: number, answer: Promise<{ status: number }>) =>
  expect((await answer).status).toBe(status);
const withSecret = () => basic(secured.apiKey, secret);
const post = (path: string, form: Record<string, string>, headers = {}) =>
  expected(200, postForm(`${hosts.authUrl}${path}`, form, headers));
const tokensOfSecured = async () => {
  const form = Object.fromEntries(new URLSearchParams(secured.codeForm(await secured.code())));
  return (await postForm(`${hosts.authUrl}/oauth/token`, form, withSecret())).body as Record<string, string>;
};
const fieldsOf = (form: string): Record<string, string> => Object.fromEntries(new URLSearchParams(form));

test('authorize: session and application, then the connection, then the code', async () => {
  expect(
    await waitsWith(
      async () => undefined,
      () => party.code(),
    ),
  ).toBe(3);
});

test('a code of a public key: key and code, then its use', async () => {
  const make = async () => fieldsOf(party.codeForm(await party.code()));
  expect(await waitsWith(make, (form) => post('/oauth/token', form))).toBe(2);
});

test('a code with a secret: key with its secrets, and code, then its use', async () => {
  const make = async () => fieldsOf(secured.codeForm(await secured.code()));
  expect(await waitsWith(make, (form) => post('/oauth/token', form, withSecret()))).toBe(2);
});

test('a refresh of a public key: key and grant, then the rotation', async () => {
  const make = async () => fieldsOf(party.refreshForm((await party.tokens()).refresh_token));
  expect(await waitsWith(make, (form) => post('/oauth/token', form))).toBe(2);
});

test('a refresh with a secret: key with its secrets, and grant, then the rotation', async () => {
  const make = async () => fieldsOf(secured.refreshForm((await tokensOfSecured()).refresh_token ?? ''));
  expect(await waitsWith(make, (form) => post('/oauth/token', form, withSecret()))).toBe(2);
});

test('introspection of an access token: key with its secrets, and token', async () => {
  const make = async () => ({ token: (await tokensOfSecured()).access_token ?? '' });
  expect(await waitsWith(make, (form) => post('/oauth/introspection', form, withSecret()))).toBe(1);
});

test('user information: the token', async () => {
  const make = async () => (await party.tokens()).access_token;
  expect(await waitsWith(make, (token) => expected(200, party.userInfo(token)))).toBe(1);
});

test('a wrong password: as many for an address that nobody has, so that the time says nothing (case K12)', async () => {
  const { email } = await givenPerson(hosts);
  const waitsOf = (tried: string) =>
    waitsWith(
      async () => {
        const browser = new Browser();
        const form = (await browser.open(`${hosts.authUrl}/login`)).form({ action: '/login' });
        return () => browser.submit(form, { email: tried, password: 'not the password' });
      },
      async (submit) => expect((await submit()).status).toBe(401),
    );
  expect(await waitsOf(email)).toBe(await waitsOf(newEmail()));
});

test('a transaction of one write: its opening with the write, then the commit', async () => {
  const postgres = createPostgres({ url: database.url, poolSize: 1, timeoutMs: 10_000 });
  const write = statement('delete from one_time_links where id = $id');
  expect(
    await waitsWith(
      async () => undefined,
      () => postgres.transaction((run) => run(write, { id: 'none' })),
    ),
  ).toBe(2);
  await postgres.close();
});

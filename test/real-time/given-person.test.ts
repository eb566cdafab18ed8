// The people and applications that stories begin with (test/helpers/given-person.ts, given-application.ts) are those that
// forms and requests make.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TALLIED, type Tallied } from '../../src/core/ground/metrics/tally.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK } from '../helpers/client.ts';
import { registerByUseCase } from '../helpers/given-application.ts';
import { givenConnection, givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { agree } from '../helpers/people.ts';
import { registerApplication } from '../helpers/server.ts';
import type { Row } from '../helpers/store.ts';
import { account, signIn, signUpPerson } from '../stories/account-pages.ts';
import { enrol, givenCodes, STEP_MS } from '../stories/factor-pages.ts';
import { addPasskey, givenPasskey } from '../stories/passkey-pages.ts';

const EMAIL = 'mina@example.com';
/** Somebody with both second factors. */
const CAREFUL = 'yuna@example.com';
/** Asks for a value that nobody has typed yet, beside one that may be ticked. */
const ASKING = {
  ...APPLICATION,
  consent_items: [
    ...APPLICATION.consent_items,
    { item: 'birthdate', consent: 'required', purpose: 'To be old enough' },
  ],
};
const ANSWERS = { item: 'email', birthdate: '1990-04-01' };

/** `at`: when everything had been made. */
type World = { hosts: Hosts; browser: Browser; second: Browser; at: number };
let byForms: World;
let bySeed: World;

async function begin() {
  const hosts = await startHosts();
  return { hosts, owner: await hosts.owner(), second: new Browser() };
}

const authorizeUrl = ({ authUrl }: Hosts, apiKey = '') =>
  `${authUrl}/oauth/authorize?${new URLSearchParams({ client_id: apiKey, redirect_uri: CALLBACK, response_type: 'code' })}`;

beforeAll(async () => {
  const forms = await begin();
  const registered = await registerApplication(forms.hosts, forms.owner, ASKING);
  const { browser } = await signUpPerson(forms.hosts, EMAIL);
  const consent = await browser.open(authorizeUrl(forms.hosts, registered.platforms[0]?.api_key));
  await agree(browser, consent, ANSWERS, { stopAt: CALLBACK });
  await signIn(forms.hosts, forms.second, EMAIL);
  const { browser: careful } = await signUpPerson(forms.hosts, CAREFUL);
  await addPasskey(forms.hosts, careful);
  await enrol(forms.hosts, careful);
  byForms = { ...forms, browser, at: forms.hosts.clock.now() };

  const seed = await begin();
  const application = await registerByUseCase(seed.hosts, seed.owner, ASKING);
  const person = await givenPerson(seed.hosts, { email: EMAIL });
  await givenConnection(
    seed.hosts,
    person.browser,
    authorizeUrl(seed.hosts, application.platforms[0]?.api_key),
    ANSWERS,
  );
  await givenSession(seed.hosts, seed.second, EMAIL);
  const { browser: seeded } = await givenPerson(seed.hosts, { email: CAREFUL });
  await givenPasskey(seed.hosts, seeded);
  await givenCodes(seed.hosts, seeded);
  bySeed = { ...seed, browser: person.browser, at: seed.hosts.clock.now() };
});

afterAll(() => Promise.all([byForms?.hosts.stop(), bySeed?.hosts.stop()]));

/** Written when the database was made, and by background jobs whenever they run. */
const OF_NOBODY = [
  'schema_migrations',
  'audit_seals',
  'audit_horizons',
  'signing_keys',
  'password_kinds',
  'policy_processes',
];

/** Random texts have the same length, and times are as many minutes away. */
function withoutChance(value: unknown, now: number): unknown {
  const away = (time: number) => {
    // Triggers of SQLite take its own time.
    if (Math.abs(time - Date.now()) < 3_600_000) return '<the time of the database>';
    return `<${Math.round((time - now) / 60_000) + 0} minutes>`;
  };
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  if (typeof value === 'number') return value > 1e12 ? away(value) : value;
  if (typeof value === 'boolean' || value === null) return value;
  // Lists and answers are JSON: text on SQLite, values on PostgreSQL.
  return (typeof value === 'string' ? value : JSON.stringify(value))
    .replace(/\b\d{13}\b/g, (time) => away(Number(time)))
    .replace(/[\w+/-]{12,}/g, (random) => `<${random.length} characters>`);
}

async function tablesOf({ hosts, at }: World) {
  await hosts.counters.flush();
  // A step of codes passed: with another one, times before it are a whole minute away.
  const now = at + STEP_MS;
  const plain = (row: Row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withoutChance(value, now)]));
  const sorted = (rows: readonly Row[]) => {
    const texts = rows.map((row) => JSON.stringify(plain(row)));
    return texts.sort().map((text) => JSON.parse(text));
  };
  const tables = [...(await hosts.rows())].filter(([table]) => !OF_NOBODY.includes(table));
  return Object.fromEntries(tables.map(([table, rows]) => [table, sorted(rows)]));
}

describe('a seeded person is the person that the forms make', () => {
  test('every table has the same rows: account, limits, sessions, connection, receipt, code, factors, audit, statistics', async () => {
    const rows = await tablesOf(bySeed);
    expect(rows).toEqual(await tablesOf(byForms));
    for (const table of [
      'accounts',
      'sessions',
      'connections',
      'receipts',
      'grants',
      'audit_entries',
      'daily_counts',
    ]) {
      expect(rows[table]?.length, table).toBeGreaterThan(0);
    }
  });

  test('metrics count the same, but for the requests that were not sent', () => {
    const counts = ({ hosts }: World, what: Tallied) => hosts.tally.read(what);
    for (const what of Object.keys(TALLIED).filter((name) => name !== 'clientAddresses') as Tallied[]) {
      expect(counts(bySeed, what), what).toEqual(counts(byForms, what));
    }
  });

  test('only the log differs: requests and security events have no line', () => {
    const isOfRequest = ({ event }: Record<string, unknown>) => event !== undefined && event !== 'audit-head';
    const events = ({ hosts }: World) => hosts.logs.filter(isOfRequest).map(({ event }) => event);
    expect(events(byForms)).toEqual([
      'application-change',
      'sign-up',
      'consent',
      'sign-in',
      'sign-up',
      'factor-change',
      'factor-change',
    ]);
    expect(events(bySeed)).toEqual([]);
  });

  test.each(['browser', 'second'] as const)('the %s has the same cookies, and is signed in', async (name) => {
    const cookies = ({ hosts, [name]: browser }: World) =>
      [...browser.cookies(hosts.authUrl)]
        .map(([cookie, value]) => [cookie.replace(/\d+/, ''), value.replace(/[\w-]+/g, (part) => `${part.length}`)])
        .sort();
    expect(cookies(bySeed)).toEqual(cookies(byForms));
    const page = await account(bySeed.hosts, bySeed[name]);
    expect(page.url.pathname).toBe('/account');
    expect(page.text).toContain(EMAIL);
  });
});

test('a person with another role is signed in, and one without a session is not', async () => {
  const { hosts } = bySeed;
  const operator = await givenPerson(hosts, { role: 'operator' });
  expect((await operator.browser.open(`${hosts.authUrl}/console`)).url.pathname).toBe('/console');
  expect(await hosts.ports.accounts.find(operator.id)).toMatchObject({ role: 'operator', email: operator.email });
  const stranger = await givenPerson(hosts, { session: false });
  expect((await account(hosts, stranger.browser)).url.pathname).toBe('/login');
});

test('what the forms would refuse is refused', async () => {
  const { hosts } = bySeed;
  await expect(givenPerson(hosts, { email: EMAIL })).rejects.toThrow(/email-taken/);
  await expect(givenSession(hosts, new Browser(), EMAIL, { password: 'another password' })).rejects.toThrow(/wrong/);
  await expect(givenConnection(hosts, new Browser(), authorizeUrl(hosts, 'unknown'))).rejects.toThrow(/refused/);
});

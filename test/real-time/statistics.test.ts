// Statistics of an application: daily sums of its sign-ins, counted in memory by every process and added up in the
// database; who may see them, and that they tell of nobody.

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compose, type Server } from '../../src/compose/server.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { createSecret, postForm } from '../helpers/client-endpoints.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { letIn } from '../helpers/membership.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const ES256 = { ...APPLICATION, id_token_signed_response_alg: 'ES256' };
const NOTHING = { started: 0, completed: 0, cancelled: 0, refused: {}, agreed: {}, declined: {} };

type Day = typeof NOTHING & { day: string };
type Statistics = { from: string; to: string; days: Day[] };

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
});
afterAll(() => hosts?.stop());

async function get(query = '', as = client.owner.apiToken): Promise<Response> {
  const headers = { authorization: `Bearer ${as}` };
  return fetch(`${hosts.apiUrl}/applications/${client.applicationId}/statistics${query}`, { headers });
}

/** What stands there once all that was counted is stored. */
async function read(query?: string): Promise<Statistics> {
  await hosts.counters.flush();
  return (await (await get(query)).json()) as Statistics;
}
const today = async () => {
  const { day: _day, ...counts } = (await read()).days.at(-1) as Day;
  return counts;
};
const dayText = (offset = 0) => new Date(hosts.clock.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('what is counted', () => {
  beforeEach(async () => {
    // One sign-up with the optional e-mail address agreed to.
    client = await givenClient(hosts, ES256);
  });
  const FIRST = { ...NOTHING, started: 1, completed: 1, agreed: { email: 1 } };

  it('a sign-in counts once as started, however many pages it takes, and once as completed', async () => {
    expect(await today()).toEqual(FIRST);
    await client.code();
    expect(await today()).toEqual({ ...FIRST, started: 2, completed: 2 });
  });

  it('an optional item that is left out counts as declined, a required one not at all', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(client.authorizeUrl()), newPerson());
    await agree(browser, consent, {}, { stopAt: CALLBACK });
    expect(await today()).toEqual({ ...FIRST, started: 2, completed: 2, declined: { email: 1 } });
  });

  it('whoever cancels counts as cancelled, on the sign-in page and on the consent page', async () => {
    const browser = new Browser();
    const signIn = await browser.open(client.authorizeUrl());
    await browser.submit(signIn.form({ action: '/login' }), {}, { press: 'cancel', stopAt: CALLBACK });
    const consent = await signUp(browser, await browser.open(client.authorizeUrl()), newPerson());
    await browser.submit(consent.form({ action: '/consent' }), {}, { press: 'cancel', stopAt: CALLBACK });
    expect(await today()).toEqual({ ...FIRST, started: 3, cancelled: 2 });
  });

  it('a form that came back, or a page looked at again, counts nothing', async () => {
    const browser = new Browser();
    const signIn = await browser.open(client.authorizeUrl());
    await browser.submit(signIn.form({ action: '/login' }), { email: client.email, password: 'wrong' });
    await browser.open(signIn.url);
    expect(await today()).toEqual({ ...FIRST, started: 2 });
  });

  it('a faulty request is refused by its code, and not started', async () => {
    const browser = new Browser();
    await browser.open(client.authorizeUrl({ response_type: 'token' }), { stopAt: CALLBACK });
    await browser.open(client.authorizeUrl({ redirect_uri: 'https://evil.example' }));
    await browser.open(client.authorizeUrl({ redirect_uri: 'https://evil.example' }));
    const refused = { 'response-type-unsupported': 1, 'redirect-uri-unregistered': 2 };
    expect(await today()).toEqual({ ...FIRST, refused });
  });

  it('a silent request that needs a person is started, and refused', async () => {
    await new Browser().open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(await today()).toEqual({ ...FIRST, started: 2, refused: { 'sign-in-needed': 1 } });
  });

  it('what the token endpoint refuses an application that is known, by its code', async () => {
    const code = await client.code();
    const forms = [
      client.codeForm(code, { redirect_uri: `${CALLBACK}/` }),
      client.codeForm('no-code'),
      'grant_type=password&client_id=nobody',
    ];
    const errors = [];
    for (const form of forms) errors.push((await client.token(form)).body.error);
    expect(errors).toEqual(['invalid_grant', 'invalid_grant', 'invalid_client']);
    const refused = { 'redirect-uri-mismatch': 1, 'code-unknown': 1 };
    expect(await today()).toEqual({ ...FIRST, started: 2, completed: 2, refused });
  });

  it('a wrong or missing client secret, at each of the endpoints', async () => {
    const secret = await createSecret(hosts, client);
    const form = { client_id: client.apiKey, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    for (const path of ['token', 'revocation', 'introspection']) {
      await postForm(`${hosts.authUrl}/oauth/${path}`, { ...form, client_secret: `${secret}x` });
      await postForm(`${hosts.authUrl}/oauth/${path}`, form);
    }
    expect((await today()).refused).toEqual({ 'client-secret-wrong': 3, 'client-secret-missing': 3 });
  });

  it('each day by itself: it ends at midnight UTC', async () => {
    const before = dayText();
    hosts.clock.advance(86_400_000 - (hosts.clock.now() % 86_400_000) + 1000);
    await client.code();
    const { days } = await read();
    expect(days.slice(-2)).toEqual([
      { day: before, ...FIRST },
      { day: dayText(), ...NOTHING, started: 1, completed: 1 },
    ]);
  });
});

describe('GET /applications/:id/statistics', () => {
  beforeAll(async () => {
    client = await givenClient(hosts, ES256);
  });

  it('shows thirty days, the last of them today, each with its sums', async () => {
    const { from, to, days } = await read();
    expect([from, to, days.length]).toEqual([dayText(-29), dayText(), 30]);
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => dayText(index - 29)));
    expect(days[0]).toEqual({ day: from, ...NOTHING });
    expect(days[29]).toMatchObject({ started: 1, completed: 1 });
  });

  it('shows the days asked for, both included', async () => {
    const { days } = await read(`?from=${dayText(-2)}&to=${dayText(-1)}`);
    expect(days.map(({ day }) => day)).toEqual([dayText(-2), dayText(-1)]);
    expect((await read(`?from=${dayText()}`)).days).toHaveLength(1);
    expect((await read(`?from=${dayText(-399)}`)).days).toHaveLength(400);
  });

  it.each([
    ['from=2026-02-30', 'day-malformed'],
    ['to=tomorrow', 'day-malformed'],
    ['from=2026-01-02&to=2026-01-01', 'days-out-of-range'],
    ['from=2020-01-01&to=2026-01-01', 'days-out-of-range'],
    ['from=2026-01-01&from=2026-01-01', 'query-parameter-doubled'],
  ])('%s is 400, and its type tells %s', async (query, code) => {
    const response = await get(`?${query}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { type: string }).type).toBe(`${hosts.authUrl}/errors#${code}`);
  });

  it('N1: is seen by viewers, and by nobody outside', async () => {
    const viewer = await hosts.owner('viewer@example.com');
    expect((await get('', viewer.apiToken)).status).toBe(404);
    await letIn(hosts, client.applicationId, { email: viewer.email, role: 'viewer' });
    expect((await get('', viewer.apiToken)).status).toBe(200);
    expect((await fetch(`${hosts.apiUrl}/applications/${client.applicationId}/statistics`)).status).toBe(401);
  });

  it('what is counted tells of nobody', async () => {
    const shown = JSON.stringify(await read());
    for (const personal of [client.email, 'Mina', client.apiKey, '127.0.0.1']) expect(shown).not.toContain(personal);
    const counters = (await hosts.ports.statistics.read(everyDay())).map(({ counter }) => counter);
    expect(
      counters.filter((counter) => !/^(started|completed|cancelled|(refused|agreed|declined):[a-z_-]+)$/.test(counter)),
    ).toEqual([]);
  });

  it('a request writes no count: only the flush does', async () => {
    await hosts.counters.flush();
    const before = await hosts.ports.statistics.read(everyDay());
    await client.code();
    expect(await hosts.ports.statistics.read(everyDay())).toEqual(before);
  });

  const everyDay = () => ({ applicationId: client.applicationId, fromDay: 0, toDay: 1_000_000 });
});

describe('several processes', () => {
  let other: Server;
  let otherUrl: string;
  beforeAll(async () => {
    client = await givenClient(hosts, ES256);
    const [auth, api] = await freePorts(2);
    otherUrl = `http://localhost:${auth}`;
    const env = {
      ...hosts.environment,
      LATCHKEY_AUTH_URL: otherUrl,
      LATCHKEY_AUTH_LISTEN: `127.0.0.1:${auth}`,
      LATCHKEY_API_LISTEN: `127.0.0.1:${api}`,
    };
    other = await compose(loadSettings({ env }), { clock: hosts.clock, logger: pino({ level: 'silent' }) });
    await other.start();
  });

  it('add up, and one that stops stores what it has counted first', async () => {
    const own = await today();
    const elsewhere = client.authorizeUrl({ prompt: 'none' }).replace(hosts.authUrl, otherUrl);
    for (let times = 0; times < 3; times += 1) await new Browser().open(elsewhere, { stopAt: CALLBACK });
    await new Browser().open(client.authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK });
    expect(await today()).toEqual({ ...own, started: own.started + 1, refused: { 'sign-in-needed': 1 } });
    await other.stop();
    expect(await today()).toEqual({ ...own, started: own.started + 4, refused: { 'sign-in-needed': 4 } });
  });
});

describe('latchkey serve --workers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({}, ['--workers', '2']);
  });
  afterAll(() => server?.stop());

  it('SIGTERM: every worker stores what it has counted before it is gone', async () => {
    const { applicationId, owner, authorizeUrl } = await givenClient(server, ES256);
    const silent = Array.from({ length: 10 }, () =>
      new Browser({ connection: 'close' }).open(authorizeUrl({ prompt: 'none' }), { stopAt: CALLBACK }),
    );
    await Promise.all(silent);
    await server.restart('SIGTERM');
    const headers = { authorization: `Bearer ${owner.apiToken}` };
    const response = await fetch(`${server.apiUrl}/applications/${applicationId}/statistics`, { headers });
    const { days } = (await response.json()) as Statistics;
    expect(days.at(-1)).toMatchObject({ started: 11, completed: 1, refused: { 'sign-in-needed': 10 } });
  });
});

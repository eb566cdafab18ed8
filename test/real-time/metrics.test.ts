// /metrics of the real program (contract 1; cases M20, P4, P9): each thing that happened is counted once, under its
// outcome, and none of the lines says of whom.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSettings } from '../../src/settings/config.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

const REPEAT_SECONDS = 1;

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_REFRESH_REPEAT_SECONDS: String(REPEAT_SECONDS) });
  client = await givenClient(server);
});
afterAll(() => server.stop());

const readText = async () => (await fetch(`${server.opsUrl}/metrics`)).text();

/** Every line of our own by its name and labels. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const lines = (await readText()).matchAll(/^(latchkey_[^ ]+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

/** What rose by how much while `act` ran, of the lines that begin with `prefix`. */
async function risen(prefix: string, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readMetrics();
  await act();
  const after = [...(await readMetrics())].filter(([name]) => name.startsWith(prefix));
  const differences = after.map(
    ([name, value]) => [name.slice(prefix.length), value - (before.get(name) ?? 0)] as const,
  );
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0));
}

test('metrics: a code is counted when it is issued, when it is redeemed and when it is replayed', async () => {
  const code = await client.code();
  const form = client.codeForm(code);
  expect(await risen('latchkey_codes_total', () => client.token(form))).toEqual({ '{outcome="redeemed"}': 1 });
  expect(await risen('latchkey_codes_total', () => client.token(form))).toEqual({ '{outcome="replayed"}': 1 });
  expect(await risen('latchkey_codes_total', () => client.code())).toEqual({ '{outcome="issued"}': 1 });
});

test('metrics: a refresh is counted as rotated, repeated in the window, superseded, or theft after it', async () => {
  const refresh = async (token: string) => (await client.token(client.refreshForm(token))).body.refresh_token;
  const first = (await client.tokens()).refresh_token;
  const outcomes = await risen('latchkey_refreshes_total', async () => {
    const second = await refresh(first);
    expect(await refresh(first)).toBe(second);
    await refresh(second);
    await refresh(first);
    await pause(REPEAT_SECONDS * 1000 + 200);
    await refresh(first);
  });
  expect(outcomes).toEqual({
    '{outcome="rotated"}': 2,
    '{outcome="repeated"}': 1,
    '{outcome="superseded"}': 1,
    '{outcome="replayed"}': 1,
  });
});

test('metrics: a sign-in is counted by its outcome, and its password as hashed', async () => {
  const signIn = async (password: string) => {
    const browser = new Browser();
    const page = await browser.open(`${server.authUrl}/login`);
    await browser.submit(page.form({ action: '/login' }), { email: client.email, password });
  };
  const both = async () => {
    await signIn('not the password');
    await signIn(client.password);
  };
  let hashed: Record<string, number> = {};
  const outcomes = await risen('latchkey_sign_ins_total', async () => {
    hashed = await risen('latchkey_password_hashes_total', both);
  });
  expect(outcomes).toEqual({ '{outcome="wrong"}': 1, '{outcome="verified"}': 1 });
  expect(hashed).toEqual({ '': 2 });
});

test('metrics: a request is counted under its route; a read commits nothing and a redemption commits once', async () => {
  const { access_token } = await client.tokens();
  const count = 'latchkey_request_duration_seconds_count';
  expect(await risen(count, () => client.userInfo(access_token))).toEqual({
    '{host="api",method="GET",route="/user-info",status="2xx"}': 1,
  });
  // What the server writes beside them, such as an owner's statistics, may fall into one reading, but not into each.
  const committedBy = (act: () => Promise<unknown>) => risen('latchkey_commit_duration_seconds_count', act);
  await expect.poll(() => committedBy(() => client.userInfo(access_token))).toEqual({});
  await expect
    .poll(async () => {
      const form = client.codeForm(await client.code());
      return committedBy(() => client.token(form));
    })
    .toEqual({ '': 1 });
});

test('M20: it tells that it is ready, on which database, and that nothing is in hand, refused or due', async () => {
  const metrics = await readMetrics();
  const database = STORE === 'postgres' ? 'postgresql' : 'sqlite';
  const build = [...metrics.keys()].find((name) => name.startsWith('latchkey_build_info'));
  expect(build).toMatch(`{version="0.1.0",database="${database}",node="${process.versions.node}"}`);
  expect(metrics.has('latchkey_database_connections{state="used"}')).toBe(STORE === 'postgres');
  for (const [name, value] of [
    ['latchkey_ready', 1],
    ['latchkey_admitted_ratio', 1],
    ['latchkey_requests_in_flight', 0],
    ['latchkey_requests_shed_total{reason="in_flight"}', 0],
    ['latchkey_session_end_messages_due', 0],
    ['latchkey_event_deliveries_due', 0],
    ['latchkey_event_deliveries_total{outcome="gave-up"}', 0],
  ] as const) {
    expect([name, metrics.get(name)]).toEqual([name, value]);
  }
});

test('P9: the public hosts know nothing of health and metrics; by default operators ask on loopback', async () => {
  for (const path of ['/metrics', '/health', '/health/live', '/health/ready', '/debug', '/status', '/docs']) {
    const answers = await Promise.all([fetch(server.authUrl + path), fetch(server.apiUrl + path)]);
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 404, 404]);
  }
  expect(checkSettings({ env: {} }).opsListen).toMatchObject({ host: '127.0.0.1' });
});

test('P9: no line names a person, an application, a key, an address or a token', async () => {
  const tokens = await client.tokens();
  await client.userInfo(tokens.access_token);
  await fetch(`${server.authUrl}/nothing/${client.email}?code=secret-code`);
  const text = await readText();
  expect(text).toContain('route="none"');
  const { apiKey, applicationId, email, owner } = client;
  const secrets = [tokens.access_token, tokens.refresh_token, 'secret-code', owner.email, owner.apiToken];
  for (const secret of [...secrets, apiKey, applicationId, email, '127.0.0.1', 'localhost']) {
    expect(text).not.toContain(secret);
  }
});

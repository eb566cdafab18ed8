// A rolling restart under load (case M9): three nodes on one PostgreSQL behind deploy/Caddyfile are replaced one after
// another, again and again, at 300 pieces of work a second: 5 whole sign-ins, 50 refreshes, the rest user information.
// Nothing may fail. `npm run rolling-test`; ROLLING_RATE and ROLLING_ROUNDS change the rate and how often each
// restarts.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { requireCaddy } from '../helpers/caddy.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { type Nodes, startNodes } from '../helpers/nodes.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';
import { type Counted, percentile, startLoad } from './load.ts';

const RATE = Number(process.env.ROLLING_RATE ?? 300);
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 3);
const COUNT = 3;
const [SIGN_INS, REFRESHES] = [5, 50];
/** More than are under way at once, so that no chain is refreshed twice at a time. */
const CHAINS = 200;
/** Between two restarts: the proxy looks at each node once a second. */
const SETTLE_MS = 3000;

let database: TestDatabase;
let nodes: Nodes;
let client: Client;

beforeAll(async () => {
  requireCaddy();
  database = await freshDatabase();
  nodes = await startNodes({
    count: COUNT,
    databaseUrl: database.url,
    settings: {
      LATCHKEY_REQUESTS_PER_SECOND: '100000',
      LATCHKEY_LOG_LEVEL: 'warn',
    },
  });
  client = await givenClient(nodes);
});
afterAll(async () => {
  await nodes?.stop();
  await database?.drop();
});

it(`M9: ${COUNT} nodes restart one after another, ${ROUNDS} times each, at ${RATE} a second: nothing fails`, async () => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => client.tokens()));
  const chains: Tokens[] = [];
  for (let i = 0; i < CHAINS; i += 1) chains.push(await client.tokens());
  let reads = 0;
  const load = startLoad([
    { name: 'sign-in', perSecond: SIGN_INS, run: signInAnew },
    { name: 'refresh', perSecond: REFRESHES, run: () => refreshOne(chains) },
    {
      name: 'user-info',
      perSecond: RATE - SIGN_INS - REFRESHES,
      run: () => readUserInfo(readers[reads++ % readers.length]?.access_token ?? ''),
    },
  ]);
  await pause(SETTLE_MS);
  const exits: (number | null)[] = [];
  for (let restart = 0; restart < COUNT * ROUNDS; restart += 1) {
    exits.push(await nodes.end(restart % COUNT, 'SIGTERM'));
    await nodes.begin(restart % COUNT);
    await pause(SETTLE_MS);
  }
  const seconds = await load.stop();

  report(load.counts, seconds, exits.length);
  expect(exits).toEqual(Array(COUNT * ROUNDS).fill(0));
  expect([...load.counts.values()].flatMap(({ failures }) => failures)).toEqual([]);
});

function report(counts: ReadonlyMap<string, Counted>, seconds: number, restarts: number): void {
  let total = 0;
  for (const [name, { done, failures, milliseconds }] of counts) {
    total += done + failures.length;
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(percentile(milliseconds, share)));
    console.info(`${name}: ${done} done, ${failures.length} failed; p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`);
    for (const failure of new Set(failures)) console.info(`  ${failure.slice(0, 300)}`);
  }
  const reached = total / seconds;
  console.info(`${restarts} restarts in ${seconds.toFixed(1)} s; ${reached.toFixed(0)} a second of ${RATE} wanted`);
}

/** In a browser that has never been here: sign-in page, password, code, tokens. */
async function signInAnew(): Promise<void> {
  const { email, password } = client;
  const browser = new Browser();
  const page = await browser.open(client.authorizeUrl());
  const done = await browser.submit(page.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK });
  const code = done.url.searchParams.get('code');
  if (!code) throw new Error(`sign-in: ${done.status} at ${done.url.pathname}`);
  await requestTokens(client.codeForm(code));
}

async function refreshOne(chains: Tokens[]): Promise<void> {
  const tokens = chains.shift();
  if (!tokens) throw new Error('refresh: every chain is under way');
  chains.push(await requestTokens(client.refreshForm(tokens.refresh_token)));
}

async function requestTokens(form: string): Promise<Tokens> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await send(`${nodes.authUrl}/oauth/token`, 'POST', headers, form);
  if (status !== 200) throw new Error(`token: ${status} ${body}`);
  return JSON.parse(body) as Tokens;
}

async function readUserInfo(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const { status, body } = await send(`${nodes.apiUrl}/user-info`, 'GET', headers);
  if (status !== 200 || !body.includes(client.email)) throw new Error(`user-info: ${status} ${body}`);
}

/** Connections to the proxy are kept, as an application's are. */
const agent = new Agent({ keepAlive: true });

function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, timeout: 15_000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 15 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

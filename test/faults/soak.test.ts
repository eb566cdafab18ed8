// A steady load for as long as is wanted (case M14): nothing fails, and memory, open files, timers and the log of the
// database do not grow. On a machine that is busy with other things some are told to come again, most likely sign-ins,
// because hashing makes way for everything else and nobody waits for it longer than a second (case M16).
// `npm run faults -- --soak 20`; in the short form it runs for seconds, to keep it working.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { type Counted, percentile, startLoad } from '../long/load.ts';
import { healthOf, readMetric, WELL } from './health.ts';
import { memoryOf, openFiles, sizeOf } from './process-figures.ts';

const MINUTES = Number(process.env.LATCHKEY_SOAK_MINUTES ?? 0.1);
/** Below this nothing is said about slopes: a process that is just warm says nothing of the next two hours. */
const JUDGED_FROM_MINUTES = 10;
const SAMPLE_MS = Math.max(1_000, (MINUTES * 60_000) / 60);
const RATES = { 'sign-in': 2, code: 20, refresh: 40, 'user-info': 120 };

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    // All sign in to one account, and each counts as a try until its password has been checked (contract 10).
    LATCHKEY_PASSWORD_TRIES_PER_ACCOUNT: '1000',
    LATCHKEY_LOG_LEVEL: 'error',
  });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

type Sample = { minute: number; memory: number; files: number; timers: number; log: number; p99: number };

test(`M14: ${MINUTES} minutes of steady load: nothing fails, and nothing grows`, {
  timeout: MINUTES * 60_000 + 120_000,
}, async () => {
  refused = 0;
  const load = startLoad(await givenWorks());
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const minutes = () => (performance.now() - startedAt) / 60_000;
  const seen = new Map<string, number>();
  while (minutes() < MINUTES) {
    await pause(SAMPLE_MS);
    samples.push(await takeSample(minutes(), latest(load.counts, seen)));
    expect(await healthOf(server)).toEqual(WELL);
  }
  await load.stop();
  report(samples, load.counts);

  for (const [name, { done, failures }] of load.counts) {
    expect(failures, name).toEqual([]);
    expect(done, name).toBeGreaterThan(0);
  }
  // `done` counts who was told to come again too.
  const served = [...load.counts.values()].reduce((sum, { done }) => sum + done, -refused);
  expect(served).toBeGreaterThan(refused);
  expect(Math.max(...samples.map(({ log }) => log))).toBeLessThan(100);
  const told = refused;
  await vi.waitUntil(signedInAnew, { timeout: 60_000, interval: 100 });
  if (MINUTES < JUDGED_FROM_MINUTES) return;
  const all = [...load.counts.values()].reduce((sum, { done }) => sum + done, 0);
  expect(told).toBeLessThan(all / 1000);
  const last = samples.at(-1) as Sample;
  const warm = samples[Math.floor(samples.length / 4)] as Sample;
  expect(last.files).toBeLessThanOrEqual(warm.files + 30);
  expect(last.timers).toBeLessThanOrEqual(warm.timers + 30);
  // M14's megabyte an hour; what V8 keeps for a while is no leak, so the noise of a short soak is allowed for.
  expect(slopePerHour(samples.slice(Math.floor(samples.length / 3)))).toBeLessThan(1 + 600 / MINUTES);
});

async function takeSample(minute: number, milliseconds: readonly number[]): Promise<Sample> {
  return {
    minute,
    memory: memoryOf(server.pid),
    files: openFiles(server.pid),
    timers: await readMetric(server, 'nodejs_active_resources', 'type="Timeout"'),
    log: sizeOf(`${server.folder}/data/latchkey.db-wal`) / 1024 / 1024,
    p99: percentile(milliseconds, 0.99),
  };
}

/** What was measured since the last look, of requests that hash no password. */
function latest(counts: ReadonlyMap<string, Counted>, seen: Map<string, number>): number[] {
  const all: number[] = [];
  for (const [name, { milliseconds }] of counts) {
    if (name !== 'sign-in') all.push(...milliseconds.slice(seen.get(name) ?? 0));
    seen.set(name, milliseconds.length);
  }
  return all;
}

/** Of the memory, by least squares, in MiB an hour. */
function slopePerHour(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ memory }) => memory))];
  const covariance = mean(samples.map(({ minute, memory }) => (minute - x) * (memory - y)));
  return (covariance / mean(samples.map(({ minute }) => (minute - x) ** 2))) * 60;
}

function report(samples: readonly Sample[], counts: ReadonlyMap<string, Counted>): void {
  for (const { minute, memory, files, timers, log, p99 } of samples) {
    console.info(
      `minute ${minute.toFixed(1)}: ${memory.toFixed(1)} MiB, ${files} files, ${timers} timers, ` +
        `log ${log.toFixed(1)} MiB, p99 ${p99.toFixed(1)} ms`,
    );
  }
  const done = [...counts].map(([name, counted]) => `${counted.done} ${name}`).join(', ');
  const slope = slopePerHour(samples.slice(Math.floor(samples.length / 3))).toFixed(1);
  console.info(
    `${done}, of which ${refused} were told to come again; memory ${slope} MiB an hour over the last two thirds`,
  );
}

/** How many were told to come again. */
let refused = 0;

/** Whether it was told to come again: then nothing was done. A refusal that does not say when is a failure. */
function isRefused({ status, headers }: { status: number; headers: Headers }): boolean {
  if (status !== 503 || !/^\d+$/.test(headers.get('retry-after') ?? '')) return false;
  refused += 1;
  return true;
}

async function givenWorks() {
  const chains: Tokens[] = [];
  for (let chain = 0; chain < 20; chain += 1) chains.push(await client.tokens());
  const reader = await client.tokens();
  return [
    { name: 'sign-in', perSecond: RATES['sign-in'], run: async () => void (await signedInAnew()) },
    { name: 'code', perSecond: RATES.code, run: getTokens },
    { name: 'refresh', perSecond: RATES.refresh, run: () => refreshOne(chains) },
    { name: 'user-info', perSecond: RATES['user-info'], run: () => readUserInfo(reader, chains) },
  ];
}

/** In a browser that has never been here. @returns false: it was told to come again */
async function signedInAnew(): Promise<boolean> {
  const { email, password } = client;
  const browser = new Browser();
  const page = await browser.open(client.authorizeUrl());
  if (isRefused(page)) return false;
  const done = await browser.submit(page.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK });
  if (isRefused(done)) return false;
  if (!done.url.searchParams.get('code')) throw new Error(`sign-in: ${done.status} at ${done.url.pathname}`);
  return true;
}

/** @returns undefined: it was told to come again */
async function askForTokens(form: string): Promise<Tokens | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${server.authUrl}/oauth/token`, { method: 'POST', headers, body: form });
  const text = await response.text();
  if (isRefused(response)) return undefined;
  if (response.status !== 200) throw new Error(`tokens: ${response.status} ${text}`);
  return JSON.parse(text) as Tokens;
}

async function getTokens(): Promise<void> {
  const page = await client.browser.open(client.authorizeUrl(), { stopAt: CALLBACK });
  if (isRefused(page)) return;
  const code = page.url.searchParams.get('code');
  if (!code) throw new Error(`code: ${page.status} at ${page.url.pathname}`);
  await askForTokens(client.codeForm(code));
}

async function refreshOne(chains: Tokens[]): Promise<void> {
  const tokens = chains.shift();
  // The server is behind: what cannot be asked now is no request.
  if (!tokens) return;
  chains.push((await askForTokens(client.refreshForm(tokens.refresh_token))) ?? tokens);
}

/** By the newest tokens: in a soak of hours the first ones run out. */
async function readUserInfo(first: Tokens, chains: readonly Tokens[]): Promise<void> {
  const headers = { authorization: `Bearer ${(chains.at(-1) ?? first).access_token}` };
  const response = await fetch(`${server.apiUrl}/user-info`, { headers });
  await response.arrayBuffer();
  if (!isRefused(response) && response.status !== 200) throw new Error(`user-info: ${response.status}`);
}

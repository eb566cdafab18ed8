// `serve --workers 2` on each database under load: races on single-use things between workers (C3, G3), a worker killed
// at any moment (M18), and all of them told to stop (M8). The metrics tell that every worker took part. One start serves
// all of them.

import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Barrier } from '../helpers/barrier.ts';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { holdRequest } from '../helpers/held-request.ts';
import { roundsOf } from '../helpers/rounds.ts';
import type { TestServer } from '../helpers/server.ts';
import { startWorkers, until, workersOf } from '../helpers/workers.ts';

const WORKERS = 2;
const AT_ONCE = 50;
// Fewer than for several processes on one database (test/processes/spent-once.test.ts): workers are such processes
// behind one socket.
const CODE_ROUNDS = roundsOf(60);
const REFRESH_ROUNDS = roundsOf(40);
/** Each worker is killed at least once. */
const KILLS = roundsOf(5, 2);
const CHAINS = 6;
const HELD = 40;

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startWorkers(WORKERS, { LATCHKEY_LOG_LEVEL: 'info' });
  client = await givenClient(server);
});
afterAll(async () => {
  const logs = server.logs();
  await server.stop('SIGKILL');
  expect(logs).not.toContain('locked');
});

/**
 * Connections on each worker, in about equal shares. Left to itself the kernel gives connections that are opened at
 * leisure to whoever wakes first, so the others are stopped meanwhile; an answer on a later connection tells that all
 * are accepted.
 */
async function openOnEachWorker(): Promise<Barrier[]> {
  const workers = workersOf(server);
  const barriers: Barrier[] = [];
  for (const taker of workers) {
    const others = workers.filter((worker) => worker !== taker);
    for (const other of others) process.kill(other, 'SIGSTOP');
    barriers.push(await Barrier.open([server.authUrl], AT_ONCE / WORKERS));
    // Not by `fetch`, which would use a connection it has, perhaps to a worker that is stopped.
    const last = await Barrier.open([server.authUrl], 1);
    await last.post('/oauth/token', ['a=b']);
    last.close();
    for (const other of others) process.kill(other, 'SIGCONT');
  }
  return barriers;
}

async function race(barriers: readonly Barrier[], form: string) {
  const forms = Array<string>(AT_ONCE / WORKERS).fill(form);
  const answers = (await Promise.all(barriers.map((barrier) => barrier.post('/oauth/token', forms)))).flat();
  return answers.map(({ status, body }) => ({ status, body: JSON.parse(body) as Tokens & { error?: string } }));
}

/** Requests to the token endpoint that each worker has answered, by its number. */
async function answeredByWorker(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${server.opsUrl}/metrics`)).text();
  const counts = new Map<string, number>();
  for (const [, labels = '', count] of text.matchAll(/latchkey_request_duration_seconds_count\{(.*)\} (\d+)/g)) {
    const worker = /worker="(\d+)"/.exec(labels)?.[1];
    if (worker && labels.includes('/oauth/token')) counts.set(worker, (counts.get(worker) ?? 0) + Number(count));
  }
  return counts;
}

async function expectEveryWorkerTookPart(before: ReadonlyMap<string, number>, atLeast: number) {
  const counts = await answeredByWorker();
  expect(counts.size).toBe(WORKERS);
  for (const [worker, count] of counts) expect(count - (before.get(worker) ?? 0)).toBeGreaterThanOrEqual(atLeast);
}

test(`C3: ${AT_ONCE} redemptions of one code, ${CODE_ROUNDS} rounds, ${WORKERS} workers: one success, no 5xx, and the replays end it (C2)`, {
  timeout: 240_000,
}, async () => {
  const before = await answeredByWorker();
  const barriers = await openOnEachWorker();
  for (let round = 0; round < CODE_ROUNDS; round += 1) {
    const answers = await race(barriers, client.codeForm(await client.code()));
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toHaveLength(AT_ONCE - 1);
    expect(losers.filter(({ status, body }) => status !== 400 || body.error !== 'invalid_grant')).toEqual([]);
    const winner = answers.find(({ status }) => status === 200)?.body as Tokens;
    expect((await client.userInfo(winner.access_token)).status).toBe(401);
  }
  for (const barrier of barriers) barrier.close();
  await expectEveryWorkerTookPart(before, CODE_ROUNDS * 10);
});

test(`G3: ${AT_ONCE} refreshes of one token, ${REFRESH_ROUNDS} rounds, ${WORKERS} workers: one live successor, no false revocation`, {
  timeout: 240_000,
}, async () => {
  const before = await answeredByWorker();
  const barriers = await openOnEachWorker();
  let { refresh_token } = await client.tokens();
  for (let round = 0; round < REFRESH_ROUNDS; round += 1) {
    const answers = await race(barriers, client.refreshForm(refresh_token));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size).toBe(1);
    const [first] = answers;
    if (first) refresh_token = first.body.refresh_token;
  }
  for (const barrier of barriers) barrier.close();
  expect((await client.token(client.refreshForm(refresh_token))).status).toBe(200);
  await expectEveryWorkerTookPart(before, REFRESH_ROUNDS * 10);
});

/** A family that is refreshed and used without a pause; `broken` counts requests whose connection ended unanswered. */
type Chain = { tokens: Tokens; rotated: number; broken: number; wrong: unknown[] };

async function runChain(chain: Chain, goOn: () => boolean): Promise<void> {
  while (goOn()) {
    try {
      const { status, body } = await client.token(client.refreshForm(chain.tokens.refresh_token));
      if (status !== 200) chain.wrong.push({ status, body });
      else chain.tokens = body;
      const used = await client.userInfo(chain.tokens.access_token);
      if (used.status !== 200) chain.wrong.push(used);
      chain.rotated += 1;
    } catch {
      // What a client does then: the same request again, which may have been carried out before or not.
      chain.broken += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

const startsOfWorkers = () => server.logs().split('"host":"api","msg":"Server listening').length - 1;

const givenChains = () =>
  Promise.all(
    Array.from({ length: CHAINS }, async (): Promise<Chain> => {
      return { tokens: await client.tokens(), rotated: 0, broken: 0, wrong: [] };
    }),
  );

test('M8: told to stop under load, readiness turns 503, what workers had accepted is answered, and the exit code is 0', {
  timeout: 120_000,
}, async () => {
  const chains = await givenChains();
  let loading = true;
  const load = chains.map((chain) => runChain(chain, () => loading));
  await until(() => chains.every(({ rotated }) => rotated > 5));
  const held = await Promise.all(Array.from({ length: HELD }, () => holdRequest(server)));

  process.kill(server.pid, 'SIGTERM');
  await until(async () => (await fetch(`${server.opsUrl}/health/ready`)).status === 503);
  loading = false;
  const answers = held.map(async (socket) => {
    const [answer] = await once(socket, 'data');
    return String(answer).slice(0, 12);
  });
  for (const socket of held) socket.write('a=b');
  expect(await Promise.all(answers)).toEqual(Array(HELD).fill('HTTP/1.1 400'));
  await Promise.all(load);

  await server.restart('SIGTERM');
  expect(server.logs()).not.toContain('A worker exited');
  expect(chains.flatMap(({ wrong }) => wrong)).toEqual([]);
  // Whatever was answered holds, and a request that found the door closed can be made again.
  for (const { tokens } of chains) {
    expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
  }
});

test(`M18: ${KILLS} times a worker is killed under load: it is back, every other request succeeds, nothing answered is lost`, {
  timeout: 120_000,
}, async () => {
  const chains = await givenChains();
  await until(() => startsOfWorkers() % WORKERS === 0);
  const startsBefore = startsOfWorkers();
  let loading = true;
  const load = chains.map((chain) => runChain(chain, () => loading));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = chains.map(({ rotated }) => rotated);
    const workers = workersOf(server);
    const victim = workers[kill % WORKERS] ?? 0;
    process.kill(victim, 'SIGKILL');
    const isBack = () => startsOfWorkers() === startsBefore + kill + 1;
    await until(() => isBack() && chains.every(({ rotated }, index) => rotated > (before[index] ?? 0) + 2));
    expect(workersOf(server)).toHaveLength(WORKERS);
  }
  loading = false;
  await Promise.all(load);
  expect(chains.flatMap(({ wrong }) => wrong)).toEqual([]);
  // A killed worker takes with it what it had in hand, which is one request for each chain at most.
  for (const { broken } of chains) expect(broken).toBeLessThanOrEqual(KILLS);
  for (const { tokens } of chains) expect((await client.userInfo(tokens.access_token)).status).toBe(200);
});

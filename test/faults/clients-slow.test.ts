// Clients that dawdle and clients that flood (case M17, contract 10): each is ended within its time, and meanwhile
// everybody else is served as always.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { percentile } from '../long/load.ts';
import { healthOf, WELL } from './health.ts';
import { inShort, LONG } from './how-long.ts';
import { memoryOf, openFiles } from './process-figures.ts';

/** Of each kind. */
const CLIENTS = inShort(25, { long: 200 });
/** Contract 10's time for a whole request is 15 s; a connection that is kept without asking anything has 65 s. */
const REQUEST_MS = 15_000;
const KEPT_MS = 65_000;
/** More than the system's own buffers take: then it is the server that waits. */
const PAGES_UNREAD = 4_000;
/** Between two requests of somebody who is served meanwhile. */
const PAUSE_MS = inShort(40, { long: 5 });
/** For a machine that is busy with other things. */
const GENEROUS_MS = 60_000;

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_REQUESTS_PER_SECOND: '100000', LATCHKEY_LOG_LEVEL: 'warn' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

let refused = 0;

type Ended = { status: string; milliseconds: number };

const HEAD = 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n';

function open(): Socket {
  const socket = connect(Number(new URL(server.authUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

/** Sends `first`, then `more` every so often. @returns how it ended, and when */
function dawdle(first: string, more: string, everyMs: number): Promise<Ended> {
  const startedAt = performance.now();
  const socket = open();
  socket.write(first);
  const timer = setInterval(() => socket.write(more), everyMs);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ status: answer.slice(9, 12), milliseconds: performance.now() - startedAt });
    });
  });
}

/** Asks for page after page and reads none of them. */
function neverRead(): Socket {
  const socket = open();
  socket.pause();
  socket.write('GET /login HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n'.repeat(PAGES_UNREAD));
  return socket;
}

const many = (one: () => Promise<Ended>) => Promise.all(Array.from({ length: CLIENTS }, one));

test(`M17: ${4 * CLIENTS} slow and flooding clients, and ${CLIENTS} that never read: ended in time, and nobody else waits`, async () => {
  const tokens = await client.tokens();
  const idle = await servedFor(tokens.access_token, 1_000);
  const [filesBefore, memoryBefore] = [openFiles(server.pid), memoryOf(server.pid)];

  let attacking = true;
  // The slow ones are let in before the floods, which make the server tell some of those who come then to come again.
  const slow = Promise.all([
    many(() => dawdle('GET /login HTTP/1.1\r\n', 'X-Slow: y\r\n', 1_000)),
    many(() => dawdle(`${HEAD}Content-Length: 60000\r\n\r\n`, 'a', 1_000)),
  ]);
  const beside = await servedFor(tokens.access_token, 1_000);
  const unread = Array.from({ length: CLIENTS }, neverRead);
  const floods = Promise.all([
    many(() => dawdle('GET /login HTTP/1.1\r\n', `X-Flood: ${'y'.repeat(8_000)}\r\n`, 5)),
    many(() => dawdle(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, `1000\r\n${'b'.repeat(4096)}\r\n`, 5)),
  ]);
  const attack = Promise.all([slow, floods]).finally(() => {
    attacking = false;
  });
  const meanwhile = [...beside];
  let memory = memoryBefore;
  while (attacking) {
    meanwhile.push(...(await servedFor(tokens.access_token, 500)));
    memory = Math.max(memory, memoryOf(server.pid));
    expect(await healthOf(server)).toEqual(WELL);
  }
  const [[slowHeaders, slowBodies], [headerFloods, bodyFloods]] = await attack;

  expectEnded(slowHeaders, '408');
  expectEnded(slowBodies, '408');
  expectEnded(headerFloods, '431');
  expectEnded(bodyFloods, '413');
  for (const ended of [slowHeaders, slowBodies]) expect(longest(ended)).toBeLessThan(REQUEST_MS + GENEROUS_MS);
  for (const ended of [headerFloods, bodyFloods]) expect(longest(ended)).toBeLessThan(GENEROUS_MS);
  // Of those that never read the server keeps nothing for long.
  const startedAt = performance.now();
  while (LONG && openFiles(server.pid) > filesBefore + 10) {
    expect(performance.now() - startedAt).toBeLessThan(KEPT_MS + GENEROUS_MS);
    await sleep(250);
  }
  for (const socket of unread) socket.destroy();
  // Most of it is room that V8 takes for the floods; without a bound on what waits for one connection it was a GiB.
  expect(memory - memoryBefore).toBeLessThan(250);
  expect(refused).toBeLessThan(meanwhile.length / 2);
  console.info(
    `${5 * CLIENTS} clients; headers ended after ${longest(slowHeaders)} ms, bodies after ${longest(slowBodies)} ms; ` +
      `user information p99 ${percentile(idle, 0.99).toFixed(1)} ms alone, ${percentile(meanwhile, 0.99).toFixed(1)} ms meanwhile, ${refused} told to come again; ` +
      `memory ${(memory - memoryBefore).toFixed(0)} MiB more`,
  );
});

/**
 * Most by what they did; some sooner, where the machine is busy with other things. Who goes on sending after the answer
 * may lose it to the reset that follows (RFC 9112 9.6), and sees an end without one.
 */
function expectEnded(ended: readonly Ended[], expected: string): void {
  const statuses = ended.map(({ status }) => status);
  expect(statuses.filter((status) => status === expected).length).toBeGreaterThan(statuses.length / 2);
  expect(statuses.filter((status) => ![expected, '503', ''].includes(status))).toEqual([]);
}

const longest = (ended: readonly Ended[]): number => Math.round(Math.max(...ended.map((one) => one.milliseconds)));

/**
 * Reads user information one after another. On a machine that is busy with other things some are told to come again.
 * @returns how long each took that was answered, in ms
 */
async function servedFor(accessToken: string, milliseconds: number): Promise<number[]> {
  const took: number[] = [];
  for (const startedAt = performance.now(); performance.now() - startedAt < milliseconds; await sleep(PAUSE_MS)) {
    const askedAt = performance.now();
    const { status } = await client.userInfo(accessToken);
    expect([200, 503]).toContain(status);
    if (status === 200) took.push(performance.now() - askedAt);
    else refused += 1;
  }
  return took;
}

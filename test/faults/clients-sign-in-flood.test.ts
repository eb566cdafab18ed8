// Password sign-ins at ten times what the machine can check (case M16): what is too much is refused soon, the memory
// stays bounded, and who has tokens does not notice.

import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { type Counted, percentile, startLoad } from '../long/load.ts';
import { healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';
import { memoryOf } from './process-figures.ts';

const SECONDS = inShort(3, { long: 20 });
const CAPACITY_SECONDS = inShort(1.5, { long: 5 });
const MORE_THAN_CAPACITY = 10;
/** What one hash takes, and what a process may need besides for requests under way, in MiB. */
const HASH_MIB = 19;
const BESIDE_MIB = 150;
/** Hashes at once. */
const HASHES = Math.max(1, Math.min(3, availableParallelism() - 1));
/** No time decides on a machine that others use as well; the figure is told at the end. */
const GENEROUS_MS = 60_000;

let server: TestServer;
let client: Client;
let signIn: { cookie: string; csrf: string };
beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'error',
  });
  client = await givenClient(server);
  const browser = new Browser();
  const page = await browser.open(`${server.authUrl}/login`);
  const csrf = page.form({ action: '/login' }).values.find(([name]) => name === 'csrf')?.[1] ?? '';
  const cookie = [...browser.cookies(server.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
  signIn = { cookie, csrf };
});
afterAll(() => server?.stop());

test(`M16: sign-ins at ${MORE_THAN_CAPACITY} times capacity: the excess is refused soon, other requests go on`, async () => {
  const capacity = await measureCapacity();
  const idle = await measure([]);
  const memoryBefore = memoryOf(server.pid);

  let memory = memoryBefore;
  const watching = setInterval(() => {
    memory = Math.max(memory, memoryOf(server.pid));
  }, 50);
  const answers: { status: number; milliseconds: number }[] = [];
  const flood = {
    name: 'sign-in',
    perSecond: capacity * MORE_THAN_CAPACITY,
    run: async () => {
      answers.push(await tryPassword());
    },
  };
  const flooded = await measure([flood]);
  clearInterval(watching);

  for (const counts of [idle, flooded]) expect([...counts.values()].flatMap(({ failures }) => failures)).toEqual([]);
  // Nobody has these passwords: either that was found out, or there was no time for it.
  expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(
    percentile(
      refused.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
  ).toBeLessThan(GENEROUS_MS);
  expect(memory - memoryBefore).toBeLessThan(HASHES * HASH_MIB + BESIDE_MIB);
  expect(await healthOf(server)).toEqual(WELL);
  const signedIn = await new Browser().open(`${server.authUrl}/login`);
  expect(signedIn.status).toBe(200);
  const p99 = (counts: ReadonlyMap<string, Counted>, name: string) =>
    percentile(counts.get(name)?.milliseconds ?? [], 0.99).toFixed(1);
  console.info(
    `capacity ${capacity.toFixed(0)} a second; ${answers.length} tried, ${refused.length} refused, of these p99 ` +
      `${percentile(
        refused.map((one) => one.milliseconds),
        0.99,
      ).toFixed(0)} ms; p99 alone and in the flood: token ` +
      `${p99(idle, 'token')} and ${p99(flooded, 'token')} ms, user information ${p99(idle, 'user-info')} and ` +
      `${p99(flooded, 'user-info')} ms; memory ${(memory - memoryBefore).toFixed(0)} MiB more`,
  );
});

/** Passwords checked in a second, by as many as are checked at once. */
async function measureCapacity(): Promise<number> {
  let checked = 0;
  const until = performance.now() + CAPACITY_SECONDS * 1000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < until) if ((await tryPassword()).status === 401) checked += 1;
    }),
  );
  expect(checked).toBeGreaterThan(0);
  return checked / CAPACITY_SECONDS;
}

/** Tokens and user information at a quiet rate, with what else is given. */
async function measure(others: readonly { name: string; perSecond: number; run: () => Promise<void> }[]) {
  const chains: Tokens[] = await Promise.all(Array.from({ length: 20 }, () => client.tokens()));
  const reader = await client.tokens();
  const load = startLoad([
    {
      name: 'token',
      perSecond: 20,
      run: async () => {
        const tokens = chains.shift();
        if (!tokens) return;
        const { status, body } = await client.token(client.refreshForm(tokens.refresh_token));
        chains.push(status === 200 ? body : tokens);
        if (status !== 200 && status !== 503) throw new Error(`refresh: ${status} ${JSON.stringify(body)}`);
      },
    },
    {
      name: 'user-info',
      perSecond: 50,
      run: async () => {
        const { status } = await client.userInfo(reader.access_token);
        if (status !== 200 && status !== 503) throw new Error(`user-info: ${status}`);
      },
    },
    ...others,
  ]);
  await sleep(SECONDS * 1000);
  await load.stop();
  return load.counts;
}

/** As many as are under way at once; more wait on the side of those who ask. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let tried = 0;

/** A wrong password for an account that nobody has tried. */
function tryPassword(): Promise<{ status: number; milliseconds: number }> {
  tried += 1;
  const form = new URLSearchParams({
    csrf: signIn.csrf,
    email: `nobody-${tried}@example.com`,
    password: 'a wrong one',
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    origin: server.authUrl,
    cookie: signIn.cookie,
  };
  return new Promise((resolve, reject) => {
    let startedAt = performance.now();
    const sent = request(`${server.authUrl}/login`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, milliseconds: performance.now() - startedAt }));
    });
    sent.on('error', reject);
    sent.once('socket', () => {
      startedAt = performance.now();
    });
    sent.end(form.toString());
  });
}

// Five times as many clients as it takes to keep the server busy, at one endpoint after the other (case M17): as much
// is answered as before, what is refused is told when to come again, and a moment later all is as it was.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { percentile } from '../long/load.ts';
import { healthOf, WELL } from './health.ts';
import { inShort, LONG } from './how-long.ts';
import { type KeptAnswer, type KeptConnection, openKeptConnection } from './keep-alive.ts';
import { cpuOf } from './process-figures.ts';

/** As many as keep it busy: with more its rate does not grow. */
const CLIENTS = 32;
const TIMES = 5;
/** More than the server takes in hand (`MAX_IN_FLIGHT`). */
const FAR_TOO_MANY = 2_500;
const FAR_SECONDS = inShort(1, { long: 5 });
/**
 * Eighty times as many, most of whom are refused twice a second: half was measured. Before refusals waited it was
 * nothing at all.
 */
const MIN_SHARE_FAR = 0.2;
const SECONDS = inShort(0.4, { long: 5 });
const WARM_SECONDS = inShort(0.5, { long: 5 });
/** Later is too late: whoever waits has gone away. */
const PATIENCE_MS = inShort(30_000, { long: 1_000 });
/**
 * Of the rate before. The long form has a machine for itself and measures answers a second. On one that others use as
 * well a second says nothing: the short form measures answers for a second of the server's processor time, which is
 * far less where it refuses more than it must, or works for whom it then refuses. Nothing is answered in time where it
 * stands still.
 */
const MIN_SHARE = inShort(0.4, { long: 0.8 });
const ROUNDS = inShort(1, { long: 3 });
const BACK_TO_NORMAL_MS = inShort(60_000, { long: 5_000 });

let server: TestServer;
let client: Client;
let tokens: Tokens;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_REQUESTS_PER_SECOND: '1000000', LATCHKEY_LOG_LEVEL: 'error' });
  client = await givenClient(server, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  tokens = await client.tokens();
  cookie = [...client.browser.cookies(server.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(() => server?.stop());

/** What one connection asks, and asks next. */
type Asker = { request(): string; isGood(answer: KeptAnswer): boolean };

type Endpoint = {
  name: string;
  host(): string;
  /** Nothing of it is shared, so that no connection waits for another. */
  asker(): Promise<Asker>;
};

const get = (url: URL | string, ...headers: string[]): string => {
  const { pathname, search, host } = new URL(url);
  return [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n');
};
const postForm = (url: string, form: string, ...headers: string[]): string => {
  const { pathname, host } = new URL(url);
  const type = 'Content-Type: application/x-www-form-urlencoded';
  return [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    type,
    ...headers,
    `Content-Length: ${form.length}`,
    '',
    form,
  ].join('\r\n');
};

/** The same request again and again. */
const again = (request: string, status: number): Asker => ({
  request: () => request,
  isGood: (answer) => answer.status === status,
});

const AUTHORIZE: Endpoint = {
  name: 'authorize',
  host: () => server.authUrl,
  asker: async () => again(get(client.authorizeUrl(), `Cookie: ${cookie}`), 303),
};

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'refresh',
    host: () => server.authUrl,
    async asker() {
      let { refresh_token: latest } = await client.tokens({ scope: 'openid nickname' });
      return {
        request: () => postForm(`${server.authUrl}/oauth/token`, client.refreshForm(latest)),
        isGood({ status, body }) {
          if (status === 200) latest = JSON.parse(body).refresh_token;
          return status === 200;
        },
      };
    },
  },
  AUTHORIZE,
  {
    name: 'user-info',
    host: () => server.apiUrl,
    asker: async () => again(get(`${server.apiUrl}/user-info`, `Authorization: Bearer ${tokens.access_token}`), 200),
  },
];

/** With the time to come again. */
const REFUSED = /^HTTP\/1\.1 503 .*\r\nretry-after: [1-9]/is;

type Asked = { perSecond: number; milliseconds: number[]; late: number; refused: number };

/** Everybody connects; then each asks, and once answered asks again at once, also whoever was told to come later. */
async function ask({ host }: Endpoint, askers: readonly Asker[], seconds: number): Promise<Asked> {
  const connections: KeptConnection[] = [];
  for (const _ of askers) connections.push(await openKeptConnection(host()));
  const asked: Asked = { perSecond: 0, milliseconds: [], late: 0, refused: 0 };
  const startedAt = performance.now();
  const secondsSince = stopwatch();
  const until = startedAt + seconds * 1000;
  await Promise.all(
    askers.map(async (asker, index) => {
      const connection = connections[index] as KeptConnection;
      for (let now = startedAt; now < until; ) {
        const answer = await connection.send(asker.request());
        const took = performance.now() - now;
        now += took;
        if (!asker.isGood(answer)) {
          if (!REFUSED.test(answer.head)) throw new Error(`Neither answered nor told to come again: ${answer.head}`);
          asked.refused += 1;
        } else if (took > PATIENCE_MS) asked.late += 1;
        else asked.milliseconds.push(took);
      }
    }),
  );
  for (const connection of connections) connection.close();
  asked.perSecond = asked.milliseconds.length / secondsSince();
  return asked;
}

function stopwatch(): () => number {
  const now = () => (LONG ? performance.now() / 1000 : cpuOf(server.pid));
  const startedAt = now();
  return () => now() - startedAt;
}

const middle = ({ milliseconds }: Asked): number => percentile(milliseconds, 0.5);

/** @returns after how long one who asks alone is answered as before, in ms */
async function recovered(endpoint: Endpoint, alone: readonly Asker[], calm: Asked): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const now = await ask(endpoint, alone, 0.1);
    if (now.refused === 0 && middle(now) < 2 * middle(calm) + 5) return performance.now() - startedAt - 100;
    expect(performance.now() - startedAt).toBeLessThan(BACK_TO_NORMAL_MS);
  }
}

/**
 * @returns of the rate that enough clients have just before and after: what was answered to too many; the middle of the
 * rounds
 */
async function overload(endpoint: Endpoint, clients: number, seconds = SECONDS) {
  const everybody = await Promise.all(Array.from({ length: clients }, endpoint.asker));
  const [alone, enough] = [everybody.slice(0, 1), everybody.slice(0, CLIENTS)];
  // Code that is cold would make the peak look lower than it is.
  await ask(endpoint, enough, WARM_SECONDS);
  const calm = await ask(endpoint, alone, 0.3);
  const shares: number[] = [];
  let refused = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = await ask(endpoint, enough, SECONDS);
    const much = await ask(endpoint, everybody, seconds);
    const back = await recovered(endpoint, alone, calm);
    const after = await ask(endpoint, enough, SECONDS);
    const peak = (before.perSecond + after.perSecond) / 2;
    shares.push(much.perSecond / peak);
    refused += much.refused;
    console.info(
      `${endpoint.name}: ${peak.toFixed(0)} a second by ${CLIENTS}, ${much.perSecond.toFixed(0)} by ${clients}` +
        ` (p99 ${percentile(much.milliseconds, 0.99).toFixed(0)} ms, ${much.late} late, ${much.refused} refused); ` +
        `as before after ${back.toFixed(0)} ms`,
    );
  }
  return { share: percentile(shares, 0.5), refused };
}

test.each(ENDPOINTS)(
  `M17: ${TIMES} times too many at $name: as much is answered as before, and it is over at once`,
  async (endpoint) => {
    const { share } = await overload(endpoint, TIMES * CLIENTS);
    expect(share).toBeGreaterThan(MIN_SHARE);
    expect(await healthOf(server)).toEqual(WELL);
  },
);

test(`M17: ${FAR_TOO_MANY} at once who never wait: who is refused is told when to come again, and the others are answered`, async () => {
  const { share, refused } = await overload(AUTHORIZE, FAR_TOO_MANY, FAR_SECONDS);
  expect(refused).toBeGreaterThan(0);
  expect(share).toBeGreaterThan(MIN_SHARE_FAR);
  expect(await healthOf(server)).toEqual(WELL);
});

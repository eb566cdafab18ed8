// The database fails under a running server: restarted, stopped for five seconds, its connections killed, the answer to
// a commit lost. In the gap there are 503s and nothing else; afterwards every good token is good, every spent one is
// spent, and nobody restarted the server (cases C11, C12, G10, G11, M6, M7).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Barrier } from '../helpers/barrier.ts';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { type PostgresServer, startPostgres } from '../helpers/postgres.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { startTcpProxy, type TcpProxy, through } from '../helpers/tcp-proxy.ts';
import { administer, createDatabase, type TestDatabase } from '../helpers/test-databases.ts';
import { until } from '../helpers/workers.ts';

let postgres: PostgresServer;
let database: TestDatabase;
let proxy: TcpProxy;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  postgres = await startPostgres();
  database = await createDatabase(postgres.url);
  proxy = await startTcpProxy(postgres.port);
  server = await startServer({
    LATCHKEY_DATABASE_URL: through(proxy, database.url),
    LATCHKEY_DATABASE_TIMEOUT_MS: '1500',
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_LOG_LEVEL: 'warn',
  });
  client = await givenClient(server);
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  await postgres?.stop();
});
beforeEach(() => healed());

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const ready = () => fetch(`${server.opsUrl}/health/ready`).then(({ status }) => status);

/** Resolves with how long that took, in ms. */
async function healed(): Promise<number> {
  for (const startedAt = performance.now(); ; await sleep(20)) {
    if ((await ready()) === 200) return performance.now() - startedAt;
    if (performance.now() - startedAt > 10_000) throw new Error('The server did not heal within 10 s');
  }
}

/** Posts to the token endpoint until the answer is another than 503. */
async function insist(form: string) {
  for (let refused = 0; ; refused += 1) {
    const answer = await client.token(form);
    if (answer.status !== 503) return { ...answer, refused };
    await sleep(50);
  }
}

type Seen = { refreshes: number; refused: number; reads: number; refusedReads: number };

const gaps: readonly (readonly [string, (seen: Seen) => Promise<void>])[] = [
  [
    'restarted at once, as in a crash',
    // It may be back before anybody has asked for anything.
    (seen) => postgres.restart(() => until(() => seen.refusedReads > 0)),
  ],
  [
    'stopped for 5 s without a word',
    async () => {
      await postgres.pause();
      await sleep(5_000);
      await postgres.resume();
    },
  ],
  [
    'rid of all its connections, again and again',
    async () => {
      for (let i = 0; i < 20; i += 1) {
        await administer(
          postgres.url,
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
        ).catch(() => {});
        await sleep(50);
      }
    },
  ],
  [
    'out of reach for 2 s',
    async () => {
      proxy.refuse();
      proxy.cut();
      await sleep(2_000);
      proxy.accept();
    },
  ],
];

describe.each(gaps)('M6: the database is %s under load', (_what, makeGap) => {
  test('G11: only 503s in the gap, every chain of refreshes goes on, nothing counts as reuse, and it heals in 5 s', {
    timeout: 90_000,
  }, async () => {
    const chains = await Promise.all(Array.from({ length: 8 }, () => client.tokens()));
    const spent: string[] = [];
    const seen: Seen = { refreshes: 0, refused: 0, reads: 0, refusedReads: 0 };
    let running = true;
    const refreshing = chains.map(async (tokens, i) => {
      while (running) {
        const token = (chains[i] as Tokens).refresh_token;
        const { status, body, refused } = await insist(client.refreshForm(token));
        expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
        chains[i] = body;
        spent[i] = token;
        seen.refreshes += 1;
        seen.refused += refused;
      }
      return tokens;
    });
    const reading = async () => {
      while (running) {
        const { status } = await client.userInfo((chains[0] as Tokens).access_token);
        expect([200, 503]).toContain(status);
        seen[status === 200 ? 'reads' : 'refusedReads'] += 1;
        await sleep(5);
      }
    };
    const load = Promise.all([...refreshing, reading(), reading()]);
    await sleep(300);
    await makeGap(seen);
    expect(await healed()).toBeLessThan(5_000);
    await sleep(300);
    running = false;
    await load;

    // A load that met no gap, or did nothing beside it, would prove nothing.
    expect(seen.refused + seen.refusedReads).toBeGreaterThan(0);
    expect(seen.refreshes).toBeGreaterThan(16);
    for (const [i, tokens] of chains.entries()) {
      expect((await client.userInfo(tokens.access_token)).status).toBe(200);
      // The last spent one is a repeat: the same pair, and not another.
      const repeated = await insist(client.refreshForm(spent[i] as string));
      expect(repeated.body.refresh_token).toBe(tokens.refresh_token);
      expect((await insist(client.refreshForm(tokens.refresh_token))).status).toBe(200);
    }
  });
});

describe('the database cannot be reached', () => {
  test('G11: refreshing, redeeming, reading and signing in are 503 with Retry-After, and work afterwards', async () => {
    const tokens = await client.tokens();
    const code = await client.code();
    proxy.refuse();
    proxy.cut();
    const post = (body: string) =>
      fetch(`${server.authUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    const answers = await Promise.all([
      post(client.refreshForm(tokens.refresh_token)),
      post(client.codeForm(code)),
      fetch(`${server.apiUrl}/user-info`, { headers: { authorization: `Bearer ${tokens.access_token}` } }),
      fetch(client.authorizeUrl(), { redirect: 'manual' }),
      fetch(`${server.opsUrl}/health/ready`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    for (const answer of answers.slice(0, 4)) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`${server.opsUrl}/health/live`)).status).toBe(200);
    proxy.accept();
    await healed();
    expect((await client.token(client.refreshForm(tokens.refresh_token))).status).toBe(200);
    expect((await client.token(client.codeForm(code))).status).toBe(200);
  });

  test('the server logs why, and neither SQL values nor the password of the database', () => {
    expect(server.logs()).toMatch(/The database cannot be reached|The database cannot answer/);
    expect(server.logs()).not.toContain(client.email);
  });
});

describe('M7: the answer to the commit is lost', () => {
  test('C12: of a redemption: 503; tried again the code is used, and no token of it lives', async () => {
    const code = await client.code();
    const lost = proxy.loseAnswerTo('code_used_at is null');
    expect((await client.token(client.codeForm(code))).status).toBe(503);
    await lost;
    const again = await insist(client.codeForm(code));
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    const newest = 'select ended_at is not null as ended from grants order by id desc limit 1';
    expect(await administer(database.url, newest)).toEqual([{ ended: true }]);
  });

  test('G3: of a refresh: 503; tried again it works, and there is one live successor', async () => {
    const { refresh_token } = await client.tokens();
    const lost = proxy.loseAnswerTo('refresh_generation + 1');
    expect((await client.token(client.refreshForm(refresh_token))).status).toBe(503);
    await lost;
    const [first, second] = [
      await insist(client.refreshForm(refresh_token)),
      await insist(client.refreshForm(refresh_token)),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.refresh_token).toBe(first.body.refresh_token);
    expect((await client.userInfo(first.body.access_token)).status).toBe(200);
    expect((await insist(client.refreshForm(first.body.refresh_token))).status).toBe(200);
  });

  test('of a revocation: 503, and it was done; tried again it is 200, and nothing of the family lives', async () => {
    const tokens = await client.tokens();
    const revoke = () =>
      fetch(`${server.authUrl}/oauth/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ token: tokens.refresh_token, client_id: client.apiKey }),
      });
    const lost = proxy.loseAnswerTo('set ended_at');
    expect((await revoke()).status).toBe(503);
    await lost;
    await healed();
    expect((await client.userInfo(tokens.access_token)).status).toBe(401);
    expect((await revoke()).status).toBe(200);
    expect((await insist(client.refreshForm(tokens.refresh_token))).body.error).toBe('invalid_grant');
  });
});

describe('the database crashes right after an answer', () => {
  test('C11, G10: what was answered is true: the code is used, the old refresh token replayed is a repeat, the new one lives', async () => {
    const code = await client.code();
    const { body: tokens } = await client.token(client.codeForm(code));
    const { body: rotated } = await client.token(client.refreshForm(tokens.refresh_token));
    await postgres.restart();
    await healed();
    expect((await client.userInfo(rotated.access_token)).status).toBe(200);
    const repeated = await insist(client.refreshForm(tokens.refresh_token));
    expect(repeated.body.refresh_token).toBe(rotated.refresh_token);
    const replayed = await insist(client.codeForm(code));
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
    // C2: presenting the code again ended all that came of it.
    expect((await client.userInfo(rotated.access_token)).status).toBe(401);
  });
});

describe('M17: with a thousand requests in hand while the database stands still', () => {
  const MAX_UNWRITTEN = 1000;
  const ON_TOP = 100;
  let patient: TestServer;
  beforeAll(async () => {
    patient = await startServer({
      LATCHKEY_DATABASE_URL: (await createDatabase(postgres.url)).url,
      // Longer than any machine takes to send them all: none of the first gives up before the last has come.
      LATCHKEY_DATABASE_TIMEOUT_MS: '30000',
      LATCHKEY_REQUESTS_PER_SECOND: '100000',
      LATCHKEY_LOG_LEVEL: 'warn',
    });
  });
  afterAll(() => patient?.stop());

  /** What the server says of itself: requests in hand, and those refused by reason. */
  async function figures() {
    const metrics = await (await fetch(`${patient.opsUrl}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^latchkey_requests_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    const [onTop, late] = ['in_flight', 'event_loop'].map((reason) => read(`shed_total\\{reason="${reason}"\\}`));
    return { inHand: read('in_flight'), onTop, late };
  }

  test('those that come on top are refused without waiting for it; the others are answered when it goes on', {
    timeout: 60_000,
  }, async () => {
    const own = await givenClient(patient);
    const tokens = await own.tokens();
    const barriers: Barrier[] = [];
    const send = async (count: number) => {
      const barrier = await Barrier.open([patient.authUrl], count);
      barriers.push(barrier);
      return { answers: barrier.post('/oauth/token', Array<string>(count).fill(own.refreshForm('unknown'))) };
    };
    await postgres.pause();
    const begun: Promise<{ status: number }[]>[] = [];
    // More than once only where the machine is so busy that the event loop is late: then some are refused for that.
    for (let sent = 0, missing = MAX_UNWRITTEN; missing > 0; missing = MAX_UNWRITTEN - (await figures()).inHand) {
      begun.push((await send(missing)).answers);
      sent += missing;
      const arrived = async () => {
        const { inHand, late = 0 } = await figures();
        return inHand + late;
      };
      await expect.poll(arrived).toBe(sent);
    }
    const { answers } = await send(ON_TOP);
    expect((await answers).map(({ status }) => status)).toEqual(Array(ON_TOP).fill(503));
    const { inHand, onTop, late = 0 } = await figures();
    expect({ inHand, onTop }).toEqual({ inHand: MAX_UNWRITTEN, onTop: ON_TOP });

    await postgres.resume();
    const statuses = (await Promise.all(begun)).flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(MAX_UNWRITTEN);
    expect(statuses.filter((status) => status === 503)).toHaveLength(late);
    for (const barrier of barriers) barrier.close();
    expect((await figures()).inHand).toBe(0);
    expect((await own.userInfo(tokens.access_token)).status).toBe(200);
  });
});

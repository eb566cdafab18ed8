// A million rows that expired at once (case M15): they go within the hour, by small steps that nobody notices, live
// ones stay, and the file gives their room back. In CI a few thousand go at the same pace.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { until } from '../helpers/workers.ts';
import { type Counted, percentile, startLoad } from '../long/load.ts';
import { readMetric } from './health.ts';
import { inShort, LONG } from './how-long.ts';
import { sizeOf } from './process-figures.ts';

const ROWS = inShort(4_000, { long: 1_000_000 });
/** Inserted in one statement; the server goes on writing between two. */
const BATCH = 20_000;
const QUIET_SECONDS = inShort(4, { long: 60 });
const WINDOW_SECONDS = inShort(2, { long: 10 });
const HOUR = 3_600_000;
/** The purge looks again within 23 s after it found nothing. */
const BEGINS_WITHIN_MS = 30_000;
const WITHIN_MS = (HOUR * ROWS) / 1_000_000;
const MIB = 1024 * 1024;

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_REQUESTS_PER_SECOND: '100000', LATCHKEY_LOG_LEVEL: 'error' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

test(`M15: ${ROWS} expired rows go${LONG ? ' at a pace of a million an hour or more' : ''}; live ones stay, and nobody notices`, {
  timeout: BEGINS_WITHIN_MS + WITHIN_MS + QUIET_SECONDS * 1000 + 300_000,
}, async () => {
  const live = await Promise.all(Array.from({ length: 20 }, () => client.tokens()));
  const load = startLoad(worksOn(live));
  const answered = load.counts.get('user-info') as Counted;
  const sizes = { before: fileSize(), full: 0 };
  const liveTokens = (await tokens()).map(({ id }) => id);

  const quiet = await watch(answered, async () => pause(QUIET_SECONDS * 1000));
  for (let from = 0; from < ROWS; from += BATCH) await insertExpired(from, Math.min(BATCH, ROWS - from));
  sizes.full = fileSize();
  await untilRemoved(1);
  const beganAt = performance.now();
  const begunWith = await removed();
  const purging = await watch(answered, () => untilRemoved(ROWS));
  const seconds = (performance.now() - beganAt) / 1000;
  await load.stop();

  const pace = (ROWS - begunWith) / seconds;
  console.info(
    `${ROWS} rows, ${pace.toFixed(0)} a second; p99 of user information, the median of ${WINDOW_SECONDS} s each: ` +
      `${quiet.toFixed(1)} ms before, ${purging.toFixed(1)} ms meanwhile`,
  );
  for (const [name, { failures }] of load.counts) expect(failures, name).toEqual([]);
  // No time decides in a run of seconds on a machine that others use as well.
  if (LONG) {
    expect(pace * 3600).toBeGreaterThanOrEqual(1_000_000);
    expect(purging).toBeLessThan(2 * quiet);
  }
  const left = await tokens();
  expect(left.filter(({ expires_at: at }) => Number(at) < Date.now())).toEqual([]);
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(liveTokens));
  for (const { access_token, refresh_token } of live) {
    expect((await client.userInfo(access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(refresh_token))).status).toBe(200);
  }
  if (STORE === 'sqlite') await expectRoomGivenBack(sizes);
});

const tokens = async () => await server.rowsIn('access_tokens');
const removed = () => readMetric(server, 'latchkey_purged_rows_total');
const fileSize = () => sizeOf(`${server.folder}/data/latchkey.db`) + sizeOf(`${server.folder}/data/latchkey.db-wal`);

/**
 * The file falls back when the log has been moved into it, but for what the load left; the log keeps up to 64 MiB of
 * its room.
 */
async function expectRoomGivenBack({ before, full }: { before: number; full: number }): Promise<void> {
  const file = () => sizeOf(`${server.folder}/data/latchkey.db`);
  const most = before + MIB + (full - before) / 10;
  await until(() => file() < most);
  console.info(`${Math.ceil(full / MIB)} MiB with the log at most, then ${(file() / MIB).toFixed(1)} MiB`);
}

/** @returns of the windows while `work` lasts, the median of their p99, in ms */
async function watch(answered: Counted, work: () => Promise<unknown>): Promise<number> {
  const figures: number[] = [];
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    const from = answered.milliseconds.length;
    await Promise.race([pause(WINDOW_SECONDS * 1000), working]);
    const window = answered.milliseconds.slice(from);
    if (window.length > 0) figures.push(percentile(window, 0.99));
  }
  await working;
  return percentile(figures, 0.5);
}

async function untilRemoved(rows: number): Promise<void> {
  while ((await removed()) < rows) await pause(100);
}

/** Access tokens that ran out an hour ago, of a family that lives. */
async function insertExpired(from: number, count: number): Promise<void> {
  const issuedAt = Date.now() - 2 * HOUR;
  const time = issuedAt.toString(16).padStart(12, '0');
  const zeros = '0'.repeat(19);
  await server.execute(`
    with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + count - 1})
    insert into access_tokens (id, token_hash, grant_id, items, created_at, expires_at)
    select '${time}7' || substr('${zeros}' || n, length('' || n) + 1), t.token_hash, t.grant_id, t.items, ${issuedAt}, ${issuedAt + HOUR}
    from numbers cross join (select * from access_tokens limit 1) t`);
}

const worksOn = (live: readonly Tokens[]) => {
  let next = 0;
  return [
    {
      name: 'user-info',
      perSecond: inShort(30, { long: 100 }),
      run: async () => {
        next += 1;
        const { status } = await client.userInfo(live[next % live.length]?.access_token ?? '');
        if (status !== 200) throw new Error(`user-info: ${status}`);
      },
    },
    { name: 'code', perSecond: inShort(3, { long: 10 }), run: async () => void (await client.tokens()) },
  ];
};

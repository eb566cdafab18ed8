// An hour in which 200 assertions, 200 pushed requests and 200 device codes come every second, in a few minutes: the
// purge keeps the database within a tenth of what it was after the first quarter (contracts 40, 42, 43). Nobody opens
// the requests and answers the codes: each then lives as long as it can without a person. `npm run purge-test`;
// LATCHKEY_TEST_STORE=postgres for PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPurgeLoop } from '../../src/background/purge-loop.ts';
import type { ApplicationByKey } from '../../src/core/applications/applications/application.ts';
import { pushRequest } from '../../src/core/grants/authorize/push-request.ts';
import { issueDeviceCode } from '../../src/core/grants/device-codes/issue-device-code.ts';
import type { JobTimers } from '../../src/core/ground/job-timers.ts';
import { hashParts, randomSecret } from '../../src/core/ground/secrets.ts';
import { Parameters } from '../../src/protocol/parameters.ts';
import { CALLBACK, givenClient } from '../helpers/client.ts';
import { DEVICE_APPLICATION } from '../helpers/device.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { openFile } from '../helpers/open-file.ts';
import { STORE } from '../helpers/store.ts';
import { administer } from '../helpers/test-databases.ts';

const PER_SECOND = 200;
const SECONDS = Number(process.env.LATCHKEY_TEST_SECONDS ?? 3600);
/** So much arrives together. */
const STEP_MS = 250;
/** The longest that an assertion may say of itself: for so long it is remembered. */
const ASSERTION_MS = 10 * 60_000;
const TABLES = ['spent_jwts', 'pushed_requests', 'device_codes'] as const;

let hosts: Hosts;
let client: ApplicationByKey;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_PUSHED_REQUESTS: 'true', LATCHKEY_DATABASE_TIMEOUT_MS: '60000' });
  const { apiKey } = await givenClient(hosts, DEVICE_APPLICATION);
  client = (await hosts.ports.applications.findByApiKey(apiKey)) as ApplicationByKey;
});
afterAll(() => hosts?.stop());

/** Timers that go by the clock that the test moves. The process is always busy, so that steps are postponed. */
function passingTimers(): { timers: JobTimers; runDue(): Promise<void> } {
  const pending = new Set<{ at: number; work: () => unknown }>();
  const now = () => hosts.clock.now();
  return {
    timers: {
      after(_job, ms, work) {
        const one = { at: now() + ms, work };
        pending.add(one);
        return () => pending.delete(one);
      },
      elapsed: now,
      loadMeter: () => () => 1,
    },
    async runDue() {
      for (const one of pending) {
        if (one.at > now() || !pending.delete(one)) continue;
        await one.work();
      }
    },
  };
}

const REQUEST = Parameters.parse(
  new URLSearchParams({
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid nickname email',
    state: 'af0ifjsldkj-af0ifjsldkj-af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj-n-0S6_WzA2Mj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString(),
);

async function arriveOnce({ ports, clock }: Hosts): Promise<void> {
  const now = clock.now();
  const idHash = hashParts(['client-assertion', client.application.id, randomSecret()]);
  await Promise.all([
    ports.spentJwts.spend({ idHash, until: now + ASSERTION_MS, now }),
    pushRequest(ports, { client: { ...client, isProven: true }, parameters: REQUEST, proof: undefined }),
    issueDeviceCode(ports, { client, scope: 'openid nickname' }),
  ]);
}

/** In MiB: of a file what it is once its log is written into it. */
async function size(): Promise<number> {
  const url = hosts.environment.LATCHKEY_DATABASE_URL ?? '';
  if (STORE === 'postgres') {
    const [row] = await administer<{ size: string }>(url, 'select pg_database_size(current_database()) as size');
    return Number(row?.size) / 2 ** 20;
  }
  const file = openFile(url.replace('sqlite:', ''), { readonly: true });
  const [pages, bytes] = ['page_count', 'page_size'].map((name) => Number(file.pragma(name, { simple: true })));
  file.close();
  return (Number(pages) * Number(bytes)) / 2 ** 20;
}

/** As autovacuum does every minute: the hour passes in less time than its pauses take. */
const vacuum = async (): Promise<void> => {
  for (const table of STORE === 'postgres' ? TABLES : []) await hosts.execute(`vacuum (analyze) ${table}`);
};

async function countRows(): Promise<number[]> {
  const rows = await hosts.rows();
  return TABLES.map((table) => rows.get(table)?.length ?? 0);
}

test('contracts 40, 42, 43: an hour of 200 a second of each leaves the database as large as a quarter did', async () => {
  const { timers, runDue } = passingTimers();
  const failures: unknown[] = [];
  const stop = startPurgeLoop(hosts.ports, { timers, onFailure: (error) => failures.push(error) });
  const sizes: number[] = [];
  for (let ms = STEP_MS; ms <= SECONDS * 1000; ms += STEP_MS) {
    hosts.clock.advance(STEP_MS);
    await Promise.all(Array.from({ length: (PER_SECOND * STEP_MS) / 1000 }, () => arriveOnce(hosts)));
    await runDue();
    if (ms % 60_000 === 0) await vacuum();
    if (ms % (SECONDS * 50) > 0) continue;
    sizes.push(await size());
    console.log(`${ms / 60_000} min: ${sizes.at(-1)?.toFixed(1)} MiB, rows ${(await countRows()).join(', ')}`);
  }
  await stop();
  expect(failures).toEqual([]);
  // Twenty measurements: the fifth is that of the first quarter.
  const quarter = sizes[4] ?? 0;
  expect(quarter).toBeGreaterThan(10);
  expect(Math.max(...sizes.slice(5))).toBeLessThan(quarter * 1.1);
}, 3_600_000);

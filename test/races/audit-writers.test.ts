// 50 writers in three processes that do nothing but recorded changes (contract 61): the seals are whole and at most
// five seconds behind, and writers wait at most 1 % of their time for the seals: `npm run audit-test` measures that on a
// machine that does nothing else. LATCHKEY_TEST_AUDIT_SECONDS says how long they write.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { sealEntries } from '../../src/core/server/audit/seal-entries.ts';
import { verifyAudit } from '../../src/core/server/audit/verify-audit.ts';
import { type GivenStore, givenStoreWithTables, STORE } from '../helpers/store.ts';
import { forkBuilt } from '../program/fork-built.ts';

const ALONE = process.env.LATCHKEY_TEST_AUDIT_SECONDS;
const SECONDS = Number(ALONE ?? 5);
/** Other tests beside this one take the processor from the process that seals, while writers wait for it. */
const MAX_WAITING = ALONE === undefined ? 0.1 : 0.01;
/** Beside other tests a writer leaves them so much of the processor between two changes. */
const PAUSE_MS = ALONE === undefined ? 20 : 0;
const WRITERS = [17, 17, 16];
const SECRET = 'a-secret-of-more-than-thirty-two-bytes';
const LOOK_MS = 20;

const clock = { now: () => Date.now() };
let folder: string;
let store: GivenStore;
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-writers-'));
  store = await givenStoreWithTables(folder);
  database = await store.open(clock);
});
afterAll(async () => {
  await database?.close();
  await store?.remove();
  rmSync(folder, { recursive: true });
});

/** How many writers wait for the lock of the seals at this moment; the process that seals is none of them. */
const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'
    and query like '%pg_advisory_xact_lock_shared%'`;

/** Looks at the waiting writers until told to stop. @returns their share of all writers */
async function shareOfWaits(url: string, isOver: () => boolean): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let [waits, looks] = [0, 0];
  while (!isOver()) {
    const { rows } = await client.query<{ waiting: number }>(WAITING);
    waits += rows[0]?.waiting ?? 0;
    looks += 1;
    await pause(LOOK_MS);
  }
  await client.end();
  return waits / (looks * WRITERS.reduce((sum, count) => sum + count));
}

/** @returns the longest time that an entry waited for its seal, in ms */
async function longestBehind({ audit }: Database['stores'], isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const afterId = (await audit.lastSeal())?.toId ?? 0;
    const [oldest] = await audit.read({ afterId, toId: Number.MAX_SAFE_INTEGER, limit: 1 });
    if (oldest) longest = Math.max(longest, Date.now() - oldest.at);
    await pause(100);
  }
  return longest;
}

test(
  'contract 61: with 50 writers in three processes seals are whole, at most 5 s behind, and keep nobody waiting',
  async () => {
    const url = store.environment.LATCHKEY_DATABASE_URL ?? '';
    const processes = WRITERS.map((count) =>
      forkBuilt('helpers/audit-writer-process', [url, String(count), SECRET, String(PAUSE_MS)]),
    );
    await Promise.all(processes.map((child) => once(child, 'message')));
    const end = Date.now() + SECONDS * 1000;
    const isOver = () => Date.now() > end;
    const [behind, waited] = await Promise.all([
      longestBehind(database.stores, isOver),
      STORE === 'postgres' ? shareOfWaits(url, isOver) : 0,
    ]);
    const ended = await Promise.all(
      processes.map(async (child) => {
        child.send('stop');
        const [told] = (await once(child, 'message')) as [{ written: number; failures: string[] }];
        return told;
      }),
    );
    const written = ended.reduce((sum, one) => sum + one.written, 0);
    const rate = Math.round(written / SECONDS);
    console.info(`${STORE}: ${rate} changes a second, ${behind} ms behind, ${(waited * 100).toFixed(3)} % waiting`);
    expect(ended.flatMap(({ failures }) => failures)).toEqual([]);
    const deps = { ...database.stores, clock, secrets: createServerSecrets(Buffer.from(SECRET)) };
    await sealEntries(deps);
    expect(await verifyAudit(deps)).toMatchObject({ faults: [], locked: 0, unsealed: 0, entries: written });
    expect(behind).toBeLessThanOrEqual(5_000);
    expect(waited).toBeLessThanOrEqual(MAX_WAITING);
  },
  120_000 + SECONDS * 3_000,
);

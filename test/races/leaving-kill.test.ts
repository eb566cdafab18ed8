// kill -9 in the middle of the purge of deleted accounts (contract 27, decision 56): each account is there whole, or gone
// with its proof kept, and the purge goes on after the restart.
//
// LATCHKEY_TEST_KILLS says how often the process is killed at most.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newSub } from '../../src/core/ground/secrets.ts';
import type { Database } from '../../src/core/operating/ports.ts';
import { someAccount } from '../contract/stores/given.ts';
import { givenClient } from '../helpers/client.ts';
import { databaseOf } from '../helpers/cluster.ts';
import { newId } from '../helpers/new-id.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const KILLS = Number(process.env.LATCHKEY_TEST_KILLS ?? 3);
/** A step of the purge ends twenty. */
const ACCOUNTS = 200;
const ANSWERS = { nickname: { agreed: true, answeredAt: 1 } };
const RECEIPT = { kind: 'consent', language: 'en', texts: { application: { name: 'Acme Shop' }, items: [] } } as const;

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'info' });
  database = await databaseOf(server);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

/** Accounts that are due, each with a connection and a receipt. */
async function givenDue(): Promise<ReadonlySet<string>> {
  const { applicationId } = await givenClient(server);
  const { accounts, connections } = database.stores;
  const ids = new Set<string>();
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const account = someAccount();
    await accounts.insert(account);
    const agreement = { applicationId, accountId: account.id, sub: newSub(), answers: ANSWERS, now: Date.now() };
    await connections.agree({ ...agreement, receipt: { ...RECEIPT, id: newId() } });
    ids.add(account.id);
  }
  await server.execute("update accounts set leaving_since = 1, leaving_until = 2 where email like 'Person.%'");
  return ids;
}

/** @returns how many are there, whole; the others are gone, and in the deletion list */
async function expectWhole(due: ReadonlySet<string>): Promise<number> {
  const rows = await server.rows();
  const idsOf = (table: string, column: string) =>
    new Set((rows.get(table) ?? []).map((row) => String(row[column])).filter((id) => due.has(id)));
  const there = idsOf('accounts', 'id');
  for (const table of ['connections', 'receipts']) expect(idsOf(table, 'account_id'), table).toEqual(there);
  expect(idsOf('deleted_accounts', 'id').size).toBe(ACCOUNTS - there.size);
  // With that of the application's own user.
  expect(rows.get('receipts')).toHaveLength(ACCOUNTS + 1);
  return there.size;
}

test('decision 56: a kill loses no account and leaves none half deleted, and the purge goes on after it', {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const { leaving } = database.stores;
  const due = await givenDue();
  const left = async () => (await leaving.count(Date.now())).leaving;
  let before = await left();
  let kills = 0;
  await server.restart();
  while (kills < KILLS && before > 0) {
    await vi.waitUntil(async () => (await left()) < before, { timeout: 60_000, interval: 5 });
    await server.restart('SIGKILL');
    before = await expectWhole(due);
    if (before > 0) kills += 1;
  }
  expect(kills).toBeGreaterThan(0);
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 60_000 });
  expect(await expectWhole(due)).toBe(0);
  await vi.waitUntil(async () => (await leaving.listUnlogged(1)).length === 0, { timeout: 60_000 });
  const told = () => [...server.logs().matchAll(/"account-deleted","account":"(\w+)"/g)].map(([, id]) => id);
  await expect.poll(() => new Set(told())).toEqual(due);
  console.info(`${kills} kills in the middle; ${told().length} lines of the log for ${ACCOUNTS} accounts`);
});

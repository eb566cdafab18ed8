// The same contracts through PgBouncer in transaction mode: each transaction may run on another connection of the
// server, and there are fewer of those than clients. Nothing may therefore be left behind in a session, nor expected
// there.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type OpenPostgres, openPostgres } from '../../src/store/postgres/open.ts';
import { everyStoreContract } from '../contract/stores/every-store.ts';
import { NOW } from '../contract/stores/given.ts';
import type { FreshDatabase } from '../contract/stores/use-database.ts';
import { transactionsContract } from '../contract/transactions.ts';
import { emptyDatabase, freshDatabase } from '../helpers/fresh-database.ts';
import { type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts';
import { administer } from '../helpers/test-databases.ts';

describe('PgBouncer in transaction mode', () => {
  const POOL = 5;
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await startPgBouncer(inject('postgres').url, POOL);
  });
  afterAll(() => bouncer?.stop());

  const clock = { now: () => NOW };
  const open = (url: string): Promise<OpenPostgres> => openPostgres({ url, poolSize: 10, timeoutMs: 20_000, clock });
  const make = async (): Promise<FreshDatabase> => {
    const database = await freshDatabase();
    const url = bouncer.through(database.url);
    const execute = async (sql: string) => void (await administer(database.url, sql));
    return { url, open: () => open(url), execute, empty: database.empty, remove: database.drop };
  };

  it('M11: of 12 that open an empty database at once all succeed, and one migrates', async () => {
    const database = await emptyDatabase();
    const migrated: unknown[] = [];
    const logger = { info: (details: object) => migrated.push(details) };
    const url = bouncer.through(database.url);
    const options = { url, poolSize: 2, timeoutMs: 20_000, clock, logger };
    const opened = await Promise.all(Array.from({ length: 12 }, () => openPostgres(options)));
    await Promise.all(opened.map((one) => one.check()));
    await Promise.all(opened.map((one) => one.close()));
    expect(migrated).toHaveLength(1);
    await database.drop();
  });

  it('40 clients share the connections of the pool, and leave nothing prepared or locked in them', async () => {
    const { url, remove } = await make();
    const opened = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    await Promise.all(
      Array.from({ length: 400 }, (_, i) => opened[i % 4]?.stores.accounts.findByEmailKey(`${i}@example.com`)),
    );
    const [sessions] = await administer<{ count: number }>(
      url,
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'latchkey'`,
    );
    expect(sessions?.count).toBeGreaterThan(0);
    expect(sessions?.count).toBeLessThanOrEqual(POOL);
    // The server has databases of other tests too.
    const ours = '(select oid from pg_database where datname = current_database())';
    const locked = `select 1 from pg_locks where locktype = 'advisory' and database = ${ours}`;
    expect(await administer(url, locked)).toEqual([]);
    // Each keeps its transaction open on a connection of its own, so that all of the pool are looked at.
    const left = `select pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as prepared,
      (select count(*)::int from pg_settings where source = 'session' and name like 'enable_%') as settings`;
    const lookers = Array.from({ length: POOL }, () => new Client({ connectionString: url }));
    const looked = await Promise.all(
      lookers.map(async (looker) => {
        await looker.connect();
        await looker.query('begin');
        return (await looker.query<{ pid: number; prepared: number; settings: number }>(left)).rows[0];
      }),
    );
    await Promise.all(lookers.map((looker) => looker.end()));
    expect(new Set(looked.map((row) => row?.pid)).size).toBe(POOL);
    for (const row of looked) expect(row).toMatchObject({ prepared: 0, settings: 0 });
    await Promise.all(opened.map((one) => one.close()));
    await remove();
  });

  transactionsContract(async () => {
    const { url, drop } = await emptyDatabase();
    return { url: bouncer.through(url), direct: url, remove: drop };
  });

  everyStoreContract(make);
});

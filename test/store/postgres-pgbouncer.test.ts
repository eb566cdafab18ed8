// The same contracts through PgBouncer in transaction mode: each transaction may run on another connection of the server,
// and there are fewer of those than clients. Nothing may therefore be left behind in a session, nor expected there.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type OpenPostgres, openPostgres } from '../../src/store/postgres/open.ts';
import { emptyDatabase, freshDatabase } from '../helpers/fresh-database.ts';
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts';
import { administer } from '../helpers/postgres.ts';
import { accountStoreContract } from './contract/account-store.ts';
import { logoStoreContract } from './contract/application-logo-store.ts';
import { clientSecretStoreContract } from './contract/client-secret-store.ts';
import { codeStoreContract } from './contract/code-store.ts';
import { connectionStoreContract } from './contract/connection-store.ts';
import { expiredRowsContract } from './contract/expired-rows.ts';
import { NOW } from './contract/given.ts';
import { memberStoreContract } from './contract/member-store.ts';
import { oneTimeLinkStoreContract } from './contract/one-time-link-store.ts';
import { sessionStoreContract } from './contract/session-store.ts';
import { signInLimitStoreContract } from './contract/sign-in-limit-store.ts';
import { statisticsStoreContract } from './contract/statistics-store.ts';
import { tokenStoreContract } from './contract/token-store.ts';
import type { FreshDatabase } from './contract/use-database.ts';

if (!PGBOUNCER) {
  it.skip('PgBouncer is NOT TESTED: it is not installed on this machine (Debian: apt-get install pgbouncer)', () => {});
} else {
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
      return { url, open: () => open(url), remove: database.drop };
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
      for (const left of ['pg_prepared_statements', "pg_locks where locktype = 'advisory'"]) {
        expect(await administer(url, `select 1 from ${left}`)).toEqual([]);
      }
      await Promise.all(opened.map((one) => one.close()));
      await remove();
    });

    accountStoreContract(make);
    oneTimeLinkStoreContract(make);
    signInLimitStoreContract(make);
    sessionStoreContract(make);
    clientSecretStoreContract(make);
    logoStoreContract(make);
    memberStoreContract(make);
    connectionStoreContract(make);
    codeStoreContract(make);
    tokenStoreContract(make);
    statisticsStoreContract(make);
    expiredRowsContract(make);
  });
}

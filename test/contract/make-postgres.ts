// A fresh PostgreSQL database for one test.
import { openPostgres } from '../../src/store/postgres/open.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { administer } from '../helpers/test-databases.ts';
import { NOW } from './stores/given.ts';
import type { FreshDatabase } from './stores/use-database.ts';

export async function makePostgres(): Promise<FreshDatabase> {
  const { url, empty, drop } = await freshDatabase();
  return {
    url,
    open: () => openPostgres({ url, poolSize: 10, timeoutMs: 20_000, clock: { now: () => NOW } }),
    execute: async (sql) => void (await administer(url, sql)),
    empty,
    remove: drop,
  };
}

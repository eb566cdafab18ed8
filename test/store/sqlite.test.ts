// Runs every port's contract on SQLite. A second database is added by one file like this one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { accountStoreContract } from './contract/account-store.ts';
import { NOW } from './contract/given.ts';
import type { FreshDatabase } from './contract/use-database.ts';

async function makeSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-store-'));
  const path = join(folder, 'latchkey.db');
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite({ path, clock: { now: () => NOW } }),
    remove: () => rm(folder, { recursive: true }),
  };
}

describe('SQLite', () => {
  accountStoreContract(makeSqlite);
});

// A real SQLite file, an owner in it and a clock that the test moves: what use cases of applications need.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PersonalCaller } from '../../../../src/core/applications/applications/find-application.ts';
import type { Role } from '../../../../src/core/ground/accounts/account.ts';
import { readEmailAddress } from '../../../../src/core/ground/accounts/email.ts';
import { makeAccount } from '../../../../src/core/people/accounts/new-account.ts';
import { openSqlite } from '../../../../src/store/sqlite/open.ts';
import { placeMigratedFile } from '../../../helpers/migrated-file.ts';
import { NOW } from '../given.ts';

export async function givenDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-applications-'));
  const clock = {
    at: NOW,
    now(): number {
      return this.at;
    },
  };
  const path = join(folder, 'latchkey.db');
  await placeMigratedFile(path);
  const database = await openSqlite({ path, clock });
  return {
    deps: { ...database.stores, clock, serviceName: 'Latchkey', rules: { pushedRequests: true } },
    clock,
    async caller(role: Role, name: string): Promise<PersonalCaller> {
      const address = readEmailAddress(`${name}@example.com`);
      if (!address) throw new Error(`${name} makes no address`);
      const account = makeAccount(
        { clock },
        {
          address,
          passwordHash: undefined,
          nickname: undefined,
          role,
          origin: 'command',
          now: clock.now(),
        },
      );
      await database.stores.accounts.insert(account);
      return { accountId: account.id, role };
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

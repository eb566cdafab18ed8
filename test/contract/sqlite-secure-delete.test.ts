// A deleted account's username is nowhere in the file: not in a table, not in the pages that its rows left behind, not
// in the log (contract 2, "Username"; case P10).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import { migrateUsernames } from '../../src/core/people/usernames/migrate-usernames.ts';
import { findUsernameKey } from '../../src/core/people/usernames/username-key.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { NOW, someAccount } from './stores/given.ts';

const PEOPLE = 120;
const nameOf = (at: number): string => `quetzal${String(at).padStart(4, '0')}`;
/** What one had before: its key only is kept. */
const formerOf = (at: number): string => `axolotl${String(at).padStart(4, '0')}`;
const droppedOf = (at: number): string => `kakapo..${String(at).padStart(4, '0')}`;

test('P10: no name is in the file or its log after its account is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-names-'));
  const path = join(folder, 'latchkey.db');
  const bytes = () => ['', '-wal'].map((part) => readFileSync(path + part, 'latin1')).join('');
  // Never the bytes themselves: they would fill the report.
  const namesIn = (pattern: RegExp) => new Set(bytes().match(pattern));
  const checkpoint = () => {
    const connection = new Sqlite(path);
    connection.exec('pragma wal_checkpoint(truncate)');
    connection.close();
  };
  const database = await openSqlite({ path, clock: { now: () => NOW } });
  const { accounts, usernames } = database.stores;
  try {
    const secrets = createServerSecrets(Buffer.alloc(32, 5));
    const deps = {
      ...database.stores,
      secrets,
      clock: { now: () => NOW },
      rules: { serviceName: 'Acme', reservedUsernames: [] } as never,
    };
    const key = await findUsernameKey(deps);
    const take = (accountId: string, name: string) =>
      usernames.take({ accountId, name, ...key.keyOf(name), onlyOwn: false, by: 'operator', now: NOW });
    const people = Array.from({ length: PEOPLE }, (_, at) =>
      someAccount({
        // Of some the row is longer than a page.
        profile: { nickname: 'N', website: `https://a.example/${'x'.repeat(at % 3 === 0 ? 9000 : 20)}` },
      }),
    );
    for (const [at, account] of people.entries()) {
      await accounts.insert({
        ...account,
        profile: { ...account.profile, preferred_username: droppedOf(at) } as never,
      });
    }
    const connection = new Sqlite(path);
    connection.exec(`pragma secure_delete = on; insert into former_usernames (account_id, name)
      select id, json_extract(profile, '$.preferred_username') from accounts`);
    connection.close();
    expect(namesIn(/kakapo..\d{4}/g).size).toBe(PEOPLE);
    expect(await migrateUsernames(deps)).toMatchObject({ dropped: PEOPLE });
    for (const [at, { id }] of people.entries()) {
      await take(id, formerOf(at));
      await accounts.saveProfile(id, { nickname: `M${'m'.repeat(at)}` }, NOW);
      await take(id, nameOf(at));
    }
    checkpoint();
    expect([namesIn(/quetzal\d{4}/g).size, namesIn(/axolotl/g).size, namesIn(/kakapo/g).size]).toEqual([PEOPLE, 0, 0]);

    const [left, stays] = [people.filter((_, at) => at % 4 !== 0), people.filter((_, at) => at % 4 === 0)];
    for (const { id } of left) await accounts.remove(id, NOW);
    checkpoint();
    expect(namesIn(/quetzal\d{4}/g)).toEqual(new Set(stays.map((one) => nameOf(people.indexOf(one)))));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});

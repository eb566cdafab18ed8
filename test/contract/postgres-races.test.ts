// Races of different intents, over several pools on one database: what the contract of one port alone cannot show.
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActRefused } from '../../src/core/ground/acts/acting.ts';
import { newSub } from '../../src/core/ground/secrets.ts';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { type OpenPostgres, openPostgres } from '../../src/store/postgres/open.ts';
import { unusedDatabase } from '../helpers/fresh-database.ts';
import { newId } from '../helpers/new-id.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';
import {
  givenConnection,
  HOUR,
  keeping,
  NOW,
  someAccount,
  someApplication,
  someLink,
  someSession,
} from './stores/given.ts';

let database: TestDatabase;
let pools: OpenPostgres[];
beforeEach(async () => {
  database = await unusedDatabase();
  const options = { url: database.url, poolSize: 8, timeoutMs: 20_000, clock: { now: () => NOW } };
  pools = await Promise.all([1, 2, 3].map(() => openPostgres(options)));
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await database.drop();
});

const stores = (i: number) => (pools[i % 3] as OpenPostgres).stores;
const count = async (table: string) =>
  (await administer<{ n: number }>(database.url, `select count(*)::int as n from ${table}`))[0]?.n;

/** Since this database was made; each connection tells its count when it ends at the latest. */
async function deadlocks(): Promise<number> {
  const told = 'select deadlocks::int as n from pg_stat_database where datname = current_database()';
  return (await administer<{ n: number }>(database.url, told))[0]?.n ?? Number.NaN;
}

async function untilSomebodyWaits(): Promise<void> {
  while ((await count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")) === 0);
}

describe('races of different intents', () => {
  it('agreeing while the application is removed leaves no connection that nobody looks for', async () => {
    const { application } = await givenConnection(stores(0));
    const user = someAccount();
    await stores(0).accounts.insert(user);
    const holding = new Client({ connectionString: database.url });
    await holding.connect();
    await holding.query('begin');
    await holding.query('select 1 from accounts where id = $1 for update', [user.id]);
    // Has seen the application, and is held up before it writes.
    const who = { applicationId: application.id, accountId: user.id };
    const agreed = Promise.allSettled([stores(0).connections.agree({ ...who, sub: newSub(), answers: {}, now: NOW })]);
    await untilSomebodyWaits();
    await stores(1).applications.remove(application.id);
    while ((await stores(1).expired.purge(NOW, 50, 24 * HOUR)) > 0);
    await holding.query('commit');
    await holding.end();
    expect(await agreed).toMatchObject([{ status: 'rejected', reason: expect.any(Unavailable) }]);
    expect([await count('connections'), await count('removed_applications')]).toEqual([0, 0]);
  });

  it('whoever ends or changes what an account has locks the account first', async () => {
    const { user, application, connection } = await givenConnection(stores(0));
    const session = someSession(user.id);
    await stores(0).sessions.start(session, undefined);
    const who = { applicationId: application.id, accountId: user.id };
    const acts = {
      unlink: () => stores(1).connections.unlink(application.id, user.id, NOW, 'person'),
      answer: () => stores(1).connections.answer({ ...who, generation: connection.generation, answers: {}, now: NOW }),
      end: () => stores(1).sessions.end({ sessionId: session.id, accountId: user.id, now: NOW }),
    };
    const holding = new Client({ connectionString: database.url });
    await holding.connect();
    try {
      for (const act of Object.values(acts)) {
        await holding.query('begin');
        await holding.query('select 1 from accounts where id = $1 for update', [user.id]);
        const done = act();
        await untilSomebodyWaits();
        await holding.query('select 1 from connections for update nowait');
        await holding.query('select 1 from sessions for update nowait');
        await holding.query('rollback');
        await done;
      }
    } finally {
      await holding.end();
    }
  });

  it('the purge leaves connections of a locked account for its next run', async () => {
    const { user, application } = await givenConnection(stores(0));
    await stores(0).connections.unlinkAll(application.id, NOW, 'owner', newId());
    const purgeAll = async () => {
      while ((await stores(1).expired.purge(NOW, 50, 24 * HOUR)) > 0);
    };
    const holding = new Client({ connectionString: database.url });
    await holding.connect();
    await holding.query('begin');
    await holding.query('select 1 from accounts where id = $1 for update', [user.id]);
    await purgeAll();
    expect(await count('connections where ended_at is null')).toBe(1);
    await holding.end();
    await purgeAll();
    expect([await count('connections where ended_at is null'), await count('unlinked_applications')]).toEqual([0, 0]);
  });

  it('everything that locks an account, all at once, again and again: nobody waits in a circle', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { owner, user, application } = await givenConnection(stores(0), undefined, { role: 'owner' });
      const own = someApplication(user.id);
      await stores(0).applications.insert(own, 500);
      const link = someLink({ purpose: 'password', accountId: user.id });
      await stores(0).links.issue(link);
      const agree = (accountId: string, applicationId: string, i: number) =>
        stores(i).connections.agree({ accountId, applicationId, sub: newSub(), answers: {}, now: NOW });
      const here = someSession(user.id);
      await stores(0).sessions.start(here, undefined);
      const change = { accountId: user.id, ...keeping(here), endGrants: true };
      const outcomes = await Promise.allSettled([
        stores(0).accounts.changePassword({ ...change, toHash: '$2', now: NOW }),
        stores(1).links.redeemForPassword({ tokenHash: link.tokenHash, passwordHash: '$3', now: NOW }),
        stores(2).links.issue(someLink({ purpose: 'password', accountId: user.id, expiresAt: NOW + HOUR })),
        stores(0).accounts.setDisabled(user.id, true, NOW),
        stores(1).sessions.start(someSession(user.id), undefined),
        stores(0).sessions.endOthers({ accountId: user.id, ...keeping(here), now: NOW }),
        stores(2).sessions.endAll({ accountId: user.id, now: NOW }),
        stores(2).sessions.start(someSession(user.id), undefined),
        agree(user.id, application.id, 0),
        agree(owner.id, own.id, 1),
        agree(user.id, own.id, 2),
        stores(0).connections.unlink(application.id, user.id, NOW, 'person'),
        stores(1).accounts.remove(user.id, NOW),
        stores(2).accounts.setRole(user.id, 'user', NOW),
        stores(1).applications.insert(someApplication(user.id), 500),
        stores(2).accounts.remove(owner.id, NOW),
        stores(0).applications.remove(application.id),
        stores(1).applications.remove(own.id),
        stores(2).expired.purge(NOW, 50, 24 * HOUR),
      ]);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected' && !(outcome.reason instanceof ActRefused)) {
          expect(outcome.reason).toBeInstanceOf(Unavailable);
        }
      }
    }
    await Promise.all(pools.map((pool) => pool.close()));
    pools = [];
    expect(await deadlocks()).toBe(0);
  });
});

// PostgreSQL in trouble: what cannot be answered is `Unavailable`, nothing is done twice, no connection that went wrong
// is used again, and the next intent works as soon as the database does.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { type OpenPostgres, openPostgres } from '../../src/store/postgres/open.ts';
import { createPostgres, type Postgres } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/postgres/statement.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { startTcpProxy, type TcpProxy, through } from '../helpers/tcp-proxy.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';
import {
  givenCode,
  givenFamily,
  keeping,
  NOW,
  redemption,
  rotation,
  someAccessToken,
  someAccount,
  someSession,
} from './stores/given.ts';

/** A deadline that is to pass. */
const TIMEOUT = 3_000;
/** One that is not: connecting takes a while on a busy machine. */
const PATIENT_TIMEOUT = 10_000;

/** As administrator, from another database. */
const alterDatabase = (what: string) =>
  administer(inject('postgres').url, `alter database ${new URL(database.url).pathname.slice(1)} ${what}`);

let database: TestDatabase;
let proxy: TcpProxy;
beforeEach(async () => {
  database = await freshDatabase();
  proxy = await startTcpProxy(Number(new URL(database.url).port));
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

const ONE = statement('select 1 as one');
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when the server is at work on a statement with this text. */
async function untilUnderWay(text: string): Promise<void> {
  const others =
    'from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()';
  const ask = `select 1 ${others} and state = 'active' and strpos(query, $1) > 0`;
  while ((await administer(database.url, ask, [text])).length === 0);
}

describe('statements on a pool', () => {
  let postgres: Postgres;
  const open = (poolSize = 4, timeoutMs = PATIENT_TIMEOUT) =>
    createPostgres({ url: through(proxy, database.url), poolSize, timeoutMs });
  beforeEach(() => {
    postgres = open();
  });
  afterEach(() => postgres.close());

  it('M6: a read after all idle connections were killed is answered', async () => {
    await Promise.all([1, 2, 3, 4].map(() => postgres.read(ONE)));
    await administer(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
    );
    expect(await Promise.all([1, 2, 3, 4].map(() => postgres.read<{ one: number }>(ONE)))).toEqual(
      Array(4).fill([{ one: 1 }]),
    );
  });

  it('M6: reads after every connection was cut are answered', async () => {
    await Promise.all([1, 2, 3, 4].map(() => postgres.read(ONE)));
    proxy.cut();
    expect(await Promise.all([1, 2, 3, 4].map(() => postgres.read(ONE)))).toHaveLength(4);
  });

  it('a write whose connection is killed meanwhile is Unavailable, and the next one works', async () => {
    const slow = postgres.write(statement('select pg_sleep(5)'));
    await untilUnderWay('pg_sleep(5)');
    proxy.cut();
    await expect(slow).rejects.toThrow(Unavailable);
    expect((await postgres.write(ONE)).count).toBe(1);
  });

  it('a transaction whose connection is killed between two statements is Unavailable, and the process lives', async () => {
    const killed = postgres.transaction(async (run) => {
      await run(ONE);
      proxy.cut();
      await sleep(50);
      await run(ONE);
    });
    await expect(killed).rejects.toThrow(Unavailable);
    expect(await postgres.read(ONE)).toHaveLength(1);
  });

  it('M4: a server that takes a connection and then says nothing is Unavailable in time, and the next connection works', async () => {
    const hasty = open(4, TIMEOUT);
    proxy.swallow('pg_backend_pid');
    const startedAt = performance.now();
    await expect(hasty.write(ONE)).rejects.toThrow(Unavailable);
    expect(performance.now() - startedAt).toBeLessThan(3 * TIMEOUT);
    expect(await hasty.read(ONE)).toHaveLength(1);
    await hasty.close();
  });

  it('while connections are refused everything is Unavailable at once, and it heals', async () => {
    proxy.refuse();
    proxy.cut();
    await expect(postgres.read(ONE)).rejects.toThrow(Unavailable);
    await expect(postgres.write(ONE)).rejects.toThrow(Unavailable);
    proxy.accept();
    expect(await postgres.read(ONE)).toHaveLength(1);
  });

  it('a statement past its deadline is Unavailable, and its connection is not used again', async () => {
    const startedAt = performance.now();
    const single = open(1, TIMEOUT);
    await expect(single.write(statement('select pg_sleep(20)'))).rejects.toThrow(Unavailable);
    expect(performance.now() - startedAt).toBeLessThan(5 * TIMEOUT);
    expect(await single.read(ONE)).toHaveLength(1);
    await single.close();
  });

  it('who waits for a connection longer than the deadline is Unavailable', async () => {
    const single = open(1, TIMEOUT);
    const first = single.write(statement('select pg_sleep(1.2)'));
    const others = await Promise.allSettled(
      Array.from({ length: 3 }, () => single.write(statement('select pg_sleep(1.2)'))),
    );
    await first;
    expect(others.some(({ status }) => status === 'rejected')).toBe(true);
    for (const other of others) if (other.status === 'rejected') expect(other.reason).toBeInstanceOf(Unavailable);
    expect(await single.read(ONE)).toHaveLength(1);
    await single.close();
  });

  it('too many connections is Unavailable', async () => {
    await alterDatabase('connection limit 0');
    try {
      await expect(open().read(ONE)).rejects.toThrow(Unavailable);
    } finally {
      await alterDatabase('connection limit -1');
    }
    expect(await postgres.read(ONE)).toHaveLength(1);
  });

  it('a database that became read-only is Unavailable for writes, and new connections find the new state', async () => {
    await administer(database.url, 'create table notes (value text)');
    const insert = statement('insert into notes (value) values ($value)');
    const server = await openPostgres({ url: through(proxy, database.url), poolSize: 1, timeoutMs: PATIENT_TIMEOUT });
    await server.check();
    await server.close();
    await alterDatabase('set default_transaction_read_only = on');
    try {
      const closed = await openPostgres({ url: through(proxy, database.url), poolSize: 1, timeoutMs: PATIENT_TIMEOUT });
      await expect(closed.check()).rejects.toThrow('The database is read-only');
      await closed.close();
      await expect(postgres.write(insert, { value: 'a' })).rejects.toThrow(Unavailable);
    } finally {
      await alterDatabase('reset default_transaction_read_only');
    }
    expect((await postgres.write(insert, { value: 'b' })).count).toBe(1);
    await administer(database.url, 'drop table notes');
  });

  it('two transactions in each other’s way: one is done again, and both are done once', async () => {
    await administer(
      database.url,
      'create table notes (id int primary key, n int); insert into notes values (1, 0), (2, 0)',
    );
    const raise = statement('update notes set n = n + 1 where id = $id');
    let attempts = 0;
    let bothHold = () => {};
    const untilBothHold = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    // More patient than the server, which waits a second before it looks for circles.
    const patient = createPostgres({ url: database.url, poolSize: 4, timeoutMs: PATIENT_TIMEOUT });
    const inOrder = (first: number, second: number) =>
      patient.transaction(async (run) => {
        await run(raise, { id: first });
        attempts += 1;
        if (attempts === 2) bothHold();
        await untilBothHold;
        await run(raise, { id: second });
      });
    await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
    expect(attempts).toBeGreaterThan(2);
    expect(await patient.read(statement('select n from notes'))).toEqual([{ n: 2 }, { n: 2 }]);
    await patient.close();
    await administer(database.url, 'drop table notes');
  });

  it('the server ends the transaction of a process that fell silent, and so gives its locks back', async () => {
    const isFree = async () =>
      (await administer<{ free: boolean }>(database.url, 'select pg_try_advisory_xact_lock(77) as free'))[0]?.free;
    const hasty = open(1, TIMEOUT);
    let speak = () => {};
    const untilSpoken = new Promise<void>((resolve) => {
      speak = resolve;
    });
    // Asked in the transaction itself: another connection can take as long on a busy machine as the server waits.
    const held = statement(`
      select count(*) as count from pg_locks where locktype = 'advisory' and objid = 77 and pid = pg_backend_pid()`);
    let settled: Promise<unknown> | undefined;
    const holds = await new Promise((resolve, reject) => {
      const silent = hasty.transaction(
        async (run) => {
          resolve(await run(held));
          await untilSpoken;
          await run(ONE);
        },
        [77n],
      );
      settled = silent.catch((error: unknown) => error);
      silent.catch(reject);
    });
    expect(holds).toMatchObject({ rows: [{ count: 1 }] });
    await expect.poll(isFree).toBe(true);
    speak();
    expect(await settled).toBeInstanceOf(Unavailable);
    await hasty.close();
  });

  it('an error inside a transaction undoes it, and leaves the connection clean', async () => {
    const single = open(1);
    await administer(database.url, 'create table notes (id int primary key)');
    const insert = statement('insert into notes values ($id)');
    const failing = single.transaction(async (run) => {
      await run(insert, { id: 1 });
      await run(insert, { id: 1 });
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await single.read(statement('select id from notes'))).toEqual([]);
    const thrown = single.transaction(async (run) => {
      await run(insert, { id: 2 });
      throw new TypeError('a bug');
    });
    await expect(thrown).rejects.toThrow(TypeError);
    expect(await single.read(statement('select id from notes'))).toEqual([]);
    await single.close();
    await administer(database.url, 'drop table notes');
  });

  it('what no text of the database can be is found nowhere', async () => {
    const found = await postgres.read(statement('select 1 from accounts where id = $id'), { id: 'a\u0000b' });
    expect(found).toEqual([]);
  });

  it('a number past what is exact is a bug, not a guess', async () => {
    await expect(postgres.read(statement('select 9007199254740993 as n'))).rejects.toThrow(RangeError);
    expect(await postgres.read(statement('select 9007199254740991 as n'))).toEqual([{ n: 9007199254740991 }]);
  });

  it('a value that was forgotten is a bug', async () => {
    await expect(postgres.read(statement('select $a::int'), {})).rejects.toThrow(/No value for \$a/);
  });

  it('closing waits for what is under way and takes nothing more', async () => {
    const own = open();
    const slow = own.write<{ done: boolean }>(statement('select pg_sleep(0.3) is not null as done'));
    const closed = own.close();
    await expect(own.read(ONE)).rejects.toThrow(Unavailable);
    await closed;
    expect((await slow).rows).toEqual([{ done: true }]);
  });
});

describe('M7: the answer to a commit is lost', () => {
  let opened: OpenPostgres;
  beforeEach(async () => {
    const url = through(proxy, database.url);
    opened = await openPostgres({ url, poolSize: 4, timeoutMs: PATIENT_TIMEOUT, clock: { now: () => NOW } });
  });
  afterEach(() => opened.close());

  it('of a redemption: Unavailable; the code is spent, and trying again does not spend it twice', async () => {
    const { grant } = await givenCode(opened.stores);
    const accessToken = someAccessToken(grant.id);
    const lost = proxy.loseAnswerTo('code_used_at is null');
    await expect(opened.stores.codes.redeem(redemption(grant.id, accessToken))).rejects.toThrow(Unavailable);
    await lost;
    expect(await opened.stores.tokens.findAccessToken(accessToken.id)).toBeDefined();
    const second = someAccessToken(grant.id);
    expect(await opened.stores.codes.redeem(redemption(grant.id, second))).toBe(false);
    expect(await opened.stores.tokens.findAccessToken(second.id)).toBeUndefined();
  });

  it('of a rotation: Unavailable; the generation has risen by one, and trying again does not raise it', async () => {
    const { grant } = await givenFamily(opened.stores);
    const lost = proxy.loseAnswerTo('refresh_generation + 1');
    await expect(opened.stores.tokens.rotate(rotation(grant.id, 1))).rejects.toThrow(Unavailable);
    await lost;
    expect(await opened.stores.tokens.rotate(rotation(grant.id, 1))).toBe(false);
    expect((await opened.stores.tokens.findGrant(grant.id))?.grant.refreshGeneration).toBe(2);
  });

  it('of a transaction: Unavailable, and it was done', async () => {
    const account = someAccount();
    await opened.stores.accounts.insert(account);
    const here = someSession(account.id);
    await opened.stores.sessions.start(here, undefined);
    const change = {
      accountId: account.id,
      ...keeping(here),
      toHash: '$argon2id$second',
      endGrants: true,
      now: NOW,
    };
    const lost = proxy.loseAnswerTo('commit\u0000');
    await expect(opened.stores.accounts.changePassword(change)).rejects.toThrow(Unavailable);
    await lost;
    expect((await opened.stores.accounts.find(account.id))?.passwordHash).toBe('$argon2id$second');
    expect(await opened.stores.accounts.changePassword(change)).toBe(false);
  });

  it('of a read: asked again, and answered', async () => {
    const account = someAccount();
    await opened.stores.accounts.insert(account);
    const lost = proxy.loseAnswerTo('select * from accounts');
    expect(await opened.stores.accounts.find(account.id)).toEqual(account);
    await lost;
  });

  it('check is Unavailable while nothing answers, and passes again by itself', async () => {
    await opened.check();
    proxy.refuse();
    proxy.cut();
    await expect(opened.check()).rejects.toThrow(Unavailable);
    proxy.accept();
    await opened.check();
  });
});

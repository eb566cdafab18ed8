// Statements that stay prepared in the sessions of the server: only where a session is ours alone, and never a reason
// for a wrong answer or a refusal.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostgres, type Postgres } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/postgres/statement.ts';
import { ListOf } from '../../src/store/statement.ts';
import { emptyDatabase } from '../helpers/fresh-database.ts';
import { administer, type TestDatabase } from '../helpers/test-databases.ts';

const POOL = 4;

let database: TestDatabase;
let postgres: Postgres;
beforeEach(async () => {
  database = await emptyDatabase();
  await administer(database.url, 'create table things (id integer primary key, counted integer not null default 0)');
  await administer(database.url, 'insert into things select * from generate_series(1, 100)');
  postgres = createPostgres({ url: database.url, poolSize: POOL, timeoutMs: 5_000 });
});
afterEach(async () => {
  await postgres.close();
  await database.drop();
});

const FIND = statement('select * from things where id = $id');
const FIND_SLOWLY = statement('select t.*, pg_sleep(0.05) as slept from things t where id = $id');
const COUNT = statement('update things set counted = counted + 1 where id = $id returning *');
// Without a value, so that asking is not itself prepared.
const PREPARED = statement('select name, statement from pg_prepared_statements');
const SETTINGS = statement(
  "select name from pg_settings where name like 'enable_%' and setting = 'off' and source = 'session'",
);

/** On as many connections as there are, at once. */
const everywhere = <Result>(work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: POOL }, (_, index) => work(index)));
const prepareEverywhere = async () => {
  await everywhere((id) => postgres.read(FIND_SLOWLY, { id }));
  // Asked for in one turn, so that each has a connection of its own, however long the others took to connect.
  await everywhere((id) =>
    postgres.transaction(async (run) => {
      await run(FIND, { id });
      await run(COUNT, { id: 100 - id });
      await run(statement('select pg_sleep(0.05)'));
    }),
  );
};
const single = () => createPostgres({ url: database.url, poolSize: 1, timeoutMs: 5_000 });
const counted = async () => {
  const [row] = await administer<{ sum: number }>(database.url, 'select sum(counted)::int as sum from things');
  return row?.sum;
};

describe('a session of the server that is ours alone', () => {
  it('keeps what has values prepared, under a name of its text, and plans it for tables that grow', async () => {
    const one = single();
    expect(await one.read(FIND, { id: 7 })).toEqual([{ id: 7, counted: 0 }]);
    expect(await one.read(FIND, { id: 8 })).toEqual([{ id: 8, counted: 0 }]);
    expect(await one.read(PREPARED)).toEqual([{ name: FIND.preparedName, statement: FIND.text }]);
    expect(FIND.preparedName).toMatch(/^[0-9a-f]{32}$/);
    expect((await one.read<{ name: string }>(SETTINGS)).map(({ name }) => name).sort()).toEqual([
      'enable_hashjoin',
      'enable_mergejoin',
      'enable_seqscan',
    ]);
    await one.close();
  });

  it('lists and missing values may differ from one use to the next', async () => {
    const one = single();
    const find = statement(
      'select id from things where id = any($ids) and id > coalesce($after::integer, 0) order by id',
    );
    for (const [ids, after, found] of [
      [[1, 2], undefined, [1, 2]],
      [[], 5, []],
      [[3, 4, 5], 3, [4, 5]],
    ] as const) {
      expect((await one.read<{ id: number }>(find, { ids: new ListOf(ids), after })).map(({ id }) => id)).toEqual(
        found,
      );
    }
    expect(await one.read(PREPARED)).toHaveLength(1);
    await one.close();
  });
});

describe('what was prepared is true no longer', () => {
  it('after another process altered the table each statement is answered with the new columns, and done once', async () => {
    await prepareEverywhere();
    const before = await counted();
    await administer(database.url, "alter table things add column colour text not null default 'green'");
    const [found, written] = await Promise.all([
      everywhere((id) => postgres.read(FIND, { id: id + 1 })),
      everywhere((id) => postgres.write(COUNT, { id: id + 1 })),
    ]);
    for (const rows of found) expect(rows).toEqual([expect.objectContaining({ colour: 'green' })]);
    for (const { rows } of written) expect(rows).toEqual([expect.objectContaining({ colour: 'green', counted: 1 })]);
    expect(await counted()).toBe((before ?? 0) + POOL);
    // And it is prepared again.
    const names = await everywhere(() => postgres.read<{ name: string }>(PREPARED));
    expect(names.flat().map(({ name }) => name)).toContain(COUNT.preparedName);
  });

  it('a transaction that meets it half-way is done anew from its beginning, and once', async () => {
    await prepareEverywhere();
    const before = (await counted()) ?? 0;
    await administer(database.url, 'alter table things add column colour text');
    let tries = 0;
    await everywhere((id) =>
      postgres.transaction(async (run) => {
        tries += 1;
        await run(statement('update things set counted = counted + 1 where id = $id'), { id: 50 + id });
        await run(FIND, { id });
      }),
    );
    expect(tries).toBeGreaterThan(POOL);
    expect(await counted()).toBe(before + POOL);
  });

  it('where somebody else has a hand in the session nothing stays prepared any more, and everything is answered', async () => {
    await prepareEverywhere();
    await everywhere(() =>
      postgres.transaction(async (run) => {
        await run(statement('deallocate all'));
        await run(statement('select pg_sleep(0.05)'));
      }),
    );
    const before = (await counted()) ?? 0;
    await everywhere((id) => postgres.write(COUNT, { id }));
    await everywhere((id) => postgres.transaction((run) => run(COUNT, { id })));
    expect(await counted()).toBe(before + 2 * (POOL - 1));
    expect((await everywhere(() => postgres.read(PREPARED))).flat()).toEqual([]);
  });

  it('a name that is taken already, too', async () => {
    const one = single();
    await one.write(statement(`prepare "${FIND.preparedName}" as select 1 as wrong`));
    expect(await one.read(FIND, { id: 9 })).toEqual([{ id: 9, counted: 0 }]);
    expect(await one.read(PREPARED)).toEqual([]);
    await one.close();
  });
});

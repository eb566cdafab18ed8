// What a transaction of PostgreSQL does whose first statement goes out with its opening (decision 75): direct and
// through PgBouncer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Unavailable } from '../../src/core/ground/unavailable.ts';
import { createPostgres, type Postgres } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/postgres/statement.ts';
import { administer } from '../helpers/test-databases.ts';

const NOTE = statement('insert into notes (name, value) values ($name, $value::json)');
const TOO_LARGE = statement("insert into notes (name, value) values ($name, 'no JSON'::json)");

function newSignal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** @param make `url` is the database as the program reaches it; `direct` reaches the server itself */
export function transactionsContract(
  make: () => Promise<{ url: string; direct: string; remove(): Promise<void> }>,
): void {
  let given: Awaited<ReturnType<typeof make>>;
  let postgres: Postgres;
  beforeAll(async () => {
    given = await make();
    await administer(given.direct, 'create table notes (name text primary key, value json not null)');
    postgres = createPostgres({ url: given.url, poolSize: 2, timeoutMs: 1_500 });
  });
  afterAll(async () => {
    await postgres.close();
    await given.remove();
  });
  const noted = async (name: string) =>
    (await administer(given.direct, 'select 1 from notes where name = $1', [name])).length;

  it('decision 75: a value that cannot be bound commits nothing, whether it comes first or later', async () => {
    const first = postgres.transaction((run) => run(NOTE, { name: 'unbound-first' }));
    await expect(first).rejects.toThrow('No value for $value');
    const later = postgres.transaction(async (run) => {
      await run(NOTE, { name: 'unbound-later', value: {} });
      return run(NOTE, { name: 'never' });
    });
    await expect(later).rejects.toThrow('No value for $value');
    expect(await noted('unbound-later')).toBe(0);
  });

  it('decision 75: an error of ours, or of the first or a later statement, commits nothing', async () => {
    const thrown = postgres.transaction(async (run) => {
      await run(NOTE, { name: 'thrown', value: {} });
      throw new TypeError('ours');
    });
    await expect(thrown).rejects.toThrow('ours');
    await expect(postgres.transaction((run) => run(TOO_LARGE, { name: 'first' }))).rejects.toThrow('json');
    const later = postgres.transaction(async (run) => {
      await run(NOTE, { name: 'later', value: {} });
      await run(TOO_LARGE, { name: 'even-later' });
    });
    await expect(later).rejects.toThrow('json');
    expect(await Promise.all(['thrown', 'first', 'later', 'even-later'].map(noted))).toEqual([0, 0, 0, 0]);
  });

  it('decision 75: where the opening fails, that is what is told, and the first statement is not carried out', async () => {
    const opened = postgres.transaction((run) => run(NOTE, { name: 'unopened', value: {} }), [2n ** 70n]);
    await expect(opened).rejects.toThrow('out of range');
    expect(await noted('unopened')).toBe(0);
  });

  it('decision 75: a write that waits for a lock past its deadline is not carried out after its refusal', async () => {
    await postgres.transaction((run) => run(NOTE, { name: 'held', value: {} }));
    const [taken, released] = [newSignal(), newSignal()];
    const holder = createPostgres({ url: given.url, poolSize: 1, timeoutMs: 20_000 });
    const lock = statement('update notes set value = $value::json where name = $name');
    const holding = holder.transaction(async (run) => {
      await run(lock, { name: 'held', value: { by: 'holder' } });
      taken.give();
      await released.given;
    });
    await taken.given;
    const late = postgres.transaction((run) => run(lock, { name: 'held', value: { by: 'late' } }));
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    released.give();
    await holding;
    await holder.close();
    const [fact] = await administer<{ value: unknown }>(given.direct, "select value from notes where name = 'held'");
    expect(fact?.value).toEqual({ by: 'holder' });
  });

  it('decision 75: a transaction without statements opens and commits', async () => {
    expect(await postgres.transaction(async () => 'nothing')).toBe('nothing');
  });
}

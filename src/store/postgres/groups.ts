// Sends the queries of one turn of the event loop together at its end, as one statement: PostgreSQL plans it once and
// answers once (docs/decisions/0007-postgresql.md).
import { Unavailable } from '../../core/ground/unavailable.ts';
import { ListOf, type Values } from '../statement.ts';
import type { Postgres } from './postgres.ts';
import type { Statement } from './statement.ts';

const MAX_GROUP_SIZE = 200;

type Waiting<Input, Result> = {
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Combines calls from many callers into one call of `run`. A group starts after everything this turn has received, so
 * it sees every commit that was answered before the call. When the database rejects a group's statement, nothing of it
 * was done, and each entry runs again alone, so that only the faulty one fails. When the database is in trouble
 * (`Unavailable`), the whole group fails.
 * @param run returns the results in the order of its inputs
 */
export function inGroups<Input, Result>(
  run: (inputs: readonly Input[]) => Promise<readonly Result[]>,
): (input: Input) => Promise<Result> {
  let waiting: Waiting<Input, Result>[] = [];

  const runGroup = async (group: readonly Waiting<Input, Result>[]): Promise<void> => {
    try {
      const results = await run(group.map(({ input }) => input));
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (group.length > 1 && !(error instanceof Unavailable)) {
        for (const one of group) void runGroup([one]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  };
  const flush = (): void => {
    const entries = waiting;
    waiting = [];
    for (let from = 0; from < entries.length; from += MAX_GROUP_SIZE)
      void runGroup(entries.slice(from, from + MAX_GROUP_SIZE));
  };

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ input, resolve, reject });
    });
}

type Key = string | Buffer;

/**
 * The list `keys` in a statement, to be compared with a key of `type`. Behind a `select`, so that its length is nothing
 * to plan by: PostgreSQL keeps a plan only where one for the values at hand would not look cheaper, and one for a list
 * of one key does beside one for a list of unknown length. Then each lone request was planned anew, which takes several
 * times as long as running it.
 */
export const anyOfKeys = (type: 'text' | 'bytea'): string => `any((select $keys::${type}[])::${type}[])`;

/**
 * Finds one row by a unique key.
 * @param statement takes the list `keys` by `anyOfKeys` and returns each row with its `key`
 */
export function findInGroups<Row extends object>(
  { read }: Pick<Postgres, 'read'>,
  statement: Statement,
): (key: Key) => Promise<Row | undefined> {
  const find = inGroups(async (keys: readonly Key[]) => {
    const wanted = new Map(keys.map((key) => [nameOf(key), key]));
    const rows = await read<Row & { key: Key }>(statement, { keys: new ListOf([...wanted.values()]) });
    const found = new Map(rows.map(({ key, ...row }) => [nameOf(key), row as unknown as Row]));
    return keys.map((key) => found.get(nameOf(key)));
  });
  // No text in the database contains a NUL. The server would reject the whole group's statement.
  return async (key) => (typeof key === 'string' && key.includes('\0') ? undefined : find(key));
}

const nameOf = (key: Key): string => (typeof key === 'string' ? key : key.toString('latin1'));

/**
 * Writes entries, with one commit for each group.
 * @param statement takes a list for each value and returns the `key`s of the entries it wrote
 * @param key the name of the entry's value that is returned as `key`; no two entries share one
 * @returns whether the entry was written
 */
export function writeInGroups(
  { write }: Pick<Postgres, 'write'>,
  statement: Statement,
  key: string,
): (entry: Values) => Promise<boolean> {
  return inGroups(async (entries: readonly Values[]) => {
    const lists = statement.names.map((name) => [name, new ListOf(entries.map((entry) => entry[name]))]);
    const { rows } = await write<{ key: string }>(statement, Object.fromEntries(lists), entries.length);
    const written = new Set<unknown>(rows.map((row) => row.key));
    return entries.map((entry) => written.has(entry[key]));
  });
}

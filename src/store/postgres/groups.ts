// What is asked in one turn of the event loop goes to the server together at its end, as one statement: PostgreSQL
// plans it once and answers once, and so does this side (docs/decisions/0007-postgresql.md).
import { Unavailable } from '../../core/unavailable.ts';
import type { Postgres } from './postgres.ts';
import { ListOf, type Statement, type Values } from './statement.ts';

/** Most entries of a group. */
const MOST = 200;

type Waiting<Input, Result> = {
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * One function for many callers of `run`. A group begins after all that this turn has received, so it sees every commit
 * that was answered before it was asked for. A group in which the database finds fault did nothing, and
 * each of it is then run alone, so that a fault is its owner's only; in trouble (`Unavailable`) all of it are.
 * @param run gives the results in the order of its inputs
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
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST) void runGroup(all.slice(from, from + MOST));
  };

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ input, resolve, reject });
    });
}

type Key = string | Buffer;

/**
 * Finds one row by a key that no two rows share.
 * @param statement takes the list `keys`, and gives each row it finds with its `key`
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
  // No text of the database holds a NUL; a statement with one is refused, and with it what others ask for.
  return async (key) => (typeof key === 'string' && key.includes('\0') ? undefined : find(key));
}

const nameOf = (key: Key): string => (typeof key === 'string' ? key : key.toString('latin1'));

/**
 * Writes entries, one commit for all of a group.
 * @param statement takes a list of each value, and gives the `key`s of the entries it wrote
 * @param key which value of an entry that is; no two entries share one
 * @returns of an entry: whether it was written
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

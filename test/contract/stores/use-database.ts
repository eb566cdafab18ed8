// Gives each test an empty database, to which any number of connections and processes can be opened. All tests of a file
// share it and its connections: opening one prepares every statement, which takes longer than most tests.
import { afterEach, beforeAll } from 'vitest';
import type { Database, Stores } from '../../../src/core/operating/ports.ts';
import { endProcesses, type RaceProcess, returnProcesses, takeProcesses } from './race-processes.ts';

/** What a database brings to run the contract: a fresh one, opened as often as asked. */
export type FreshDatabase = {
  url: string;
  open(): Promise<Database>;
  /** A statement without parameters. */
  execute(sql: string): Promise<void>;
  /** Removes every row. */
  empty(): Promise<void>;
  remove(): Promise<void>;
};
export type MakeDatabase = () => Promise<FreshDatabase>;

export interface TestDatabase {
  /** Of the first connection. */
  readonly stores: Stores;
  readonly recording: Database['recording'];
  /** The stores on one more connection, until the test ends. */
  open(): Promise<Stores>;
  /** What no store does: to begin a test with. */
  execute(sql: string): Promise<void>;
  /** Processes that have the database open and wait for work, until the test ends (`race-process.ts`). */
  takeProcesses(count: number): Promise<RaceProcess[]>;
}

type Shared = { fresh: FreshDatabase; first: Database; spare: Database[] };
const shared = new Map<MakeDatabase, Promise<Shared>>();

async function share(make: MakeDatabase): Promise<Shared> {
  const fresh = await make();
  return { fresh, first: await fresh.open(), spare: [] };
}

/** After the last test of a file. */
export async function removeDatabase(make: MakeDatabase): Promise<void> {
  await endProcesses();
  const one = await shared.get(make);
  shared.delete(make);
  if (!one) return;
  await Promise.all([one.first, ...one.spare].map((database) => database.close()));
  await one.fresh.remove();
}

/** To be called once in a `describe`. */
export function useDatabase(make: MakeDatabase): TestDatabase {
  let { fresh, first, spare } = {} as Shared;
  let opened: Database[] = [];

  beforeAll(async () => {
    if (!shared.has(make)) shared.set(make, share(make));
    ({ fresh, first, spare } = (await shared.get(make)) as Shared);
  });
  afterEach(async () => {
    returnProcesses();
    spare.push(...opened);
    opened = [];
    await fresh.empty();
  });

  return {
    get stores() {
      return first.stores;
    },
    recording: (act, clock) => first.recording(act, clock),
    async open() {
      const database = spare.pop() ?? (await fresh.open());
      opened.push(database);
      return database.stores;
    },
    execute: (sql) => fresh.execute(sql),
    takeProcesses: (count) => takeProcesses(fresh.url, count),
  };
}

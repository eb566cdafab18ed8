// Gives each test an empty database, to which any number of connections and processes can be opened. The tests of one
// `describe` share it and its first connection: opening one prepares every statement, which takes longer than most
// tests.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database, Stores } from '../../../src/core/ports.ts';

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
  /** Of the first connection, which the tests share. */
  readonly stores: Stores;
  readonly recording: Database['recording'];
  /** Opens more connections; they are closed after the test. */
  open(): Promise<Stores>;
  /** What no store does: to begin a test with. */
  execute(sql: string): Promise<void>;
  /** Starts processes that have the database open and wait for work (`race-process.ts`). */
  startProcesses(count: number): Promise<RaceProcess[]>;
}

export interface RaceProcess {
  /** Calls the method with all inputs at once; how many of them did what they were to do. */
  run(job: RaceJob): Promise<number>;
}
export type RaceJob = {
  method:
    | 'redeem'
    | 'rotate'
    | 'take-back'
    | 'change-address'
    | 'audit'
    | 'enrol'
    | 'use-step'
    | 'use-recovery-code'
    | 'add-passkey'
    | 'remove-passkey'
    | 'sign-in-by-passkey';
  inputs: readonly object[];
};

/** To be called once in a `describe`. */
export function useDatabase(make: MakeDatabase): TestDatabase {
  let fresh: FreshDatabase;
  let shared: Database;
  let opened: Database[] = [];
  let processes: ChildProcess[] = [];

  beforeAll(async () => {
    fresh = await make();
    shared = await fresh.open();
  });
  afterEach(async () => {
    await Promise.all(processes.map(endProcess));
    await Promise.all(opened.map((database) => database.close()));
    [opened, processes] = [[], []];
    await fresh.empty();
  });
  afterAll(async () => {
    await shared.close();
    await fresh.remove();
  });

  return {
    get stores() {
      return shared.stores;
    },
    recording: (act, clock) => shared.recording(act, clock),
    async open() {
      const database = await fresh.open();
      opened.push(database);
      return database.stores;
    },
    execute: (sql) => fresh.execute(sql),
    async startProcesses(count) {
      const started = Array.from({ length: count }, () => startProcess(fresh.url));
      processes.push(...started);
      await Promise.all(started.map((child) => once(child, 'message')));
      return started.map((child) => ({ run: (job) => runIn(child, job) }));
    },
  };
}

const startProcess = (url: string): ChildProcess =>
  fork(new URL('../race-process.ts', import.meta.url), [url], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });

async function runIn(child: ChildProcess, job: RaceJob): Promise<number> {
  child.send(job);
  const [winners] = (await once(child, 'message')) as [number];
  return winners;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

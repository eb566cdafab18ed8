// Everything core needs from outside, in one list.
import type { Ports as Below, Stores as StoresBelow } from '../grants/ports.ts';
import type { Clock } from '../ground/clock.ts';
import type { CommitFigures } from '../ground/metrics/commits.ts';
import type { HistogramFigures } from '../ground/metrics/histogram.ts';
import type { Act } from '../server/audit/act.ts';
import type { AccountFileStore } from './account-files/account-file-store.ts';
import type { GivenUpStore } from './given-up/given-up-store.ts';
import type { LeavingStore } from './leaving/leaving-store.ts';

/** The ports that a database implements. */
export type Stores = StoresBelow & {
  accountFiles: AccountFileStore;
  givenUp: GivenUpStore;
  leaving: LeavingStore;
};

/** Measurements for operators, counted since the database was opened. */
export type DatabaseFigures = {
  commits: CommitFigures;
  /**
   * On databases where one process writes at a time: how long writes waited for another process's lock, in seconds.
   * Writes that did not wait are left out.
   */
  lockWaits: HistogramFigures | undefined;
  /** This process's connections, if the database has a pool. `waiting` counts tasks that wait for a connection. */
  pool: { max: number; used: number; idle: number; waiting: number } | undefined;
};

/** An open database with its stores. */
export interface Database {
  readonly stores: Stores;
  /** The stores, which write the act to the audit in the transaction of each change (`audited-writes.ts`). */
  recording(act: Act, clock: Clock): Stores;
  figures(): DatabaseFigures;
  /** Resolves when the database answers and its schema is this program's; rejects with `Unavailable` otherwise. */
  check(): Promise<void>;
  /** Waits for writes in progress, then closes. */
  close(): Promise<void>;
}

export type Ports = Omit<Below, 'leaving'> &
  Stores & {
    /** The same ports, which write the act to the audit with each change that they make (decision 51). */
    recording(act: Act): Ports;
  };

// What the program does with a database, whichever it is: one entry of `databases.ts` for each kind.
import type { Clock } from '../../core/clock.ts';
import type { DatabaseFacts } from '../../core/doctor/examine-database.ts';
import type { Database } from '../../core/ports.ts';
import type { SettingValues } from '../../settings/schema.ts';
import type { TableReader, TableWriter } from '../../store/move.ts';

/** The settings that a database is reached with. */
export type DatabaseSettings = Pick<SettingValues, 'databaseUrl' | 'databasePoolSize' | 'databaseTimeoutMs'>;

export type OpenOptions = {
  /** Instead of the machine's, or the database's own. */
  clock?: Clock;
  /** Told when the database was migrated. */
  logger?: { info(details: object, message: string): void };
};

/** One end of a move: a database URL, and how long connecting may take, in ms. */
export type End = { url: string; timeoutMs: number };

export interface DatabaseKind {
  /** Migrates where needed. @throws DatabaseRefused, Unavailable */
  open(settings: DatabaseSettings, options: OpenOptions): Promise<Database & { clock: Clock }>;
  /** Reads all of it beside a running server, and changes nothing. @returns `missing`: there is none yet */
  examine(settings: DatabaseSettings, now: () => number): Promise<DatabaseFacts | { missing: string }>;
  withSource<Result>(end: End, work: (source: TableReader) => Promise<Result>): Promise<Result>;
  /** @param at `source`: the identity of what is moved, which must be another database */
  withTarget<Result>(
    end: End,
    at: { source: string; now: number },
    work: (target: TableWriter) => Promise<Result>,
  ): Promise<Result>;
}

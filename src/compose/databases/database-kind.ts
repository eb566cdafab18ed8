// The operations that each kind of database has. `databases.ts` has one entry for each kind.
import type { Clock } from '../../core/ground/clock.ts';
import type { DatabaseFacts } from '../../core/operating/doctor/examine-database.ts';
import type { Database } from '../../core/operating/ports.ts';
import type { SettingValues } from '../../schema/settings/settings.ts';
import type { TableReader, TableWriter } from '../../store/move.ts';

/** The settings for connecting to a database. */
export type DatabaseSettings = Pick<SettingValues, 'databaseUrl' | 'databasePoolSize' | 'databaseTimeoutMs'>;

/** What examining one needs besides: which passkeys can be used. */
export type ExamineSettings = DatabaseSettings & Pick<SettingValues, 'authUrl' | 'passkeyRpId'>;

export type OpenOptions = {
  /** Default: the machine's clock on SQLite, the database's on PostgreSQL. */
  clock?: Clock;
  /** Logs the migrations that were applied. */
  logger?: { info(details: object, message: string): void };
  /** Whether pending migrations are applied (default) or refused. */
  migrate?: boolean;
};

/** The source or target of a move. `timeoutMs`: how long connecting may take. */
export type End = { url: string; timeoutMs: number };

export interface DatabaseKind {
  /** Migrates where needed. @throws DatabaseRefused, Unavailable */
  open(settings: DatabaseSettings, options: OpenOptions): Promise<Database & { clock: Clock }>;
  /** Whether opening would create the database or its tables. Changes nothing. @throws DatabaseRefused, Unavailable */
  isNew(settings: DatabaseSettings): Promise<boolean>;
  /**
   * Inspects the whole database, also while a server is running, and changes nothing.
   * @returns `missing`: the database does not exist yet
   */
  examine(settings: ExamineSettings, now: () => number): Promise<DatabaseFacts | { missing: string }>;
  withSource<Result>(end: End, work: (source: TableReader) => Promise<Result>): Promise<Result>;
  /** @param at `source`: the identity of the source, which must be another database */
  withTarget<Result>(
    end: End,
    at: { source: string; now: number },
    work: (target: TableWriter) => Promise<Result>,
  ): Promise<Result>;
}

// Opens an SQLite database: one writer that commits in groups, one reader, and the stores on them (decision 3).
import type { Clock } from '../../core/ground/clock.ts';
import { createCommitCount, createLockWaits } from '../../core/ground/metrics/commits.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import type { Database, Stores } from '../../core/operating/ports.ts';
import { type MigrationStatus, ownMigrationsFolder, readMigrations } from '../migrate.ts';
import { createStores as createNounStores } from '../nouns/create-stores.ts';
import { createRecording } from '../recording.ts';
import { createAccountFileStore } from './account-file-store.ts';
import { createApplicationStore, prepareFindAt } from './application-store.ts';
import { createCodeStore } from './code-store.ts';
import { type Connections, connect, inspectSchema, refuseBrokenSchema } from './connect.ts';
import { createConnectionStore } from './connection-store.ts';
import { sqliteBase } from './drive.ts';
import { createExpiredRows } from './expired-rows.ts';
import { scheduleCheckpoints } from './files/checkpoints.ts';
import { makeDatabaseFile } from './files/database-file.ts';
import { createReader } from './reader.ts';
import { recordingWriter } from './record-acts.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInLimitStore } from './sign-in-limit-store.ts';
import type { Sqlite } from './sqlite.ts';
import { createTokenStore } from './token-store.ts';
import { createWriter } from './writer.ts';

/** How often `check` finds out whether the disk takes writes. */
const TRY_TO_WRITE_MS = 5_000;

/** The part of a pino logger that is used here. */
export type StoreLog = { info(details: object, message: string): void };

export type OpenSqliteOptions = {
  /** Path of the file. The file and its folder are created where missing. */
  path: string;
  clock: Clock;
  /** Whether pending migrations are applied (default) or refused. */
  migrate?: boolean;
  /** Default: the program's own migrations. */
  migrationsFolder?: string;
  logger?: StoreLog;
};

/** @throws DatabaseRefused when the file cannot be used as it is; its message says what to do */
export async function openSqlite(options: OpenSqliteOptions): Promise<Database> {
  const { path, clock, migrate = true, logger } = options;
  const own = readMigrations(options.migrationsFolder ?? ownMigrationsFolder('sqlite'));
  if (migrate) makeDatabaseFile(path);
  const connections = connect(path, own, { migrate, now: clock.now() });
  const { migrated, backup } = connections;
  if (migrated.length > 0) logger?.info({ migrations: migrated, ...(backup && { backup }) }, 'Database migrated');
  try {
    refuseBrokenSchema(path, connections.reader);
    return assembleDatabase(connections, own.length);
  } catch (error) {
    for (const connection of [connections.reader, connections.writer]) connection.close();
    throw error;
  }
}

/** The applied and the pending migrations of the file at `path`. Changes nothing. @throws DatabaseRefused */
export async function sqliteMigrationStatus(path: string): Promise<MigrationStatus> {
  return inspectSchema(path, readMigrations(ownMigrationsFolder('sqlite')));
}

/** The stores on two open connections. `schemaNumber` is the last migration this program knows. */
export function assembleDatabase(
  { writer, reader }: Pick<Connections, 'writer' | 'reader'>,
  schemaNumber: number,
): Database {
  const checkpoints = scheduleCheckpoints(writer);
  const [commits, lockWaits] = [createCommitCount(), createLockWaits()];
  const afterGroup = (intents: number, seconds: number): void => {
    commits.note(intents, seconds);
    checkpoints.note(intents);
  };
  const recording = createRecording();
  const sqlite: Sqlite = {
    writer: recordingWriter(createWriter(writer, afterGroup, lockWaits.observe), recording),
    reader: createReader(reader),
  };
  const lastMigration = reader.prepare<[], number>('select max(number) from schema_migrations').pluck();

  const stores = createStores(sqlite);
  const touch = writer.prepare('update schema_migrations set applied_at = applied_at where number = ?');
  let triedAt = performance.now();
  /** Nobody writes on an idle server, and its workers write for themselves. */
  const tryToWrite = (): void => {
    if (performance.now() - triedAt < TRY_TO_WRITE_MS) return;
    triedAt = performance.now();
    // Not waited for: another process that holds the lock is no reason to send people elsewhere.
    sqlite.writer.write(() => touch.run(schemaNumber)).catch(() => {});
  };

  return {
    stores,
    recording: (act, clock) => recording.stores(stores, act, clock),
    figures: () => ({ commits: commits.figures(), lockWaits: lockWaits.figures(), pool: undefined }),
    async check() {
      const number = await sqlite.reader.read(() => lastMigration.get());
      if (number !== schemaNumber) throw new Unavailable('The database has another schema than this program');
      tryToWrite();
      if (sqlite.writer.isFailing()) throw new Unavailable('The database cannot be written');
    },
    async close() {
      await sqlite.writer.drain();
      checkpoints.stop();
      sqlite.reader.flush();
      reader.close();
      // The last connection to close checkpoints the WAL and deletes it.
      writer.close();
    },
  };
}

function createStores(sqlite: Sqlite): Stores {
  const findAt = prepareFindAt(sqlite.reader);
  const base = sqliteBase(sqlite);
  return {
    ...createNounStores(base),
    signInLimits: createSignInLimitStore(sqlite),
    accountFiles: createAccountFileStore(sqlite),
    sessions: createSessionStore(sqlite, base),
    applications: createApplicationStore(sqlite.reader, base, findAt),
    connections: createConnectionStore(sqlite, base),
    codes: createCodeStore(sqlite),
    tokens: createTokenStore(sqlite, findAt),
    expired: createExpiredRows(sqlite, base),
  };
}

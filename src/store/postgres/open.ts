// Opens a PostgreSQL database: inspects it, migrates it, and creates the stores on a pool of connections. Any number of
// processes may do so at once. Nothing here needs a session of its own, so a pooler may stand in between.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Clock } from '../../core/ground/clock.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import type { Database, Stores } from '../../core/operating/ports.ts';
import { DatabaseRefused } from '../database-refused.ts';
import {
  type Migration,
  type MigrationStatus,
  ownMigrationsFolder,
  pendingMigrations,
  readMigrations,
} from '../migrate.ts';
import { createStores as createNounStores } from '../nouns/create-stores.ts';
import { createRecording } from '../recording.ts';
import { createAccountFileStore } from './account-file-store.ts';
import { createApplicationStore, prepareFindAt } from './application-store.ts';
import { appliedMigrations, applyMigrations } from './apply-migrations.ts';
import { createCodeStore } from './code-store.ts';
import { placeOf, withConnection } from './connect.ts';
import { createConnectionStore } from './connection-store.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { postgresBase } from './drive.ts';
import { createExpiredRows } from './expired-rows.ts';
import { createPostgres, type Postgres, type PostgresOptions } from './postgres.ts';
import { recordingPostgres } from './record-acts.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInLimitStore } from './sign-in-limit-store.ts';
import { statement } from './statement.ts';
import { createTokenStore } from './token-store.ts';

/** The part of a pino logger that is used here. */
export type StoreLog = { info(details: object, message: string): void };

export type OpenPostgresOptions = PostgresOptions & {
  /** Default: the database's time. */
  clock?: Clock;
  /** Whether pending migrations are applied (default) or refused. */
  migrate?: boolean;
  /** Default: the program's own migrations. */
  migrationsFolder?: string;
  logger?: StoreLog;
};

/** `clock` is the database's time, which all its processes share, unless another clock was given. */
export type OpenPostgres = Database & { readonly clock: Clock };

/** @throws DatabaseRefused when the database cannot be used as it is; `Unavailable` when it cannot be reached */
export async function openPostgres(options: OpenPostgresOptions): Promise<OpenPostgres> {
  const own = readMigrations(options.migrationsFolder ?? ownMigrationsFolder('postgres'));
  const postgres = createPostgres(options);
  let databaseClock: DatabaseClock | undefined;
  try {
    const clock = await withConnection(options, async (client) => {
      const status = await statusOf(client, own, placeOf(options.url));
      databaseClock = options.clock ? undefined : await createDatabaseClock(postgres);
      const clock = options.clock ?? (databaseClock as DatabaseClock);
      if (status.pending.length > 0) await migrate(client, own, options, clock.now());
      return clock;
    });
    return assembleDatabase(postgres, { clock, schemaNumber: own.length, stopClock: () => databaseClock?.stop() });
  } catch (error) {
    databaseClock?.stop();
    await postgres.close();
    throw error;
  }
}

/** The applied and the pending migrations. Changes nothing. @throws as `openPostgres` does */
export const postgresMigrationStatus = (
  options: Pick<PostgresOptions, 'url' | 'timeoutMs'>,
): Promise<MigrationStatus> =>
  withConnection(options, (client) =>
    statusOf(client, readMigrations(ownMigrationsFolder('postgres')), placeOf(options.url)),
  );

async function statusOf(client: Client, own: readonly Migration[], place: string): Promise<MigrationStatus> {
  const applied = await appliedMigrations(client, place);
  const pending = pendingMigrations(own, applied, place);
  return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
}

async function migrate(client: Client, own: readonly Migration[], options: OpenPostgresOptions, now: number) {
  const place = placeOf(options.url);
  if (options.migrate === false) throw new DatabaseRefused(`${place}: needs migrations; run latchkey migrate`);
  const migrations = await applyMigrations(client, own, { place, now });
  if (migrations.length > 0) options.logger?.info({ migrations }, 'Database migrated');
}

/** A standby, or a database that an operator has closed for writes, answers reads alone. */
const STATE = statement(
  "select max(number) as number, current_setting('transaction_read_only') = 'on' as read_only from schema_migrations",
);

function assembleDatabase(
  postgres: Postgres,
  { clock, schemaNumber, stopClock }: { clock: Clock; schemaNumber: number; stopClock: () => void },
): OpenPostgres {
  const recording = createRecording();
  const stores = createStores(recordingPostgres(postgres, recording));
  return {
    stores,
    recording: (act, clock) => recording.stores(stores, act, clock),
    clock,
    figures: () => postgres.figures(),
    async check() {
      const [state] = await postgres.read<{ number: number; readOnly: boolean }>(STATE);
      if (state?.number !== schemaNumber) throw new Unavailable('The database has another schema than this program');
      if (state.readOnly) throw new Unavailable('The database is read-only');
    },
    async close() {
      stopClock();
      // Queries of this turn are sent at its end (groups.ts).
      await endOfTurn();
      await postgres.close();
    },
  };
}

const createStores = (postgres: Postgres, findAt = prepareFindAt(postgres), base = postgresBase(postgres)): Stores => ({
  ...createNounStores(base),
  signInLimits: createSignInLimitStore(postgres),
  accountFiles: createAccountFileStore(postgres),
  sessions: createSessionStore(postgres, base),
  applications: createApplicationStore(postgres, base, findAt),
  connections: createConnectionStore(postgres, base),
  codes: createCodeStore(postgres),
  tokens: createTokenStore(postgres, findAt),
  expired: createExpiredRows(postgres, base),
});

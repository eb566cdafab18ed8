// Puts together what core needs: the database's stores, the clock, the server's secrets and the password hasher. The
// command line works with this alone; `compose.ts` puts the hosts on top.
import { existsSync } from 'node:fs';
import { type Settings, sqlitePath } from './config.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Database, Ports, Rules } from './core/ports.ts';
import { createServerSecrets } from './core/secrets.ts';
import { createPasswordHasher } from './outside/password-hasher.ts';
import { StartRefused } from './start-refused.ts';
import { DatabaseRefused } from './store/database-refused.ts';
import { openSqlite, sqliteMigrationStatus } from './store/sqlite/open.ts';

export type PortsOptions = {
  clock?: Clock;
  /** Told when the database was migrated. */
  logger?: { info(details: object, message: string): void };
};

export type OpenPorts = {
  ports: Ports;
  /** Resolves when the database answers; rejects with `Unavailable` otherwise. */
  check(): Promise<void>;
  /** Waits for writes under way, then closes the database. */
  close(): Promise<void>;
};

/**
 * Opens the database, migrating it where needed.
 * @throws StartRefused when it cannot be used as it is
 */
export async function openPorts(settings: Settings, options: PortsOptions = {}): Promise<OpenPorts> {
  const { clock = systemClock, logger } = options;
  const database = await openDatabase(settings, { clock, ...(logger && { logger }) });
  const { secret, previousSecret } = settings;
  const ports: Ports = {
    ...database.stores,
    clock,
    secrets: previousSecret ? createServerSecrets(secret, previousSecret) : createServerSecrets(secret),
    passwords: createPasswordHasher({ concurrency: settings.passwordHashConcurrency }),
    rules: rulesOf(settings),
  };
  return { ports, check: () => database.check(), close: () => database.close() };
}

/**
 * Brings the database up to date.
 * @returns the names of the migrations that were applied now
 * @throws StartRefused when it cannot be used as it is
 */
export async function migrateDatabase(settings: Settings): Promise<readonly string[]> {
  const path = sqlitePath(settings.databaseUrl);
  const before = existsSync(path) ? await orRefuse(() => sqliteMigrationStatus(path)) : undefined;
  const database = await openDatabase(settings, { clock: systemClock });
  await database.close();
  const after = await orRefuse(() => sqliteMigrationStatus(path));
  return after.applied.filter((name) => !before?.applied.includes(name));
}

const openDatabase = (
  settings: Settings,
  options: { clock: Clock; logger?: NonNullable<PortsOptions['logger']> },
): Promise<Database> => orRefuse(() => openSqlite({ path: sqlitePath(settings.databaseUrl), ...options }));

async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DatabaseRefused ? new StartRefused(error.message, { cause: error }) : error;
  }
}

const rulesOf = (settings: Settings): Rules => ({
  codeTtlSeconds: settings.codeTtlSeconds,
  accessTokenTtlSeconds: settings.accessTokenTtlSeconds,
  refreshTokenTtlSeconds: settings.refreshTokenTtlSeconds,
  familyTtlSeconds: settings.familyTtlSeconds,
  refreshRepeatSeconds: settings.refreshRepeatSeconds,
  sessionIdleSeconds: settings.sessionIdleSeconds,
  sessionTtlSeconds: settings.sessionTtlSeconds,
  persistentSessionIdleSeconds: settings.persistentSessionIdleSeconds,
  persistentSessionTtlSeconds: settings.persistentSessionTtlSeconds,
  passwordTriesPerAccount: settings.passwordTriesPerAccount,
  passwordTriesPerNetwork: settings.passwordTriesPerNetwork,
  passwordTryWindowSeconds: settings.passwordTryWindowSeconds,
  openRegistration: settings.openRegistration,
});

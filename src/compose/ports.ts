// Builds the ports of core: the database's stores, the clock, the server's secrets and the password hasher. Commands
// need nothing else; `server.ts` builds the hosts on top.

import type { ApplicationStore } from '../core/applications/applications/application-store.ts';
import { withAdmittedDocuments } from '../core/applications/client-documents/admit-documents.ts';
import { createDocumentFetcher } from '../core/applications/client-documents/document-fetcher.ts';
import { createRemoteKeySets } from '../core/applications/client-jwts/remote-key-sets.ts';
import {
  createFailedRequestCounts,
  type FailedRequestCounts,
} from '../core/applications/failed-requests/failed-requests.ts';
import { type Counters, createCounters } from '../core/applications/statistics/counters.ts';
import type { Clock } from '../core/ground/clock.ts';
import { createPublisher, type Publisher } from '../core/ground/events/publisher.ts';
import { createTally, type Tally } from '../core/ground/metrics/tally.ts';
import { createServerSecrets } from '../core/ground/secrets.ts';
import { Unavailable } from '../core/ground/unavailable.ts';
import type { Database, DatabaseFigures, Ports } from '../core/operating/ports.ts';
import { createFailureCounts, type FailureCounts } from '../core/people/activities/failure-counts.ts';
import { entryOf, SERVER } from '../core/server/audit/act.ts';
import { createSigningKeys } from '../core/server/keys/create-signing-keys.ts';
import { createLivePolicy } from '../core/server/policy/live-policy.ts';
import { createDocumentSource } from '../outside/document-source.ts';
import { createJwtCrypto } from '../outside/jwt-crypto.ts';
import { createKeySetSource } from '../outside/key-set-source.ts';
import { createCodeGenerator } from '../outside/one-time-codes.ts';
import { createPasskeyVerifier } from '../outside/passkey-verifier.ts';
import { argon2id, createPasswordHasher, type PasswordHasherOptions } from '../outside/password-hasher.ts';
import type { SemaphoreFigures } from '../outside/password-semaphore.ts';
import { createPictureEncoder } from '../outside/picture-encoder.ts';
import type { Settings } from '../settings/config.ts';
import { mailDelivery } from '../settings/mail-settings.ts';
import { policyKinds } from '../settings/policy-kinds.ts';
import { rulesOf, takesInternalDocuments } from '../settings/rules.ts';
import { DatabaseRefused } from '../store/database-refused.ts';
import type { OpenOptions } from './databases/database-kind.ts';
import { databaseAt } from './databases/databases.ts';
import { hashConcurrency } from './hash-concurrency.ts';
import { StartRefused } from './start-refused.ts';

export type PortsOptions = OpenOptions & {
  /** Overrides how passwords are hashed: for workers, which share a machine, and tests, which hash thousands. */
  passwordHashing?: Partial<PasswordHasherOptions>;
};

export type OpenPorts = {
  ports: Ports;
  /** Sets the listeners of `ports.publish`; there are none until it is called. */
  listen: Publisher['listen'];
  /** Counts of what this process has done, for operators. */
  tally: Tally;
  /** Counts for the statistics, in memory until the next flush. */
  counters: Counters;
  /** Failed sign-ins of accounts, in memory until the next flush. */
  failures: FailureCounts;
  /** Why sign-ins fail, in memory until the next flush. */
  failedRequests: FailedRequestCounts;
  /** For operators. */
  figures: { database(): DatabaseFigures; passwords(): SemaphoreFigures };
  /** Resolves when the database answers; rejects with `Unavailable` otherwise. */
  check(): Promise<void>;
  /** Waits for writes under way, then closes the database. */
  close(): Promise<void>;
};

/**
 * Opens the database and migrates it if needed.
 * @throws StartRefused when it cannot be used as it is
 */
export async function openPorts(settings: Settings, options: PortsOptions = {}): Promise<OpenPorts> {
  const database = await openDatabase(settings, options);
  const { secret, previousSecret } = settings;
  const { stores, clock } = database;
  const secrets = previousSecret ? createServerSecrets(secret, previousSecret) : createServerSecrets(secret);
  const hasMail = mailDelivery(settings) !== 'off';
  const livePolicy = createLivePolicy(stores.policy, { kinds: policyKinds(settings), hasMail });
  await startOrRefuse(() => livePolicy.refresh());
  const rules = rulesOf(settings, livePolicy);
  const { publish, listen } = createPublisher();
  const jwtCrypto = createJwtCrypto();
  const recordedKeys = database.recording({ actor: SERVER, action: 'first signing keys' }, clock).keys;
  const passwords = createPasswordHasher({
    concurrency: hashConcurrency(),
    cost: argon2id(settings.passwordHashCost),
    ...options.passwordHashing,
  });
  const keySetsOf = (allowInternal: boolean) =>
    createRemoteKeySets({ fetch: createKeySetSource({ allowInternal }), clock, publish });
  const admitted = (applications: ApplicationStore) => withAdmittedDocuments(applications, rules.clientDocuments);
  const ports: Ports = {
    ...stores,
    applications: admitted(stores.applications),
    recording: (act) => {
      const recorded = database.recording(act, clock);
      return { ...ports, ...recorded, applications: admitted(recorded.applications) };
    },
    clock,
    publish,
    secrets,
    jwtCrypto,
    signingKeys: createSigningKeys({ keys: recordedKeys, clock, secrets, rules, jwtCrypto }),
    keySets: {
      registered: keySetsOf(settings.internalDeliveries),
      document: keySetsOf(takesInternalDocuments(settings)),
    },
    fetchDocument: createDocumentFetcher({
      source: createDocumentSource({ allowInternal: takesInternalDocuments(settings) }),
      clock,
    }),
    issuer: settings.authUrl,
    apiUrl: settings.apiUrl,
    ownUrls: [settings.authUrl, settings.apiUrl],
    get serviceName() {
      return livePolicy.values().serviceName;
    },
    passwords,
    oneTimeCodes: createCodeGenerator(),
    passkeyVerifier: createPasskeyVerifier(),
    pictureEncoder: createPictureEncoder(),
    rules,
    livePolicy,
  };
  const figures = { database: () => database.figures(), passwords: passwords.figures };
  return {
    ports,
    listen,
    tally: createTally(),
    counters: createCounters({ statistics: stores.statistics, clock }),
    failures: createFailureCounts(ports),
    failedRequests: createFailedRequestCounts(ports),
    figures,
    check: () => database.check(),
    close: () => database.close(),
  };
}

/** What `migrateDatabase` did: the migrations by name, and the file with what stood there before (SQLite). */
export type Migrated = { migrations: readonly string[]; backup?: string };

/**
 * Brings the database up to date.
 * @throws StartRefused when it cannot be used as it is
 */
export async function migrateDatabase(settings: Settings): Promise<Migrated> {
  let migrated: Migrated = { migrations: [] };
  const logger = {
    info: (details: object) => {
      migrated = details as Migrated;
    },
  };
  const database = await openDatabase(settings, { logger });
  await database.close();
  return migrated;
}

/** Opens it, and records the migrations that this applied. */
async function openDatabase(
  settings: Settings,
  { clock, logger, migrate = true }: OpenOptions,
): Promise<Database & { clock: Clock }> {
  const applied: string[] = [];
  const log = {
    info(details: object, message: string) {
      if ('migrations' in details) applied.push(...(details.migrations as string[]));
      logger?.info(details, message);
    },
  };
  return startOrRefuse(async () => {
    const options = { ...(clock && { clock }), logger: log, migrate };
    const database = await databaseAt(settings.databaseUrl).open(settings, options);
    if (applied.length === 0) return database;
    const act = { actor: SERVER, action: 'migrate' as const, entry: applied.join(' ') };
    await database.stores.audit.append([entryOf(act, database.clock.now())]);
    return database;
  });
}

/** While opening nobody is served yet: a database that cannot be reached is told like one that cannot be used. */
export async function startOrRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const told = error instanceof DatabaseRefused || error instanceof Unavailable;
    throw told ? new StartRefused(error.message, { cause: error }) : error;
  }
}

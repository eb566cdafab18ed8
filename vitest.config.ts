import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/helpers/longest-first.ts';
import { builtProgram } from './test/program/build-program.ts';

/**
 * Tests of the program as a process, and of many: commands, kills and long races, which take minutes: `npm run
 * test:processes`.
 */
const STORIES_OF_PROCESSES = [
  'races',
  'end-of-access-races',
  'leaving-races',
  'leaving-kill',
  'username-races',
  'factor-races',
  'workers',
  'kill',
  'overload',
  'floods',
  'signing-keys-rotation',
  'back-channel-processes',
  'mail-processes',
  'event-processes',
  'audit-writers',
  'policy-processes',
  ...['demo', 'doctor', 'example', 'import-accounts', 'mail', 'server-secret', 'signing-keys-secret'],
  'username-commands',
].map((name) => `test/flows/${name}.test.ts`);
const OF_PROCESSES = ['test/cli/*.test.ts', ...STORIES_OF_PROCESSES];

/**
 * Tests that need a program that npm does not bring (Caddy, PgBouncer, psql, Python with Authlib): `npm run
 * test:services`.
 */
const SERVICES = ['test/deploy/caddyfile.test.ts', 'test/flows/sample-code-authlib.test.ts'];
const SERVICES_ON_POSTGRES = [
  'test/deploy/postgres-role.test.ts',
  'test/store/postgres-pgbouncer.test.ts',
  'test/flows/postgres-nodes.test.ts',
  'test/flows/sample-code-authlib.test.ts',
];
/**
 * Tests that need other languages and packages from their registries: `npm run test:recipes`, which also runs the
 * recipes in JavaScript.
 */
const RECIPES = ['python', 'go', 'perl', 'apache', 'nginx', 'dovecot', 'event-messages'].map(
  (name) => `test/recipes/${name}.test.ts`,
);
const APART = [...OF_PROCESSES, ...SERVICES, ...SERVICES_ON_POSTGRES, ...RECIPES];

/**
 * Stories that do not depend on the database: pages and documents, what is in no table, programs with an SQLite of
 * their own. One database is enough.
 */
const OF_NO_DATABASE = [
  ...[
    'account-https',
    'browser-origins',
    'client-limits',
    'clients-page',
    'compressed-answers',
    'demo',
    'errors-page',
    'example',
    'form-post',
  ],
  ...['hosts-apart', 'log-lines', 'metadata', 'native-applications', 'openapi', 'owners-page', 'password-places'],
  ...['plain-client', 'readme', 'relying-parties', 'return-place', 'sample-code'],
].map((name) => `test/flows/${name}.test.ts`);
/** The same among the tests with many processes; `npm run race-test` runs them on PostgreSQL too. */
const PROCESSES_OF_NO_DATABASE =
  process.env.LATCHKEY_TEST_RACES === 'all' ? [] : ['floods', 'overload'].map((name) => `test/flows/${name}.test.ts`);

/**
 * The slowest tests of all projects, those of a project together: a worker that goes on with another project is started
 * anew.
 */
const LONGEST = [
  ...['flows/mail-processes', 'flows/end-of-access-races', 'flows/event-processes', 'cli/workers', 'flows/floods'],
  ...['flows/username-races', 'flows/kill', 'flows/signing-keys-rotation', 'flows/workers', 'flows/policy-processes'],
  ...['flows/races', 'store/postgres-pgbouncer', 'store/postgres', 'store/postgres-upgrade', 'store/postgres-move'],
  ...['store/postgres-trouble', 'store/postgres-database', 'flows/postgres-trouble', 'cli/commands', 'flows/mail'],
  ...['model/model', 'store/sqlite', 'store/sqlite-upgrade', 'http/slow-clients', 'cli/serve', 'flows/server-secret'],
  ...['flows/application-events', 'flows/import-accounts', 'flows/username-commands', 'flows/back-channel'],
  ...['flows/registration-connections', 'flows/lost-connections', 'store/sqlite-file', 'store/sqlite-group-commit'],
  ...['views/escaping', 'cli/audit', 'store/move', 'flows/demo', 'cli/doctor', 'flows/openapi', 'cli/flags'],
  ...['browser/console-pages', 'browser/pages', 'browser/console-full', 'browser/console', 'browser/flow'],
];

/** Pages in a real browser, and faults: `npm run test:browser`, `npm run faults`. */
const OTHER_COMMANDS = ['test/browser/**', 'test/faults/**'];
const POSTGRES_ONLY = ['test/store/postgres*.test.ts', 'test/flows/postgres*.test.ts'];

/** Skipping PostgreSQL is somebody's decision, so it is reported. */
const withoutPostgres = process.env.TEST_POSTGRES === 'none';
if (withoutPostgres) console.warn('PostgreSQL is NOT TESTED: TEST_POSTGRES=none');

type Store = 'sqlite' | 'postgres';
type Files = {
  include: string[];
  exclude?: string[];
  globalSetup?: string[];
  testTimeout?: number;
  hookTimeout?: number;
  expect?: { poll: { timeout: number } };
  maxWorkers?: number;
  isolate?: boolean;
  sequence?: { groupOrder: number };
};

/** Two cores: more workers only make the timing of races less real. Vitest wants a group for each number of workers. */
const TWO_WORKERS = { maxWorkers: 2, sequence: { groupOrder: 1 } };
const ONE_WORKER = { maxWorkers: 1, sequence: { groupOrder: 2 } };

const project = (store: Store, name: string, { globalSetup = [], ...files }: Files) => ({
  extends: true as const,
  test: {
    name,
    ...files,
    globalSetup: store === 'postgres' ? ['test/helpers/postgres-for-run.ts', ...globalSetup] : globalSetup,
    env: { LATCHKEY_TEST_STORE: store },
  },
});
const onSqlite = (name: string, files: Files) => project('sqlite', name, files);
const onPostgres = (name: string, files: Files) => project('postgres', name, files);

/** What a server must survive: `npm run faults` (test/faults/run.ts). */
const FAULTS = {
  include: ['test/faults/**/*.test.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  isolate: true,
  ...TWO_WORKERS,
};

const sqlite = [
  onSqlite('sqlite', {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: [...POSTGRES_ONLY, ...OTHER_COMMANDS, ...APART],
  }),
  onSqlite('processes-sqlite', { include: OF_PROCESSES, ...TWO_WORKERS }),
  onSqlite('services-sqlite', { include: SERVICES }),
  onSqlite('recipes', {
    include: ['test/recipes/**/*.test.ts'],
    globalSetup: ['test/recipes/runtimes.ts'],
    // A program that is not compiled yet takes longer at its first start.
    testTimeout: 90_000,
  }),
  onSqlite('browser', {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Each worker has a server and a browser of its own, of which one waits while the other works.
    ...TWO_WORKERS,
  }),
  // What HTTP clients do does not depend on the database, so one is enough.
  onSqlite('faults-sqlite', { ...FAULTS, exclude: ['test/faults/postgres-*.test.ts'] }),
];

const postgres = [
  // The contract of the stores, and what is PostgreSQL's own: `npm run test:postgres`.
  onPostgres('postgres', { include: ['test/store/postgres*.test.ts'], exclude: APART }),
  // The same on the PostgreSQL of the system, on which the stores' contract runs through PgBouncer.
  onPostgres('postgres-of-system', {
    include: ['test/store/postgres*.test.ts'],
    exclude: [...APART, 'test/store/postgres.test.ts'],
  }),
  // The same stories over the wire as on SQLite, and PostgreSQL's own, by the same command.
  onPostgres('postgres-stories', {
    include: ['test/flows/**/*.test.ts', 'test/model/**/*.test.ts', 'test/conformance/plans.test.ts'],
    exclude: [...APART, ...OF_NO_DATABASE],
  }),
  onPostgres('processes-postgres', {
    include: STORIES_OF_PROCESSES,
    exclude: [...PROCESSES_OF_NO_DATABASE, ...OF_NO_DATABASE],
    ...TWO_WORKERS,
  }),
  onPostgres('services-postgres', { include: SERVICES_ON_POSTGRES }),
  onPostgres('faults-postgres', {
    ...FAULTS,
    exclude: ['test/faults/sqlite-*.test.ts', 'test/faults/clients-*.test.ts'],
  }),
];

/**
 * Long runs, each a command of its own (`npm run model-test`, `move-test`, `rolling-test`, `rotation-test`,
 * `import-test`, `timing-test`, `picture-test`). LATCHKEY_TEST_STORE=postgres runs them on PostgreSQL; those that need
 * both databases, or that one, have it in any case.
 */
const chosen: Store = process.env.LATCHKEY_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';
const POSTGRES_TOO = { globalSetup: ['test/helpers/postgres-for-run.ts'] };
const lasting = (minutes: number) => ({ testTimeout: minutes * 60_000, hookTimeout: 600_000, isolate: true });
const long = [
  project(chosen, 'long-model', { include: ['test/model/*.test.ts'], hookTimeout: 120_000 }),
  project(chosen, 'long-import', { include: ['test/long/import.long.ts'], ...lasting(60) }),
  // These measure, so they run one after another, on a machine that does nothing else.
  project(chosen, 'long-timing', {
    include: ['timing', 'wrong-passwords', 'pictures'].map((name) => `test/long/${name}.long.ts`),
    ...lasting(20),
    ...ONE_WORKER,
  }),
];
const longOnPostgres = [
  onSqlite('long-move', { include: ['test/long/move.long.ts'], ...POSTGRES_TOO, ...lasting(20) }),
  onPostgres('long-rolling', { include: ['test/long/rolling.long.ts'], ...lasting(20) }),
  project(chosen, 'long-rotation', {
    include: ['test/long/rotation.long.ts'],
    ...(chosen === 'sqlite' && POSTGRES_TOO),
    ...lasting(20),
  }),
];

export default defineConfig({
  plugins: [await builtProgram()],
  test: {
    // Node itself loads what was built.
    server: { deps: { external: [/[\\/]\.latchkey-tests[\\/]/] } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Long enough for a busy machine; polling ends when the condition holds.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/helpers/temporary-folder.ts'],
    // For two cores: the tests wait about a third of their time. `--maxWorkers` is not passed on to projects.
    maxWorkers: 3,
    // A few processes run all files: loading the program again for each took a fifth of the time.
    isolate: false,
    sequence: { sequencer: longestFirst(LONGEST) },
    projects: withoutPostgres ? [...sqlite, ...long] : [...sqlite, ...postgres, ...long, ...longOnPostgres],
  },
});

import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/helpers/longest-first.ts';
import { builtProgram } from './test/program/build-program.ts';
import { SLOW } from './test/slow.ts';
import { STORIES_ON_POSTGRES, TAGS } from './test/stories-on-postgres.ts';

/** Other programs that sign in, most of which need other languages and packages from their registries. */
const RECIPES = [
  ...['python', 'go', 'perl', 'javascript', 'apache', 'nginx', 'dovecot', 'groups', 'event-messages', 'mcp', 'apis'],
].map((name) => `test/recipes/${name}.test.ts`);

/**
 * Stories that do not depend on the database: pages and documents, what is in no table, programs with an SQLite of
 * their own. One database is enough.
 */
const OF_NO_DATABASE = [
  ...['browser-origins', 'client-limits', 'compressed-answers', 'errors-page', 'form-post', 'metadata', 'openapi'],
  ...['owners-page', 'password-places', 'return-place'],
]
  .map((name) => `stories/${name}`)
  .concat(
    ...[
      'clients-page',
      'log-lines',
      'native-applications',
      'plain-client',
      'readme',
      'relying-parties',
      'sample-code',
    ].map((name) => `real-time/${name}`),
  )
  .map((name) => `test/${name}.test.ts`);
/**
 * The same among the tests of processes and their races; `npm run race-test`, `mail-test` and `kill-test` run theirs on
 * PostgreSQL too.
 * What mails say, how a mail server is spoken to, how keys are opened with the secret, which secret is the database's,
 * what an import reads and tells, what commands and a first start do with usernames, and how long clients keep keys that
 * rotate: rows are the same in each database, and of rotations or imports at once one happens, which the contract of the
 * stores holds, as it holds what the policy stores of each process. That a claim outlives the process that was killed
 * with it is held on PostgreSQL by event-processes; the races of several processes on one database by spent-once and
 * factor-races, and kills by kill, whichever socket the processes listen on.
 */
const PROCESSES_OF_NO_DATABASE = [
  ...['demo', 'example', 'mail', 'server-secret', 'signing-keys-secret', 'signing-keys-rotation'],
  ...['back-channel-processes', 'username-commands'],
  ...(process.env.LATCHKEY_TEST_KILLS === undefined ? ['import-accounts'] : []),
  ...(process.env.LATCHKEY_TEST_MAILS === undefined ? ['mail-processes'] : []),
  ...(process.env.LATCHKEY_TEST_RACES === 'all' ? [] : ['policy-processes']),
].map((name) => `test/processes/${name}.test.ts`);
const RACES_OF_NO_DATABASE = (process.env.LATCHKEY_TEST_RACES === 'all' ? [] : ['floods', 'overload', 'workers']).map(
  (name) => `test/races/${name}.test.ts`,
);

/** The slowest tests of each project, which begin first. */
const LONGEST = [
  ...['event-processes', 'floods', 'factor-races', 'end-of-access-races', 'leaving-races', 'username-races'].map(
    (name) => `races/${name}`,
  ),
  ...['mail-processes', 'commands/workers', 'spent-once', 'commands/serve', 'import-accounts', 'policy-processes'].map(
    (name) => `processes/${name}`,
  ),
  ...['signing-keys-rotation', 'server-secret', 'signing-keys-secret', 'commands/commands', 'example', 'mail'].map(
    (name) => `processes/${name}`,
  ),
  ...['demo', 'commands/doctor', 'username-commands', 'commands/audit'].map((name) => `processes/${name}`),
  ...['services/postgres-pgbouncer', 'contract/postgres', 'contract/postgres-upgrade', 'contract/postgres-move'],
  ...['contract/postgres-trouble', 'contract/postgres-database', 'real-time/postgres-trouble', 'wire/slow-clients'],
  ...['model/model', 'stories/picture', 'stories/openapi', 'real-time/clients-page', 'stories/operators-isolation'],
  ...['contract/sqlite-upgrade', 'contract/sqlite-group-commit', 'contract/sqlite', 'contract/move'],
  ...['unit/views/escaping', 'unit/outside/picture-encoder', 'unit/outside/hostile-mail'],
  ...['unit/outside/imported-hashes', 'unit/views/pages'],
  ...['browser/pages', 'browser/console-pages', 'browser/operators-tasks', 'browser/passkeys'],
];

const QUICK_FETCH = ['test/helpers/quick-fetch.ts'];

const POSTGRES_ONLY = ['test/contract/postgres*.test.ts', 'test/real-time/postgres*.test.ts'];

/** Skipping PostgreSQL is somebody's decision, so it is reported. */
const withoutPostgres = process.env.TEST_POSTGRES === 'none';
if (withoutPostgres) console.warn('PostgreSQL is NOT TESTED: TEST_POSTGRES=none');

type Store = 'sqlite' | 'postgres';
type Files = {
  include: string[];
  exclude?: string[];
  globalSetup?: string[];
  setupFiles?: string[];
  testTimeout?: number;
  hookTimeout?: number;
  maxWorkers?: number;
  isolate?: boolean;
  sequence?: { groupOrder: number };
  env?: Record<string, string>;
};

/** Two cores: more workers only make the timing of races less real. Vitest wants a group for each number of workers. */
const TWO_WORKERS = { maxWorkers: 2, sequence: { groupOrder: 1 } };
/** The servers of these tests are processes, whose hashing shall not wait for all other tests. */
const PROCESSES: Partial<Files> = {
  ...TWO_WORKERS,
  env: { LATCHKEY_TEST_NODE_OPTIONS: `--require ${JSON.stringify(resolve('test/helpers/undisturbed.cjs'))}` },
};
const ONE_WORKER = { maxWorkers: 1, sequence: { groupOrder: 2 } };

const project = (store: Store, name: string, { globalSetup = [], env = {}, ...files }: Files) => ({
  extends: true as const,
  test: {
    name,
    ...files,
    globalSetup: store === 'postgres' ? ['test/helpers/postgres-for-run.ts', ...globalSetup] : globalSetup,
    env: { LATCHKEY_TEST_STORE: store, ...env },
  },
});
const onSqlite = (name: string, files: Files) => project('sqlite', name, files);
const onPostgres = (name: string, files: Files) => project('postgres', name, files);

const service = (name: string) => `test/services/${name}.test.ts`;

/** What a server must survive: `npm run faults` (test/faults/run.ts); `.ci/run` cuts the power only (decision 35). */
const FAULTS = {
  include: ['test/faults/**/*.test.ts'],
  ...TWO_WORKERS,
};

/** The kinds of `npm test`, each a project. */
const KINDS = {
  // What TCP, TLS and HTTP messages may do.
  wire: { include: ['test/wire/*.test.ts'] },
  // People and applications at a server in the test's own process; those in `real-time` need the machine's time.
  stories: {
    include: ['test/{stories,real-time,model,conformance,recipes}/**/*.test.ts'],
    exclude: [...POSTGRES_ONLY, ...RECIPES],
    setupFiles: QUICK_FETCH,
  },
  // The ports of the stores, each database's own ways, migrations, moves.
  contract: { include: ['test/contract/*.test.ts'], exclude: POSTGRES_ONLY },
  // Rules, asked of the functions that decide them.
  unit: { include: ['test/unit/**/*.test.{ts,tsx}'] },
} satisfies Record<string, Files>;

const sqlite = [
  ...Object.entries(KINDS).map(([name, files]) => onSqlite(name, files)),
  // All of them in one project, as `npm test` runs them: a worker serves one project only, and whoever goes on with
  // another loads and compiles the program again, which takes as long as a hundred stories.
  onSqlite('tests', {
    include: Object.values(KINDS).flatMap(({ include }) => include),
    exclude: [...POSTGRES_ONLY, ...RECIPES, ...SLOW],
    setupFiles: QUICK_FETCH,
  }),
  onSqlite('slow', { include: SLOW, setupFiles: QUICK_FETCH }),
  // Commands, and several processes on one database.
  onSqlite('processes-sqlite', { include: ['test/processes/**/*.test.ts'], ...PROCESSES }),
  // What several processes do at once, killed and flooded. `.ci/run` leaves them to `npm run test:races` (decision 35).
  onSqlite('races-sqlite', { include: ['test/races/*.test.ts'], ...PROCESSES }),
  // Beside programs that npm does not bring: Caddy, PgBouncer, psql, Python with Authlib.
  onSqlite('services-sqlite', {
    include: ['caddyfile', 'private-key-jwt', 'sample-code-authlib', 'apis-authlib'].map(service),
  }),
  onSqlite('recipes', {
    include: ['test/recipes/**/*.test.ts'],
    globalSetup: ['test/recipes/runtimes.ts'],
  }),
  onSqlite('browser', {
    include: ['test/browser/**/*.test.ts'],
    // Each worker has a server and a browser of its own, of which one waits while the other works.
    ...TWO_WORKERS,
  }),
  // What HTTP clients do does not depend on the database, so one is enough.
  onSqlite('faults-sqlite', { ...FAULTS, exclude: ['test/faults/postgres-*.test.ts'] }),
];

const postgres = [
  onPostgres('contract-postgres', { include: ['test/contract/postgres*.test.ts'] }),
  // The same on the PostgreSQL of the system, on which the contract itself runs through PgBouncer. Which statements it
  // understands is all that may differ in an upgrade, and the first schema takes every migration.
  onPostgres('contract-system-postgres', {
    include: ['test/contract/postgres*.test.ts'],
    exclude: ['test/contract/postgres.test.ts'],
    env: { LATCHKEY_TEST_UPGRADES: 'first' },
  }),
  onPostgres('stories-postgres', {
    include: [
      'test/{stories,real-time,model}/**/*.test.ts',
      'test/conformance/plans.test.ts',
      ...['hostile-input', 'lost-connections', 'request-size'].map((name) => `test/wire/${name}.test.ts`),
    ],
    exclude: OF_NO_DATABASE,
    setupFiles: QUICK_FETCH,
  }),
  // As `.ci/run` runs them: the stores, whose contract runs through PgBouncer, and what it tells of the stories.
  onPostgres('tests-postgres', {
    include: ['test/contract/postgres*.test.ts', ...STORIES_ON_POSTGRES],
    exclude: ['test/contract/postgres.test.ts'],
    setupFiles: QUICK_FETCH,
  }),
  onPostgres('processes-postgres', {
    include: ['test/processes/*.test.ts'],
    exclude: PROCESSES_OF_NO_DATABASE,
    ...PROCESSES,
  }),
  onPostgres('races-postgres', { include: ['test/races/*.test.ts'], exclude: RACES_OF_NO_DATABASE, ...PROCESSES }),
  onPostgres('services-postgres', {
    include: ['postgres-role', 'postgres-pgbouncer', 'postgres-nodes', 'sample-code-authlib'].map(service),
    env: { LATCHKEY_TEST_RACES: 'hardly-any' },
  }),
  onPostgres('faults-postgres', {
    ...FAULTS,
    exclude: ['test/faults/sqlite-*.test.ts', 'test/faults/clients-*.test.ts'],
  }),
];

/**
 * Long runs, each a command of its own (`npm run model-test`, `move-test`, `rolling-test`, `rotation-test`,
 * `import-test`, `timing-test`, `picture-test`, `groups-test`, `purge-test`). LATCHKEY_TEST_STORE=postgres runs them on PostgreSQL; those that need
 * both databases, or that one, have it in any case.
 */
const chosen: Store = process.env.LATCHKEY_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';
const POSTGRES_TOO = { globalSetup: ['test/helpers/postgres-for-run.ts'] };
const lasting = (minutes: number) => ({ testTimeout: minutes * 60_000, hookTimeout: 600_000, isolate: true });
const long = [
  project(chosen, 'long-model', { include: ['test/model/*.test.ts'] }),
  project(chosen, 'long-import', { include: ['test/long/import.long.ts'], ...lasting(60) }),
  // These measure, so they run one after another, on a machine that does nothing else.
  project(chosen, 'long-timing', {
    include: ['timing', 'wrong-passwords', 'pictures', 'groups', 'purge'].map((name) => `test/long/${name}.long.ts`),
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
    // They end what hangs. A machine that others keep busy is no fault, and polling ends when the condition holds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/helpers/temporary-folder.ts'],
    // For two cores: the tests wait for a third of their time. Each more loads and compiles the program once more.
    // `--maxWorkers` is not passed on to projects.
    maxWorkers: Number(process.env.LATCHKEY_TEST_WORKERS ?? 3),
    // A few processes run all files: loading the program again for each took a fifth of the time.
    isolate: false,
    // Room for what lives a moment: a fifth of the garbage collector's work is left. And most of the program runs a few
    // times in a run of tests: functions are compiled when they are called, and optimized only when they run for long.
    // Together that takes a fifth of the CPU off the stories.
    execArgv: ['--max-semi-space-size=64', '--max-lazy', '--interrupt-budget=1000000'],
    // What Vite made of a test is kept until the test changes: a tenth of what a run of all takes.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.latchkey-tests/transformed' },
    sequence: { sequencer: longestFirst(LONGEST) },
    tags: TAGS,
    projects: withoutPostgres ? [...sqlite, ...long] : [...sqlite, ...postgres, ...long, ...longOnPostgres],
  },
});

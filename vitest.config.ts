import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/helpers/longest-first.ts';

/** Tests with many processes, kills and long races, which take minutes: `npm run test:processes`. */
const STORIES_OF_PROCESSES = [
  'races',
  'end-of-access-races',
  'username-races',
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
].map((name) => `test/flows/${name}.test.ts`);
const OF_PROCESSES = [
  ...['workers', 'backup-killed', 'backup-under-load'].map((name) => `test/cli/${name}.test.ts`),
  ...STORIES_OF_PROCESSES,
];

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

/** The slowest tests of all projects. */
const LONGEST = [
  ...['flows/floods', 'flows/kill', 'flows/end-of-access-races', 'cli/workers', 'model/model', 'store/postgres'],
  ...['flows/workers', 'flows/races', 'flows/postgres-trouble', 'flows/accounts-on-a-device', 'flows/end-of-access'],
  ...['store/sqlite', 'store/postgres-pgbouncer', 'store/postgres-move', 'flows/account-forms', 'http/slow-clients'],
  ...['conformance/plans', 'flows/signing-keys-rotation', 'flows/back-channel', 'flows/account-sign-in'],
];

/** Run by commands of their own, with settings of their own. */
const OTHER_COMMANDS = ['test/browser/**', 'test/faults/**'];
const POSTGRES_ONLY = ['test/store/postgres*.test.ts', 'test/flows/postgres*.test.ts'];

/** Skipping PostgreSQL is somebody's decision, so it is reported. */
const withoutPostgres = process.env.TEST_POSTGRES === 'none';
if (withoutPostgres) console.warn('PostgreSQL is NOT TESTED: TEST_POSTGRES=none');

type Files = { include: string[]; exclude?: string[]; globalSetup?: string[]; testTimeout?: number };

const onSqlite = (name: string, files: Files) => ({
  extends: true as const,
  test: { name, ...files, env: { LATCHKEY_TEST_STORE: 'sqlite' } },
});

const onPostgres = (name: string, files: Files) => ({
  extends: true as const,
  test: { name, ...files, globalSetup: ['test/helpers/postgres-for-run.ts'], env: { LATCHKEY_TEST_STORE: 'postgres' } },
});

const sqlite = [
  onSqlite('sqlite', {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: [...POSTGRES_ONLY, ...OTHER_COMMANDS, ...APART],
  }),
  onSqlite('processes-sqlite', { include: OF_PROCESSES }),
  onSqlite('services-sqlite', { include: SERVICES }),
  onSqlite('recipes', {
    include: ['test/recipes/**/*.test.ts'],
    globalSetup: ['test/recipes/runtimes.ts'],
    // A program that is not compiled yet takes longer at its first start.
    testTimeout: 90_000,
  }),
];

const postgres = [
  // The store's tests, which `npm test` runs with all of SQLite's.
  onPostgres('postgres', { include: ['test/store/postgres*.test.ts'], exclude: APART }),
  // The same stories over the wire as on SQLite, and PostgreSQL's own: `npm run test:postgres`.
  onPostgres('postgres-stories', {
    include: ['test/flows/**/*.test.ts', 'test/model/**/*.test.ts', 'test/conformance/plans.test.ts'],
    exclude: [...APART, ...OF_NO_DATABASE],
  }),
  onPostgres('processes-postgres', { include: STORIES_OF_PROCESSES, exclude: PROCESSES_OF_NO_DATABASE }),
  onPostgres('services-postgres', { include: SERVICES_ON_POSTGRES }),
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Long enough for a busy machine; polling ends when the condition holds.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/helpers/temporary-folder.ts'],
    // Two cores: more workers only make the timing of races less real. `npm test` runs three, because its tests wait more
    // than they work.
    maxWorkers: 2,
    // Two processes run all files: loading the program again for each took a fifth of the time.
    isolate: false,
    sequence: { sequencer: longestFirst(LONGEST) },
    projects: withoutPostgres ? sqlite : [...sqlite, ...postgres],
  },
});

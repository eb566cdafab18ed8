import { defineConfig } from 'vitest/config';

/**
 * What is run on both databases: every story over the wire, and the conformance plans. The contract of each port is run
 * by one file for each.
 */
const ON_BOTH = ['test/flows/**/*.test.ts', 'test/conformance/plans.test.ts'];
const POSTGRES_ONLY = ['test/store/postgres*.test.ts', 'test/flows/postgres*.test.ts'];

/** Many processes, kills and long races take minutes: they are a command of their own, `npm run test:processes`. */
const STORIES_OF_PROCESSES = ['races', 'workers', 'kill', 'signing-keys-rotation', 'back-channel-processes'].map(
  (name) => `test/flows/${name}.test.ts`,
);
const OF_PROCESSES = ['test/cli/workers.test.ts', ...STORIES_OF_PROCESSES];
const ofProcesses = process.env.LATCHKEY_TEST_PROCESSES !== undefined;

/** Going without PostgreSQL is somebody's decision, and is told. */
const withoutPostgres = process.env.TEST_POSTGRES === 'none';
if (withoutPostgres) console.warn('PostgreSQL is NOT TESTED: TEST_POSTGRES=none');

const onPostgres = {
  extends: true as const,
  test: { globalSetup: 'test/helpers/postgres-for-run.ts', env: { LATCHKEY_TEST_STORE: 'postgres' } },
};

/** PostgreSQL's store: `npm test` runs it with all of SQLite's. */
const postgres = {
  ...onPostgres,
  test: {
    ...onPostgres.test,
    name: 'postgres',
    include: ofProcesses ? STORIES_OF_PROCESSES : ['test/store/postgres*.test.ts'],
  },
};

/** The same stories as on SQLite, and PostgreSQL's own: `npm run test:postgres`. */
const postgresStories = {
  ...onPostgres,
  test: {
    ...onPostgres.test,
    name: 'postgres-stories',
    include: ofProcesses ? [] : ON_BOTH,
    exclude: STORIES_OF_PROCESSES,
  },
};

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the timing of races less real.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ofProcesses ? OF_PROCESSES : ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ofProcesses ? [] : [...POSTGRES_ONLY, 'test/browser/**', ...OF_PROCESSES],
          env: { LATCHKEY_TEST_STORE: 'sqlite' },
        },
      },
      ...(withoutPostgres ? [] : [postgres, postgresStories]),
    ],
  },
});

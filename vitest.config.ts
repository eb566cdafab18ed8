import { defineConfig } from 'vitest/config';

/**
 * What is run on both databases: every story over the wire, and the conformance plans. The contract of each port is run
 * by one file for each.
 */
const ON_BOTH = ['test/flows/**/*.test.ts', 'test/conformance/plans.test.ts'];
const POSTGRES_ONLY = ['test/store/postgres*.test.ts', 'test/flows/postgres*.test.ts'];

/** Going without PostgreSQL is somebody's decision, and is told. */
const withoutPostgres = process.env.TEST_POSTGRES === 'none';
if (withoutPostgres) console.warn('PostgreSQL is NOT TESTED: TEST_POSTGRES=none');

const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [...POSTGRES_ONLY, ...ON_BOTH],
    globalSetup: 'test/helpers/postgres-for-run.ts',
    env: { LATCHKEY_TEST_STORE: 'postgres' },
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
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [...POSTGRES_ONLY, 'test/browser/**'],
          env: { LATCHKEY_TEST_STORE: 'sqlite' },
        },
      },
      ...(withoutPostgres ? [] : [postgres]),
    ],
  },
});

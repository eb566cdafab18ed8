import { defineConfig } from 'vitest/config';

// `npm run faults` (test/faults/run.ts): what a server must survive, on both databases, separate from `npm test`.
const onBoth = ['sqlite', 'postgres'] as const;

/** Faults that only a file, or only a database server, can have. */
const ONLY = {
  // What HTTP clients do does not depend on the database, so one is enough.
  sqlite: ['test/faults/sqlite-*.test.ts', 'test/faults/clients-*.test.ts'],
  postgres: ['test/faults/postgres-*.test.ts'],
};

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two workers on two cores, because half of the time is waiting.
    maxWorkers: 2,
    projects: onBoth.map((store) => ({
      extends: true as const,
      test: {
        name: `faults-${store}`,
        include: ['test/faults/**/*.test.ts'],
        exclude: ONLY[store === 'sqlite' ? 'postgres' : 'sqlite'],
        env: { LATCHKEY_TEST_STORE: store },
        ...(store === 'postgres' && { globalSetup: 'test/helpers/postgres-for-run.ts' }),
      },
    })),
  },
});

import { defineConfig } from 'vitest/config';

const store = process.env.LATCHKEY_TEST_STORE ?? 'sqlite';

// The long form of test/model takes as long as it is told to, so it is apart from `npm test`; LATCHKEY_TEST_STORE=postgres
// walks on PostgreSQL.
export default defineConfig({
  test: {
    include: ['test/model/model.test.ts'],
    env: { LATCHKEY_TEST_STORE: store },
    ...(store === 'postgres' && { globalSetup: 'test/helpers/postgres-for-run.ts' }),
    hookTimeout: 120_000,
  },
});

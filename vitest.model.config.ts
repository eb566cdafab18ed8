import { defineConfig } from 'vitest/config';

const store = process.env.LATCHKEY_TEST_STORE ?? 'sqlite';

// `npm run model-test`: the long form of test/model, which takes as long as one asks for, so it is separate from `npm
// test`. LATCHKEY_TEST_STORE=postgres runs it on PostgreSQL.
export default defineConfig({
  test: {
    include: ['test/model/*.test.ts'],
    env: { LATCHKEY_TEST_STORE: store },
    ...(store === 'postgres' && { globalSetup: 'test/helpers/postgres-for-run.ts' }),
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';

// `npm run import-test`: takes minutes, so it is separate from `npm test`.
export default defineConfig({
  test: {
    include: ['test/long/import.long.ts'],
    env: { LATCHKEY_TEST_STORE: process.env.LATCHKEY_TEST_STORE ?? 'sqlite' },
    ...(process.env.LATCHKEY_TEST_STORE === 'postgres' && { globalSetup: 'test/helpers/postgres-for-run.ts' }),
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});

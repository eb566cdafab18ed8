import { defineConfig } from 'vitest/config';

// `npm run rotation-test`: takes a minute and both cores, so it is separate from `npm test`.
export default defineConfig({
  test: {
    include: ['test/long/rotation.long.ts'],
    globalSetup: 'test/helpers/postgres-for-run.ts',
    env: { LATCHKEY_TEST_STORE: process.env.LATCHKEY_TEST_STORE ?? 'sqlite' },
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
});

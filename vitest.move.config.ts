import { defineConfig } from 'vitest/config';

// `npm run move-test`: takes minutes, so it is separate from `npm test`.
export default defineConfig({
  test: {
    include: ['test/long/move.long.ts'],
    globalSetup: 'test/helpers/postgres-for-run.ts',
    env: { LATCHKEY_TEST_STORE: 'sqlite' },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
  },
});

import { defineConfig } from 'vitest/config';

// `npm run timing-test` and `npm run picture-test` measure, so their files run one after another, on a machine that does
// nothing else.
export default defineConfig({
  test: {
    fileParallelism: false,
    include: ['test/long/timing.long.ts', 'test/long/wrong-passwords.long.ts', 'test/long/pictures.long.ts'],
    env: { LATCHKEY_TEST_STORE: process.env.LATCHKEY_TEST_STORE ?? 'sqlite' },
    ...(process.env.LATCHKEY_TEST_STORE === 'postgres' && { globalSetup: 'test/helpers/postgres-for-run.ts' }),
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
  },
});

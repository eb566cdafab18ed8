import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // One browser at a time: two cores also run the server it talks to.
    fileParallelism: false,
  },
});

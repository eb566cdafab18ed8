import { defineConfig } from 'vitest/config';

// The pages in a real Chromium. Apart from `npm test`, which needs nothing but npm.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});

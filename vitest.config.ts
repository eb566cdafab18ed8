import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    exclude: ['test/browser/**'],
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the timing of races less real.
    maxWorkers: 2,
  },
});

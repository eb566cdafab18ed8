import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/helpers/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Long enough for a busy machine; polling ends when the condition holds.
    expect: { poll: { timeout: 30_000 } },
    // Each worker has a server and a browser of its own, of which one waits while the other works.
    maxWorkers: 2,
    // Loading the program again for each file took more than half a minute.
    isolate: false,
    sequence: { sequencer: longestFirst(['console-pages', 'pages', 'console-full', 'console', 'flow']) },
  },
});

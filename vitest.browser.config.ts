import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/helpers/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A page that is there sooner is seen sooner: this is for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Each with its own server and its own browser: one of the two is at work, the other waits for it.
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(['console-pages', 'pages', 'console-full', 'console', 'flow']) },
  },
});

// Configures how Stryker runs a part (parts.js).
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { part } from './parts.js';

const report = `coverage/mutation/${process.env.LATCHKEY_TEST_MUTATION}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
const options = {
  mutate: part.mutate,
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('./prose.js', import.meta.url))],
  ignorers: ['prose'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long enough that a busy machine is not mistaken for an endless loop.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 15,
  ignorePatterns: ['/bench', '/coverage', '/data', '/dist', '/examples', '/deploy'],
  // A file that does not exist: tsconfig.json extends nothing, and Stryker's rewriting does not support TypeScript 7.
  tsconfigFile: 'none',
  tempDirName: join(tmpdir(), 'latchkey-mutation'),
  incrementalFile: `${report}-incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${report}.json` },
  htmlReporter: { fileName: `${report}.html` },
};

export default options;

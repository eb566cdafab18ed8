import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TAGS } from '../stories-on-postgres.ts';
import { part } from './parts.js';

/** Runs the tables of cases first: what they catch needs no server. */
class TablesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isStory = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/stories/'));
    return (await super.sort(files)).toSorted((one, other) => isStory(one) - isStory(other));
  }
}

// `npm run mutation-test` (test/mutation): a test that fails here kills the active mutant.
export default defineConfig({
  test: {
    include: part.tests,
    env: { LATCHKEY_TEST_STORE: 'sqlite' },
    setupFiles: ['test/mutation/hooks.js'],
    globalSetup: ['test/helpers/temporary-folder.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    isolate: false,
    tags: TAGS,
    sequence: { sequencer: TablesFirst },
  },
});

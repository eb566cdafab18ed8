import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest goes first: begun last, it would go on alone while the other core has nothing to do. */
const LONGEST = ['console-pages', 'pages', 'console-full', 'console', 'flow'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A page that is there sooner is seen sooner: this is for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Each with its own server and its own browser: one of the two is at work, the other waits for it.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});

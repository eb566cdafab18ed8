// What takes longest goes first: begun last, it would go on alone while the other core has nothing to do. By themselves
// the largest files go first, and those that take longest are not large.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** @param longest files by their names without `.test.ts`, the longest first */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const placeOf = ({ moduleId }: TestSpecification) => {
        const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
        return place < 0 ? longest.length : place;
      };
      const others = await super.sort(files);
      return others.toSorted((one, other) => placeOf(one) - placeOf(other));
    }
  };
}

// Runs the slowest tests first: a slow test that starts last would run alone while the other core is idle. Vitest runs
// the largest files first, and the slowest files are not large. The files of a project stay together, because a worker
// that goes on with another project is started anew.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** @param longest names of files without `.test.ts`, the slowest first */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      // Vitest hands them over in the order of the projects.
      const projects = [...new Set(files.map(({ project }) => project.name))];
      const positionOf = ({ moduleId, project }: TestSpecification) => {
        const position = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
        const ofProject = projects.indexOf(project.name) * (longest.length + 1);
        return ofProject + (position < 0 ? longest.length : position);
      };
      const others = await super.sort(files);
      return others.toSorted((one, other) => positionOf(one) - positionOf(other));
    }
  };
}

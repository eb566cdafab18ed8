// Before it activates mutants, Stryker runs every test once and records what each test reaches. What a hook such as
// `beforeAll` reaches would count as reached while modules load, and every test would try a mutant there. Here it
// counts as reached by each test of the hook's file.
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

const stryker = globalThis[inject('globalNamespace') ?? '__stryker__'];

if (inject('mode') === 'dry-run') {
  const tests = new Set();
  let whileLoading = {};

  beforeAll(() => {
    whileLoading = { ...stryker.mutantCoverage?.static };
  });
  beforeEach(() => {
    tests.add(stryker.currentTestId);
  });
  afterAll(() => {
    if (!stryker.mutantCoverage) return;
    const { static: outsideTests, perTest } = stryker.mutantCoverage;
    for (const [mutant, hits] of Object.entries(outsideTests)) {
      const byHooks = hits - (whileLoading[mutant] ?? 0);
      if (byHooks === 0) continue;
      for (const test of tests) {
        perTest[test] ??= {};
        perTest[test][mutant] = (perTest[test][mutant] ?? 0) + byHooks;
      }
    }
    stryker.mutantCoverage.static = whileLoading;
  });
}

// Stories are never right or wrong by chance: neither they nor what they import reads the machine's time, sets a timer
// or polls. Who needs real time lives in a folder whose name says so: test/real-time, processes, faults, wire, browser.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const REAL_TIME =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(?:Timeout|Interval)\b|timers\/promises|\.poll\(|\bwait(?:For|Until)\(|\bsystem(?:Clock|Timers)\b/;

const IMPORT = /(?:from|import\(?)\s*'(\.[^']+)'/g;

/** Paths from the project's root of what a file of the tests imports from the tests. */
function importsOf(file: string): string[] {
  const paths = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => join(dirname(file), path ?? ''));
  return paths.filter((path) => path.startsWith('test/') && /\.tsx?$/.test(path));
}

/** Each with the story through which it is reached. */
function reachedFrom(stories: readonly string[]): Map<string, string> {
  const reached = new Map(stories.map((story) => [story, story]));
  for (const [file, story] of reached) {
    for (const path of importsOf(file)) if (!reached.has(path)) reached.set(path, story);
  }
  return reached;
}

const linesWithRealTime = (text: string): string[] => text.split('\n').filter((line) => REAL_TIME.test(line));

test('no story, and nothing that one imports, reads the time, sets a timer or polls', () => {
  const stories = readdirSync('test/stories')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/stories/${name}`);
  expect(stories.length).toBeGreaterThan(50);
  const found = [...reachedFrom(stories)].flatMap(([file, story]) =>
    linesWithRealTime(readFileSync(file, 'utf8')).map((line) => `${file} (${story}): ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'const at = Date.now();',
  'const at = new Date();',
  'performance.now() - began',
  'setTimeout(resolve, 20)',
  "import { setTimeout as pause } from 'node:timers/promises';",
  'await expect.poll(() => told)',
  'await vi.waitUntil(isDone)',
])('%s is real time', (line) => {
  expect(linesWithRealTime(line)).toEqual([line]);
});

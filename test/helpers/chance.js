// Tells chance from fault, for `.ci/run`: reads Vitest's JSON reports of a run that failed and of its failed files run
// once more.
//
//   node test/helpers/chance.js failed FIRST.json           # the files that failed, a line each; exit code 1: it cannot be told
//   node test/helpers/chance.js flaky FIRST.json AGAIN.json # `flaky: FILE: TEST` for each test that failed at first
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The files of a report with a failed test or hook, or that could not be loaded.
 * @returns none where the run failed otherwise, such as by an error outside of all tests: running files again proves
 *   nothing then
 */
export function failedFiles({ testResults }) {
  return [...new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => name))];
}

/** The tests that failed; the file alone where no test of it did. */
export function failedTests({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0 ? [{ file: name }] : failed.map(({ fullName }) => ({ file: name, test: fullName }));
    });
}

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
const short = (file) => relative(process.cwd(), file);

function main([what, first, again]) {
  const report = read(first);
  const files = report ? failedFiles(report) : [];
  if (what === 'failed') {
    for (const file of files) console.log(short(file));
    return files.length > 0 ? 0 : 1;
  }
  if (!read(again)?.success) return 1;
  for (const { file, test = 'the file itself' } of failedTests(report)) console.log(`flaky: ${short(file)}: ${test}`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));

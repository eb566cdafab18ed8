// `.ci/run` runs the files that failed once more: which those are, and what it then says.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const TOOL = resolve('test/helpers/chance.js');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-chance-'));
});

/** A report as Vitest's JSON reporter writes it: file → its tests, `!` before those that failed. */
function given(name: string, files: Record<string, readonly string[] | 'unloadable'>, success?: boolean): string {
  const testResults = Object.entries(files).map(([file, tests]) => {
    const listed = tests === 'unloadable' ? [] : tests;
    const assertionResults = listed.map((test) => ({
      fullName: test.replace('!', ''),
      status: test.startsWith('!') ? 'failed' : 'passed',
    }));
    const isFailed = tests === 'unloadable' || assertionResults.some(({ status }) => status === 'failed');
    return { name: resolve(file), status: isFailed ? 'failed' : 'passed', assertionResults };
  });
  const path = join(folder, name);
  const passed = testResults.every(({ status }) => status === 'passed');
  writeFileSync(path, JSON.stringify({ success: success ?? passed, testResults }));
  return path;
}

const run = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [TOOL, ...args], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').filter((line) => line !== '') };
};

describe('the files to run once more', () => {
  it('are those with a failed test, and those that could not be loaded, each once', () => {
    const first = given('first.json', {
      'test/a.test.ts': ['one', '!two'],
      'test/b.test.ts': ['x'],
      'c.ts': 'unloadable',
    });
    expect(run('failed', first)).toEqual({ status: 0, lines: ['test/a.test.ts', 'c.ts'] });
  });

  it.each([
    ['an error outside of all tests failed the run', () => given('first.json', { 'test/a.test.ts': ['one'] }, false)],
    ['there is no report', () => join(folder, 'none.json')],
  ])('are none where %s: the run stays failed', (_, report) => {
    expect(run('failed', report())).toEqual({ status: 1, lines: [] });
  });
});

describe('what passes alone', () => {
  it('is told test by test', () => {
    const first = given('first.json', { 'test/a.test.ts': ['!one', '!two', 'three'], 'c.ts': 'unloadable' });
    const again = given('again.json', { 'test/a.test.ts': ['one', 'two', 'three'], 'c.ts': ['x'] });
    expect(run('flaky', first, again)).toEqual({
      status: 0,
      lines: ['flaky: test/a.test.ts: one', 'flaky: test/a.test.ts: two', 'flaky: c.ts: the file itself'],
    });
  });

  it.each([
    ['fails again', { 'test/a.test.ts': ['!one'] }],
    ['fails elsewhere', { 'test/a.test.ts': ['one'], 'test/b.test.ts': ['!other'] }],
  ])('is no chance where it %s', (_, files) => {
    const first = given('first.json', { 'test/a.test.ts': ['!one'] });
    expect(run('flaky', first, given('again.json', files))).toEqual({ status: 1, lines: [] });
  });
});

describe('Vitest', () => {
  it('writes reports of the shape that is read', () => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'red.test.js'),
      "import { expect, it } from 'vitest';\nit('is red', () => expect(1).toBe(2));\n",
    );
    const report = join(folder, 'report.json');
    const vitest = ['vitest', 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`];
    expect(() => execFileSync('npx', vitest, { stdio: 'ignore' })).toThrow();
    expect(run('failed', report).lines).toEqual([expect.stringMatching(/red\.test\.js$/)]);
    expect(run('flaky', report, given('again.json', { 'red.test.js': ['is red'] })).lines).toEqual([
      expect.stringMatching(/^flaky: .*red\.test\.js: is red$/),
    ]);
  });
});

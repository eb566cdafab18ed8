// The code that V8 compiled when the program was built: it is taken, and where it cannot be taken the program starts
// all the same.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './latchkey.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

let folder: string;
let cache: string;
beforeAll(() => {
  folder = makeFolder();
  cache = join(folder, 'dist/cli/program.cache');
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const name of ['package.json', 'migrations', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
  program('migrate');
});
afterAll(() => rmSync(folder, { recursive: true }));

const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8' }).trim();
const program = (...args: string[]) => node(join(folder, 'dist/cli/main.js'), ...args);

/** What V8 says of it, in a process with the flags of a plain `node`. */
const isRefused = () =>
  node(
    '--input-type=module',
    '--eval',
    `import { Script } from 'node:vm';
     import { readFileSync } from 'node:fs';
     const cachedData = readFileSync(${JSON.stringify(cache)});
     const source = readFileSync(${JSON.stringify(join(folder, 'dist/cli/program.cjs'))}, 'latin1');
     console.log(new Script(source, { cachedData }).cachedDataRejected);`,
  );

it('is what this Node compiles of this program', () => {
  expect(isRefused()).toBe('false');
  expect(program('--version')).toBe(version);
});

it('is what the program runs: V8 takes it for the source, of which it compares the length alone', () => {
  const source = join(folder, 'dist/cli/program.cjs');
  // Compiled from a source that says something else in as many characters.
  node(
    '--input-type=module',
    '--eval',
    `import { Script } from 'node:vm';
     import { readFileSync, writeFileSync } from 'node:fs';
     const other = readFileSync(${JSON.stringify(source)}, 'latin1').replaceAll('manage signing keys', 'MANAGE SIGNING KEYS');
     writeFileSync(${JSON.stringify(cache)}, new Script(other).createCachedData());`,
  );
  expect(program('--help')).toContain('MANAGE SIGNING KEYS');
  cpSync(join(ROOT, 'dist/cli/program.cache'), cache);
  expect(program('--help')).toContain('manage signing keys');
});

it('holds no character beyond ASCII but in comments: each byte of the program is read as one', () => {
  const lines = readFileSync(join(ROOT, 'dist/cli/program.cjs'), 'latin1').split('\n');
  expect(lines.length).toBeGreaterThan(10_000);
  // A line of the comment with the licenses, at the end of the program, starts with `(*!`.
  const code = lines.filter((line) => !/^\s*(?:\/\/|\(\*!)/.test(line));
  const wrong = code.filter((line) => [...line].some((character) => character > '\x7f'));
  expect(wrong).toEqual([]);
});

describe('code that cannot be taken', () => {
  it.each([
    ['is missing', () => rmSync(cache)],
    ['is cut off', () => truncateSync(cache, 100_000)],
    ['is empty', () => truncateSync(cache, 0)],
    ['is something else', () => writeFileSync(cache, 'x'.repeat(1_000_000))],
  ])('%s: the program starts all the same', (_, spoil) => {
    cpSync(join(ROOT, 'dist/cli/program.cache'), cache);
    spoil();
    expect(program('accounts', 'list')).toContain('EMAIL');
  });

  it.each([['--max-semi-space-size=8'], ['--jitless']])(
    'of other flags of V8 (%s): the program starts all the same',
    (flag) => {
      cpSync(join(ROOT, 'dist/cli/program.cache'), cache);
      expect(node(flag, join(folder, 'dist/cli/main.js'), '--version')).toBe(version);
    },
  );
});

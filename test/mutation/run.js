// `npm run mutation-test`: changes the source of protocol, tokens and authorize, one place at a time, and checks
// whether a test fails. docs/decisions/0028-mutation-test.md explains the score.
//
//   npm run mutation-test                                           # all parts, one after the other
//   npm run mutation-test -- rules --mutate src/protocol/pkce.ts    # one part; what follows is for Stryker
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PARTS } from './parts.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const [first, ...others] = process.argv.slice(2);
const isPart = Object.hasOwn(PARTS, first ?? '');
const parts = isPart ? [first] : Object.keys(PARTS);
const flags = isPart || first === undefined ? others : [first, ...others];

installStryker();
// The run takes both cores for an hour, so every other process goes first.
setPriority(15);
const failed = parts.filter((part) => mutate(part) !== 0);
printScore();
process.exitCode = failed.length === 0 ? 0 : 1;

/** Installs Stryker in this folder only: the product's own install never includes it. */
function installStryker() {
  const { dependencies } = JSON.parse(readFileSync(here('./package.json'), 'utf8'));
  if (Object.keys(dependencies).every((name) => existsSync(here(`./node_modules/${name}`)))) return;
  console.log('Installing Stryker …');
  execFileSync('npm', ['ci', '--prefix', here('.')], { stdio: 'inherit' });
}

/** @returns the exit code */
function mutate(part) {
  console.log(`\n${part}: ${PARTS[part].what}`);
  const env = { ...process.env, LATCHKEY_TEST_MUTATION: part };
  const run = { cwd: here('../..'), env, stdio: 'inherit' };
  // Stryker goes on without a file that cannot be read, and its mutants would survive.
  const list = ['vitest', 'list', '--config', here('./vitest.config.ts')];
  const { status: unread } = spawnSync('npx', list, { ...run, stdio: ['ignore', 'ignore', 'inherit'] });
  if (unread !== 0) return unread;
  const stryker = here('./node_modules/@stryker-mutator/core/bin/stryker.js');
  return spawnSync(process.execPath, [stryker, 'run', here('./stryker.config.js'), ...flags], run).status;
}

/** Prints the score of all parts that ran. A mutant with an error is not counted: no module could be loaded with it. */
function printScore() {
  const counts = {};
  for (const part of parts) {
    const report = here(`../../coverage/mutation/${part}.json`);
    if (failed.includes(part) || !existsSync(report)) continue;
    const { files } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { status } of Object.values(files).flatMap(({ mutants }) => mutants)) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  const { Killed = 0, Timeout = 0, Survived = 0, NoCoverage = 0 } = counts;
  const found = Killed + Timeout;
  const all = found + Survived + NoCoverage;
  console.log(`\n${parts.join(' and ')}: ${found} of ${all} mutants killed (${((100 * found) / all).toFixed(1)} %)`);
  console.log(JSON.stringify(counts));
}

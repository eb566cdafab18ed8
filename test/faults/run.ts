// `npm run faults`: all of test/faults on both databases. `-- --long` does each fault more often, and then the stories
// that are tests of their own: kills, lost answers, workers. `-- --soak 20` is the steady load alone, for so many
// minutes. `-- --store sqlite` leaves the other database out; what else is given goes to vitest, such as the name of a
// file.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    soak: { type: 'string' },
    store: { type: 'string' },
  },
  allowPositionals: true,
});
const { long, soak, store } = values;
if (store !== undefined && store !== 'sqlite' && store !== 'postgres') throw new Error('--store is sqlite or postgres');
if (soak !== undefined && !(Number(soak) > 0)) throw new Error('--soak takes a number of minutes');

type Run = { args: readonly string[]; environment?: Readonly<Record<string, string>> };

/** One store, or both. */
const projects = (prefix: string): string[] => ['--project', `${prefix}-${store ?? '*'}`];
const faults = projects('faults');
const stories = (file: string): string[] => [...projects('races'), `test/races/${file}.test.ts`];

function plannedRuns(): Run[] {
  if (soak !== undefined) return [{ args: [...faults, 'soak'], environment: { LATCHKEY_SOAK_MINUTES: soak } }];
  const own: Run = { args: [...faults, ...positionals], environment: { LATCHKEY_FAULTS: long ? 'long' : 'short' } };
  if (!long || positionals.length > 0) return [own];
  const others: Run[] = [
    { args: stories('kill'), environment: { LATCHKEY_TEST_KILLS: '200' } },
    { args: stories('workers') },
  ];
  if (store !== 'sqlite') {
    others.push({ args: ['--project', 'stories-postgres', 'test/real-time/postgres-trouble.test.ts'] });
    others.push({ args: ['--project', 'long-rolling'] });
  }
  return [own, ...others];
}

let failed = 0;
for (const { args, environment } of plannedRuns()) {
  const { status } = spawnSync('npx', ['vitest', 'run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;

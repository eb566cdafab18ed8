// `npm run bench`: compares this server with bare Fastify, oidc-provider and others, in one run with interleaved
// rounds, so that a noisy moment of the machine affects all of them. Figures of different runs must not be compared.
// bench/results.md explains the figures.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const usage = `npm run bench -- [PART] [--rounds N] [--seconds N] [--starts N] [--only SCENARIO] [--connections N] [--store STORE] [--profile FOLDER] [--before FOLDER] [--write]
  PART           what is measured: ${partNames().join(', ')}; without it Latchkey is compared with others
  --store        sqlite (default): beside oidc-provider; postgres: Latchkey on PostgreSQL beside Latchkey on SQLite
  --only         user-info, code, code-es256, code-rs256, refresh, refresh-es256, flow-es256, flow-rs256 or start;
                 for client-keys: code-keys or flow-keys; may be repeated
  --profile      writes CPU profiles of Latchkey (for Chrome's DevTools) into the folder; its figures suffer
  --before       only for \`databases\`: a checkout of another commit, built, which is measured in the same rounds
  --write        puts the tables into bench/results.md`;

const {
  values: flags,
  positionals: [part],
} = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '7' },
    connections: { type: 'string', default: '32' },
    store: { type: 'string', default: 'sqlite' },
    only: { type: 'string', multiple: true },
    profile: { type: 'string' },
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (flags.help) {
  console.log(usage);
} else if (!['sqlite', 'postgres'].includes(flags.store)) {
  console.error(`No such store: ${flags.store}\n\n${usage}`);
  process.exitCode = 1;
} else if (part !== undefined && !partNames().includes(part)) {
  console.error(`No such part: ${part}\n\n${usage}`);
  process.exitCode = 1;
} else {
  if (flags.profile) process.env.LATCHKEY_BENCH_PROFILE = resolve(flags.profile);
  installPeers();
  pinToLastCore();
  // Loaded only now, because these modules import what was just installed.
  const { runBenchmark } = await import(part === undefined ? './lib/benchmark.js' : `./parts/${part}.js`);
  const report = await runBenchmark({
    store: flags.store,
    rounds: Number(flags.rounds),
    seconds: Number(flags.seconds),
    starts: Number(flags.starts),
    connections: Number(flags.connections),
    only: flags.only,
    before: flags.before,
  });
  console.log(`\n${report}`);
  if (flags.write) writeReport(report, part ?? flags.store);
}

/** Each file of `parts/` exports `runBenchmark(options)`, which returns its report as Markdown. */
function partNames() {
  if (!existsSync(here('./parts'))) return [];
  return readdirSync(here('./parts')).map((file) => basename(file, '.js'));
}

/** Installs the peers in this folder only; the product's own install never includes them. */
function installPeers() {
  const { dependencies } = JSON.parse(readFileSync(here('./package.json'), 'utf8'));
  if (Object.keys(dependencies).every((name) => existsSync(here(`./node_modules/${name}`)))) return;
  console.log('Installing what Latchkey is compared with …');
  execFileSync('npm', ['ci', '--prefix', here('.')], { stdio: 'inherit' });
}

/** Moves this program with all its threads to the last core, away from the servers on core 0. */
function pinToLastCore() {
  const last = cpus().length - 1;
  if (last === 0) return;
  try {
    execFileSync('taskset', ['-a', '-p', '-c', `${last}`, `${process.pid}`], { stdio: 'ignore' });
  } catch {
    console.log('taskset is missing: servers and driver share the cores, and the report says so.');
  }
}

/** @param name of the part or the store; it selects the place on the page */
function writeReport(report, name) {
  const file = here('./results.md');
  const page = readFileSync(file, 'utf8');
  const place = name === 'sqlite' ? 'results' : `results ${name}`;
  const marked = new RegExp(`(<!-- ${place} -->\\n)[\\s\\S]*(\\n<!-- /${place} -->)`);
  if (!marked.test(page)) throw new Error(`${file} has no place marked for the results.`);
  writeFileSync(
    file,
    page.replace(marked, (_, before, after) => `${before}\n${report}\n${after}`),
  );
}

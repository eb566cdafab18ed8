// A million users and ten million access tokens in an SQLite file, compared with a nearly empty file: rates, start and
// memory (docs/performance.md, "Budgets"). LATCHKEY_BENCH_USERS sets another number of users.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { tsImport } from 'tsx/esm/api';
import { openContestant, pause, runRound, warmUp } from '../lib/contestant.js';
import { median, residentMiB } from '../lib/measure.js';
import { scenarios } from '../lib/scenarios.js';
import { latchkeyServer } from '../lib/servers.js';
import { temporaryFolder } from '../lib/start-server.js';
import { markdown, number } from '../lib/table.js';

const USERS = Number(process.env.LATCHKEY_BENCH_USERS ?? 1_000_000);
const TOKENS_PER_USER = 10;
const SECRET = 'the secret of a benchmark, and of nothing else';
const MEASURED = ['user-info', 'code-es256', 'refresh-es256', 'flow-es256'];
/** Disk space of a user with a session, a connection, a grant and ten tokens, with a third to spare. */
const BYTES_PER_USER = 4500;

const EMPTY = 'empty file';
const NEW = 'big file, new people';
const OWN = 'big file, its people';

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ rounds, seconds, starts, connections, only = MEASURED }) {
  const unknown = only.filter((name) => !MEASURED.includes(name));
  if (unknown.length > 0) throw new Error(`Not measured here: ${unknown.join(', ')}`);
  const { folder, remove } = temporaryFolder();
  try {
    requireDiskSpace(folder);
    const files = await prepareFiles(folder);
    const weights = measureTables(files.big.path);
    const started = await measureStarts([files.empty, files.big], starts);
    const loaded = await measureLoads(files, { rounds, seconds, connections, only });
    return [
      describe(files, { rounds, seconds, starts, connections }),
      loadTable(loaded.results),
      startTable(started, loaded.memory),
      weightTable(weights),
    ].join('\n\n');
  } finally {
    remove();
  }
}

function requireDiskSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const needed = USERS * BYTES_PER_USER;
  if (bavail * bsize < needed) throw new Error(`${folder}: ${Math.ceil(needed / 1e9)} GB of disk are needed.`);
}

/** Creates two files with the same two applications, and seeds the users of the big one. */
async function prepareFiles(folder) {
  const empty = fileIn(folder, 'empty');
  const big = fileIn(folder, 'big');
  const running = await empty.server.start();
  const registered = await empty.server.register(running);
  await running.stop();
  copyFileSync(empty.path, big.path);

  const { seedUsers, seededAccessToken, seededHandle, seededRefreshTokens } = await tsImport(
    '../../test/long/seed-users.ts',
    import.meta.url,
  );
  const apiKey = registered.clientIds.ES256;
  const now = Date.now();
  // As if everybody had just used theirs: a use is recorded once in five minutes, so the first one would be a write.
  const usedAt = now + 12 * 3_600_000;
  const seed = {
    users: USERS,
    tokensEach: TOKENS_PER_USER,
    applicationId: applicationOf(big.path, apiKey),
    apiKey,
    now,
  };
  console.log(`Seeding ${USERS} users and ${USERS * TOKENS_PER_USER} access tokens …`);
  const startedAt = performance.now();
  seedUsers(big.path, { ...seed, usedAt });
  const seedSeconds = (performance.now() - startedAt) / 1000;
  console.log(`  ${seedSeconds.toFixed(0)} s, ${mebibytes(statSync(big.path).size)} MiB`);
  const people = {
    handle: seededHandle,
    accessToken: (n) => seededAccessToken(seed, n),
    refreshToken: seededRefreshTokens(seed, Buffer.from(SECRET)),
  };
  return { empty, big, registered, people, seedSeconds };
}

/** A database file that outlives the servers on it. */
function fileIn(folder, name) {
  const own = join(folder, name);
  mkdirSync(own, { mode: 0o700 });
  const path = join(own, 'latchkey.db');
  const secretFile = join(own, 'secret.key');
  writeFileSync(secretFile, SECRET, { mode: 0o600 });
  const environment = { LATCHKEY_DATABASE_URL: `sqlite:${path}`, LATCHKEY_SECRET_FILE: secretFile };
  return { path, server: latchkeyServer(name, async () => ({ environment, remove: async () => {} })) };
}

function applicationOf(path, apiKey) {
  const file = new Database(path, { readonly: true });
  const id = file.prepare('select application_id from platforms where api_key = ?').pluck().get(apiKey);
  file.close();
  return id;
}

/** The rows and bytes of each table, including its indexes. */
function measureTables(path) {
  const file = new Database(path, { readonly: true });
  const sizes = file
    .prepare(
      `select s.tbl_name as name, sum(d.pgsize) as bytes, sum(iif(d.name = s.tbl_name, d.pgsize, 0)) as own
       from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = true
       group by s.tbl_name order by bytes desc`,
    )
    .all();
  const rowsOf = (name) => file.prepare(`select count(*) from ${name}`).pluck().get();
  const weights = sizes.map((size) => ({ ...size, rows: rowsOf(size.name) })).filter(({ rows }) => rows >= USERS);
  file.close();
  return weights;
}

async function measureStarts(files, repeats) {
  const results = new Map([EMPTY, 'big file'].map((name) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [index, name] of [...results.keys()].entries()) {
      const { path, server } = files[index];
      evict(path);
      const running = await server.start();
      const ready = running.startMilliseconds + (await untilReady(running));
      await pause(1500);
      results.get(name).push({ start: running.startMilliseconds, ready, idle: residentMiB(running.pid) });
      await running.stop();
      console.log(`  start ${repeat + 1}: ${name} ${Math.round(ready)} ms`);
    }
  }
  return results;
}

/** Evicts the file from the system's cache, so that a start must read it from the disk. */
const evict = (path) =>
  execFileSync('dd', [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'ignore' });

async function untilReady({ opsPort }) {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    if (response.status === 200) return performance.now() - startedAt;
    await pause(2);
  }
}

async function measureLoads(files, { rounds, seconds, connections, only }) {
  const results = new Map();
  const memory = new Map([EMPTY, 'big file'].map((name) => [name, []]));
  // Reads all of it into the system's cache, where the empty file is too.
  readWhole(files.big.path);
  for (const name of only) {
    console.log(`${name}:`);
    const contestants = await openContestants(files, name, connections);
    try {
      results.set(name, await runRounds(contestants, { rounds, seconds }));
      for (const { file, running } of contestants) memory.get(file).push(residentMiB(running.pid));
    } finally {
      for (const running of new Set(contestants.map((contestant) => contestant.running))) await running.stop();
    }
  }
  return { results, memory };
}

const readWhole = (path) => execFileSync('dd', [`if=${path}`, 'of=/dev/null', 'bs=1M'], { stdio: 'ignore' });

let opened = 0;

/**
 * Every contestant signs new people in. The server on the big file also takes part a second time, as the seeded people.
 */
async function openContestants({ empty, big, registered, people }, name, connections) {
  const scenario = scenarios[name];
  const open = async ({ server }, shownAs, file) => {
    opened += 1;
    const round = opened;
    const entered = {
      ...server,
      name: shownAs,
      register: async () => registered,
      // Each person signs up once in a file.
      signIn: (browser, url, person) => server.signIn(browser, url, `${person}-${round}`),
    };
    return { ...(await openContestant(entered, scenario, connections)), scenario, file };
  };
  const first = await open(empty, EMPTY, EMPTY);
  const second = await open(big, NEW, 'big file');
  const next = spread(USERS);
  const workers = second.workers.map(() => new SeededWorker(people, next, second.running.authPort, name));
  return [first, second, { ...second, server: { name: OWN }, workers }];
}

/**
 * Returns the numbers below `count`, each once before any repeats, with neighbours far apart, so that pages that were
 * read for one person do not help the next.
 */
function spread(count) {
  let stride = Math.floor(count * 0.618);
  while (greatestCommonDivisor(stride, count) !== 1) stride += 1;
  let position = 0;
  return () => {
    position = (position + stride) % count;
    return position;
  };
}

const greatestCommonDivisor = (a, b) => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/**
 * A connection that is a different person at every request: each value that the scenario reads is the next person's.
 */
class SeededWorker {
  #people;
  #next;
  #port;
  #accessToken;
  #scenario;

  constructor(people, next, port, scenario) {
    this.#people = people;
    this.#next = next;
    this.#port = port;
    this.#scenario = scenario;
  }

  get cookie() {
    return `latchkey-${this.#port}=${this.#people.handle(this.#next())}`;
  }

  /** In a flow, the token that was just issued. */
  get accessToken() {
    return this.#scenario === 'user-info' ? this.#people.accessToken(this.#next()) : this.#accessToken;
  }

  set accessToken(token) {
    this.#accessToken = token;
  }

  /** A token that nobody has used: each refresh is of another family. */
  get refreshToken() {
    return this.#people.refreshToken(this.#next());
  }

  set refreshToken(_successor) {
    // The family is not used again.
  }
}

async function runRounds(contestants, { rounds, seconds }) {
  const results = new Map(contestants.map(({ server }) => [server.name, []]));
  for (const contestant of contestants) await warmUp(contestant, contestant.scenario);
  for (let round = 0; round < rounds; round++) {
    for (let position = 0; position < contestants.length; position++) {
      const contestant = contestants[(round + position) % contestants.length];
      const result = await runRound(contestant, contestant.scenario, seconds);
      results.get(contestant.server.name).push(result);
      console.log(`  round ${round + 1}: ${contestant.server.name} ${Math.round(result.rate)} a second`);
    }
  }
  return results;
}

const mebibytes = (bytes) => number(bytes / 1024 / 1024);

function describe({ big, seedSeconds }, { rounds, seconds, starts, connections }) {
  const size = mebibytes(statSync(big.path).size);
  return (
    `Node ${process.versions.node}; ${USERS.toLocaleString('en')} users with ${TOKENS_PER_USER} live access tokens each: ${size} MiB ` +
    `after the run, seeded in ${seedSeconds.toFixed(0)} s; ${connections} connections; ${rounds} rounds of ${seconds} s, ` +
    `interleaved; ${starts} starts each, interleaved.`
  );
}

function loadTable(results) {
  const head = ['', '', 'a second', 'min–max', 'p50 ms', 'p99 ms', 'CPU µs', `÷ ${EMPTY}`, 'CPU ÷'];
  const rows = [...results].flatMap(([scenario, byFile]) => {
    const base = byFile.get(EMPTY);
    return [...byFile].map(([name, rounds]) => {
      const figures = (figure) => rounds.map((round) => round[figure]);
      const paired = (figure) => median(rounds.map((round, index) => round[figure] / base[index][figure])).toFixed(2);
      const rates = figures('rate');
      return [
        scenario,
        name,
        number(median(rates)),
        `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
        ...['p50', 'p99', 'cpu'].map((figure) => number(median(figures(figure)))),
        ...(name === EMPTY ? ['', ''] : [paired('rate'), paired('cpu')]),
      ];
    });
  });
  return markdown(head, rows);
}

function startTable(starts, memory) {
  const head = ['', 'start to first answer ms', 'most', 'until ready ms', 'most', 'idle MiB', 'MiB after the load'];
  const rows = [...starts].map(([name, repeats]) => {
    const figures = (figure) => repeats.map((repeat) => repeat[figure]);
    return [
      name,
      ...['start', 'ready'].flatMap((figure) => [median(figures(figure)), Math.max(...figures(figure))]).map(number),
      number(median(figures('idle'))),
      number(Math.max(...memory.get(name))),
    ];
  });
  return markdown(head, rows);
}

function weightTable(weights) {
  const head = ['table', 'rows', 'MiB with indexes', 'bytes a row', 'of these indexes'];
  const rows = weights.map(({ name, rows: count, bytes, own }) => [
    `\`${name}\``,
    count.toLocaleString('en'),
    mebibytes(bytes),
    number(bytes / count),
    number((bytes - own) / count),
  ]);
  return markdown(head, rows);
}

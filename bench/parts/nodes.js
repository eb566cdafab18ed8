// Three nodes on one PostgreSQL compared with one node on another database of it: what they wait for in the database,
// and what a request costs. On one core three cannot be faster than one, but they must not be slower.
import { openContestant, pause } from '../lib/contestant.js';
import { drive } from '../lib/drive.js';
import { watchWaits } from '../lib/lock-waits.js';
import { median, treeCpuMicroseconds } from '../lib/measure.js';
import { scenarios } from '../lib/scenarios.js';
import { latchkeyServer, onPostgres, stopShared } from '../lib/servers.js';
import { SocketClient } from '../lib/socket-client.js';
import { markdown, number } from '../lib/table.js';

const NODES = [1, 3];
const WARM_SECONDS = 4;
const SCENARIOS = ['code-es256', 'refresh-es256'];

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ rounds, seconds, connections, only = SCENARIOS }) {
  try {
    const tables = [];
    for (const name of only) {
      console.log(`${name}:`);
      const results = await measureScenario(scenarios[name], { rounds, seconds, connections });
      tables.push(`**${scenarios[name].title}**\n\n${table(results)}`);
    }
    const method = `All nodes on one core, driver and PostgreSQL on the other; ${connections} connections for each node, each request of one at the next node; ${rounds} rounds of ${seconds} s, interleaved.`;
    return [method, ...tables].join('\n\n');
  } finally {
    await stopShared();
  }
}

async function measureScenario(scenario, { rounds, seconds, connections }) {
  const contestants = [];
  const results = new Map(NODES.map((count) => [count, []]));
  try {
    for (const count of NODES) contestants.push(await openNodes(count, scenario, count * connections));
    // Each node must warm up, and gets only its share of the requests.
    for (const contestant of contestants) await runRound(contestant, scenario, contestant.nodes.length * WARM_SECONDS);
    for (let round = 0; round < rounds; round++) {
      for (let position = 0; position < contestants.length; position++) {
        const contestant = contestants[(round + position) % contestants.length];
        const result = await runRound(contestant, scenario, seconds);
        results.get(contestant.nodes.length).push(result);
        console.log(
          `  round ${round + 1}: ${contestant.nodes.length} nodes ${Math.round(result.rate)} ${scenario.unit}`,
        );
      }
    }
  } finally {
    for (const { nodes } of contestants) for (const node of nodes.toReversed()) await node.stop();
  }
  return results;
}

/** The first node is an ordinary server of the bench; the others join its database under its addresses. */
async function openNodes(count, scenario, connections) {
  const first = await openContestant(latchkeyServer('Latchkey', onPostgres), scenario, connections);
  const { LATCHKEY_DATABASE_URL, LATCHKEY_SECRET_FILE, LATCHKEY_AUTH_URL, LATCHKEY_API_URL } =
    first.running.environment;
  const environment = { LATCHKEY_DATABASE_URL, LATCHKEY_SECRET_FILE };
  const another = latchkeyServer('Latchkey', async () => ({ environment, remove: async () => {} }), {
    environment: { LATCHKEY_AUTH_URL, LATCHKEY_API_URL },
  });
  const nodes = [first.running];
  while (nodes.length < count) nodes.push(await another.start());
  return { ...first, nodes };
}

async function runRound(contestant, scenario, seconds) {
  const { running, nodes, target, workers, rate } = contestant;
  const close = await connectInTurn(workers, nodes);
  const step = await scenario.prepare({ running, target, workers }, { seconds, rate });
  await pause(200);
  const cpuBefore = cpuOf(nodes);
  const [result, waits] = await Promise.all([
    drive({ seconds, pid: running.pid, workers, step }),
    watchWaits(running.environment.LATCHKEY_DATABASE_URL, seconds),
  ]);
  const cpu = (cpuOf(nodes) - cpuBefore) / result.count;
  close();
  contestant.rate = result.rate;
  return { ...result, cpu, waits };
}

const cpuOf = (nodes) => nodes.reduce((sum, { pid }) => sum + treeCpuMicroseconds(pid), 0);

/**
 * Connects each worker to all nodes, which take its requests in turn, so that one node reads what another wrote.
 * @returns a function that closes all connections
 */
async function connectInTurn(workers, nodes) {
  const opened = [];
  const open = async (port) => {
    const client = await SocketClient.open(port);
    opened.push(client);
    return client;
  };
  for (const [index, worker] of workers.entries()) {
    for (const host of ['auth', 'api']) {
      const clients = [];
      for (const node of nodes) clients.push(await open(node[`${host}Port`]));
      let turn = index;
      const next = () => clients[turn++ % clients.length];
      Object.defineProperty(worker, host, { get: next, configurable: true });
    }
  }
  return () => {
    for (const client of opened) client.close();
  };
}

const share = (part, waits) => {
  const seen = Object.values(waits).reduce((sum, count) => sum + count, 0);
  return (100 * part(waits)) / Math.max(1, seen);
};

function table(results) {
  const [one] = results.values();
  const paired = (rounds, figure) => median(rounds.map((round, index) => round[figure] / one[index][figure]));
  const head = ['', 'requests/s', 'min–max', '÷ one', 'p99 ms', 'CPU µs', '÷ one'];
  const waits = ['row locks', 'inner locks', 'log written', 'working', 'next statement'];
  const rows = [...results].map(([count, rounds]) => {
    const rates = rounds.map(({ rate }) => rate);
    const percent = (part) => `${median(rounds.map((round) => share(part, round.waits))).toFixed(1)} %`;
    return [
      count === 1 ? 'one node' : `${count} nodes`,
      number(median(rates)),
      `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
      paired(rounds, 'rate').toFixed(2),
      number(median(rounds.map(({ p99 }) => p99))),
      number(median(rounds.map(({ cpu }) => cpu))),
      paired(rounds, 'cpu').toFixed(2),
      ...['rowLocks', 'innerLocks', 'log', 'working', 'node'].map((kind) => percent((seen) => seen[kind])),
    ];
  });
  return markdown([...head, ...waits], rows);
}

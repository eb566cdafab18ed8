// One worker on one core compared with two workers on two (`serve --workers`), on SQLite: what a request costs the
// whole server, and how long workers wait for each other, since only one process can write to the file at a time.
import { constants, cpus, setPriority } from 'node:os';
import { openContestant, runRound, warmUp } from '../lib/contestant.js';
import { cpuMicroseconds, median, processTree } from '../lib/measure.js';
import { scenarios } from '../lib/scenarios.js';
import { latchkeyServer, onSqlite } from '../lib/servers.js';
import { openEvenly } from '../lib/spread.js';
import { serverCore } from '../lib/start-server.js';
import { markdown, number } from '../lib/table.js';

const MEASURED = ['user-info', 'code-es256', 'refresh-es256'];
/** @param cores one for each worker, in the form of `taskset -c` */
const withWorkers = (count, cores) => ({
  ...latchkeyServer(count === 1 ? 'one worker, one core' : `${count} workers, ${count} cores`, onSqlite, {
    cores,
    serveArguments: ['--workers', `${count}`],
  }),
  count,
});
const servers = [withWorkers(1, '0'), withWorkers(2, '0,1')];

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ store, rounds, seconds, connections, only }) {
  const unknown = (only ?? []).filter((name) => !MEASURED.includes(name));
  if (unknown.length > 0)
    throw new Error(`Workers are measured in ${MEASURED.join(', ')}; not in ${unknown.join(', ')}`);
  if (store !== 'sqlite') throw new Error('Workers are measured on SQLite: on PostgreSQL none waits for a file.');
  if (!serverCore) throw new Error('taskset is missing: one core cannot be told from two.');
  if (cpus().length < 2) throw new Error('Two workers on two cores need two cores.');
  const tables = [];
  for (const name of MEASURED.filter((one) => only?.includes(one) ?? true)) {
    console.log(`${name}:`);
    tables.push(table(scenarios[name], await measure(scenarios[name], { rounds, seconds, connections })));
  }
  return [describeRun({ rounds, seconds, connections }), ...tables].join('\n\n');
}

function describeRun({ rounds, seconds, connections }) {
  const shared = `the driver shares the second of them${raised ? ', and goes first there' : ' at the same priority, which raises CPU µs'}`;
  const driver = cpus().length === 2 ? shared : 'the driver has a core of its own';
  return (
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0].model.trim()}; one worker on core 0, two workers on cores ` +
    `0 and 1: ${driver}; ${connections} connections for each worker; ${rounds} rounds of ${seconds} s each, interleaved.`
  );
}

/** @returns the rounds of each server, in order */
async function measure(scenario, { rounds, seconds, connections }) {
  const contestants = [];
  try {
    for (const server of servers) {
      const contestant = await openContestant(server, scenario, connections * server.count);
      contestants.push({ ...contestant, connect: connectEvenly, results: [] });
    }
    for (const contestant of contestants) await warmUp(contestant, scenario);
    for (let round = 0; round < rounds; round++) {
      for (let position = 0; position < contestants.length; position++) {
        const contestant = contestants[(round + position) % contestants.length];
        const result = await runRound(contestant, scenario, seconds, (timed) => watch(contestant, timed));
        contestant.results.push(result);
        console.log(`  round ${round + 1}: ${describeRound(contestant, result)}`);
      }
    }
  } finally {
    for (const { running } of contestants) await running.stop();
  }
  return contestants.map(({ results }) => results);
}

/** The workers are all processes that the primary has forked. */
const workersOf = ({ pid }) => processTree(pid).slice(1);

async function connectEvenly(clients, running) {
  const pids = workersOf(running);
  const auth = await openEvenly(running.authPort, pids, clients.length);
  const api = await openEvenly(running.apiPort, pids, clients.length);
  clients.forEach((client, index) => {
    Object.assign(client, { auth: auth[index], api: api[index] });
  });
}

/**
 * Runs a round, and adds what the server's metrics and the operating system report about it.
 * @returns the round with `coresUsed`; `lockWait`, the share of the time in which a worker's writes waited for another
 *   process; `busier`, the busiest worker's share of the CPU time of all; `aside`, see `capacity`
 */
async function watch({ server, running }, timed) {
  const pids = workersOf(running);
  const waitedBefore = await lockWaitSeconds(running, server.count);
  const cpuBefore = pids.map(cpuMicroseconds);
  const startedAt = performance.now();
  const result = await withHighPriority(timed);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = pids.map((pid, index) => cpuMicroseconds(pid) - cpuBefore[index]);
  const waited = (await lockWaitSeconds(running, server.count)) - waitedBefore;
  const lockWait = waited / seconds / server.count;
  return {
    ...result,
    coresUsed: (result.rate * result.cpu) / 1e6,
    lockWait,
    busier: Math.max(...cpu) / cpu.reduce((sum, one) => sum + one, 0),
    aside: capacity(server.count, result.cpu, lockWait),
  };
}

/**
 * The driver stands for clients on other machines. On a worker's core it must read answers at once: while it waits for
 * its turn, workers find less to do at a time, and each request costs more of their CPU. The priority is raised only
 * while the clock runs, because child processes inherit it.
 */
let raised = true;
async function withHighPriority(work) {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
  } catch {
    raised = false;
  }
  try {
    return await work();
  } finally {
    if (raised) setPriority(constants.priority.PRIORITY_NORMAL);
  }
}

/**
 * How many requests a second the workers could answer if each had a core for itself and idled while its writes wait.
 */
const capacity = (cores, cpuMicrosecondsPerRequest, lockWait) =>
  (cores * 1e6 * (1 - lockWait)) / cpuMicrosecondsPerRequest;

/** The lock wait since the start, summed over all workers. */
async function lockWaitSeconds({ opsPort }, count) {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const sums = [...text.matchAll(/^latchkey_write_lock_wait_seconds_sum\{worker="\d+"\} (\S+)$/gm)];
  if (sums.length !== count) throw new Error(`${sums.length} of ${count} workers told how long they waited:\n${text}`);
  return sums.reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const describeRound = ({ server }, { rate, cpu, coresUsed, lockWait }) =>
  `${server.name} ${number(rate)} a second, ${number(cpu)} µs each, ${coresUsed.toFixed(2)} cores, lock wait ${percent(lockWait)}`;

/** @param results the rounds of one worker, then those of two */
function table(scenario, results) {
  const [one] = results;
  const middle = (rounds, figure) => median(rounds.map((round) => round[figure]));
  const paired = (rounds, figure) => median(rounds.map((round, index) => round[figure] / one[index][figure]));
  const head = [
    ...['server', 'requests/s', 'min–max', 'p50 ms', 'p99 ms', 'cores used', 'busier worker', 'CPU µs', '÷ one'],
    ...['lock wait', 'driver aside, requests/s', '÷ one'],
  ];
  const rows = results.map((rounds, index) => {
    const rates = rounds.map(({ rate }) => rate);
    return [
      servers[index].name,
      number(median(rates)),
      `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
      number(middle(rounds, 'p50')),
      number(middle(rounds, 'p99')),
      middle(rounds, 'coresUsed').toFixed(2),
      percent(middle(rounds, 'busier')),
      number(middle(rounds, 'cpu')),
      paired(rounds, 'cpu').toFixed(2),
      percent(middle(rounds, 'lockWait')),
      number(middle(rounds, 'aside')),
      paired(rounds, 'aside').toFixed(2),
    ];
  });
  return `**${scenario.title}**\n\n${markdown(head, rows)}`;
}

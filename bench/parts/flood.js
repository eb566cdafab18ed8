// Password sign-ins at ten times the rate that can be checked, and what other requests notice of it: p99 of refresh and
// user information at a low rate, without and with the flood, in turn (case M16).
import { constants, setPriority } from 'node:os';
import { openContestant, pause } from '../lib/contestant.js';
import { median, percentile, residentMiB } from '../lib/measure.js';
import { connectWorkers, disconnectWorkers, scenarios } from '../lib/scenarios.js';
import { latchkeyServer, onPostgres, onSqlite, stopShared } from '../lib/servers.js';
import { openSignIn, startSignIns } from '../lib/sign-in-flood.js';
import { runSteadily } from '../lib/steady.js';
import { markdown, number } from '../lib/table.js';

const TIMES_CAPACITY = 10;
/**
 * The measured requests, in requests per second: far below what the server can answer, so that they do not wait for
 * each other.
 */
const RATES = { 'refresh-es256': 50, 'user-info': 50 };
const CAPACITY_SECONDS = 3;
/** One second after the flood ends, no password is waiting any more. */
const AFTER_FLOOD_MS = 1500;

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ store, rounds, seconds, connections }) {
  const openStore = { sqlite: onSqlite, postgres: onPostgres }[store];
  const server = latchkeyServer('Latchkey', openStore, {
    cores: '0,1',
    environment: { LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' },
  });
  try {
    const contestant = await openForFlood(server, connections);
    const results = [];
    for (let round = 0; round < rounds; round++) {
      results.push(await runFloodRound(contestant, seconds));
      console.log(`round ${round + 1}: ${describeRound(results.at(-1))}`);
    }
    await contestant.running.stop();
    return report(contestant, results, { rounds, seconds });
  } finally {
    await stopShared();
  }
}

/**
 * This program stands for clients on other machines. It must measure the server, not its own wait for one of the
 * server's cores. Where it may not raise its priority, the report says so.
 */
let raised = false;
function raisePriority() {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
    raised = true;
  } catch {
    raised = false;
  }
}

/** Opens a server and measures how many passwords it can check. */
export async function openForFlood(server, connections) {
  const contestant = await openContestant(server, scenarios['refresh-es256'], connections);
  // Only now, because child processes inherit the priority and the server must not have it.
  raisePriority();
  const form = await openSignIn(contestant.running);
  const signIns = await startSignIns(form, { atOnce: 8 });
  await pause(CAPACITY_SECONDS * 1000);
  const { checked, seconds } = await signIns.stop();
  await pause(AFTER_FLOOD_MS);
  return { ...contestant, form, capacity: checked / seconds, idleMiB: residentMiB(contestant.running.pid) };
}

/** Measures without the flood, then with it. */
export async function runFloodRound(contestant, seconds) {
  const idle = await measureOthers(contestant, seconds);
  const signIns = await startSignIns(contestant.form, { perSecond: TIMES_CAPACITY * contestant.capacity });
  await pause(500);
  let maxMiB = 0;
  const sampling = setInterval(() => {
    maxMiB = Math.max(maxMiB, residentMiB(contestant.running.pid));
  }, 50);
  const flooded = await measureOthers(contestant, seconds);
  clearInterval(sampling);
  const figures = await signIns.stop();
  await pause(AFTER_FLOOD_MS);
  return { idle, flooded, ...figures, maxMiB };
}

/** @returns latencies in ms by the name of the scenario */
async function measureOthers({ running, target, workers }, seconds) {
  await connectWorkers(workers, running);
  const names = Object.keys(RATES);
  const works = [];
  for (const [index, name] of names.entries()) {
    const own = workers.filter((_, position) => position % names.length === index);
    const setting = { running, target, workers: own };
    works.push({ perSecond: RATES[name], workers: own, step: await scenarios[name].prepare(setting, {}) });
  }
  await pause(200);
  const latencies = await runSteadily({ seconds, works });
  disconnectWorkers(workers);
  return Object.fromEntries(names.map((name, index) => [name, latencies[index]]));
}

const p99 = (milliseconds) => percentile(milliseconds, 0.99);

export function describeRound({ idle, flooded, seconds, sent, checked, refused, maxMiB }) {
  const others = Object.keys(RATES).map(
    (name) => `${name} p99 ${number(p99(idle[name]))} → ${number(p99(flooded[name]))} ms`,
  );
  const rates = `${number(sent / seconds)} sign-ins/s, ${number(checked / seconds)} checked`;
  return [...others, rates, `refused p99 ${number(refused.p99)} ms`, `${number(maxMiB)} MiB`].join('; ');
}

function report({ capacity, idleMiB }, results, { rounds, seconds }) {
  const per = (figure) => median(results.map((result) => figure(result) / result.seconds));
  const max = (figure) => Math.max(...results.map(figure));
  const pooled = (when, name) => results.flatMap((result) => result[when][name]);
  const rows = Object.keys(RATES).map((name) => {
    const [idle, flooded] = [pooled('idle', name), pooled('flooded', name)];
    const ratios = results.map((result) => p99(result.flooded[name]) / p99(result.idle[name]));
    return [
      scenarios[name].title,
      ...[idle, flooded].flatMap((milliseconds) => [percentile(milliseconds, 0.5), p99(milliseconds)].map(number)),
      `${(p99(flooded) / p99(idle)).toFixed(2)}×`,
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ];
  });
  const head = ['', 'idle p50 ms', 'p99 ms', 'flood p50 ms', 'p99 ms', 'p99 ÷ idle', 'of the rounds'];
  return [
    `${rounds} rounds of ${seconds} s idle and ${seconds} s flooded; server on both cores${raised ? '' : '; the driver could not be given a higher priority'}.`,
    markdown(head, rows),
    `${number(capacity)} passwords a second can be checked. Of ${number(per(({ sent }) => sent))} sent a second ` +
      `(${max(({ unsent }) => unsent) === 0 ? 'all that were due' : `not ${number(per(({ unsent }) => unsent))} that were due`}) ` +
      `${number(per(({ checked }) => checked))} were checked and ${number(per(({ refused }) => refused.count))} refused: ` +
      `p50 ${number(median(results.map(({ refused }) => refused.p50)))} ms, p99 ${number(median(results.map(({ refused }) => refused.p99)))} ms, ` +
      `longest ${number(max(({ refused }) => refused.longest))} ms. Memory: ${number(idleMiB)} MiB before, ` +
      `${number(max(({ maxMiB }) => maxMiB))} MiB at most.`,
  ].join('\n\n');
}

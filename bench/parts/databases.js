// PostgreSQL compared with SQLite: the CPU time that a request costs the server and its database together. `--before`
// adds both as another commit has them, in the same rounds. A round is a number of requests and not of seconds, so that
// a server that gets little of a busy machine is as warm as the others.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openContestant, runRound } from '../lib/contestant.js';
import { median, treeCpuMicroseconds } from '../lib/measure.js';
import { introspection, scenarios } from '../lib/scenarios.js';
import { latchkeyServer, onOwnPostgres, onPostgres, onSqlite, stopShared } from '../lib/servers.js';
import { markdown, number } from '../lib/table.js';

const MEASURED = {
  introspection,
  'user-info': scenarios['user-info'],
  'refresh-es256': scenarios['refresh-es256'],
  'code-es256': scenarios['code-es256'],
  'flow-es256': scenarios['flow-es256'],
};
/** How many times SQLite's CPU time a step may cost on PostgreSQL (docs/performance.md, Budgets). */
const AIMS = { introspection: 2.2, 'refresh-es256': 2.2, 'code-es256': 2.2, 'flow-es256': 2.5 };

/** For each second that the options give a round. */
const UNITS_A_SECOND = 1000;
const WARM_UP_UNITS = 4000;
/** The longest that a round may take. */
const PATIENCE_SECONDS = 600;

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ rounds, seconds, starts, connections, only, before }) {
  const names = [...Object.keys(MEASURED), 'start'];
  const unknown = (only ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`Databases are measured in ${names.join(', ')}; not in ${unknown.join(', ')}`);
  const wanted = names.filter((name) => only?.includes(name) ?? true);
  try {
    const tables = [];
    for (const name of wanted.filter((one) => one !== 'start')) {
      console.log(`${name}:`);
      const options = { rounds, units: seconds * UNITS_A_SECOND, connections };
      const results = await measure(serversOf(onOwnPostgres, before), MEASURED[name], options);
      tables.push(`**${MEASURED[name].title}**\n\n${table(results, MEASURED[name].unit, AIMS[name])}`);
    }
    if (wanted.includes('start')) tables.push(startTable(await measureStarts(serversOf(onPostgres, before), starts)));
    const method =
      `Node ${process.versions.node}; server on one core, driver and PostgreSQL on the other; a client with a secret; ` +
      `${connections} connections; ${rounds} rounds of ${number(seconds * UNITS_A_SECOND)} requests or flows, interleaved; ${starts} starts each, interleaved.`;
    return [method, ...tables].join('\n\n');
  } finally {
    await stopShared();
  }
}

/** SQLite and PostgreSQL, and then both of the other commit. */
const serversOf = (openPostgres, before) =>
  [undefined, ...(before ? [programOf(before)] : [])].flatMap((program) =>
    [
      ['SQLite', onSqlite],
      ['PostgreSQL', openPostgres],
    ].map(([name, openStore]) => {
      const server = latchkeyServer(program ? `${name}, before` : name, openStore, { program });
      return { ...server, register: (running) => registerWithSecret(server, running) };
    }),
  );

function programOf(folder) {
  const program = resolve(join(folder, 'dist/cli/main.js'));
  if (!existsSync(program)) throw new Error(`${folder} is not built: ${program} is missing.`);
  return program;
}

async function registerWithSecret(server, running) {
  const registered = await server.register(running);
  const application = registered.applicationIds[0];
  const created = server.run(running, ['client-secrets', 'create', '--application', application, '--expires-in', '30']);
  const proof = Buffer.from(`${registered.clientIds.ES256}:${created.client_secret}`).toString('base64');
  return { ...registered, introspect: '/oauth/introspection', headers: [`Authorization: Basic ${proof}`] };
}

/** The scenario, which ends after so many units. */
const limitedTo = (units, scenario) => ({
  ...scenario,
  async prepare(setting) {
    const step = await scenario.prepare(setting, { seconds: 1, rate: units });
    let left = units;
    return (worker) => (left-- > 0 ? step(worker) : undefined);
  },
});

/** @returns the rounds of each server, in order */
async function measure(servers, scenario, { rounds, units, connections }) {
  const contestants = [];
  const results = new Map();
  try {
    for (const server of servers) {
      contestants.push(await openContestant(server, scenario, connections));
      results.set(server.name, []);
    }
    const warmUp = limitedTo(WARM_UP_UNITS, scenario);
    for (const contestant of contestants) await runRound(contestant, warmUp, PATIENCE_SECONDS);
    const limited = limitedTo(units, scenario);
    for (let round = 0; round < rounds; round++) {
      // Each round starts with a different server, so that none always follows the same one.
      for (let position = 0; position < contestants.length; position++) {
        const contestant = contestants[(round + position) % contestants.length];
        const result = await runRound(contestant, limited, PATIENCE_SECONDS, (timed) =>
          withDatabase(contestant.running, timed),
        );
        results.get(contestant.server.name).push(result);
        console.log(
          `  round ${round + 1}: ${contestant.server.name} ${Math.round(result.cpu)} + ${Math.round(result.database)} µs`,
        );
      }
    }
  } finally {
    for (const { running } of contestants) await running.stop();
  }
  return results;
}

/** @returns the result of the round, with the CPU µs that the database used for each unit; SQLite is in the server */
async function withDatabase({ databasePid }, timed) {
  const read = () => (databasePid === undefined ? 0 : treeCpuMicroseconds(databasePid));
  const cpuBefore = read();
  const result = await timed();
  const database = (read() - cpuBefore) / result.count;
  return { ...result, database, together: result.cpu + database };
}

/** @param results by server name: its rounds, in order; each PostgreSQL follows its SQLite */
function table(results, unit, aim) {
  const sets = [...results];
  const ratios = (rounds, others) => rounds.map((round, index) => round.together / others[index].together);
  const head = ['', unit, 'p50 ms', 'CPU µs', 'of the database', 'together', '÷ SQLite', 'min–max', 'aim', '÷ before'];
  const rows = sets.map(([name, rounds], index) => {
    const ours = index % 2 === 1 ? ratios(rounds, sets[index - 1][1]) : undefined;
    const before = results.get(`${name}, before`);
    return [
      name,
      number(median(rounds.map(({ rate }) => rate))),
      number(median(rounds.map(({ p50 }) => p50))),
      ...['cpu', 'database', 'together'].map((figure) => number(median(rounds.map((round) => round[figure])))),
      ours ? median(ours).toFixed(2) : '',
      ours ? `${Math.min(...ours).toFixed(2)}–${Math.max(...ours).toFixed(2)}` : '',
      ours && aim ? String(aim) : '',
      before ? median(ratios(rounds, before)).toFixed(2) : '',
    ];
  });
  return markdown(head, rows);
}

async function measureStarts(servers, repeats) {
  const results = new Map(servers.map(({ name }) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let position = 0; position < servers.length; position++) {
      const server = servers[(repeat + position) % servers.length];
      const { startMilliseconds, startCpuMilliseconds, stop } = await server.start();
      results.get(server.name).push({ start: startMilliseconds, cpu: startCpuMilliseconds });
      await stop();
    }
  }
  return results;
}

function startTable(results) {
  const figures = (name, figure) => results.get(name)?.map((start) => start[figure]);
  const rows = [...results.keys()].map((name) => {
    const [cpu, before] = [figures(name, 'cpu'), figures(`${name}, before`, 'cpu')];
    return [
      name,
      number(median(figures(name, 'start'))),
      number(median(cpu)),
      before ? (median(cpu) / median(before)).toFixed(3) : '',
    ];
  });
  return `**Start**\n\n${markdown(['', 'start to first answer ms', 'CPU ms until then', '÷ before'], rows)}`;
}

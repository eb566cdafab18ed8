// Runs the comparison: first the starts, then for each scenario every server side by side, round by round.
import { cpus, release } from 'node:os';
import { openContestant, pause, runRound, warmUp } from './contestant.js';
import { residentMiB } from './measure.js';
import { scenarios } from './scenarios.js';
import { contestants as contestantsOf, helloWithDatabase, stopShared } from './servers.js';
import { serverCore } from './start-server.js';
import { scenarioTable, startTable } from './table.js';

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ store, ...options }) {
  try {
    return await compare(contestantsOf[store], scenarios, options);
  } finally {
    await stopShared();
  }
}

/** @param scenarios by name, `start` besides them; `only` says which */
export async function compare(servers, scenarios, { rounds, seconds, starts, connections, only }) {
  const wanted = (name) => !only || only.includes(name);
  const unknown = (only ?? []).filter((name) => !(name in scenarios) && name !== 'start');
  if (unknown.length > 0) throw new Error(`No such scenario: ${unknown.join(', ')}`);

  const startResults = wanted('start') ? await measureStarts([helloWithDatabase, ...servers], starts) : undefined;
  const loaded = new Map();
  const tables = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (!wanted(name)) continue;
    console.log(`${name}:`);
    const entered = servers.filter((server) => server.scenarios?.includes(name) ?? true);
    tables.push(
      scenarioTable(scenario, await measureScenario(entered, scenario, { rounds, seconds, connections, loaded })),
    );
  }
  if (startResults) tables.push(startTable(startResults, loaded));
  return [describeRun({ rounds, seconds, starts: startResults && starts, connections }), ...tables].join('\n\n');
}

function describeRun({ rounds, seconds, starts, connections }) {
  const pinned = serverCore ? 'server on one core, driver on another' : 'not pinned: taskset is missing';
  return (
    `Node ${process.versions.node}, Linux ${release()}, ${cpus().length} × ${cpus()[0].model.trim()}; ${pinned}; ` +
    `${connections} connections; ${rounds} rounds of ${seconds} s per server and scenario, interleaved` +
    `${starts === undefined ? '' : `; ${starts} starts each, interleaved`}.`
  );
}

async function measureStarts(servers, repeats) {
  const results = new Map(servers.map((server) => [server.name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const server of servers) {
      const running = await server.start();
      await pause(1500);
      const { startMilliseconds: start, startCpuMilliseconds: cpu } = running;
      results.get(server.name).push({ start, cpu, idle: residentMiB(running.pid) });
      await running.stop();
    }
  }
  return results;
}

async function measureScenario(servers, scenario, { rounds, seconds, connections, loaded }) {
  const contestants = [];
  const results = new Map();
  try {
    for (const server of servers) {
      contestants.push(await openContestant(server, scenario, connections));
      results.set(server.name, []);
    }
    for (const contestant of contestants) await warmUp(contestant, scenario);
    for (let round = 0; round < rounds; round++) {
      // Each round starts with a different server, so that none always follows the same one.
      for (let position = 0; position < contestants.length; position++) {
        const contestant = contestants[(round + position) % contestants.length];
        const result = await runRound(contestant, scenario, seconds);
        results.get(contestant.server.name).push(result);
        console.log(`  round ${round + 1}: ${contestant.server.name} ${Math.round(result.rate)} ${scenario.unit}`);
      }
    }
    for (const { server, running } of contestants) {
      loaded.set(server.name, [...(loaded.get(server.name) ?? []), residentMiB(running.pid)]);
    }
  } finally {
    for (const { running } of contestants) await running.stop();
  }
  return results;
}

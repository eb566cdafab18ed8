// An application with an event endpoint compared with one without (contract 60): the requests that sign people in must
// not pay for events that they do not make.
import { createServer } from 'node:http';
import { openContestant, runRound, warmUp } from '../lib/contestant.js';
import { median } from '../lib/measure.js';
import { scenarios } from '../lib/scenarios.js';
import { latchkeyServer, onPostgres, onSqlite, stopShared } from '../lib/servers.js';
import { markdown, number } from '../lib/table.js';

const MEASURED = ['user-info', 'code', 'code-es256', 'refresh', 'refresh-es256', 'flow-es256'];
const STORES = { sqlite: onSqlite, postgres: onPostgres };
/** The receivers are on the driver's core, as other machines would be. */
const SETTINGS = { environment: { LATCHKEY_INTERNAL_DELIVERIES: 'true' } };

/** @returns {Promise<string>} the report as markdown */
export async function runBenchmark({ store, rounds, seconds, connections, only = MEASURED }) {
  const unknown = only.filter((name) => !MEASURED.includes(name));
  if (unknown.length > 0)
    throw new Error(`Events are measured in ${MEASURED.join(', ')}; not in ${unknown.join(', ')}`);
  const receiver = await startReceiver();
  try {
    const tables = [];
    for (const name of only) {
      console.log(`${name}:`);
      const servers = serversOf(STORES[store], receiver.url);
      const results = await measure(servers, scenarios[name], { rounds, seconds, connections });
      tables.push(`**${scenarios[name].title}**\n\n${table(servers, results, scenarios[name].unit)}`);
    }
    // Each person's first consent is an event: an endpoint that receives nothing would prove nothing.
    if (receiver.count() === 0) throw new Error('The endpoint received no event.');
    const method = `Server on one core, driver and receiver on the other; ${store}; ${connections} connections; ${rounds} rounds of ${seconds} s, interleaved.`;
    return [method, ...tables].join('\n\n');
  } finally {
    receiver.stop();
    await stopShared();
  }
}

const serversOf = (openStore, url) => {
  const without = latchkeyServer('no endpoint', openStore, SETTINGS);
  const endpoint = latchkeyServer('one endpoint', openStore, SETTINGS);
  return [without, { ...endpoint, register: (running) => registerWithEndpoint(endpoint, running, url) }];
};

async function registerWithEndpoint(server, running, url) {
  const registered = await server.register(running);
  const { token } = server.run(running, ['api-tokens', 'create', '--email', registered.owner, '--name', 'events']);
  for (const id of registered.applicationIds) {
    const answer = await fetch(`http://localhost:${running.apiPort}/applications/${id}/event-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    if (answer.status !== 200) throw new Error(`No endpoint: ${answer.status} ${await answer.text()}`);
  }
  return registered;
}

/** Answers every message with 204. */
async function startReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/events`, count: () => count, stop };
}

/** @returns the rounds of each server, in order */
async function measure(servers, scenario, { rounds, seconds, connections }) {
  const contestants = [];
  try {
    for (const server of servers) {
      contestants.push({ ...(await openContestant(server, scenario, connections)), results: [] });
    }
    for (const contestant of contestants) await warmUp(contestant, scenario);
    for (let round = 0; round < rounds; round++) {
      // Each round starts with the other server.
      for (let position = 0; position < contestants.length; position++) {
        const contestant = contestants[(round + position) % contestants.length];
        const result = await runRound(contestant, scenario, seconds);
        contestant.results.push(result);
        console.log(`  round ${round + 1}: ${contestant.server.name} ${Math.round(result.rate)} ${scenario.unit}`);
      }
    }
  } finally {
    for (const { running } of contestants) await running.stop();
  }
  return contestants.map(({ results }) => results);
}

/** @param results the rounds without an endpoint, then those with one */
function table(servers, results, unit) {
  const [without] = results;
  const paired = (rounds, figure) => median(rounds.map((round, index) => round[figure] / without[index][figure]));
  const head = ['application with', unit, 'min–max', '÷ none', 'p99 ms', 'CPU µs', '÷ none'];
  const rows = results.map((rounds, index) => {
    const rates = rounds.map(({ rate }) => rate);
    return [
      servers[index].name,
      number(median(rates)),
      `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
      paired(rounds, 'rate').toFixed(2),
      number(median(rounds.map(({ p99 }) => p99))),
      number(median(rounds.map(({ cpu }) => cpu))),
      paired(rounds, 'cpu').toFixed(2),
    ];
  });
  return markdown(head, rows);
}

// A server under load: its people signed in, its rounds run one after the other.
import { drive } from './drive.js';
import { connectWorkers, disconnectWorkers, helloStep, openWorkers } from './scenarios.js';

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts the server, registers its applications and signs a person in for each connection.
 * @returns what `runRound` takes; `running.stop()` ends the server
 */
export async function openContestant(server, scenario, connections) {
  const running = await server.start();
  const registered = await server.register?.(running);
  const target = registered && targetOf(server, registered, scenario);
  const workers = await openWorkers(server, running, target, connections);
  // The rate that the first round of codes is minted for.
  return { server, running, target, workers, rate: 1000 };
}

/** The application whose ID tokens are signed as the scenario says, or no ID token at all. */
const targetOf = ({ hasIdTokens = true }, { clientIds, scopes, ...addresses }, { algorithm }) => ({
  ...addresses,
  clientId: clientIds[algorithm ?? 'ES256'],
  scope: algorithm ? scopes.withIdToken : scopes.plain,
  hasIdToken: hasIdTokens && algorithm !== undefined,
});

/** Half a second tells how many codes to mint for the rest. */
const WARM_UP_SECONDS = [0.5, 3];

/**
 * Drives what is not counted. A program's code is compiled while it runs, and the larger the program the longer that
 * takes.
 */
export async function warmUp(contestant, scenario) {
  for (const seconds of WARM_UP_SECONDS) await runRound(contestant, scenario, seconds);
}

/**
 * One round, outside whose clock its connections are opened and what it needs is prepared.
 * @param contestant of `openContestant`; one with `connect` opens its connections so
 * @param watch runs the timed part, which it is given, and may look at the server right before and after
 * @returns what `drive` does, or `watch`
 */
export async function runRound(contestant, scenario, seconds, watch = (timed) => timed()) {
  const { running, target, workers, rate, connect = connectWorkers } = contestant;
  await connect(workers, running);
  const step = target ? await scenario.prepare({ running, target, workers }, { seconds, rate }) : helloStep(running);
  await pause(200);
  const result = await watch(() => drive({ seconds, pid: running.pid, workers, step }));
  disconnectWorkers(workers);
  contestant.rate = result.rate;
  return result;
}

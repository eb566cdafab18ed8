// A server under load, with its people signed in. Its rounds run one after another.
import { drive } from './drive.js';
import { connectWorkers, disconnectWorkers, helloStep, openWorkers } from './scenarios.js';

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts the server, registers its applications and signs in a person for each connection.
 * @returns the input of `runRound`; `running.stop()` ends the server
 */
export async function openContestant(server, scenario, connections) {
  const running = await server.start();
  const registered = await server.register?.(running);
  const target = registered && targetOf(server, registered, scenario);
  const workers = await openWorkers(server, running, target, connections);
  // The first round mints codes for this rate.
  return { server, running, target, workers, rate: 1000 };
}

/** The application that signs ID tokens with the scenario's algorithm, or requests no ID token. */
const targetOf = ({ hasIdTokens = true }, { clientIds, scopes, ...addresses }, { algorithm }) => ({
  ...addresses,
  clientId: clientIds[algorithm ?? 'ES256'],
  scope: algorithm ? scopes.withIdToken : scopes.plain,
  hasIdToken: hasIdTokens && algorithm !== undefined,
});

/** Half a second is enough to know how many codes to mint for the rest. */
const WARM_UP_SECONDS = [0.5, 3];

/** Runs rounds that are not counted. V8 compiles a program while it runs, which takes longer for a larger program. */
export async function warmUp(contestant, scenario) {
  for (const seconds of WARM_UP_SECONDS) await runRound(contestant, scenario, seconds);
}

/**
 * Runs one round. Its connections are opened, and its input is prepared, before the clock starts.
 * @param contestant of `openContestant`; its `connect`, if any, opens the connections
 * @param watch runs the timed part, which is its argument, and may inspect the server right before and after
 * @returns the result of `drive`, or of `watch`
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

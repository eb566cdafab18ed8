// M19: random walks over all endpoints of the running program beside a small model of who may do what with which code
// and token (`state.ts`, `people.ts`, `scope.ts`, `authorization.ts`, `grants.ts`: written from the contract, not from
// the source). Every answer is foreseen, and after each step a few tokens are tried; the first disagreement fails with
// the shortest walk that shows it and its seed.
//
//   LATCHKEY_TEST_MODEL_REPLAY=17:100 npx vitest run --project stories test/model    walk 17 of those of 100 steps again
//
// The long form, on the database that LATCHKEY_TEST_STORE names: npx vitest run --project long-model with
//   LATCHKEY_TEST_MODEL_RUNS=100 LATCHKEY_TEST_MODEL_STEPS=10000    so many walks, of so many steps on average
//   LATCHKEY_TEST_MODEL_SEED=1                                      the first one's seed
//   LATCHKEY_TEST_MODEL_SHRINK_SECONDS=600                          how long a walk that fails is made shorter
//   LATCHKEY_TEST_MODEL_KILL=true                                   restarts are SIGKILL of a process of its own
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORE } from '../helpers/store.ts';
import { asProcess, inThisProcess, type ModelServer, startModelServer } from './server.ts';
import { describeTally, kindsNeverTaken, stepsTaken } from './tally.ts';
import { begin, walks } from './walk.ts';

const number = (name: string, fallback: number): number =>
  Number(process.env[`LATCHKEY_TEST_MODEL_${name}`] ?? fallback);
const KILL = process.env.LATCHKEY_TEST_MODEL_KILL === 'true';
const REPLAY = process.env.LATCHKEY_TEST_MODEL_REPLAY?.split(':').map(Number);
const [FIRST_SEED, RUNS] = REPLAY ? [REPLAY[0] ?? 1, 1] : [number('SEED', 1), number('RUNS', 20)];
/** On average: fast-check chooses how long each walk is. */
const STEPS = REPLAY?.[1] ?? number('STEPS', 100);
const SHRINK_SECONDS = number('SHRINK_SECONDS', 60);
const A_STEP_AT_MOST_MS = 100;
const TIMEOUT = RUNS * STEPS * 2 * A_STEP_AT_MOST_MS + SHRINK_SECONDS * 1000 + 30_000;

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(KILL ? asProcess : inThisProcess);
});
afterAll(() => server?.stop());

test(
  `M19: model and server never disagree (${STORE}, ${RUNS} walks of ${STEPS} steps from seed ${FIRST_SEED})`,
  async () => {
    const startedAt = performance.now();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await walk(seed);
    const seconds = (performance.now() - startedAt) / 1000;
    const pace = `${stepsTaken()} steps in ${seconds.toFixed(1)} s on ${STORE}, ${(stepsTaken() / seconds).toFixed(0)} a second`;
    console.info(`${pace}\n${describeTally()}`);
    // Walks in which nothing happens would agree as well.
    if (RUNS * STEPS >= 1000) expect(kindsNeverTaken(), 'steps that were never taken').toEqual([]);
  },
  TIMEOUT,
);

/** One walk. Where it fails, it is walked again in shorter forms, each among new people and applications. */
async function walk(seed: number): Promise<void> {
  let shrinkUntil = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(walks(STEPS * 2), async (commands) => {
    if (performance.now() > shrinkUntil) return;
    try {
      await fc.asyncModelRun(() => begin(server), commands);
    } catch (error) {
      shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_SECONDS * 1000);
      throw error;
    }
  });
  const details = await fc.check(property, { seed, numRuns: 1 });
  if (!details.failed) return;
  const again = `LATCHKEY_TEST_MODEL_REPLAY=${seed}:${STEPS}`;
  const path = String(details.counterexample?.[0]).replaceAll('),', ')\n  ');
  throw new Error(
    `Walk ${seed} (again: ${again}${KILL ? ' LATCHKEY_TEST_MODEL_KILL=true' : ''})\n  ${path}\n${(details.errorInstance as Error)?.message}`,
    {
      cause: details.errorInstance,
    },
  );
}

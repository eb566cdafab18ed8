// M19: random walks of one account with one-time codes, recovery codes, passkeys and trusted devices on two browsers,
// which leaves and comes back, and whose change of address is taken back, beside a model of contract 21 and 23 to 27
// (`factor-model.ts`). What is asked next, `amr`, `acr` and `auth_time` are foreseen at every step.
// The settings of model.test.ts make the walks more and longer.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import type { Hosts } from '../helpers/hosts.ts';
import { agree } from '../helpers/people.ts';
import { signUpPerson } from '../stories/account-pages.ts';
import { accountAt, startWithMail } from '../stories/sent-mail.ts';
import { emptyModel } from './factor-model.ts';
import { FACTOR_STEPS, RealFactors, stepsTaken } from './factor-steps.ts';

const number = (name: string, fallback: number): number =>
  Number(process.env[`LATCHKEY_TEST_MODEL_${name}`] ?? fallback);
const [FIRST_SEED, RUNS, STEPS] = [number('SEED', 1), number('RUNS', 3), number('STEPS', 25)];
const SHRINK_SECONDS = number('SHRINK_SECONDS', 60);

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startWithMail({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' });
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

/** Somebody who has agreed to the application on their first browser, and is signed in there. */
async function begin() {
  const model = emptyModel(hosts.clock.now());
  model.sessions[0] = { epoch: 0, amr: ['pwd'], authenticatedAt: model.now, byTrust: false, shown: false };
  const { browser, email } = await signUpPerson(hosts);
  const { id } = await accountAt(hosts, email);
  await hosts.ports.accounts.setEmailVerified(id, email, hosts.clock.now());
  const consent = await browser.open(client.authorizeUrl());
  const real = new RealFactors(hosts, client, email);
  real.browsers[0] = browser;
  await agree(browser, consent, {}, { stopAt: 'http://localhost:3999' });
  return { model, real };
}

const commands = fc.commands([fc.oneof(...FACTOR_STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })))], {
  maxCommands: STEPS * 2,
  size: 'max',
  disableReplayLog: true,
});

test(
  `M19: model and server never disagree about second factors (${RUNS} walks of ${STEPS} steps from seed ${FIRST_SEED})`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      let shrinkUntil = Number.POSITIVE_INFINITY;
      const walk = fc.asyncProperty(commands, async (chosen) => {
        if (performance.now() > shrinkUntil) return;
        try {
          await fc.asyncModelRun(begin, chosen);
        } catch (error) {
          shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_SECONDS * 1000);
          throw error;
        }
      });
      await fc.assert(walk, { seed, numRuns: 1 });
    }
    const all = [...stepsTaken().values()].reduce((sum, times) => sum + times, 0);
    console.info(`${all} steps: ${[...stepsTaken()].map(([name, times]) => `${times} ${name}`).join(', ')}`);
    if (RUNS * STEPS >= 1000) expect(stepsTaken().size).toBe(FACTOR_STEPS.length);
  },
  RUNS * STEPS * 400 + SHRINK_SECONDS * 1000 + 30_000,
);

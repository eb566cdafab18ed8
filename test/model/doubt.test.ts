// M19: random walks of a thief, who has the password of an account and reads no mailbox but their own, and of its owner,
// who acts before the seven days are over (contract 21). After each step the owner's address stands, and at the end the
// owner signs in, and the thief does not. The settings of model.test.ts make the walks more and longer.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { overrideRules } from '../helpers/override-rules.ts';
import { STORE } from '../helpers/store.ts';
import { givenCodes } from '../stories/factor-pages.ts';
import { givenPasskey } from '../stories/passkey-pages.ts';
import { WITH_MAIL } from '../stories/sent-mail.ts';
import { Post } from './doubt-person.ts';
import { doubtStep, rescue, type Start, start, takeStep, Walk } from './doubt-steps.ts';
import { describeTally, kindsNeverTaken, stepsTaken } from './tally.ts';

const number = (name: string, fallback: number): number =>
  Number(process.env[`LATCHKEY_TEST_MODEL_${name}`] ?? fallback);
const [FIRST_SEED, RUNS, STEPS] = [number('SEED', 1), number('RUNS', 6), number('STEPS', 15)];
const SHRINK_SECONDS = number('SHRINK_SECONDS', 60);
const DAY = 86_400_000;

let hosts: Hosts;
let post: Post;
beforeAll(async () => {
  hosts = await startHosts({
    ...WITH_MAIL,
    ...{ LATCHKEY_MAILS_PER_ADDRESS: '10000', LATCHKEY_MAILS_PER_NETWORK: '10000' },
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
  });
  post = new Post(hosts);
});
afterAll(() => hosts?.stop());

/** An owner with what they had set up before, and a thief with the password. */
async function begin({ owns, days, binds, delay }: Start): Promise<Walk> {
  overrideRules(hosts.ports.rules, { secondFactor: 'optional', deletionDelayDays: delay });
  const { browser, ...person } = await givenPerson(hosts, { verified: true });
  const codes = owns === 'codes' ? await givenCodes(hosts, browser) : undefined;
  const passkey = owns === 'passkey' ? await givenPasskey(hosts, browser) : undefined;
  hosts.clock.advance(days * DAY);
  overrideRules(hosts.ports.rules, { secondFactor: binds ? 'everyone' : 'optional' });
  const walk = new Walk(hosts, post, person);
  Object.assign(walk.owner, { browser, secret: codes?.secret, keys: passkey ? [passkey.key] : [] });
  return walk;
}

test(
  `M19: whoever never showed more than the password never ends as the only one who can sign in (${STORE}, ${RUNS} walks of ${STEPS} steps from seed ${FIRST_SEED})`,
  async () => {
    const startedAt = performance.now();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      let shrinkUntil = Number.POSITIVE_INFINITY;
      const walks = fc.array(doubtStep, { minLength: 1, maxLength: STEPS * 2, size: 'max' });
      const property = fc.asyncProperty(start, walks, async (given, steps) => {
        if (performance.now() > shrinkUntil) return;
        try {
          const walk = await begin(given);
          for (const step of steps) await takeStep(walk, step);
          await rescue(walk);
        } catch (error) {
          shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_SECONDS * 1000);
          throw error;
        }
      });
      const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: 1 });
      if (!failed) continue;
      const [given, steps = []] = counterexample ?? [];
      const path = steps.map(({ name, choice }) => `${name} (${choice})`).join('\n  ');
      const message = `Walk ${seed}, ${JSON.stringify(given)}\n  ${path}\n${(errorInstance as Error)?.message}`;
      throw new Error(message, { cause: errorInstance });
    }
    const seconds = (performance.now() - startedAt) / 1000;
    console.info(`${stepsTaken()} steps in ${seconds.toFixed(1)} s on ${STORE}\n${describeTally()}`);
    if (RUNS * STEPS >= 1000) expect(kindsNeverTaken(), 'steps that were never taken').toEqual([]);
  },
  RUNS * STEPS * 1000 + SHRINK_SECONDS * 1000 + 30_000,
);

// The kinds of password hashes are counted at the start and then from time to time (contract 30).
import { expect, test } from 'vitest';
import { startPasswordKindLoop } from '../../../src/background/password-kind-loop.ts';
import { givenPerson, givenPorts } from '../core/accounts/open-ports.ts';

const world = givenPorts();
const BCRYPT = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';

test('contract 30: counts again and again, also after a count that failed', async () => {
  await givenPerson(world.ports, { origin: 'import', passwordHash: BCRYPT });
  const failures: unknown[] = [];
  let looks = 0;
  const passwordKinds: typeof world.ports.passwordKinds = {
    ...world.ports.passwordKinds,
    hasImported: () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Error('not now')) : world.ports.passwordKinds.hasImported();
    },
  };
  const stop = startPasswordKindLoop({ passwordKinds }, { everyMs: 5, onFailure: (error) => failures.push(error) });
  await expect.poll(() => world.ports.passwordKinds.list()).toEqual([{ kind: '$2b$06', accounts: 1 }]);
  expect(failures).toEqual([new Error('not now')]);
  const more = looks;
  await expect.poll(() => looks).toBeGreaterThan(more);
  await stop();
  const last = looks;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(looks).toBe(last);
});

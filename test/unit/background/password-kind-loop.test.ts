// The kinds of password hashes are counted at the start and then from time to time (contract 30).
import { expect, test } from 'vitest';
import { startPasswordKindLoop } from '../../../src/background/password-kind-loop.ts';
import { standingTime } from '../../helpers/standing-time.ts';
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
  const { timers, tick } = standingTime(0);
  const stop = startPasswordKindLoop({ passwordKinds }, { timers, onFailure: (error) => failures.push(error) });
  await tick('password-kinds');
  expect(failures).toEqual([new Error('not now')]);
  await tick('password-kinds');
  expect(await world.ports.passwordKinds.list()).toEqual([{ kind: '$2b$06', accounts: 1 }]);
  await tick('password-kinds');
  expect(looks).toBe(3);
  await stop();
  await tick('password-kinds');
  expect(looks).toBe(3);
});

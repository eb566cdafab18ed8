// An account named by its username on the command line (contract 29): only the account that has this very name.
import { expect, test } from 'vitest';
import { findByUsername } from '../../../../src/core/people/usernames/find-by-username.ts';
import { USERNAME_KEY } from '../../../../src/core/people/usernames/username-key.ts';
import { setUsername } from '../../../helpers/administer-accounts.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
const idOf = async (typed: string) => (await findByUsername(world.ports, typed))?.id;

test('contract 29: neither the former name of an account nor one that reads the same finds it', async () => {
  const { id } = await givenPerson(world.ports);
  expect(await idOf('mina.kim')).toBeUndefined();
  expect(await world.ports.sealedValues.find(USERNAME_KEY)).toBeUndefined();
  await setUsername(world.ports, { id }, 'mina.kim');
  expect([await idOf('mina.kim'), await idOf('Mina.Kim'), await idOf('mina_kim')]).toEqual([id, id, undefined]);
  await setUsername(world.ports, { username: 'mina.kim' }, 'mina.lee');
  expect([await idOf('mina.lee'), await idOf('mina.kim'), await idOf('no name')]).toEqual([id, undefined, undefined]);
  await setUsername(world.ports, { id }, undefined);
  expect(await idOf('mina.lee')).toBeUndefined();
});

// Changing one's address (contract 2).
import { expect, test } from 'vitest';
import { changeEmail } from '../../../../src/core/accounts/change-email.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD } from './open-ports.ts';

const world = givenPorts();

test('contract 2: the password of whoever has the address by now is not the current one', async () => {
  const { ports } = world;
  const [account, other] = [await givenPerson(ports), await givenPerson(ports)];
  const signedIn = await givenSession(ports, { account });
  const change = (email: string) =>
    changeEmail(ports, {
      signedIn: { ...signedIn, account: { ...account, email } },
      email: 'new-address@example.com',
      password: PASSWORD,
      visitor: givenVisitor(),
    });
  expect(await change(other.email)).toMatchObject({ kind: 'refused', faults: [{ code: 'current-password-wrong' }] });
  expect((await ports.accounts.find(account.id))?.email).toBe(account.email);
  expect(await change(account.email)).toEqual({ kind: 'changed' });
});

// Changing one's address (contract 2).
import { expect, test } from 'vitest';
import { changeEmail } from '../../../../src/core/people/accounts/change-email.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD } from './open-ports.ts';

const world = givenPorts();

test('decision 66: nobody changes to an address with letters that count as others; its plain spelling is offered', async () => {
  const signedIn = await givenSession(world.ports, { account: await givenPerson(world.ports) });
  const change = (email: string) =>
    changeEmail(world.ports, { signedIn, email, password: PASSWORD, visitor: givenVisitor() });
  expect(await change('jo\u017Fh@example.com')).toMatchObject({
    kind: 'refused',
    faults: [{ code: 'email-not-plain', values: { email: 'josh@example.com' } }],
  });
  expect(await change('josh@example.com')).toEqual({ kind: 'changed' });
});

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

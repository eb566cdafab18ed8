// Changing one's password (contract 2).
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { changePassword } from '../../../../src/core/sign-in/passwords/change-password.ts';
import { verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { startSession } from '../../../../src/core/sign-in/sessions/start-session.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const NEW_PASSWORD = 'another long passphrase';

type Change = { current?: string | undefined; next?: string | undefined; account?: Account };

async function change(input: Change = {}) {
  const account = input.account ?? (await givenPerson(world.ports));
  const [here, elsewhere] = [
    await givenSession(world.ports, { account }),
    await givenSession(world.ports, { account }),
  ];
  const result = await changePassword(world.ports, {
    signedIn: here,
    currentPassword: 'current' in input ? input.current : PASSWORD,
    newPassword: 'next' in input ? input.next : NEW_PASSWORD,
    endGrants: true,
    visitor: givenVisitor(),
  });
  return { account, here, elsewhere, result };
}

const faultsOf = (result: Awaited<ReturnType<typeof changePassword>>) =>
  result.kind === 'refused' ? result.faults.map((fault) => [fault.path[0], fault.code]) : result.kind;

test('contract 2: the new password works and the old one does not', async () => {
  const { account, result } = await change();
  expect(result.kind).toBe('changed');
  const visitor = givenVisitor();
  const { email } = account;
  expect(await verifyPassword(world.ports, { email, password: NEW_PASSWORD, visitor })).toMatchObject({
    kind: 'verified',
  });
  expect(await verifyPassword(world.ports, { email, password: PASSWORD, visitor })).toEqual({
    kind: 'wrong',
    accountId: account.id,
  });
});

test('K19: all other sessions end; this one lives on under a new handle, so that a copied cookie dies', async () => {
  const { here, elsewhere, result } = await change();
  expect(await readSession(world.ports, here.handle)).toBeUndefined();
  expect(await readSession(world.ports, elsewhere.handle)).toBeUndefined();
  const handle = result.kind === 'changed' ? result.opened.handle : '';
  expect((await readSession(world.ports, handle))?.session.id).toBe(here.session.id);
});

test('contract 2: the password of whoever has the address by now is not the current one', async () => {
  const [account, other] = [await givenPerson(world.ports), await givenPerson(world.ports)];
  const { result } = await change({ account: { ...account, email: other.email } });
  expect(faultsOf(result)).toEqual([['current_password', 'current-password-wrong']]);
});

test('contract 2: a sign-in with the old password that was under way starts no session', async () => {
  const account = await givenPerson(world.ports);
  const proven = await verifyPassword(world.ports, {
    email: account.email,
    password: PASSWORD,
    visitor: givenVisitor(),
  });
  await change({ account });
  if (proven.kind !== 'verified') throw new Error(proven.kind);
  const input = { account: proven.account, amr: ['pwd'], persistent: false, network: '', from: signInFrom(), held: [] };
  expect(await startSession(world.ports, input)).toBeUndefined();
});

test('contract 2: a hash that is renewed meanwhile refuses nobody: neither the change nor a sign-in', async () => {
  const account = await givenPerson(world.ports);
  const here = await givenSession(world.ports, { account });
  const hash = account.passwordHash as string;
  const { passwords } = world.ports;
  const renewing = {
    ...passwords,
    verify: async (password: string, from: string | undefined) => {
      const right = await passwords.verify(password, from);
      await world.ports.accounts.rehashPassword(account.id, hash, `${hash} `);
      return right;
    },
  };
  const result = await changePassword(
    { ...world.ports, passwords: renewing },
    { signedIn: here, currentPassword: PASSWORD, newPassword: NEW_PASSWORD, endGrants: true, visitor: givenVisitor() },
  );
  expect(result.kind).toBe('changed');
});

describe('refused', () => {
  test.each([
    ['a wrong current password', { current: 'wrong password' }, [['current_password', 'current-password-wrong']]],
    ['no current password', { current: undefined }, [['current_password', 'password-missing']]],
    ['a new password that is too common', { next: 'password1' }, [['new_password', 'password-common']]],
    ['the same password', { next: PASSWORD }, [['new_password', 'password-unchanged']]],
    [
      'nothing filled in',
      { current: undefined, next: undefined },
      [
        ['current_password', 'password-missing'],
        ['new_password', 'password-missing'],
      ],
    ],
  ])('K19: %s', async (_what, input, faults) => {
    const { elsewhere, result } = await change(input);
    expect(faultsOf(result)).toEqual(faults);
    expect(await readSession(world.ports, elsewhere.handle)).toBeDefined();
  });
});

test('K15: a wrong current password is counted with the sign-ins', async () => {
  const account = await givenPerson(world.ports);
  for (let count = 0; count < 10; count += 1) await change({ account, current: 'wrong password' });
  expect((await change({ account })).result).toMatchObject({ kind: 'limited' });
  const input = { email: account.email, password: PASSWORD, visitor: givenVisitor() };
  expect(await verifyPassword(world.ports, input)).toMatchObject({ kind: 'limited' });
});

test('contract 2: of two changes at once exactly one wins', async () => {
  const account = await givenPerson(world.ports);
  const signedIn = await givenSession(world.ports, { account });
  const attempt = (newPassword: string) =>
    changePassword(world.ports, {
      signedIn,
      currentPassword: PASSWORD,
      newPassword,
      endGrants: false,
      visitor: givenVisitor(),
    });
  const results = await Promise.all([attempt('first new passphrase'), attempt('second new passphrase')]);
  expect(results.map((result) => result.kind).sort()).toEqual(['changed', 'refused']);
});

// Signing up (contract 2).
import { describe, expect, test } from 'vitest';
import { signUp } from '../../../src/core/accounts/sign-up.ts';
import { givenPerson, givenPorts, PASSWORD } from './open-ports.ts';

const world = givenPorts();
const form = (email: string) => ({ email, password: PASSWORD, nickname: 'Mina' });
const faultsOf = (result: Awaited<ReturnType<typeof signUp>>) =>
  result.kind === 'refused' ? result.faults.map((fault) => [fault.path[0], fault.code]) : result.kind;

test('contract 2: sign-up makes an account of role user with an unverified address', async () => {
  const result = await signUp(world.ports, form(' New@Example.com '));
  if (result.kind !== 'created') throw new Error(result.kind);
  const stored = await world.ports.accounts.findByEmailKey('new@example.com');
  expect(stored).toMatchObject({
    email: 'New@Example.com',
    role: 'user',
    emailVerified: false,
    profile: { nickname: 'Mina' },
  });
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
});

test('K23: of 50 simultaneous sign-ups with one address exactly one makes an account', async () => {
  const spellings = ['race@example.com', 'RACE@example.com', ' race@Example.COM'];
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => signUp(world.ports, form(spellings[index % 3] ?? ''))),
  );
  expect(results.filter((result) => result.kind === 'created')).toHaveLength(1);
  const others = results.filter((result) => result.kind !== 'created').map(faultsOf);
  expect(others).toEqual(Array(49).fill([['email', 'email-taken']]));
});

test('contract 2: an address in another spelling is taken', async () => {
  await givenPerson(world.ports, { email: 'taken@example.com' });
  expect(faultsOf(await signUp(world.ports, form('TAKEN@Example.com')))).toEqual([['email', 'email-taken']]);
});

describe('every fault is told at once', () => {
  test('nothing filled in', async () => {
    const result = await signUp(world.ports, { email: undefined, password: undefined, nickname: undefined });
    expect(faultsOf(result)).toEqual([
      ['email', 'email-missing'],
      ['password', 'password-missing'],
      ['nickname', 'nickname-missing'],
    ]);
  });

  test('everything wrong', async () => {
    const result = await signUp(world.ports, { email: 'nobody', password: 'short', nickname: '\u202E' });
    expect(faultsOf(result)).toEqual([
      ['email', 'email-malformed'],
      ['password', 'password-too-short'],
      ['nickname', 'text-forbidden-characters'],
    ]);
  });
});

test('contract 2: closed registration makes no account', async () => {
  const closed = { ...world.ports, rules: { ...world.ports.rules, openRegistration: false } };
  expect(await signUp(closed, form('closed@example.com'))).toEqual({ kind: 'closed' });
  expect(await world.ports.accounts.findByEmailKey('closed@example.com')).toBeUndefined();
});

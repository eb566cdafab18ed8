// Signing up (contract 2).
import { describe, expect, test } from 'vitest';
import type { ClientAddress } from '../../../../src/core/ground/limits/client-address.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import { signUp as signUpFrom } from '../../../../src/core/people/accounts/sign-up.ts';
import { verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { givenPerson, givenPorts, givenVisitor, PASSWORD } from './open-ports.ts';

const world = givenPorts();
/** Each from an address of its own. */
const signUp = (ports: Parameters<typeof signUpFrom>[0], form: Parameters<typeof signUpFrom>[1]) =>
  signUpFrom(ports, form, givenVisitor());
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

test('decision 66: letters that count as others are refused, with the plain spelling; such an address keeps nobody out', async () => {
  const refused = await signUp(world.ports, form('\uFB01ona@Example.com'));
  expect(refused).toMatchObject({
    kind: 'refused',
    faults: [{ path: ['email'], code: 'email-not-plain', values: { email: 'fiona@Example.com' } }],
  });
  expect(JSON.stringify(refused)).toContain('Use fiona@Example.com');
  expect(faultsOf(await signUp(world.ports, form('\u2474@example.com')))).toEqual([['email', 'email-malformed']]);
  expect((await signUp(world.ports, form('fiona@example.com'))).kind).toBe('created');
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

describe('contract 10: sign-ups an hour', () => {
  let made = 0;
  const fresh = () => {
    made += 1;
    return form(`limits-${made}@example.com`);
  };
  const LIMITED = { kind: 'limited', retryAfterSeconds: 3600, limit: 'sign-ups' };
  const fromOne = (from: ClientAddress, what = fresh()) => signUpFrom(world.ports, what, from);
  /** All together are as fast as the hashes. */
  const times = (count: number, from: () => ClientAddress) =>
    Promise.all(Array.from({ length: count }, () => fromOne(from()))).then((all) =>
      all.filter(({ kind }) => kind === 'created'),
    );

  test('one address has 20, however many come at once; the next hour has as many again', async () => {
    const from = givenVisitor();
    expect(await times(30, () => from)).toHaveLength(20);
    expect(await fromOne(from)).toEqual(LIMITED);
    world.ports.clock.advance(3600);
    expect(await fromOne(from)).toMatchObject({ kind: 'created' });
  });

  test('the machine of a server that serves this machine alone has no number', async () => {
    const from = { ...givenVisitor(), isLocal: true };
    expect(await times(25, () => from)).toHaveLength(25);
  });

  test('another address of the network still has its own', async () => {
    const from = givenVisitor();
    await times(20, () => from);
    expect(await fromOne({ ...givenVisitor(), site: from.site })).toMatchObject({ kind: 'created' });
  });

  test('one network has a number in all, from whichever addresses', async () => {
    const { site } = givenVisitor();
    const narrow = { ...world.ports, rules: { ...world.ports.rules, signUpsPerNetwork: 3 } };
    const signUpSomewhere = () => signUpFrom(narrow, fresh(), { ...givenVisitor(), site });
    for (let count = 0; count < 3; count += 1) expect(await signUpSomewhere()).toMatchObject({ kind: 'created' });
    expect(await signUpSomewhere()).toEqual(LIMITED);
    expect(await signUpFrom(narrow, fresh(), givenVisitor())).toMatchObject({ kind: 'created' });
  });

  test('whether an address is taken is told as often, and then no more', async () => {
    const person = await givenPerson(world.ports);
    const from = givenVisitor();
    for (let count = 0; count < 20; count += 1) {
      expect(await fromOne(from, form(person.email))).toMatchObject({ kind: 'refused' });
    }
    expect(await fromOne(from, form(person.email))).toEqual(LIMITED);
    expect(await fromOne(from)).toEqual(LIMITED);
  });

  test('a faulty form costs none of them, and is told its faults also past the limit', async () => {
    const from = givenVisitor();
    const faulty = { ...fresh(), password: 'short' };
    for (let count = 0; count < 25; count += 1) expect(await fromOne(from, faulty)).toMatchObject({ kind: 'refused' });
    expect(await times(20, () => from)).toHaveLength(20);
    expect(await fromOne(from, faulty)).toMatchObject({ kind: 'refused' });
  });

  test('trouble of ours costs none of them', async () => {
    const from = givenVisitor();
    const busy = { ...world.ports.passwords, hash: () => Promise.reject(new Unavailable('busy')) };
    for (let count = 0; count < 25; count += 1) {
      await expect(signUpFrom({ ...world.ports, passwords: busy }, fresh(), from)).rejects.toThrow(Unavailable);
    }
    expect(await fromOne(from)).toMatchObject({ kind: 'created' });
  });

  test('a limit of sign-ups holds up no sign-in, and the other way round', async () => {
    const from = givenVisitor();
    await times(20, () => from);
    const person = await givenPerson(world.ports);
    const input = { email: person.email, password: PASSWORD, visitor: from };
    expect(await verifyPassword(world.ports, input)).toMatchObject({ kind: 'verified' });
  });
});

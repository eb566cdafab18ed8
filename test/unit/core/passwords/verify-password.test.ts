// Checking a password and counting the wrong ones (contract 10).
import { describe, expect, test } from 'vitest';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import { type Visitor, verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { argon2id, createPasswordHasher } from '../../../../src/outside/password-hasher.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD } from '../accounts/open-ports.ts';

const world = givenPorts();
const tryOnce = (email: string, password: string, visitor: Visitor) =>
  verifyPassword(world.ports, { email, password, visitor });
const tryTimes = async (times: number, email: string, visitor: () => Visitor) => {
  for (let count = 0; count < times; count += 1) await tryOnce(email, 'wrong password', visitor());
};

test('contract 2: the right password is verified, in any spelling of the address', async () => {
  const person = await givenPerson(world.ports);
  const result = await tryOnce(` ${person.email.toUpperCase()}`, PASSWORD, givenVisitor());
  expect(result).toMatchObject({ kind: 'verified', account: { id: person.id } });
});

test('K15: where spellings of an address collided, each signs in by its own and nobody by another’s; the tries are one', async () => {
  const ascii = await givenPerson(world.ports, { email: 'kim@x.example' });
  const before = { email: 'k\u0131m@x.example', emailKey: 'k\u0131m@x.example' };
  const passwordHash = await world.ports.passwords.hash('another long password');
  const dotless = { ...ascii, ...before, id: newId(), passwordHash };
  expect(await world.ports.accounts.insert(dotless)).toBe('created');
  const who = async (email: string, password: string) => {
    const result = await tryOnce(email, password, givenVisitor());
    return result.kind === 'verified' ? result.account.id : result.kind;
  };
  expect(await who('kim@x.example', PASSWORD)).toBe(ascii.id);
  expect(await who('K\u0131m@x.example', 'another long password')).toBe(dotless.id);
  expect(await who('k\u0131m@x.example', PASSWORD)).toBe('wrong');
  expect(await who('kim@x.example', 'another long password')).toBe('wrong');
  const spellings = ['kim@x.example', 'k\u0131m@x.example', '\uFF4Bim@x.example'];
  for (let count = 0; count < 10; count += 1) {
    await tryOnce(spellings[count % 3] ?? '', 'wrong password', givenVisitor());
  }
  expect(await who('kim@x.example', PASSWORD)).toBe('limited');
});

describe('contract 30: a password that was typed in decomposed Unicode', () => {
  const COMPOSED = 'caf\u00e9 au lait, cr\u00e8me';
  const DECOMPOSED = COMPOSED.normalize('NFD');
  const counting = (verified: string[]): typeof world.ports => ({
    ...world.ports,
    passwords: {
      ...world.ports.passwords,
      verify: (text, ...rest) => {
        verified.push(text);
        return world.ports.passwords.verify(text, ...rest);
      },
    },
  });

  test('opens a hash that another system made of it as it was typed, which becomes one of its composed form', async () => {
    const passwordHash = await world.ports.passwords.hash(DECOMPOSED);
    const { email, id } = await givenPerson(world.ports, { origin: 'import', passwordHash });
    expect(await tryOnce(email, COMPOSED, givenVisitor())).toMatchObject({ kind: 'wrong' });
    expect(await tryOnce(email, DECOMPOSED, givenVisitor())).toMatchObject({ kind: 'verified', account: { id } });
    const renewed = (await world.ports.accounts.find(id))?.passwordHash;
    expect(renewed).not.toBe(passwordHash);
    for (const text of [COMPOSED, DECOMPOSED]) {
      expect(await tryOnce(email, text, givenVisitor())).toMatchObject({ kind: 'verified' });
    }
    expect((await world.ports.accounts.find(id))?.passwordHash).toBe(renewed);
  });

  test('is one try, and costs as much for an address that nobody has', async () => {
    const { email } = await givenPerson(world.ports);
    const costs: number[] = [];
    for (const address of [email, 'nobody-at-all@example.com']) {
      const verified: string[] = [];
      const input = { email: address, password: `${DECOMPOSED}, wrong`, visitor: givenVisitor() };
      expect(await verifyPassword(counting(verified), input)).toMatchObject({ kind: 'wrong' });
      costs.push(verified.length);
    }
    expect(costs).toEqual([2, 2]);
    for (let count = 1; count < 10; count += 1) await tryOnce(email, `${DECOMPOSED}, wrong`, givenVisitor());
    expect(await tryOnce(email, PASSWORD, givenVisitor())).toMatchObject({ kind: 'limited' });
  });
});

describe('K12: the same answer', () => {
  test.each([
    ['a wrong password', {}],
    ['a disabled account', { disabledAt: 1 }],
    ['an account without a password', { passwordHash: undefined }],
  ])('%s', async (_what, change) => {
    const person = await givenPerson(world.ports, change);
    const password = 'disabledAt' in change ? PASSWORD : 'wrong password';
    expect(await tryOnce(person.email, password, givenVisitor())).toEqual({ kind: 'wrong', accountId: person.id });
  });

  test.each([
    ['an unknown account', 'nobody@example.com'],
    ['what is no address', 'nobody'],
  ])('%s', async (_what, email) => expect(await tryOnce(email, PASSWORD, givenVisitor())).toEqual({ kind: 'wrong' }));
});

test('K14: of 200 parallel guesses ten are evaluated', async () => {
  const person = await givenPerson(world.ports);
  let evaluated = 0;
  const counting: typeof world.ports.passwords = {
    ...world.ports.passwords,
    verify: (password, hash) => {
      evaluated += 1;
      return world.ports.passwords.verify(password, hash);
    },
  };
  const ports = { ...world.ports, passwords: counting };
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      verifyPassword(ports, { email: person.email, password: `guess number ${index}`, visitor: givenVisitor() }),
    ),
  );
  expect(evaluated).toBe(10);
  expect(results.filter((result) => result.kind === 'limited')).toHaveLength(190);
});

test('K14: the right password inside the lock fails like a wrong one', async () => {
  const person = await givenPerson(world.ports);
  await tryTimes(10, person.email, givenVisitor);
  const right = await tryOnce(person.email, PASSWORD, givenVisitor());
  expect(right).toEqual({ kind: 'limited', retryAfterSeconds: 900 });
  expect(await tryOnce(person.email, 'wrong password', givenVisitor())).toEqual(right);
});

test('contract 10: an account that does not exist is limited as well', async () => {
  await tryTimes(10, 'nobody-here@example.com', givenVisitor);
  expect(await tryOnce('nobody-here@example.com', PASSWORD, givenVisitor())).toMatchObject({ kind: 'limited' });
});

test('K15: all spellings of an address share one count', async () => {
  const person = await givenPerson(world.ports, { email: 'r\u00E9mi@b\u00FCcher.example' });
  const spellings = [
    're\u0301mi@bücher.example',
    'RÉMI@BÜCHER.EXAMPLE',
    ' rémi@xn--bcher-kva.example ',
    'rémi@bücher。example',
    person.email,
  ];
  for (let round = 0; round < 2; round += 1) {
    for (const spelling of spellings) await tryOnce(spelling, 'wrong password', givenVisitor());
  }
  expect(await tryOnce(person.email, PASSWORD, givenVisitor())).toMatchObject({ kind: 'limited' });
});

test('K16: a network has 100 tries, over all accounts', async () => {
  const visitor = () => givenVisitor({ network: '198.51.100.0/24' });
  for (let index = 0; index < 100; index += 1) {
    await tryOnce(`somebody-${index}@example.com`, 'wrong password', visitor());
  }
  const person = await givenPerson(world.ports);
  expect(await tryOnce(person.email, PASSWORD, visitor())).toMatchObject({ kind: 'limited' });
});

test('K17: when the window has passed after a flood, the owner signs in', async () => {
  const person = await givenPerson(world.ports);
  await tryTimes(30, person.email, givenVisitor);
  world.ports.clock.advance(900);
  expect(await tryOnce(person.email, PASSWORD, givenVisitor())).toMatchObject({ kind: 'verified' });
});

test('K17: during a flood, a device that signed in before still gets in', async () => {
  const person = await givenPerson(world.ports);
  await tryTimes(10, person.email, givenVisitor);
  const known = givenVisitor({ knowsAccount: ({ id }) => id === person.id });
  expect(await tryOnce(person.email, PASSWORD, known)).toMatchObject({ kind: 'verified' });
});

test('contract 10: a known device has ten tries of its own', async () => {
  const person = await givenPerson(world.ports);
  const known = givenVisitor({ knowsAccount: () => true });
  await tryTimes(10, person.email, () => known);
  expect(await tryOnce(person.email, PASSWORD, known)).toMatchObject({ kind: 'limited' });
  expect(await tryOnce(person.email, PASSWORD, givenVisitor())).toMatchObject({ kind: 'verified' });
});

describe('contract 10: a device that signed in before, in a network that has five tries', () => {
  const inNarrow = (email: string, password: string, visitor: Visitor) => {
    const ports = { ...world.ports, rules: { ...world.ports.rules, passwordTriesPerNetwork: 5 } };
    return verifyPassword(ports, { email, password, visitor });
  };

  test('K17: gets in when strangers there have used them up at made-up accounts', async () => {
    const { network } = givenVisitor();
    for (let index = 0; index < 5; index += 1) {
      await inNarrow(`made-up-${index}@example.com`, 'wrong password', givenVisitor({ network }));
    }
    const person = await givenPerson(world.ports);
    expect(await inNarrow(person.email, PASSWORD, givenVisitor({ network }))).toMatchObject({ kind: 'limited' });
    const known = givenVisitor({ network, knowsAccount: ({ id }) => id === person.id });
    expect(await inNarrow(person.email, PASSWORD, known)).toMatchObject({ kind: 'verified' });
  });

  test('has ten of its own there too, and uses up nothing of the network', async () => {
    const person = await givenPerson(world.ports);
    const known = givenVisitor({ knowsAccount: ({ id }) => id === person.id });
    for (let count = 0; count < 10; count += 1) {
      expect(await inNarrow(person.email, 'wrong password', known)).toEqual({ kind: 'wrong', accountId: person.id });
    }
    expect(await inNarrow(person.email, PASSWORD, known)).toMatchObject({ kind: 'limited' });
    const stranger = givenVisitor({ network: known.network });
    expect(await inNarrow('nobody-there@example.com', 'wrong password', stranger)).toEqual({ kind: 'wrong' });
  });
});

test('contract 10: a right password gives its place back', async () => {
  const person = await givenPerson(world.ports);
  const visitor = givenVisitor();
  for (let count = 0; count < 15; count += 1) await tryOnce(person.email, PASSWORD, visitor);
  expect(await tryOnce(person.email, 'wrong password', visitor)).toEqual({ kind: 'wrong', accountId: person.id });
});

test('M4: a hasher that cannot answer is Unavailable, and the try is not counted', async () => {
  const person = await givenPerson(world.ports);
  const busy = { ...world.ports.passwords, verify: () => Promise.reject(new Unavailable('busy')) };
  const input = { email: person.email, password: PASSWORD, visitor: givenVisitor() };
  for (let count = 0; count < 10; count += 1) {
    await expect(verifyPassword({ ...world.ports, passwords: busy }, input)).rejects.toThrow(Unavailable);
  }
  expect(await verifyPassword(world.ports, input)).toMatchObject({ kind: 'verified' });
});

test('P2: a hash made at a lower cost is made anew at sign-in, and the password still works', async () => {
  const { hash } = await import('@node-rs/argon2');
  const cheap = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const person = await givenPerson(world.ports, { passwordHash: cheap });
  const ports = { ...world.ports, passwords: createPasswordHasher({ concurrency: 1, maxWaitMs: 60_000 }) };
  await verifyPassword(ports, { email: person.email, password: PASSWORD, visitor: givenVisitor() });
  const stored = await world.ports.accounts.find(person.id);
  expect(stored?.passwordHash).toContain('m=19456,t=2,p=1');
  expect(await tryOnce(person.email, PASSWORD, givenVisitor())).toMatchObject({ kind: 'verified' });
});

test('contract 26: after the cost was raised, a sign-in renews the hash and ends nothing', async () => {
  const person = await givenPerson(world.ports);
  const session = await givenSession(world.ports, { account: person });
  const dearer = createPasswordHasher({
    concurrency: 1,
    maxWaitMs: 60_000,
    cost: argon2id({ memoryKib: 20_480, passes: 3 }),
  });
  const ports = { ...world.ports, passwords: dearer };
  const signedIn = await verifyPassword(ports, { email: person.email, password: PASSWORD, visitor: givenVisitor() });
  expect(signedIn.kind).toBe('verified');
  const stored = await world.ports.accounts.find(person.id);
  expect(stored?.passwordHash).toContain('m=20480,t=3,p=1');
  expect(stored).toMatchObject({ signInEpoch: person.signInEpoch, grantEpoch: person.grantEpoch });
  expect(await world.ports.sessions.find(session.session.handleHash, world.ports.clock.now())).toBeDefined();
  // Nor is it renewed once more, or made cheaper by a process with the former setting.
  expect(dearer.isOutdated(stored?.passwordHash ?? '')).toBe(false);
  expect(world.ports.passwords.isOutdated(stored?.passwordHash ?? '')).toBe(false);
});

test('RFC 8265: a password typed on another keyboard, composed otherwise, is the same', async () => {
  const passwordHash = await world.ports.passwords.hash('caf\u00E9 au lait');
  const person = await givenPerson(world.ports, { passwordHash });
  expect(await tryOnce(person.email, 'cafe\u0301 au lait', givenVisitor())).toMatchObject({ kind: 'verified' });
});

// What is checked for an address without an account, where imported accounts have hashes of other kinds (contract 30).
import { expect, test } from 'vitest';
import { countPasswordKinds } from '../../../../src/core/sign-in/passwords/count-password-kinds.ts';
import { pickDecoy } from '../../../../src/core/sign-in/passwords/decoy.ts';
import { readStoredHash } from '../../../../src/core/sign-in/passwords/stored-hash.ts';
import { verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { givenPerson, givenPorts, givenVisitor } from '../accounts/open-ports.ts';

const world = givenPorts();
const BCRYPT = '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
const PBKDF2 = '$pbkdf2-sha256$i=20,l=20$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAA';
const kindOf = (hash: string | undefined) => readStoredHash(hash ?? '')?.kind;

async function givenImported(hashes: readonly (string | undefined)[]): Promise<void> {
  for (const passwordHash of hashes) await givenPerson(world.ports, { origin: 'import', passwordHash });
  await countPasswordKinds(world.ports);
}

test('contract 30: where nothing was imported, nothing is counted and decoys are ordinary', async () => {
  await givenPerson(world.ports);
  await countPasswordKinds(world.ports);
  expect(await world.ports.passwordKinds.list()).toEqual([]);
  expect(await pickDecoy(world.ports, 'nobody@example.com')).toBeUndefined();
});

test('contract 30: decoys have the kinds in the proportion in which they are stored, without accounts that have no hash', async () => {
  await givenImported([BCRYPT, BCRYPT, BCRYPT, PBKDF2, undefined, undefined]);
  const kinds = await world.ports.passwordKinds.list();
  const total = kinds.reduce((sum, { accounts }) => sum + accounts, 0);
  expect(kinds).toContainEqual({ kind: '$2b$06', accounts: 3 });
  const counts = new Map<string | undefined, number>();
  for (let index = 0; index < 4000; index += 1) {
    const kind = kindOf(await pickDecoy(world.ports, `nobody-${index}@example.com`));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const { kind, accounts } of kinds) {
    const expected = (4000 * accounts) / total;
    expect(Math.abs((counts.get(kind) ?? 0) - expected)).toBeLessThan(150);
  }
});

test('contract 30: an address always gets the same kind, and what is checked for it is a hash of that kind', async () => {
  await givenImported([BCRYPT, PBKDF2]);
  const checked: (string | undefined)[] = [];
  const passwords: typeof world.ports.passwords = {
    ...world.ports.passwords,
    verify: (password, hash, options) => {
      checked.push(hash);
      return world.ports.passwords.verify(password, hash, options);
    },
  };
  const disabled = await givenPerson(world.ports, { disabledAt: 1, passwordHash: BCRYPT });
  const empty = await givenPerson(world.ports, { passwordHash: undefined });
  for (const email of ['nobody@example.com', disabled.email, empty.email]) {
    const expected = await pickDecoy(world.ports, email.toLowerCase());
    for (let time = 0; time < 3; time += 1) {
      const input = { email, password: 'abc', visitor: givenVisitor() };
      expect(await verifyPassword({ ...world.ports, passwords }, input)).toMatchObject({ kind: 'wrong' });
      expect(checked.pop()).toBe(expected);
    }
  }
});

test('contract 30: an imported hash signs in, and is Argon2id from then on; this raises no number', async () => {
  const person = await givenPerson(world.ports, { origin: 'import', passwordHash: BCRYPT });
  const signIn = () => verifyPassword(world.ports, { email: person.email, password: 'abc', visitor: givenVisitor() });
  expect(await signIn()).toMatchObject({ kind: 'verified' });
  const after = await world.ports.accounts.find(person.id);
  expect(after?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(after).toMatchObject({ signInEpoch: person.signInEpoch, grantEpoch: person.grantEpoch });
  expect(await signIn()).toMatchObject({ kind: 'verified' });
});

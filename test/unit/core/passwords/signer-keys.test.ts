// The signer keys of Firebase: stored apart from the hashes, encrypted with the server's secret (contract 30).
import { expect, test } from 'vitest';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import {
  findSignerKeys,
  retireSignerKey,
  rewrapSignerKeys,
  withSignerKey,
} from '../../../../src/core/sign-in/passwords/signer-keys.ts';
import { readStoredHash, type StoredHash } from '../../../../src/core/sign-in/passwords/stored-hash.ts';
import { verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { givenPerson, givenPorts, givenVisitor } from '../accounts/open-ports.ts';

const world = givenPorts();
const KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
const OTHER_KEY = Buffer.alloc(64, 9).toString('base64');
const salt = Buffer.concat([Buffer.from('42xEC+ixf3L2lw==', 'base64'), Buffer.from('Bw==', 'base64')]);
const lineOf = (key: string) =>
  readStoredHash(
    `$firebase-scrypt$ln=14,r=8,k=${key}$${salt.toString('base64')}$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ`,
  ) as StoredHash;
const NEXT = createServerSecrets(Buffer.alloc(32, 8), Buffer.alloc(32, 7));

test('contract 30: a Firebase password signs in with the key that was put aside, and the stored hash does not hold it', async () => {
  const stored = await retireSignerKey(world.ports, lineOf(KEY));
  expect(stored).toMatch(/^\$firebase-scrypt\$ln=14,r=8,k=[0-9a-f]{16}\$/);
  const person = await givenPerson(world.ports, { origin: 'import', passwordHash: stored });
  const input = { email: person.email, password: 'user1password', visitor: givenVisitor() };
  expect(await verifyPassword(world.ports, input)).toMatchObject({ kind: 'verified' });
});

test('contract 30: keys of several projects stand beside each other, also when they arrive at once', async () => {
  const keys = [KEY, OTHER_KEY, KEY, Buffer.alloc(64, 1).toString('base64')];
  const stored = await Promise.all(keys.map((key) => retireSignerKey(world.ports, lineOf(key))));
  expect(stored[2]).toBe(stored[0]);
  const findKey = await findSignerKeys(world.ports);
  expect(stored.map((hash) => withSignerKey(findKey, hash))).toEqual(keys.map((key) => lineOf(key).text));
});

test('contract 30: after a change of the secret the keys are encrypted anew, once', async () => {
  const stored = await retireSignerKey(world.ports, lineOf(KEY));
  const changed = { ...world.ports, secrets: NEXT };
  expect(await rewrapSignerKeys(changed)).toBe(true);
  expect(await rewrapSignerKeys(changed)).toBe(false);
  const alone = { ...world.ports, secrets: createServerSecrets(Buffer.alloc(32, 8)) };
  expect(withSignerKey(await findSignerKeys(alone), stored)).toBe(lineOf(KEY).text);
});

test('contract 30: keys that no secret decrypts are replaced by those of the next import', async () => {
  const stored = await retireSignerKey(world.ports, lineOf(KEY));
  const lost = { ...world.ports, secrets: createServerSecrets(Buffer.alloc(32, 9)) };
  expect(withSignerKey(await findSignerKeys(lost), stored)).toBeUndefined();
  expect(await rewrapSignerKeys(lost)).toBe(false);
  const again = await retireSignerKey(lost, lineOf(KEY));
  expect(withSignerKey(await findSignerKeys(lost), again)).toBe(lineOf(KEY).text);
});

// What became of the signing keys between two looks (case P6).
import { expect, test } from 'vitest';
import { keyChanges } from '../../../../src/core/server/keys/key-changes.ts';
import type { SigningAlgorithm, SigningKey } from '../../../../src/core/server/keys/signing-key.ts';
import { NOW } from '../given.ts';

const DAY = 86_400_000;
const key = (algorithm: SigningAlgorithm, number: number, signsFrom: number, revokedAt?: number): SigningKey => ({
  id: `${algorithm} ${number}`,
  algorithm,
  number,
  publicJwk: {},
  sealedPrivateKey: Buffer.alloc(0),
  createdAt: signsFrom,
  signsFrom,
  revokedAt,
});
const changes = (...looks: [readonly SigningKey[], number, readonly SigningKey[], number]) => {
  const [keys, at, later, then] = looks;
  return keyChanges({ keys, at }, { keys: later, at: then }).map(({ key: { id }, result }) => `${id} ${result}`);
};
const [first, second] = [key('ES256', 1, NOW), key('ES256', 2, NOW + DAY)];
const other = key('RS256', 1, NOW);

test('P6: nothing, while the same key signs', () => {
  expect(changes([first, second], NOW, [first, second], NOW + DAY - 1)).toEqual([]);
});

test('P6: the next key began to sign when its time came, and only that of its algorithm', () => {
  expect(changes([first, second, other], NOW, [first, second, other], NOW + DAY)).toEqual(['ES256 2 signs']);
});

test('P6: an operator gave up a key from another process, and another signs at once', () => {
  const [revoked, at] = [{ ...first, revokedAt: NOW + 5 }, NOW + 10];
  const next = { ...second, signsFrom: NOW + 5 };
  expect(changes([first, second], NOW, [revoked, next], at)).toEqual(['ES256 1 revoked', 'ES256 2 signs']);
  expect(changes([revoked, next], at, [revoked, next], at + 1)).toEqual([]);
});

test('P6: the first key of an algorithm signs from now on', () => {
  expect(changes([first], NOW, [first, other], NOW + 1)).toEqual(['RS256 1 signs']);
});

// The contract of SigningKeyStore, for every database.
import { describe, expect, it } from 'vitest';
import type { SigningKey } from '../../../src/core/server/keys/signing-key.ts';
import type { KeyRotation } from '../../../src/core/server/keys/signing-key-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, HOUR, NOW, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someKey = (values: Partial<SigningKey> = {}): SigningKey => {
  const id = newId();
  return {
    id,
    algorithm: 'ES256',
    number: 1,
    publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: id, alg: 'ES256', use: 'sig' },
    sealedPrivateKey: someHash(),
    createdAt: NOW,
    signsFrom: NOW,
    revokedAt: undefined,
    ...values,
  };
};

/** The change to `next` at once, with a new key after it. */
const rotation = (next: SigningKey, change: Partial<KeyRotation> = {}): KeyRotation => ({
  algorithm: next.algorithm,
  schedule: { id: next.id, from: next.signsFrom, to: NOW + HOUR },
  made: [someKey({ algorithm: next.algorithm, number: next.number + 1, signsFrom: NOW + 2 * DAY })],
  revoke: undefined,
  ...change,
});

export function signingKeyStoreContract(make: MakeDatabase): void {
  describe('SigningKeyStore', () => {
    const database = useDatabase(make);
    const givenTwo = async () => {
      const keys = [someKey(), someKey({ number: 2, signsFrom: NOW + DAY })] as const;
      await database.stores.keys.insert(keys);
      return keys;
    };
    const numbers = async () => (await database.stores.keys.list()).map(({ number }) => number);

    it('lists every key as it was stored, by algorithm and number', async () => {
      const keys = [
        someKey({ algorithm: 'ES256' }),
        someKey({ algorithm: 'ES256', number: 2, revokedAt: NOW + 1 }),
        someKey({ algorithm: 'EdDSA', number: 10 }),
        someKey({ algorithm: 'RS256', number: 2 }),
        someKey({ algorithm: 'RS256', number: 10 }),
      ];
      expect(await database.stores.keys.insert(keys.toReversed())).toBe(true);
      expect(await database.stores.keys.list()).toEqual(keys);
    });

    it('insert is all or nothing: one taken number, and none is stored', async () => {
      const taken = someKey({ number: 2 });
      await database.stores.keys.insert([taken]);
      expect(await database.stores.keys.insert([someKey({ number: 1 }), someKey({ number: 2 })])).toBe(false);
      expect(await database.stores.keys.list()).toEqual([taken]);
      const other = someKey({ number: 2, algorithm: 'RS256' });
      expect(await database.stores.keys.insert([other])).toBe(true);
    });

    it('of 40 processes that make the same numbers at once, over 5 connections, exactly one does', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const pairs = Array.from({ length: 40 }, () => [someKey({ number: 1 }), someKey({ number: 2 })]);
      const results = await Promise.all(pairs.map((pair, i) => stores[i % 5]?.keys.insert(pair)));
      expect(results.filter((won) => won)).toHaveLength(1);
      expect(await database.stores.keys.list()).toEqual(pairs[results.indexOf(true)]);
    });

    it('rotate moves the time of the next key and stores its successor', async () => {
      const [first, next] = await givenTwo();
      const change = rotation(next);
      expect(await database.stores.keys.rotate(change)).toBe(true);
      expect(await database.stores.keys.list()).toEqual([first, { ...next, signsFrom: NOW + HOUR }, ...change.made]);
    });

    it('rotate gives up every older key of the algorithm, each at its first time, and no other', async () => {
      const [first, next] = await givenTwo();
      const other = someKey({ algorithm: 'RS256' });
      await database.stores.keys.insert([other]);
      const revoke = { belowNumber: 2, at: NOW + 5 };
      expect(await database.stores.keys.rotate(rotation(next, { revoke }))).toBe(true);
      const third = (await database.stores.keys.list()).find(({ number }) => number === 3);
      if (!third) throw new Error('There is no third key');
      await database.stores.keys.rotate(rotation(third, { revoke: { belowNumber: 3, at: NOW + 9 } }));
      const revoked = (await database.stores.keys.list()).map(({ id, revokedAt }) => [id, revokedAt]);
      expect(revoked.slice(0, 3)).toEqual([
        [first.id, NOW + 5],
        [next.id, NOW + 9],
        [third.id, undefined],
      ]);
      expect(revoked.at(-1)).toEqual([other.id, undefined]);
    });

    it('rotate changes nothing when the key has got another time, was given up, or is gone', async () => {
      const [, next] = await givenTwo();
      const { keys } = database.stores;
      const before = await keys.list();
      const schedule = { id: next.id, from: next.signsFrom + 1, to: NOW };
      expect(await keys.rotate(rotation(next, { schedule, revoke: { belowNumber: 2, at: NOW } }))).toBe(false);
      expect(await keys.rotate(rotation(someKey({ number: 2, signsFrom: NOW + DAY })))).toBe(false);
      expect(await keys.list()).toEqual(before);
      await keys.rotate({ algorithm: 'ES256', schedule: undefined, made: [], revoke: { belowNumber: 3, at: NOW } });
      expect(await keys.rotate(rotation(next))).toBe(false);
      expect(await numbers()).toEqual([1, 2]);
    });

    it('rotate changes nothing when the number of the new key is taken', async () => {
      const [, next] = await givenTwo();
      await database.stores.keys.insert([someKey({ number: 3 })]);
      const before = await database.stores.keys.list();
      const revoke = { belowNumber: 2, at: NOW };
      expect(await database.stores.keys.rotate(rotation(next, { revoke }))).toBe(false);
      expect(await database.stores.keys.list()).toEqual(before);
    });

    it('of 40 rotations of one key at once, over 5 connections, exactly one happens', async () => {
      const [, next] = await givenTwo();
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const changes = Array.from({ length: 40 }, (_, i) => {
        const schedule = { id: next.id, from: next.signsFrom, to: NOW + i };
        // Some bring a key along and some do not: they meet at the key that is changed to all the same.
        return rotation(next, i % 2 === 0 ? { schedule } : { schedule, made: [] });
      });
      const results = await Promise.all(changes.map((change, i) => stores[i % 5]?.keys.rotate(change)));
      expect(results.filter((won) => won)).toHaveLength(1);
      const winner = changes[results.indexOf(true)];
      const listed = await database.stores.keys.list();
      expect(listed[1]?.signsFrom).toBe(winner?.schedule?.to);
      expect(listed.slice(2)).toEqual(winner?.made);
    });

    it('of a rotation and the schedule that make the same number at once, exactly one does', async () => {
      const [, next] = await givenTwo();
      const other = await database.open();
      for (let number = 3; number < 23; number += 1) {
        const [first] = (await database.stores.keys.list()).slice(-1);
        if (!first) throw new Error(`There is no key before ${next.number}`);
        const schedule = { id: first.id, from: first.signsFrom, to: first.signsFrom + 1 };
        const results = await Promise.all([
          database.stores.keys.rotate(rotation(first, { schedule, made: [someKey({ number })] })),
          other.keys.insert([someKey({ number })]),
        ]);
        expect(results.filter((won) => won)).toHaveLength(1);
      }
      expect(await numbers()).toHaveLength(22);
    });

    it('reseal replaces a private key only while it is the one that was read', async () => {
      const [first, next] = await givenTwo();
      const { keys } = database.stores;
      const [to, too] = [someHash(), someHash()];
      expect(await keys.reseal(first.id, first.sealedPrivateKey, to)).toBe(true);
      expect(await keys.reseal(first.id, first.sealedPrivateKey, too)).toBe(false);
      expect(await keys.reseal(newId(), first.sealedPrivateKey, too)).toBe(false);
      expect(await keys.list()).toEqual([{ ...first, sealedPrivateKey: to }, next]);
    });

    it('remove takes the keys below a number, of one algorithm', async () => {
      await givenTwo();
      const other = someKey({ algorithm: 'RS256' });
      await database.stores.keys.insert([other, someKey({ number: 3 })]);
      await database.stores.keys.remove('ES256', 3);
      expect((await database.stores.keys.list()).map(({ algorithm, number }) => [algorithm, number])).toEqual([
        ['ES256', 3],
        ['RS256', 1],
      ]);
    });
  });
}

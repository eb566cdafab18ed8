// The contract of SignInLimitStore, for every database.
import { describe, expect, it } from 'vitest';
import { newId } from '../../helpers/new-id.ts';
import { MINUTE, NOW, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function signInLimitStoreContract(make: MakeDatabase): void {
  describe('SignInLimitStore', () => {
    const database = useDatabase(make);
    const windowMs = 15 * MINUTE;
    const reserve = (buckets: readonly { key: Buffer; limit: number }[], now = NOW, stores = database.stores) =>
      stores.signInLimits.reserve({ attemptId: newId(), buckets, windowMs, now });

    it('contract 10: takes places up to the limit, then says when the oldest leaves the window', async () => {
      const bucket = { key: someHash(), limit: 3 };
      for (const after of [0, 1, 2]) {
        expect(await reserve([bucket], NOW + after * MINUTE)).toEqual({ kind: 'reserved' });
      }
      const limited = { kind: 'limited', retryAt: NOW + windowMs };
      expect(await reserve([bucket], NOW + 3 * MINUTE)).toEqual(limited);
      expect(await reserve([bucket], NOW + windowMs - 1)).toEqual(limited);
      expect(await reserve([bucket], NOW + windowMs)).toEqual({ kind: 'reserved' });
      expect(await reserve([bucket], NOW + windowMs)).toEqual({ kind: 'limited', retryAt: NOW + MINUTE + windowMs });
    });

    it('one full bucket refuses the try, and no place is taken in the others', async () => {
      const full = { key: someHash(), limit: 1 };
      const free = { key: someHash(), limit: 1 };
      await reserve([full]);
      expect(await reserve([free, full], NOW + 1)).toMatchObject({ kind: 'limited' });
      expect(await reserve([free], NOW + 2)).toEqual({ kind: 'reserved' });
    });

    it('buckets do not share places', async () => {
      const [one, two] = [
        { key: someHash(), limit: 1 },
        { key: someHash(), limit: 1 },
      ];
      await reserve([one]);
      expect(await reserve([two])).toEqual({ kind: 'reserved' });
    });

    it('a right password gives its places back, its own only', async () => {
      const buckets = [
        { key: someHash(), limit: 2 },
        { key: someHash(), limit: 2 },
      ];
      const attemptId = newId();
      await reserve(buckets);
      await database.stores.signInLimits.reserve({ attemptId, buckets, windowMs, now: NOW });
      expect(await reserve(buckets)).toMatchObject({ kind: 'limited' });
      await database.stores.signInLimits.release(attemptId);
      expect(await reserve(buckets)).toEqual({ kind: 'reserved' });
      expect(await reserve(buckets)).toMatchObject({ kind: 'limited' });
    });

    it('K14: of 200 parallel tries, over 4 connections, no more than the limit gets a place', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      const bucket = { key: someHash(), limit: 10 };
      const results = await Promise.all(Array.from({ length: 200 }, (_, i) => reserve([bucket], NOW, stores[i % 4])));
      expect(results.filter(({ kind }) => kind === 'reserved')).toHaveLength(10);
    });

    it('clearing a bucket gives back all its places, and none of another bucket', async () => {
      const [one, other] = [
        { key: someHash(), limit: 1 },
        { key: someHash(), limit: 1 },
      ];
      await reserve([one, other], NOW);
      await database.stores.signInLimits.clear(one.key);
      expect((await reserve([one], NOW)).kind).toBe('reserved');
      expect((await reserve([other], NOW)).kind).toBe('limited');
    });
  });
}

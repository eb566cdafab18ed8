// The contract of ShownOnceStore, for every database.
import { describe, expect, it } from 'vitest';
import { newId } from '../../helpers/new-id.ts';
import { MINUTE, NOW, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const waiting = () => ({ id: newId(), sessionId: newId(), sealed: someHash(), expiresAt: NOW + MINUTE });

export function shownOnceStoreContract(make: MakeDatabase): void {
  describe('ShownOnceStore', () => {
    const database = useDatabase(make);

    it('N4: is taken once, in its session, before its end', async () => {
      const { oneTimeDisplays } = database.stores;
      const one = waiting();
      await oneTimeDisplays.insert(one);
      const strange = { id: one.id, sessionId: newId() };
      expect([await oneTimeDisplays.exists(strange, NOW), await oneTimeDisplays.take(strange, NOW)]).toEqual([
        false,
        undefined,
      ]);
      expect([await oneTimeDisplays.exists(one, NOW + MINUTE), await oneTimeDisplays.take(one, NOW + MINUTE)]).toEqual([
        false,
        undefined,
      ]);
      expect(await oneTimeDisplays.exists(one, NOW)).toBe(true);
      expect(await oneTimeDisplays.take(one, NOW)).toEqual(one.sealed);
      expect([await oneTimeDisplays.exists(one, NOW), await oneTimeDisplays.take(one, NOW)]).toEqual([
        false,
        undefined,
      ]);
    });

    it('what comes later under the same id takes its place', async () => {
      const { oneTimeDisplays } = database.stores;
      const one = waiting();
      await oneTimeDisplays.insert(one);
      const later = { ...one, sealed: someHash(), expiresAt: NOW + 2 * MINUTE };
      await oneTimeDisplays.insert(later);
      expect(await oneTimeDisplays.take(one, NOW + MINUTE)).toEqual(later.sealed);
    });

    it('of 50 that ask at once over 5 connections one gets it', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      for (let round = 0; round < 20; round++) {
        const one = waiting();
        await database.stores.oneTimeDisplays.insert(one);
        const taken = await Promise.all(
          Array.from({ length: 50 }, (_, i) => stores[i % 5]?.oneTimeDisplays.take(one, NOW)),
        );
        expect(taken.filter((sealed) => sealed !== undefined)).toEqual([one.sealed]);
      }
    });

    it('what nobody looked at is purged', async () => {
      const { oneTimeDisplays, expired } = database.stores;
      const one = waiting();
      await oneTimeDisplays.insert(one);
      expect(await expired.purge(NOW + MINUTE - 1, 10, 0)).toBe(0);
      expect(await expired.purge(NOW + MINUTE, 10, 0)).toBe(1);
      expect(await oneTimeDisplays.exists(one, NOW)).toBe(false);
    });
  });
}

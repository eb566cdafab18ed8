// The contract of SealedValueStore, for every database.
import { describe, expect, it } from 'vitest';
import { DAY, NOW, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someValue = (name: string) => ({ name, sealed: someHash(), createdAt: NOW });

export function sealedValueStoreContract(make: MakeDatabase): void {
  describe('SealedValueStore', () => {
    const database = useDatabase(make);

    it('gives back what was stored, by its exact name', async () => {
      const { sealedValues } = database.stores;
      const value = someValue('secret-check');
      expect(await sealedValues.find('secret-check')).toBeUndefined();
      expect(await sealedValues.insert(value)).toBe(true);
      expect(await sealedValues.find('secret-check')).toEqual(value);
      expect(await sealedValues.find('Secret-Check')).toBeUndefined();
    });

    it('the first value of a name stays, and another name is another value', async () => {
      const { sealedValues } = database.stores;
      const [first, other] = [someValue('one'), someValue('other')];
      await sealedValues.insert(first);
      expect(await sealedValues.insert({ ...someValue('one'), createdAt: NOW + DAY })).toBe(false);
      expect(await sealedValues.insert(other)).toBe(true);
      expect([await sealedValues.find('one'), await sealedValues.find('other')]).toEqual([first, other]);
    });

    it('50 first starts at once over 5 connections: one stores its value, 20 times in 20', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      for (let round = 0; round < 20; round++) {
        const values = Array.from({ length: 50 }, () => someValue(`round ${round}`));
        const stored = await Promise.all(values.map((value, i) => stores[i % 5]?.sealedValues.insert(value)));
        expect(stored.filter(Boolean)).toHaveLength(1);
        for (const { sealedValues } of stores) {
          expect(await sealedValues.find(`round ${round}`)).toEqual(values[stored.indexOf(true)]);
        }
      }
    });

    it('is encrypted anew only from what stood there: of two at once one succeeds', async () => {
      const other = await database.open();
      const value = someValue('secret-check');
      await database.stores.sealedValues.insert(value);
      const [one, two] = [someHash(), someHash()];
      const done = await Promise.all([
        database.stores.sealedValues.reseal(value.name, value.sealed, one),
        other.sealedValues.reseal(value.name, value.sealed, two),
      ]);
      expect(done.filter(Boolean)).toHaveLength(1);
      const stands = done[0] ? one : two;
      expect(await other.sealedValues.find(value.name)).toEqual({ ...value, sealed: stands });
      expect(await other.sealedValues.reseal(value.name, value.sealed, someHash())).toBe(false);
      expect(await other.sealedValues.reseal('another', stands, someHash())).toBe(false);
      expect(await other.sealedValues.find(value.name)).toEqual({ ...value, sealed: stands });
    });
  });
}

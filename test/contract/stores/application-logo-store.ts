// The contract of LogoStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { Logo } from '../../../src/core/ground/logos/logo.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someLogo = (hash: string, mediaType: Logo['mediaType'] = 'image/png'): Logo => ({
  mediaType,
  image: Buffer.from(`the bytes of ${hash}, \0\xff`, 'latin1'),
  hash,
});

export function logoStoreContract(make: MakeDatabase): void {
  describe('LogoStore', () => {
    const database = useDatabase(make);
    let application: Application;
    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      await database.stores.applications.insert(application, 500);
    });
    const stored = async () => database.stores.applications.find(application.id);

    it('keeps one logo, byte by byte; the application has its hash and is a version further', async () => {
      const { logos } = database.stores;
      expect(await logos.find(application.id)).toBeUndefined();
      expect(await logos.put(application.id, someLogo('a1'), { fromVersion: 1, now: NOW + 5 })).toBe(true);
      expect(await logos.find(application.id)).toEqual(someLogo('a1'));
      expect(await stored()).toEqual({ ...application, logoHash: 'a1', updatedAt: NOW + 5, version: 2 });
      const other = someLogo('b2', 'image/webp');
      expect(await logos.put(application.id, other, { fromVersion: 2, now: NOW + 6 })).toBe(true);
      expect(await logos.find(application.id)).toEqual(other);
      expect(await stored()).toMatchObject({ logoHash: 'b2', version: 3 });
    });

    it('removes it', async () => {
      const { logos } = database.stores;
      await logos.put(application.id, someLogo('a1'), { fromVersion: 1, now: NOW });
      expect(await logos.remove(application.id, { fromVersion: 2, now: NOW + 9 })).toBe(true);
      expect(await logos.find(application.id)).toBeUndefined();
      expect(await stored()).toMatchObject({ logoHash: undefined, updatedAt: NOW + 9, version: 3 });
    });

    it('changes nothing on top of another version, or where the application is gone', async () => {
      const { logos } = database.stores;
      await logos.put(application.id, someLogo('a1'), { fromVersion: 1, now: NOW });
      expect(await logos.put(application.id, someLogo('b2'), { fromVersion: 1, now: NOW + 1 })).toBe(false);
      expect(await logos.remove(application.id, { fromVersion: 1, now: NOW + 1 })).toBe(false);
      expect(await logos.put(newId(), someLogo('b2'), { fromVersion: 1, now: NOW + 1 })).toBe(false);
      expect(await logos.find(application.id)).toEqual(someLogo('a1'));
      expect(await stored()).toMatchObject({ logoHash: 'a1', version: 2, updatedAt: NOW });
    });

    it('an edit of the rest keeps it, and it goes with the application', async () => {
      const { logos, applications } = database.stores;
      await logos.put(application.id, someLogo('a1'), { fromVersion: 1, now: NOW });
      await applications.replace({ ...application, name: 'Other', version: 3 }, 2);
      expect(await stored()).toMatchObject({ name: 'Other', logoHash: 'a1' });
      await applications.remove(application.id);
      expect(await logos.find(application.id)).toBeUndefined();
    });

    it('of 20 simultaneous changes from one version, over 5 connections, one happens (N9)', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          stores[i % 5]?.logos.put(application.id, someLogo(`h${i}`), { fromVersion: 1, now: NOW + i }),
        ),
      );
      const [winner, ...others] = results.flatMap((done, i) => (done ? [`h${i}`] : []));
      expect(others).toEqual([]);
      expect((await stored())?.logoHash).toBe(winner);
      expect((await database.stores.logos.find(application.id))?.hash).toBe(winner);
    });
  });
}

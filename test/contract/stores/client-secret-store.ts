// The contract of ClientSecretStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RegisteredApplication } from '../../../src/core/applications/applications/application.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, NOW, someAccount, someApplication, someClientSecret, somePlatform } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function clientSecretStoreContract(make: MakeDatabase): void {
  describe('ClientSecretStore', () => {
    const database = useDatabase(make);
    let application: RegisteredApplication;
    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      await database.stores.applications.insert(application, 500);
    });
    const secretRequired = async () =>
      (await database.stores.applications.find(application.id))?.clientSecretRequired ?? false;

    it('lists secrets in order of creation, with their last use', async () => {
      const { clientSecrets } = database.stores;
      const [first, second] = [
        someClientSecret(application.id),
        someClientSecret(application.id, { expiresAt: NOW + DAY }),
      ];
      await clientSecrets.insert(second, 2, NOW);
      await clientSecrets.insert(first, 2, NOW);
      await clientSecrets.touch(second.id, NOW + 7);
      expect(await clientSecrets.list(application.id)).toEqual([first, { ...second, lastUsedAt: NOW + 7 }]);
    });

    it('contract 5: the first secret ever turns client_secret_required on, a later first one does not', async () => {
      const { clientSecrets } = database.stores;
      expect(await secretRequired()).toBe(false);
      const secret = someClientSecret(application.id);
      expect(await clientSecrets.insert(secret, 2, NOW + 3)).toBe('created');
      expect(await secretRequired()).toBe(true);
      expect((await database.stores.applications.find(application.id))?.updatedAt).toBe(NOW + 3);
      await clientSecrets.remove(application.id, secret.id);
      expect(await secretRequired()).toBe(true);
      await clientSecrets.insert(someClientSecret(application.id), 2, NOW + 9);
      expect((await database.stores.applications.find(application.id))?.updatedAt).toBe(NOW + 3);
    });

    it('a secret made while the Web entry leaves: never one without a Web entry, 30 times in 30 (N11)', async () => {
      const { applications, clientSecrets } = database.stores;
      await clientSecrets.insert(someClientSecret(application.id), 2, NOW);
      await clientSecrets.removeAll(application.id);
      let current = (await applications.find(application.id)) ?? application;
      for (let round = 0; round < 30; round += 1) {
        const without = { ...current, platforms: [], version: current.version + 1 };
        const [replaced] = await Promise.all([
          applications.replace(without, current.version),
          clientSecrets.insert(someClientSecret(application.id), 2, NOW),
        ]);
        expect([replaced, await clientSecrets.list(application.id)]).toEqual([true, []]);
        current = { ...current, version: current.version + 2 };
        await applications.replace(current, current.version - 1);
      }
    });

    it('pages: of 20 forms at once over 2 connections that showed the same list, one makes a secret', async () => {
      const stores = [database.stores, await database.open()];
      const make = (newest: string) =>
        Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            stores[i % 2]?.clientSecrets.insert(someClientSecret(application.id), 50, NOW, undefined, newest),
          ),
        );
      for (let round = 0; round < 5; round++) {
        const newest = (await database.stores.clientSecrets.list(application.id)).at(-1)?.id ?? '';
        expect((await make(newest)).filter((kind) => kind === 'created')).toHaveLength(1);
        expect(new Set(await make(newest))).toEqual(new Set(['changed']));
      }
    });

    it('contract 3: a third live secret is refused; an expired one does not count', async () => {
      const { clientSecrets } = database.stores;
      await clientSecrets.insert(someClientSecret(application.id, { expiresAt: NOW + DAY }), 2, NOW);
      await clientSecrets.insert(someClientSecret(application.id), 2, NOW);
      expect(await clientSecrets.insert(someClientSecret(application.id), 2, NOW + DAY - 1)).toBe('too-many');
      expect(await clientSecrets.insert(someClientSecret(application.id), 2, NOW + DAY)).toBe('created');
    });

    it('of 50 simultaneous insertions, over 5 connections, no more than two succeed', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          stores[i % 5]?.clientSecrets.insert(someClientSecret(application.id), 2, NOW),
        ),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(2);
      expect(await database.stores.clientSecrets.list(application.id)).toHaveLength(2);
    });

    it('contract 3: there is no secret without a Web entry', async () => {
      const mobile = someApplication(application.ownerId, {
        platforms: [somePlatform({ platform: 'Android', siteDomains: [] })],
      });
      await database.stores.applications.insert(mobile, 500);
      expect(await database.stores.clientSecrets.insert(someClientSecret(mobile.id), 2, NOW)).toBe('no-web-entry');
      expect(await database.stores.clientSecrets.list(mobile.id)).toEqual([]);
    });

    it('there is no secret of an application that is gone', async () => {
      expect(await database.stores.clientSecrets.insert(someClientSecret(newId()), 2, NOW)).toBe('no-application');
    });

    it('removes one, only of the application it belongs to, or all', async () => {
      const { clientSecrets } = database.stores;
      const [first, second] = [someClientSecret(application.id), someClientSecret(application.id)];
      await clientSecrets.insert(first, 2, NOW);
      await clientSecrets.insert(second, 2, NOW);
      expect(await clientSecrets.remove(newId(), first.id)).toBe(false);
      expect(await clientSecrets.remove(application.id, first.id)).toBe(true);
      expect(await clientSecrets.list(application.id)).toEqual([second]);
      await clientSecrets.removeAll(application.id);
      expect(await clientSecrets.list(application.id)).toEqual([]);
    });
  });
}

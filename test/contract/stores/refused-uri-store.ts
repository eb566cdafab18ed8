// The contract of RefusedUriStore, for every database: the newest few of each application, whoever adds.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { RefusedUri } from '../../../src/core/applications/refused-uris/refused-uri.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, MINUTE, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function refusedUriStoreContract(make: MakeDatabase): void {
  describe('RefusedUriStore', () => {
    const database = useDatabase(make);
    const MAX = 3;
    let application: Application;
    let other: Application;
    const one = (path: string, minutesAgo = 0, applicationId = application.id): RefusedUri => ({
      applicationId,
      uri: `https://shop.example/${path}`,
      refusedAt: NOW - minutesAgo * MINUTE,
    });
    const add = (...refused: readonly RefusedUri[]) =>
      refused.reduce(
        (before, each) => before.then(() => database.stores.refusedUris.add(each, MAX)),
        Promise.resolve(),
      );
    const list = (since = 0, applicationId = application.id) =>
      database.stores.refusedUris.list({ applicationId, since });

    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      other = someApplication(owner.id);
      for (const each of [application, other]) await database.stores.applications.insert(each, 500);
    });

    it('lists the newest first, of that application, since the time asked for', async () => {
      await add(one('b', 5), one('a', 1), one('c', 9), one('a', 0, other.id));
      expect(await list()).toEqual([one('a', 1), one('b', 5), one('c', 9)]);
      expect(await list(NOW - 5 * MINUTE)).toEqual([one('a', 1)]);
    });

    it('keeps one row for a URI, with its last time; letter case and slash make another', async () => {
      await add(one('bye', 9), one('Bye', 7), one('bye/', 5), one('bye', 1));
      expect(await list()).toEqual([one('bye', 1), one('bye/', 5), one('Bye', 7)]);
    });

    it('keeps only the newest of an application, and leaves those of others alone', async () => {
      await add(one('x', 60, other.id), ...[5, 4, 3, 2, 1].map((minutes) => one(`${minutes}`, minutes)));
      expect(await list()).toEqual([one('1', 1), one('2', 2), one('3', 3)]);
      expect(await list(0, other.id)).toEqual([one('x', 60, other.id)]);
    });

    it('never keeps more, when many add at once on connections of their own', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
      const adding = stores.flatMap(({ refusedUris }, at) =>
        Array.from({ length: 10 }, (_, index) => refusedUris.add(one(`${at}-${index}`, index), MAX)),
      );
      await Promise.all(adding);
      expect(await list()).toHaveLength(MAX);
    });

    it('passes over an application that is gone, and goes with one that is removed', async () => {
      const gone = newId();
      await add(one('a', 0, gone), one('b'));
      expect(await list(0, gone)).toEqual([]);
      await database.stores.applications.remove(application.id, application.version);
      expect(await list()).toEqual([]);
    });

    it('is purged after seven days, in steps', async () => {
      const { refusedUris, expired } = database.stores;
      for (const days of [6, 7, 8, 9]) {
        await refusedUris.add({ ...one(`${days}`), refusedAt: NOW - days * DAY }, 20);
      }
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(2);
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(1);
      expect((await list()).map(({ uri }) => uri)).toEqual([one('6').uri]);
    });
  });
}

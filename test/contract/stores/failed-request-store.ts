// The contract of FailedRequestStore, for every database: groups that add up, and few values of each cause, whoever adds.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { FailedRequests } from '../../../src/core/applications/failed-requests/failed-request.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, MINUTE, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function failedRequestStoreContract(make: MakeDatabase): void {
  describe('FailedRequestStore', () => {
    const database = useDatabase(make);
    const LIMITS = { maxValues: 3, quietSince: NOW - DAY };
    let application: Application;
    let other: Application;
    const one = (value: string, minutesAgo = 0, over: Partial<FailedRequests> = {}): FailedRequests => ({
      applicationId: application.id,
      cause: 'redirect-uri-unregistered',
      apiKey: 'key',
      value,
      count: 1,
      firstAt: NOW - minutesAgo * MINUTE,
      lastAt: NOW - minutesAgo * MINUTE,
      ...over,
    });
    const add = async (...failed: readonly FailedRequests[]) => {
      for (const each of failed) await database.stores.failedRequests.add(each, LIMITS);
    };
    const list = (over: { applicationId?: string; since?: number; max?: number } = {}) =>
      database.stores.failedRequests.list({ applicationId: application.id, since: 0, max: 100, ...over });
    const values = async (): Promise<[string, number][]> => (await list()).map(({ value, count }) => [value, count]);

    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      other = someApplication(owner.id);
      for (const each of [application, other]) await database.stores.applications.insert(each, 500);
    });

    it('lists the newest first, of that application, since the time asked for, and no more than asked for', async () => {
      await add(one('b', 5), one('a', 1), one('c', 9), one('a', 0, { applicationId: other.id }));
      expect(await list()).toEqual([one('a', 1), one('b', 5), one('c', 9)]);
      expect(await list({ since: NOW - 5 * MINUTE })).toEqual([one('a', 1)]);
      expect(await list({ max: 2 })).toEqual([one('a', 1), one('b', 5)]);
    });

    it('adds up what has the same cause, key and value, and keeps its first and last time', async () => {
      await add(one('a', 9, { count: 5 }), one('a', 3, { count: 2 }), one('a', 6), one('A', 8));
      await add(one('a', 7, { apiKey: '' }), one('a', 8, { cause: 'redirect-uri-malformed' }));
      expect(await list()).toEqual([
        one('a', 3, { count: 8, firstAt: NOW - 9 * MINUTE }),
        one('a', 7, { apiKey: '' }),
        one('a', 8, { cause: 'redirect-uri-malformed' }),
        one('A', 8),
      ]);
    });

    it('counts a value without it where its cause has many, which pushes none of them out', async () => {
      await add(one('a', 9), one('b', 8), one('c', 7), one('d', 6, { count: 4 }), one('e', 5), one('a', 4));
      expect(await values()).toEqual([
        ['a', 2],
        ['', 5],
        ['c', 1],
        ['b', 1],
      ]);
    });

    it('has room for another cause, another application, and requests without a value', async () => {
      await add(one('a'), one('b'), one('c'), one(''), one('a', 0, { cause: 'prompt-unknown' }));
      await add(one('d', 0, { applicationId: other.id }));
      expect((await list()).map(({ value }) => value).sort()).toEqual(['', 'a', 'a', 'b', 'c']);
      expect(await list({ applicationId: other.id })).toHaveLength(1);
    });

    it('gives the place of a value that was not sent for long to a new one', async () => {
      await add(one('old', 3 * 24 * 60), one('older', 4 * 24 * 60), one('b', 5), one('c', 4));
      expect((await values()).map(([value]) => value)).toEqual(['c', 'b', 'old']);
      await add(one('d', 3), one('e', 2));
      expect((await values()).map(([value]) => value)).toEqual(['', 'd', 'c', 'b']);
    });

    it('never keeps more values, when many add at once on connections of their own, and loses no count', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
      const adding = stores.flatMap(({ failedRequests }, at) =>
        Array.from({ length: 8 }, (_, index) => failedRequests.add(one(`${at}-${index}`, index), LIMITS)),
      );
      await Promise.all(adding);
      const found = await list();
      expect(found.filter(({ value }) => value !== '')).toHaveLength(LIMITS.maxValues);
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(32);
    });

    it('passes over an application that is gone, and goes with one that is removed', async () => {
      const gone = newId();
      await add(one('a', 0, { applicationId: gone }), one('b'));
      expect(await list({ applicationId: gone })).toEqual([]);
      await database.stores.applications.remove(application.id, application.version);
      expect(await list()).toEqual([]);
    });

    it('is purged after fourteen days, in steps', async () => {
      const { failedRequests, expired } = database.stores;
      for (const days of [13, 14, 15, 16]) {
        await failedRequests.add({ ...one(`${days}`), lastAt: NOW - days * DAY }, { ...LIMITS, maxValues: 9 });
      }
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(2);
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(1);
      expect((await list()).map(({ value }) => value)).toEqual(['13']);
    });
  });
}

// The contract of StatisticsStore, for every database: sums by day that many processes add to at once.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { DailyCount } from '../../../src/core/applications/statistics/daily-count.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function statisticsStoreContract(make: MakeDatabase): void {
  describe('StatisticsStore', () => {
    const database = useDatabase(make);
    const TODAY = Math.floor(NOW / DAY);
    let application: Application;
    let other: Application;
    const one = (counter: string, count: number, day = TODAY, applicationId = application.id): DailyCount => ({
      applicationId,
      day,
      counter,
      count,
    });
    const read = (fromDay = TODAY - 9, toDay = TODAY + 9, applicationId = application.id) =>
      database.stores.statistics.read({ applicationId, fromDay, toDay });

    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = someApplication(owner.id);
      other = someApplication(owner.id);
      for (const each of [application, other]) await database.stores.applications.insert(each, 500);
    });

    it('adds to what is there, kind by kind and day by day', async () => {
      const { statistics } = database.stores;
      await statistics.add([one('started', 2), one('completed', 1), one('started', 5, TODAY - 1)]);
      await statistics.add([one('started', 3), one('refused:code-expired', 1)]);
      expect(await read()).toEqual([
        one('started', 5, TODAY - 1),
        one('completed', 1),
        one('refused:code-expired', 1),
        one('started', 5),
      ]);
    });

    it('reads the days asked for, both ends included, of that application', async () => {
      const { statistics } = database.stores;
      const days = [TODAY - 2, TODAY - 1, TODAY, TODAY + 1];
      await statistics.add(days.map((day) => one('started', 1, day)));
      await statistics.add([one('started', 7, TODAY, other.id)]);
      expect((await read(TODAY - 1, TODAY)).map(({ day }) => day)).toEqual([TODAY - 1, TODAY]);
      expect(await read(TODAY, TODAY, other.id)).toEqual([one('started', 7, TODAY, other.id)]);
      expect(await read(TODAY + 2, TODAY + 9)).toEqual([]);
    });

    it('sums the days asked for over all applications', async () => {
      const { statistics } = database.stores;
      const before = await statistics.countAll({ fromDay: TODAY + 700, toDay: TODAY + 701 });
      expect(before).toEqual([]);
      await statistics.add([
        one('completed', 2, TODAY + 700),
        one('completed', 3, TODAY + 700, other.id),
        one('completed', 4, TODAY + 701),
        one('refused:code-expired', 1, TODAY + 701, other.id),
        one('completed', 9, TODAY + 702),
      ]);
      const found = await statistics.countAll({ fromDay: TODAY + 700, toDay: TODAY + 701 });
      expect(found.map(({ day, counter, count }) => `${day - TODAY} ${counter} ${count}`).sort()).toEqual([
        '700 completed 5',
        '701 completed 4',
        '701 refused:code-expired 1',
      ]);
    });

    it('passes over applications that are gone, and keeps the rest', async () => {
      await database.stores.statistics.add([one('started', 1, TODAY, newId()), one('started', 4)]);
      expect(await read()).toEqual([one('started', 4)]);
    });

    it('nothing to add is fine', async () => {
      await database.stores.statistics.add([]);
      expect(await read()).toEqual([]);
    });

    it('loses no count of many that add at once on connections of their own, in whatever order', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
      const kinds = Array.from({ length: 20 }, (_, index) => `refused:kind-${String.fromCharCode(97 + index)}`);
      const adding = stores.flatMap(({ statistics }, at) =>
        Array.from({ length: 10 }, () => {
          const counts = kinds.map((kind) => one(kind, 1));
          return statistics.add(at % 2 === 0 ? counts : counts.toReversed());
        }),
      );
      await Promise.all(adding);
      expect((await read()).map(({ count }) => count)).toEqual(kinds.map(() => 40));
    });

    it('a removed application takes its counts along', async () => {
      const { statistics, applications } = database.stores;
      await statistics.add([one('started', 1), one('started', 1, TODAY, other.id)]);
      await applications.remove(application.id, application.version);
      expect(await read()).toEqual([]);
      expect(await read(TODAY, TODAY, other.id)).toHaveLength(1);
    });

    it('days past four hundred are purged in steps, the others stay', async () => {
      const { statistics, expired } = database.stores;
      const old = [TODAY - 402, TODAY - 401, TODAY - 400];
      await statistics.add([...old, TODAY - 399, TODAY].map((day) => one('started', 1, day)));
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(2);
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(1);
      expect(await expired.purge(NOW, 2, 365 * DAY)).toBe(0);
      expect((await read(0, TODAY)).map(({ day }) => day)).toEqual([TODAY - 399, TODAY]);
    });
  });
}

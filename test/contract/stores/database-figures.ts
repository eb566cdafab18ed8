// What every database tells operators of its work (case M20): how writes share commits, and of its connections.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/operating/ports.ts';
import { someGrant } from './given.ts';
import type { FreshDatabase, MakeDatabase } from './use-database.ts';

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

export function databaseFiguresContract(make: MakeDatabase): void {
  describe('figures of a database', () => {
    let fresh: FreshDatabase;
    let database: Database;
    beforeEach(async () => {
      fresh = await make();
      database = await fresh.open();
    });
    afterEach(async () => {
      await database.close();
      await fresh.remove();
    });

    it('M20: writes of one turn are told as one commit of so many intents, with the time it took', async () => {
      const before = database.figures().commits;
      await Promise.all(Array.from({ length: 7 }, () => database.stores.codes.issue(someGrant())));
      const { intents, seconds } = database.figures().commits;
      expect(sumOf(intents.counts) - sumOf(before.intents.counts)).toBe(1);
      expect(intents.sum - before.intents.sum).toBe(7);
      expect(sumOf(seconds.counts) - sumOf(before.seconds.counts)).toBe(1);
      expect(seconds.sum).toBeGreaterThan(before.seconds.sum);
    });

    it('M20: where one process writes at a time, writes that found no other at it count no wait for the lock', async () => {
      await database.stores.codes.issue(someGrant());
      const { lockWaits } = database.figures();
      if (fresh.url.startsWith('postgres')) expect(lockWaits).toBeUndefined();
      else expect(sumOf(lockWaits?.counts ?? [NaN])).toBe(0);
    });

    it('M20: where there is a pool of connections, none is told as used when nothing is under way', async () => {
      await database.check();
      const { pool } = database.figures();
      if (fresh.url.startsWith('postgres')) {
        expect(pool).toMatchObject({ used: 0, waiting: 0, max: expect.any(Number) });
        expect(pool?.idle).toBeGreaterThan(0);
      } else {
        expect(pool).toBeUndefined();
      }
    });
  });
}

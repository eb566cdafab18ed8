// The contract of SpentJwtStore, for every database: of many who spend one JWT at once, exactly one does.
import { describe, expect, it } from 'vitest';
import { hashParts } from '../../../src/core/ground/secrets.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { MINUTE, NOW } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function spentJwtStoreContract(make: MakeDatabase): void {
  describe('SpentJwtStore', () => {
    const database = useDatabase(make);
    const spend = (jti: string, { now = NOW, until = NOW + MINUTE } = {}) =>
      database.stores.spentJwts.spend({ idHash: hashParts(['a1', jti]), until, now });

    it('contract 40: takes a JWT once, until it expires', async () => {
      expect([await spend('a'), await spend('a'), await spend('b')]).toEqual([true, false, true]);
      expect(await spend('a', { now: NOW + MINUTE - 1, until: NOW + 2 * MINUTE })).toBe(false);
      // Its row is not purged yet.
      expect(await spend('a', { now: NOW + MINUTE, until: NOW + 2 * MINUTE })).toBe(true);
      expect(await spend('a', { now: NOW + MINUTE, until: NOW + 2 * MINUTE })).toBe(false);
    });

    it('contract 40: of fifty at once in three processes, one', async () => {
      const processes = await database.takeProcesses(3);
      for (let round = 0; round < roundsOf(200, 5); round += 1) {
        const idHash = hashParts(['a1', `round ${round}`]);
        const job = (count: number) => ({
          method: 'spend-jwt' as const,
          inputs: Array.from({ length: count }, () => ({ idHash, until: NOW + MINUTE, now: NOW })),
        });
        const [one, two, three] = processes;
        const winners = await Promise.all([one?.run(job(17)), two?.run(job(17)), three?.run(job(16))]);
        expect(winners.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1);
      }
    });

    it('contract 40: the purge forgets the expired ones', async () => {
      for (let at = 0; at < 30; at += 1) await spend(`${at}`, { until: NOW + at * MINUTE });
      expect(await database.stores.expired.purge(NOW + 9 * MINUTE, 100, 0)).toBe(10);
      expect([await spend('9'), await spend('10')]).toEqual([true, false]);
    });
  });
}

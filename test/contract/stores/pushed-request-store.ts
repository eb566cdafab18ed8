// The contract of PushedRequestStore, for every database: what was pushed comes back, is kept while a browser may open or
// finish it, and ends with the first code.
import { describe, expect, it } from 'vitest';
import type { PushedRequest } from '../../../src/core/grants/authorize/pushed-request-store.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { HOUR, MINUTE, NOW, SECOND, someGrant, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function pushedRequestStoreContract(make: MakeDatabase): void {
  describe('PushedRequestStore', () => {
    const database = useDatabase(make);
    const END = NOW + 90 * SECOND;
    const some = (more: Partial<PushedRequest> = {}): PushedRequest => ({
      ...{ uriHash: someHash(), stampHash: someHash(), apiKey: 'key1', parameters: 'client_id=key1&state=%C3%A9' },
      ...{ expiresAt: END, keptUntil: END, ...more },
    });
    const given = async (more?: Partial<PushedRequest>) => {
      const request = some(more);
      await database.stores.pushedRequests.insert(request);
      return request;
    };
    const find = (uriHash: Buffer) => database.stores.pushedRequests.find(uriHash);

    it('contract 42: gives back what was pushed, and nothing under another hash', async () => {
      const { uriHash, ...request } = await given();
      expect(await find(uriHash)).toEqual({ ...request, isSpent: false });
      expect(await find(someHash())).toBeUndefined();
    });

    it('contract 42: the purge takes one that nobody opened at its end, and an opened one an hour later', async () => {
      const [left, opened] = [await given(), await given()];
      const keep = { uriHash: opened.uriHash, keptUntil: END + HOUR };
      expect(await database.stores.pushedRequests.keep(keep)).toBe(true);
      const purged = async (now: number) => {
        await database.stores.expired.purge(now, 100, 0);
        return [(await find(left.uriHash)) !== undefined, (await find(opened.uriHash))?.keptUntil];
      };
      expect(await purged(END - 1)).toEqual([true, END + HOUR]);
      expect(await purged(END)).toEqual([false, END + HOUR]);
      expect(await purged(END + HOUR)).toEqual([false, undefined]);
      expect(await database.stores.pushedRequests.keep(keep)).toBe(false);
    });

    it('contract 42: the first code ends it, and is remembered while another browser could still come', async () => {
      const { uriHash, stampHash } = await given({ keptUntil: END + HOUR });
      const first = someGrant({ stampHash, createdAt: NOW, codeExpiresAt: NOW + MINUTE });
      expect(await database.stores.codes.issue(first)).toBe('issued');
      expect(await find(uriHash)).toMatchObject({ isSpent: true });
      await database.stores.expired.purge(END + HOUR - 1, 100, 0);
      expect(await database.stores.codes.issue(someGrant({ stampHash }))).toBe('stamp-spent');
    });

    it('contract 42: of fifty codes at once in three processes, one', async () => {
      const processes = await database.takeProcesses(3);
      for (let round = 0; round < roundsOf(200, 5); round += 1) {
        const { uriHash, stampHash } = await given();
        const job = (count: number) => ({
          method: 'issue-code' as const,
          inputs: Array.from({ length: count }, () => someGrant({ stampHash })),
        });
        const [one, two, three] = processes;
        const winners = await Promise.all([one?.run(job(17)), two?.run(job(17)), three?.run(job(16))]);
        expect(winners.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1);
        expect(await find(uriHash)).toMatchObject({ isSpent: true });
      }
    });
  });
}

// The contract of SessionStore.start for a new device, for every database: one mail a week for a browser and network, in
// the transaction that starts the session (contract 26).
import { describe, expect, it } from 'vitest';
import type { NewDevice } from '../../../src/core/sign-in/sessions/new-device.ts';
import { DAY, NOW, someAccount, someHash, someSession } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const WEEK = 7 * DAY;

export function newDevicesContract(make: MakeDatabase): void {
  describe('SessionStore.start on a new device', () => {
    const database = useDatabase(make);
    const givenAccount = async () => {
      const account = someAccount({ emailVerified: true });
      await database.stores.accounts.insert(account);
      return account.id;
    };
    const newDevice = (accountId: string, macs: readonly Buffer[], now = NOW): NewDevice => ({
      mail: someMail({ accountId, kind: 'new-device', createdAt: now, expiresAt: now + DAY }),
      macs,
      notifiedUntil: now + WEEK,
    });
    const start = (accountId: string, macs: readonly Buffer[], now = NOW, { sessions } = database.stores) =>
      sessions.start(someSession(accountId, { createdAt: now }), undefined, undefined, newDevice(accountId, macs, now));
    const queued = async () =>
      (await database.stores.mails.claim({ now: NOW + 100 * DAY, until: 0, limit: 100, busy: [] })).length;

    it('contract 26: tells once a week of a browser family and network, and of each other one', async () => {
      const accountId = await givenAccount();
      const [home, work] = [someHash(), someHash()];
      for (const now of [NOW, NOW + 1, NOW + WEEK - 1]) await start(accountId, [home], now);
      expect(await queued()).toBe(1);
      await start(accountId, [home], NOW + WEEK);
      expect(await queued()).toBe(2);
      await start(accountId, [home], NOW + WEEK + 1);
      await start(accountId, [work], NOW + WEEK + 1);
      expect(await queued()).toBe(3);
    });

    it('contract 26: tells each account of its own', async () => {
      const mac = someHash();
      for (const accountId of [await givenAccount(), await givenAccount()]) await start(accountId, [mac]);
      expect(await queued()).toBe(2);
    });

    it('contract 26: a changed secret of the server tells of nothing anew', async () => {
      const accountId = await givenAccount();
      const [current, previous] = [someHash(), someHash()];
      await start(accountId, [previous]);
      await start(accountId, [current, previous]);
      expect(await queued()).toBe(1);
    });

    it('contract 26: a sign-in that starts no session queues nothing, and does not count as told', async () => {
      const accountId = await givenAccount();
      const mac = someHash();
      await database.stores.sessions.endAll({ accountId, now: NOW });
      expect(await start(accountId, [mac])).toBeUndefined();
      expect(await queued()).toBe(0);
      await database.stores.sessions.start(
        someSession(accountId, { signInEpoch: 1 }),
        undefined,
        undefined,
        newDevice(accountId, [mac]),
      );
      expect(await queued()).toBe(1);
    });

    it('contract 26: of fifty sign-ins at once, in two processes, one tells', async () => {
      const accountId = await givenAccount();
      const mac = someHash();
      const other = await database.open();
      const started = Array.from({ length: 50 }, (_, index) =>
        start(accountId, [mac], NOW, index % 2 ? other : database.stores),
      );
      expect((await Promise.all(started)).filter((id) => id !== undefined)).toHaveLength(50);
      expect(await queued()).toBe(1);
    });
  });
}

// The contract of SessionStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { Session } from '../../../src/core/sign-in/sessions/session.ts';
import type { HeldSessions } from '../../../src/core/sign-in/sessions/session-store.ts';
import { DAY, keeping, MINUTE, NOW, someAccount, someHash, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function sessionStoreContract(make: MakeDatabase): void {
  describe('SessionStore', () => {
    const database = useDatabase(make);
    let account: Account;
    beforeEach(async () => {
      account = someAccount();
      await database.stores.accounts.insert(account);
    });

    it('finds the session together with its account', async () => {
      const session = someSession(account.id, {
        persistent: true,
        userAgent: '브라우저',
        network: '2001:db8:1:2::/64',
      });
      await database.stores.sessions.start(session, undefined);
      expect(await database.stores.sessions.find(session.handleHash, NOW)).toEqual({ session, account });
    });

    it('finds nothing by an unknown handle', async () => {
      expect(await database.stores.sessions.find(someHash(), NOW)).toBeUndefined();
    });

    it('contract 10: an expired session is not found from its last millisecond on', async () => {
      const session = someSession(account.id, { expiresAt: NOW + MINUTE });
      await database.stores.sessions.start(session, undefined);
      expect(await database.stores.sessions.find(session.handleHash, NOW + MINUTE - 1)).toBeDefined();
      expect(await database.stores.sessions.find(session.handleHash, NOW + MINUTE)).toBeUndefined();
    });

    it('contract 2: is not born while the account is disabled, nor found once it is enabled again', async () => {
      const { accounts, sessions } = database.stores;
      await accounts.setDisabled(account.id, true, NOW);
      const { signInEpoch } = (await accounts.find(account.id)) ?? {};
      const session = someSession(account.id, { signInEpoch: signInEpoch as number });
      expect(await sessions.start(session, undefined)).toBeUndefined();
      await accounts.setDisabled(account.id, false, NOW);
      expect(await sessions.find(session.handleHash, NOW)).toBeUndefined();
      expect(await sessions.start(session, undefined)).toBe(session.id);
    });

    it('contract 2: is not born of a sign-in that was ended, and nothing happens to what the device holds', async () => {
      const { sessions } = database.stores;
      const other = someAccount();
      await database.stores.accounts.insert(other);
      const held = someSession(other.id);
      await sessions.start(held, undefined);
      await sessions.endAll({ accountId: account.id, now: NOW });
      const keeps = [{ handleHash: held.handleHash, newHandleHash: someHash() }];
      expect(await sessions.start(someSession(account.id), { renews: undefined, keeps, ends: held })).toBeUndefined();
      expect((await sessions.find(held.handleHash, NOW))?.session).toEqual(held);
      expect(await sessions.listByAccount(account.id, NOW, 9)).toEqual([]);
    });

    it('of more than a hundred live ones of an account, however many start at once, the oldest end', async () => {
      const { sessions } = database.stores;
      const other = await database.open();
      const all = Array.from({ length: 130 }, (_, i) => someSession(account.id, { createdAt: NOW + i }));
      for (const session of all.slice(0, 90)) await sessions.start(session, undefined);
      const late = all.slice(90).map((session, i) => (i % 2 ? other.sessions : sessions).start(session, undefined));
      await Promise.all(late);
      expect(await sessions.listByAccount(account.id, NOW, 200)).toHaveLength(100);
      expect(await sessions.find((all[0] as Session).handleHash, NOW)).toBeUndefined();
      const renewed = someSession(account.id, { createdAt: NOW + 200 });
      const renews = (await sessions.listByAccount(account.id, NOW, 1))[0] as Session;
      expect(await sessions.start(renewed, { renews, keeps: [], ends: undefined })).toBe(renews.id);
      expect(await sessions.listByAccount(account.id, NOW, 200)).toHaveLength(100);
    });

    describe('signing in on a device that holds sessions', () => {
      const start = (session: Session, held: Partial<HeldSessions> = {}) =>
        database.stores.sessions.start(session, { renews: undefined, keeps: [], ends: undefined, ...held });
      const find = (handleHash: Buffer) => database.stores.sessions.find(handleHash, NOW);

      it('K6: as the same account: the session keeps its id, and only the new handle is good', async () => {
        const [before, after] = [someSession(account.id), someSession(account.id, { persistent: true, amr: ['otp'] })];
        expect(await start(before)).toBe(before.id);
        const renewed = {
          ...after,
          authenticatedAt: NOW + 1,
          chosenAt: NOW + 2,
          createdAt: NOW + 3,
          userAgent: 'x',
          network: 'y',
        };
        expect(await start(renewed, { renews: before })).toBe(before.id);
        expect(await find(before.handleHash)).toBeUndefined();
        expect((await find(after.handleHash))?.session).toEqual({ ...renewed, id: before.id });
        expect(await database.stores.sessions.listByAccount(account.id, NOW, 9)).toHaveLength(1);
      });

      it('a session to renew that ended meanwhile stays ended: its id is not used again', async () => {
        const [before, after] = [someSession(account.id), someSession(account.id)];
        await start(before);
        await database.stores.sessions.end({ accountId: account.id, sessionId: before.id, now: NOW });
        expect(await start(after, { renews: before })).toBe(after.id);
        expect((await find(after.handleHash))?.session.id).toBe(after.id);
      });

      it('K6: of two sign-ins that renew one session at once, one does, and the other has a session of its own', async () => {
        const [before, one, two] = [someSession(account.id), someSession(account.id), someSession(account.id)];
        await start(before);
        const other = await database.open();
        const held = { renews: before, keeps: [], ends: undefined };
        const ids = await Promise.all([start(one, held), other.sessions.start(two, held)]);
        expect(ids.filter((id) => id === before.id)).toHaveLength(1);
        expect(await find(before.handleHash)).toBeUndefined();
        expect([await find(one.handleHash), await find(two.handleHash)].map((found) => found?.session.id)).toEqual(ids);
      });

      it('K6: sessions of others go on under another handle, and keep all else', async () => {
        const other = someAccount();
        await database.stores.accounts.insert(other);
        const kept = [someSession(other.id), someSession(other.id)];
        for (const session of kept) await start(session);
        const mine = someSession(account.id);
        const keeps = kept.map(({ handleHash }) => ({ handleHash, newHandleHash: someHash() }));
        await start(mine, { keeps });
        for (const [index, { handleHash, newHandleHash }] of keeps.entries()) {
          expect(await find(handleHash)).toBeUndefined();
          expect((await find(newHandleHash))?.session).toEqual({ ...kept[index], handleHash: newHandleHash });
        }
        expect((await find(mine.handleHash))?.account).toEqual(account);
      });

      it('ends the one there is no room for, and only that', async () => {
        const [last, elsewhere, mine] = [someSession(account.id), someSession(account.id), someSession(account.id)];
        await start(last);
        await start(elsewhere);
        await start(mine, { ends: last });
        expect(await find(last.handleHash)).toBeUndefined();
        expect(await find(elsewhere.handleHash)).toBeDefined();
        expect(await find(mine.handleHash)).toBeDefined();
      });
    });

    it('choosing an account notes when, and nothing else', async () => {
      const [session, other] = [someSession(account.id), someSession(account.id)];
      for (const one of [session, other]) await database.stores.sessions.start(one, undefined);
      await database.stores.sessions.choose(session.id, NOW + 7);
      const found = await database.stores.sessions.find(session.handleHash, NOW);
      expect(found?.session).toEqual({ ...session, chosenAt: NOW + 7 });
      expect((await database.stores.sessions.find(other.handleHash, NOW))?.session).toEqual(other);
    });

    it('touch moves the last use and the end', async () => {
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      await database.stores.sessions.touch(session.id, NOW + 5, NOW + 2 * DAY);
      const found = await database.stores.sessions.find(session.handleHash, NOW);
      expect(found?.session).toEqual({ ...session, lastUsedAt: NOW + 5, expiresAt: NOW + 2 * DAY });
    });

    it('lists the live ones of one account, the last used first', async () => {
      const other = someAccount();
      await database.stores.accounts.insert(other);
      const old = someSession(account.id, { lastUsedAt: NOW - 2 });
      const recent = someSession(account.id, { lastUsedAt: NOW - 1 });
      const expired = someSession(account.id, { expiresAt: NOW });
      for (const session of [old, recent, expired, someSession(other.id)]) {
        await database.stores.sessions.start(session, undefined);
      }
      expect(await database.stores.sessions.listByAccount(account.id, NOW, 9)).toEqual([recent, old]);
      expect(await database.stores.sessions.listByAccount(account.id, NOW, 1)).toEqual([recent]);
    });

    it('ends one, only for the account it belongs to', async () => {
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      expect(await database.stores.sessions.end({ accountId: someAccount().id, sessionId: session.id, now: NOW })).toBe(
        false,
      );
      expect(await database.stores.sessions.end({ accountId: account.id, sessionId: session.id, now: NOW })).toBe(true);
      expect(await database.stores.sessions.end({ accountId: account.id, sessionId: session.id, now: NOW })).toBe(
        false,
      );
      expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
    });

    it('ends all, or all but one, which goes on under a new handle', async () => {
      const sessions = [someSession(account.id), someSession(account.id), someSession(account.id)];
      for (const session of sessions) await database.stores.sessions.start(session, undefined);
      const kept = sessions[1] as Session;
      const { keep, fromEpoch } = keeping(kept);
      const others = { accountId: account.id, fromEpoch, keep, now: NOW };
      expect(await database.stores.sessions.endOthers(others)).toBe(true);
      const stays = { ...kept, handleHash: keep.newHandleHash, signInEpoch: fromEpoch + 1 };
      expect(await database.stores.sessions.listByAccount(account.id, NOW, 9)).toEqual([stays]);
      expect(await database.stores.sessions.find(kept.handleHash, NOW)).toBeUndefined();
      expect(await database.stores.sessions.endOthers(others)).toBe(false);
      await database.stores.sessions.endAll({ accountId: account.id, now: NOW });
      expect(await database.stores.sessions.listByAccount(account.id, NOW, 9)).toEqual([]);
    });

    it('is not born when the account was removed while signing in', async () => {
      await database.stores.accounts.remove(account.id, NOW);
      expect(await database.stores.sessions.start(someSession(account.id), undefined)).toBeUndefined();
    });
  });
}

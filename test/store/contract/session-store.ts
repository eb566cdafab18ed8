// The contract of SessionStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/accounts/account.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { DAY, MINUTE, NOW, someAccount, someHash, someSession } from './given.ts';
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
      const session = someSession(account.id, { persistent: true, userAgent: '브라우저' });
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

    it('is not found while the account is disabled', async () => {
      await database.stores.accounts.setDisabled(account.id, true, NOW);
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
    });

    it('K6: starting one ends the session it replaces', async () => {
      const [before, after] = [someSession(account.id), someSession(account.id)];
      await database.stores.sessions.start(before, undefined);
      await database.stores.sessions.start(after, before.handleHash);
      expect(await database.stores.sessions.find(before.handleHash, NOW)).toBeUndefined();
      expect(await database.stores.sessions.find(after.handleHash, NOW)).toBeDefined();
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
      expect(await database.stores.sessions.listByAccount(account.id, NOW)).toEqual([recent, old]);
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

    it('ends all, or all but one', async () => {
      const sessions = [someSession(account.id), someSession(account.id), someSession(account.id)];
      for (const session of sessions) await database.stores.sessions.start(session, undefined);
      await database.stores.sessions.endAll({
        accountId: account.id,
        exceptSessionId: sessions[1]?.id ?? '',
        now: NOW,
      });
      expect(await database.stores.sessions.listByAccount(account.id, NOW)).toEqual([sessions[1]]);
      await database.stores.sessions.endAll({ accountId: account.id, now: NOW });
      expect(await database.stores.sessions.listByAccount(account.id, NOW)).toEqual([]);
    });

    it('is unavailable, not broken, when the account was removed while signing in', async () => {
      await database.stores.accounts.remove(account.id, NOW);
      await expect(database.stores.sessions.start(someSession(account.id), undefined)).rejects.toThrow(Unavailable);
    });
  });
}

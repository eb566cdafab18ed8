// The contract of ActivityStore, and of the triggers that write what it reads, for every database.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { idOfTime, newSub, timeOfId } from '../../../src/core/ground/secrets.ts';
import { ACTIVITIES_KEPT_MS, type Activity } from '../../../src/core/people/activities/activity.ts';
import { entryOf } from '../../../src/core/server/audit/act.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  DAY,
  givenConnection,
  givenFamily,
  HOUR,
  keeping,
  NOW,
  someAccount,
  someApiToken,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function activityStoreContract(make: MakeDatabase): void {
  describe('ActivityStore', () => {
    const database = useDatabase(make);
    const list = (accountId: string, limit = 50) => database.stores.activities.listByAccount({ accountId, limit });
    /** The oldest first. Several of one millisecond are in no order. */
    const kindsOf = async (accountId: string) => (await list(accountId)).map(({ kind }) => kind).reverse();

    const given = async (): Promise<Account> => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      return account;
    };

    it('contract 27: a sign-in and what ended it are told, with the device', async () => {
      const { sessions } = database.stores;
      const { id: accountId } = await given();
      const device = { userAgent: 'Mozilla "5"', network: '192.0.2.0/24' };
      const session = someSession(accountId, { ...device, createdAt: NOW + 1 });
      await sessions.start(session, undefined);
      await sessions.end({ accountId, sessionId: session.id, now: NOW + 2 });
      const told = await list(accountId);
      const of = (wanted: string) => told.find(({ kind }) => kind === wanted);
      expect(of('signed-in')).toMatchObject({ at: NOW + 1, data: { ...device, amr: ['pwd'] } });
      expect(of('signed-out')).toMatchObject({ data: device });
      expect(told).toHaveLength(2);
    });

    it('contract 27: a later sign-in on the device is told; use and choice are not', async () => {
      const { sessions } = database.stores;
      const { id: accountId } = await given();
      const session = someSession(accountId);
      await sessions.start(session, undefined);
      const renewed = someSession(accountId, { createdAt: NOW + 9 });
      await sessions.start(renewed, { renews: session, keeps: [], ends: undefined });
      await sessions.touch(session.id, NOW + 10, NOW + DAY);
      expect(await kindsOf(accountId)).toEqual(['signed-in', 'signed-in']);
    });

    it('contract 27: a purged session that had expired was signed out by nobody', async () => {
      const { sessions, expired } = database.stores;
      const { id: accountId } = await given();
      await sessions.start(someSession(accountId, { createdAt: 1, lastUsedAt: 1, expiresAt: 2 }), undefined);
      await expired.purge(3, 100, DAY);
      expect(await kindsOf(accountId)).toEqual(['signed-in']);
    });

    it('contract 27: a new password says why other devices are signed out; a renewed hash says nothing', async () => {
      const { accounts, sessions } = database.stores;
      const { id: accountId, passwordHash = '' } = await given();
      const [here, there] = [someSession(accountId), someSession(accountId)];
      for (const one of [here, there]) await sessions.start(one, undefined);
      await accounts.rehashPassword(accountId, passwordHash, '$argon2id$renewed');
      const change = { accountId, toHash: '$argon2id$other', endGrants: true, now: NOW + 5, ...keeping(here) };
      expect(await accounts.changePassword(change)).toBe(true);
      expect((await kindsOf(accountId)).sort()).toEqual(
        [...['password-changed', 'sign-ins-ended', 'signed-in', 'signed-in', 'signed-out']].sort(),
      );
    });

    it('contract 27: signing out elsewhere, disabling, enabling and another role are told', async () => {
      const { accounts, sessions } = database.stores;
      const { id } = await given();
      await sessions.endAll({ accountId: id, now: NOW });
      await accounts.setDisabled(id, true, NOW);
      await accounts.setDisabled(id, false, NOW);
      await accounts.setRole(id, 'owner', NOW);
      expect((await kindsOf(id)).sort()).toEqual([
        'account-disabled',
        'account-enabled',
        'role-changed',
        'sign-ins-ended',
      ]);
    });

    it('contract 27: that the person deleted the account, and restored it, is told', async () => {
      const { leaving, sessions } = database.stores;
      const account = await given();
      const session = someSession(account.id);
      await sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: NOW - HOUR };
      const asked = { accountId: account.id, mail: undefined, now: NOW };
      expect(await leaving.leave({ ...asked, until: NOW + DAY, proof })).toBe('done');
      expect(await leaving.restore({ ...asked, signInEpoch: account.signInEpoch + 1 })).toBe(true);
      const told = ['account-leaving', 'account-restored', 'signed-in', 'signed-out'];
      expect((await kindsOf(account.id)).sort()).toEqual(told);
    });

    it('contract 27: agreements, disconnections with who did it, and a reused token are told with the application', async () => {
      const { connections, tokens } = database.stores;
      const { user, application, grant } = await givenFamily(database.stores);
      const who = { applicationId: application.id, accountId: user.id };
      const receipt = {
        id: newId(),
        kind: 'consent',
        language: 'en',
        texts: { application: { name: 'A' }, items: [] },
      } as const;
      await connections.agree({ ...who, sub: newSub(), answers: {}, receipt, now: NOW + 3 });
      await tokens.endFamily(grant.id, NOW + 4, 'refresh-token-reused');
      await connections.unlink(application.id, user.id, NOW + 5, 'owner');
      const told = (await list(user.id)).map(({ kind, at, data, applicationName }) => ({
        kind,
        at,
        data,
        applicationName,
      }));
      const { name: applicationName } = application;
      expect(told.sort((a, b) => a.at - b.at)).toEqual([
        { kind: 'agreed', at: NOW + 3, data: {}, applicationName },
        { kind: 'tokens-reused', at: NOW + 4, data: {}, applicationName },
        { kind: 'disconnected', at: NOW + 5, data: { by: 'owner' }, applicationName },
      ]);
    });

    it('contract 27: an end of all connections is told with its time and who did it, once the purge has come by', async () => {
      const { connections, expired } = database.stores;
      const { user, application } = await givenConnection(database.stores);
      await connections.unlinkAll(application.id, NOW + 7, 'operator', newId());
      await expired.purge(NOW + 8, 100, DAY);
      expect(await list(user.id)).toMatchObject([{ kind: 'disconnected', at: NOW + 7, data: { by: 'operator' } }]);
    });

    it('contract 27: what an operator did or looked at is told with the role, not with a name; own acts are not', async () => {
      const { audit, apiTokens } = database.stores;
      const { id } = await given();
      const actor = { role: 'operator', accountId: newId(), address: '192.0.2.9' } as const;
      const done = { actor, action: 'accounts show' as const, subjectId: id };
      await audit.append([
        entryOf(done, NOW),
        entryOf({ ...done, subjectId: newId() }, NOW),
        entryOf({ ...done, actor: { ...actor, accountId: id } }, NOW),
        entryOf(done, NOW, { result: 'refused', refusal: 'role-too-low' }),
      ]);
      await apiTokens.insert(someApiToken(id, { name: 'laptop' }), 9);
      const told = (await list(id)).map(({ kind, data }) => ({ kind, data }));
      expect(told).toHaveLength(2);
      expect(told).toContainEqual({ kind: 'operator-acted', data: { role: 'operator', action: 'accounts show' } });
      expect(told).toContainEqual({ kind: 'api-token-made', data: { name: 'laptop' } });
    });

    it('contract 27: failed sign-ins are counted in their row, also when 20 fail at once; of nobody, none', async () => {
      const { activities } = database.stores;
      const { id: accountId } = await given();
      const id = idOfTime(NOW);
      const fail = (at: number) => activities.countFailures({ id, accountId, times: 1 + (at % 2), now: NOW + at });
      await Promise.all(Array.from({ length: 20 }, (_, at) => fail(at)));
      await activities.countFailures({ id: idOfTime(NOW + HOUR), accountId, times: 3, now: NOW + HOUR });
      await activities.countFailures({ id, accountId: newId(), times: 1, now: NOW });
      const refused = { id: idOfTime(NOW + 2), accountId, times: 1, refusal: 'backup-eligibility' as const };
      for (const at of [3, 4]) await activities.countFailures({ ...refused, now: NOW + at });
      const counted = (await list(accountId)).map(({ kind, data }) => [kind, data]);
      expect(counted).toEqual([
        ['sign-in-failed', { times: 3 }],
        ['sign-in-failed', { times: 30 }],
        ['passkey-refused', { times: 2, refusal: 'backup-eligibility' }],
      ]);
    });

    it('contract 27: failed sign-ins stand where the last one was, and not where their hour began, page by page', async () => {
      const { activities, audit } = database.stores;
      const { id: accountId } = await given();
      const actor = { role: 'operator' } as const;
      await audit.append([entryOf({ actor, action: 'accounts show', subjectId: accountId }, NOW)]);
      const [look] = await list(accountId);
      const at = timeOfId(look?.id ?? '');
      const fail = (hour: number, now: number) =>
        activities.countFailures({ id: idOfTime(at + hour * HOUR), accountId, times: 1, now });
      await fail(-1, at - 60_000);
      await fail(-2, at + 60_000);
      // The counts of two processes may be stored in any order.
      await fail(-2, at + 30_000);
      const whole = await list(accountId);
      expect(whole.map((row) => (row.id === look?.id ? 'look' : row.at - at))).toEqual([60_000, 'look', -60_000]);
      const paged = [];
      for (let page = await list(accountId, 1); page.length > 0; ) {
        paged.push(...page);
        page = await activities.listByAccount({ accountId, beforeId: page.at(-1)?.id, limit: 1 });
      }
      expect(paged).toEqual(whole);
    });

    it('contract 27: activities of one millisecond are in one order, and come once each, however long a page is', async () => {
      const { audit, activities } = database.stores;
      const { id: accountId } = await given();
      const actions = Array.from({ length: 12 }, (_, at) => `accounts act-${at}`);
      const actor = { role: 'operator' } as const;
      await audit.append(
        actions.map((action) => entryOf({ actor, action: action as never, subjectId: accountId }, NOW)),
      );
      const whole = await list(accountId);
      expect(whole.map(({ data }) => data.action).sort()).toEqual(actions.sort());
      for (const limit of [1, 5]) {
        const paged: Activity[] = [];
        for (let page = await list(accountId, limit); page.length > 0; ) {
          paged.push(...page);
          page = await activities.listByAccount({ accountId, beforeId: page.at(-1)?.id, limit });
        }
        expect(paged).toEqual(whole);
      }
    });

    it('contract 27: comes a page at a time, ends after 90 days, and goes with the account', async () => {
      const { activities, accounts, expired } = database.stores;
      const { id: accountId } = await given();
      const other = await given();
      for (const hour of [1, 2, 3]) {
        const now = NOW + hour * HOUR;
        for (const one of [accountId, other.id])
          await activities.countFailures({ id: idOfTime(now), accountId: one, times: 1, now });
      }
      const [newest] = await list(accountId, 1);
      const older = await activities.listByAccount({ accountId, beforeId: newest?.id, limit: 9 });
      expect(older.map(({ at }) => at)).toEqual([NOW + 2 * HOUR, NOW + HOUR]);
      await expired.purge(NOW + 2 * HOUR + ACTIVITIES_KEPT_MS, 100, DAY);
      expect((await list(accountId)).map(({ at }) => at)).toEqual([NOW + 3 * HOUR]);
      await accounts.remove(accountId, NOW);
      expect(await list(accountId)).toEqual([]);
      expect(await list(other.id)).toHaveLength(1);
    });
  });
}

// The contract of ExpiredRows, for every database: what can never matter again goes, in steps; the rest stays.
import { describe, expect, it } from 'vitest';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { newId } from '../../helpers/new-id.ts';
import { people } from './email-change-store.ts';
import {
  DAY,
  givenConnection,
  givenFamily,
  HOUR,
  MINUTE,
  NOW,
  redemption,
  rotation,
  SECOND,
  someAccessToken,
  someAccount,
  someApiToken,
  someApplication,
  someClientSecret,
  someGrant,
  someHash,
  someLink,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function expiredRowsContract(make: MakeDatabase): void {
  describe('ExpiredRows', () => {
    const database = useDatabase(make);
    const LIMIT = 10;
    const FAMILY = 365 * DAY;
    /** Purges as the server does: until nothing is left; how many rows went. */
    /** Triggers wrote them at the time of the database, long before `NOW`. */
    const forgetActivities = () => database.execute('delete from activities');
    const purgeAll = async (now: number): Promise<number> => {
      for (let total = 0; ; ) {
        const removed = await database.stores.expired.purge(now, LIMIT, FAMILY);
        if (removed === 0) return total;
        total += removed;
      }
    };

    it('removes nothing that lives', async () => {
      const { user, application, grant, accessToken } = await givenFamily(database.stores);
      const { apiTokens, clientSecrets, expired, links, sessions, tokens } = database.stores;
      await sessions.start(someSession(user.id), undefined);
      await links.issue(someLink());
      await apiTokens.insert(someApiToken(user.id, { expiresAt: undefined }), 50);
      await clientSecrets.insert(someClientSecret(application.id), 2, NOW);
      expect(await expired.purge(NOW + HOUR - 1, LIMIT, FAMILY)).toBe(0);
      expect(await tokens.findGrant(grant.id)).toBeDefined();
      expect(await tokens.findAccessToken(accessToken.id)).toBeDefined();
    });

    it('contract 26: forgets after its time that an account was told of a device', async () => {
      const { sessions, accounts } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      const session = someSession(account.id, { expiresAt: NOW + DAY });
      const newDevice = { mail: someMail({ accountId: account.id }), macs: [someHash()], notifiedUntil: NOW + HOUR };
      await sessions.start(session, undefined, undefined, newDevice);
      await forgetActivities();
      expect(await purgeAll(NOW + HOUR - 1)).toBe(0);
      expect(await purgeAll(NOW + HOUR)).toBe(1);
    });

    it('contract 21: removes a change of address after its hour, and the former address after seven days', async () => {
      const { givenPerson, ask, prove } = people(() => database.stores);
      const [waiting, changed] = [await givenPerson(), await givenPerson()];
      const { proof } = await ask(changed);
      const { link } = await prove(changed, proof);
      await ask(waiting);
      // The change and its proof; the mails and the sessions stay.
      await forgetActivities();
      expect(await purgeAll(NOW + HOUR - 1)).toBe(0);
      expect(await purgeAll(NOW + HOUR)).toBe(2);
      expect(await database.stores.emailChanges.findFormer(link, NOW + HOUR)).toBeDefined();
      await purgeAll(NOW + MINUTE + 7 * DAY);
      expect(await database.stores.emailChanges.findFormer(link, NOW + MINUTE)).toBeUndefined();
    });

    it('removes expired sessions and links', async () => {
      const { user } = await givenConnection(database.stores);
      const session = someSession(user.id);
      await database.stores.sessions.start(session, undefined);
      await database.stores.links.issue(someLink());
      await forgetActivities();
      expect(await purgeAll(NOW + HOUR)).toBe(1);
      expect(await purgeAll(NOW + DAY)).toBe(1);
      // The row itself is gone: a clock that is set back revives nothing.
      expect(await database.stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
    });

    it('removes expired invitations', async () => {
      const owner = someAccount({ role: 'owner' });
      const application = someApplication(owner.id);
      const { accounts, applications, apiTokens, invitations } = database.stores;
      const apiToken = someApiToken(owner.id, { expiresAt: undefined });
      await accounts.insert(owner);
      await applications.insert(application, 500);
      await apiTokens.insert(apiToken, 50);
      const invitation = { id: newId(), email: 'kim@example.com', emailKey: 'kim@example.com', tokenHash: someHash() };
      const place = { applicationId: application.id, invitedBy: owner.id, role: 'viewer' as const };
      const times = { createdAt: NOW, expiresAt: NOW + DAY };
      await invitations.invite({ ...invitation, ...place, ...times }, { apiTokenId: apiToken.id }, 50);
      expect(await purgeAll(NOW + DAY - 1)).toBe(0);
      expect(await purgeAll(NOW + DAY)).toBe(1);
      expect(await invitations.list(application.id, NOW)).toEqual([]);
    });

    it('contract 7: that a session was ended is known for as long as a family made in it could live', async () => {
      const { user } = await givenConnection(database.stores);
      const session = someSession(user.id);
      await database.stores.sessions.start(session, undefined);
      const grant = someGrant({ sessionId: session.id, codeExpiresAt: NOW + 3650 * DAY });
      await database.stores.codes.issue(grant);
      await database.stores.sessions.end({ accountId: user.id, sessionId: session.id, now: NOW });
      const isKnown = async () => (await database.stores.codes.findByHash(grant.codeHash))?.sessionEnded;
      const { expired } = database.stores;
      await forgetActivities();
      expect(await expired.purge(NOW + 500 * DAY - 1, LIMIT, 500 * DAY)).toBe(0);
      // A setting that was made shorter frees nothing at once: older families live by the old one.
      expect(await expired.purge(NOW + 400 * DAY - 1, LIMIT, DAY)).toBe(0);
      expect(await isKnown()).toBe(true);
      expect(await expired.purge(NOW + 400 * DAY, LIMIT, DAY)).toBe(1);
      expect(await isKnown()).toBe(false);
    });

    it('contract 7: messages stay until they are delivered, and what was noted for a session goes with it', async () => {
      const { user } = await givenConnection(database.stores);
      const { sessions, codes, sessionClients } = database.stores;
      const [ended, expiring] = [someSession(user.id), someSession(user.id)];
      for (const { id: sessionId, ...session } of [ended, expiring]) {
        await sessions.start({ id: sessionId, ...session }, undefined);
        const grant = someGrant({ sessionId });
        await codes.issue(grant);
        const tellOfSessionEnd = { sessionId, apiKey: 'key', sid: sessionId, sub: 'sub' };
        await codes.redeem({ ...redemption(grant.id), tellOfSessionEnd });
      }
      await sessions.end({ accountId: user.id, sessionId: ended.id, now: NOW });
      await purgeAll(NOW + 500 * DAY);
      const claim = { now: NOW + 500 * DAY, until: NOW + 501 * DAY, limit: 10, busy: [] };
      expect((await sessionClients.claim(claim)).map(({ sid }) => sid)).toEqual([ended.id]);
      // Were it still there, this would make a message of it.
      await database.stores.sessions.start(expiring, undefined);
      await sessions.end({ accountId: user.id, sessionId: expiring.id, now: NOW + 500 * DAY });
      expect(await sessionClients.claim(claim)).toEqual([]);
    });

    it('removes sign-in tries after a day', async () => {
      const buckets = [{ key: someHash(), limit: 5 }];
      await database.stores.signInLimits.reserve({ attemptId: newId(), buckets, windowMs: HOUR, now: NOW });
      expect(await purgeAll(NOW + DAY - 1)).toBe(0);
      expect(await purgeAll(NOW + DAY)).toBe(1);
    });

    it('removes API tokens and client secrets 30 days after their end', async () => {
      const { owner, application } = await givenConnection(database.stores);
      await database.stores.apiTokens.insert(someApiToken(owner.id, { expiresAt: NOW + DAY }), 50);
      await database.stores.clientSecrets.insert(someClientSecret(application.id, { expiresAt: NOW + DAY }), 2, NOW);
      expect(await purgeAll(NOW + 31 * DAY - 1)).toBe(0);
      expect(await purgeAll(NOW + 31 * DAY)).toBe(2);
      expect(await database.stores.clientSecrets.list(application.id)).toEqual([]);
    });

    it('removes an expired access token; its family stays', async () => {
      const { grant, accessToken } = await givenFamily(database.stores);
      expect(await purgeAll(NOW + HOUR)).toBe(1);
      expect(await database.stores.tokens.findAccessToken(accessToken.id)).toBeUndefined();
      expect(await database.stores.tokens.findGrant(grant.id)).toBeDefined();
    });

    it('removes a code that was never used once it has expired', async () => {
      const grant = someGrant();
      await database.stores.codes.issue(grant);
      expect(await purgeAll(NOW + MINUTE - 1)).toBe(0);
      expect(await purgeAll(NOW + MINUTE)).toBe(1);
    });

    it('contract 4, 42: what a code spent stays spent for the hour of a stamp, and the 90 seconds of a pushed request', async () => {
      const { codes } = database.stores;
      const stampHash = someHash();
      for (const grant of [someGrant({ stampHash }), someGrant({ stampHash: someHash() })]) await codes.issue(grant);
      expect(await purgeAll(NOW + HOUR + 90 * SECOND - 1)).toBe(0);
      expect(await codes.issue(someGrant({ stampHash }))).toBe('stamp-spent');
      expect(await purgeAll(NOW + HOUR + 90 * SECOND)).toBe(2);
      expect(await codes.issue(someGrant({ stampHash }))).toBe('issued');
    });

    it('contract 5: a used code is remembered as long as a token of its family could live', async () => {
      const { grant } = await givenFamily(database.stores);
      await database.stores.tokens.rotate(rotation(grant.id, 1));
      await purgeAll(NOW + 61 * DAY - 1);
      expect(await database.stores.codes.findByHash(grant.codeHash)).toBeDefined();
      await purgeAll(NOW + 61 * DAY);
      expect(await database.stores.codes.findByHash(grant.codeHash)).toBeUndefined();
    });

    it('a family whose access token outlives its refresh token stays until then', async () => {
      const grant = someGrant();
      await database.stores.codes.issue(grant);
      const accessToken = someAccessToken(grant.id);
      await database.stores.codes.redeem({ ...redemption(grant.id, accessToken), refreshExpiresAt: NOW + MINUTE });
      expect(await purgeAll(NOW + HOUR - 1)).toBe(0);
      expect(await purgeAll(NOW + HOUR)).toBe(2);
    });

    it('removes an ended family a day later', async () => {
      const { grant } = await givenFamily(database.stores);
      await database.stores.tokens.endFamily(grant.id, NOW, 'application');
      await purgeAll(NOW + DAY - 1);
      expect(await database.stores.tokens.findGrant(grant.id)).toBeDefined();
      await purgeAll(NOW + DAY);
      expect(await database.stores.tokens.findGrant(grant.id)).toBeUndefined();
    });

    it('removes the connections of a removed application in steps, and nobody else’s', async () => {
      const { accounts, applications, connections, expired } = database.stores;
      const { application } = await givenConnection(database.stores);
      const other = await givenConnection(database.stores);
      const users = Array.from({ length: 12 }, () => someAccount());
      const agree = (accountId: string, applicationId: string) =>
        connections.agree({ applicationId, accountId, sub: newSub(), answers: {}, now: NOW });
      for (const user of users) await accounts.insert(user);
      await Promise.all(users.map((user) => agree(user.id, application.id)));
      expect(await applications.remove(application.id)).toBe(true);
      // 13 connections, and what notes the removal.
      expect(await expired.purge(NOW, LIMIT, FAMILY)).toBe(10);
      expect(await purgeAll(NOW)).toBe(4);
      expect(await connections.find(other.application.id, other.user.id)).toEqual(other.connection);
    });

    it('takes at most `limit` rows of each kind in one step', async () => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const sessions = Array.from({ length: 25 }, () => someSession(account.id, { expiresAt: NOW }));
      await Promise.all(sessions.map((session) => database.stores.sessions.start(session, undefined)));
      await Promise.all(Array.from({ length: 25 }, () => database.stores.codes.issue(someGrant())));
      const steps = [];
      await forgetActivities();
      for (let i = 0; i < 4; i++) steps.push(await database.stores.expired.purge(NOW + MINUTE, LIMIT, FAMILY));
      expect(steps).toEqual([20, 20, 10, 0]);
    });

    it('several processes purge at once without getting in each other’s way', async () => {
      const { user, grant } = await givenFamily(database.stores);
      const all = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      await Promise.all(
        Array.from({ length: 40 }, () =>
          database.stores.sessions.start(someSession(user.id, { expiresAt: NOW }), undefined),
        ),
      );
      await Promise.all(Array.from({ length: 40 }, () => database.stores.codes.issue(someGrant())));
      for (let i = 0; i < 6; i++)
        await Promise.all(all.map(({ expired }) => expired.purge(NOW + MINUTE, LIMIT, FAMILY)));
      expect(await purgeAll(NOW + MINUTE)).toBe(0);
      expect(await database.stores.tokens.findGrant(grant.id)).toBeDefined();
    });

    it('finds dead rows far behind living ones, over several calls', async () => {
      const { codes } = database.stores;
      // More living families than one step looks at, then abandoned codes, then living ones again.
      const living = async () => {
        const grant = someGrant();
        await codes.issue(grant);
        await codes.redeem(redemption(grant.id));
      };
      for (let i = 0; i < 100; i++) await living();
      const abandoned = Array.from({ length: 15 }, () => someGrant());
      for (const grant of abandoned) await codes.issue(grant);
      for (let i = 0; i < 100; i++) await living();
      let removed = 0;
      for (let i = 0; i < 20; i++) removed += await database.stores.expired.purge(NOW + MINUTE, LIMIT, FAMILY);
      expect(removed).toBe(15);
      expect(await codes.findByHash(abandoned[0]?.codeHash ?? someHash())).toBeUndefined();
    });
  });
}

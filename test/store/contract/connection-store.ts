// The contract of ConnectionStore, for every database.
import { describe, expect, it } from 'vitest';
import { newId, newSub } from '../../../src/core/secrets.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { givenConnection, givenFamily, MINUTE, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function connectionStoreContract(make: MakeDatabase): void {
  describe('ConnectionStore', () => {
    const database = useDatabase(make);
    const agreed = (answeredAt: number) => ({ agreed: true, answeredAt });
    const declined = (answeredAt: number) => ({ agreed: false, answeredAt });

    it('the first agreement makes the connection', async () => {
      const { application, user, connection } = await givenConnection(database.stores);
      expect(connection).toMatchObject({
        applicationId: application.id,
        accountId: user.id,
        generation: 1,
        answers: { nickname: agreed(NOW) },
        createdAt: NOW,
        lastUsedAt: undefined,
        endedAt: undefined,
      });
      expect(await database.stores.connections.find(application.id, user.id)).toEqual(connection);
      expect(await database.stores.connections.find(newId(), user.id)).toBeUndefined();
    });

    it('contract 6: a later agreement keeps `sub` and merges the answers over those that stand', async () => {
      const { application, user, connection } = await givenConnection(database.stores);
      const again = await database.stores.connections.agree({
        applicationId: application.id,
        accountId: user.id,
        sub: newSub(),
        answers: { email: declined(NOW + 5) },
        now: NOW + 5,
      });
      expect(again).toEqual({ ...connection, answers: { nickname: agreed(NOW), email: declined(NOW + 5) } });
    });

    it('of 50 simultaneous first agreements, over 5 connections, all get one `sub`', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const { owner, application } = await givenConnection(database.stores);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          stores[i % 5]?.connections.agree({
            applicationId: application.id,
            accountId: owner.id,
            sub: newSub(),
            answers: {},
            now: NOW,
          }),
        ),
      );
      expect(new Set(results.map((connection) => connection?.sub)).size).toBe(1);
      expect(new Set(results.map((connection) => connection?.generation))).toEqual(new Set([1]));
    });

    it('contract 4: a withdrawn item is no longer agreed, the others are', async () => {
      const { application, user } = await givenConnection(database.stores);
      const { connections } = database.stores;
      const who = { applicationId: application.id, accountId: user.id };
      await connections.agree({ ...who, sub: newSub(), answers: { email: agreed(NOW) }, now: NOW });
      expect(await connections.withdraw({ ...who, item: 'email', now: NOW + 8 })).toBe(true);
      const found = await connections.find(application.id, user.id);
      expect(found?.answers).toEqual({ nickname: agreed(NOW), email: declined(NOW + 8) });
    });

    it('unlinking ends everything issued; agreeing anew has the same `sub` and revives nothing', async () => {
      const { connections, tokens } = database.stores;
      const { application, user, connection, grant, accessToken } = await givenFamily(database.stores);
      await connections.touch(application.id, user.id, NOW);
      expect(await connections.unlink(application.id, user.id, NOW + 5)).toBe(true);
      const ended = await connections.find(application.id, user.id);
      expect(ended).toMatchObject({ sub: connection.sub, generation: 2, answers: {}, endedAt: NOW + 5 });
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
      const again = await connections.agree({
        applicationId: application.id,
        accountId: user.id,
        sub: newSub(),
        answers: { email: agreed(NOW + 9) },
        now: NOW + 9,
      });
      expect(again).toEqual({
        ...connection,
        generation: 2,
        answers: { email: agreed(NOW + 9) },
        createdAt: NOW + 9,
        lastUsedAt: undefined,
      });
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
      expect((await tokens.findAccessToken(accessToken.id))?.connectionLive).toBe(false);
    });

    it('where there is no live connection nothing is withdrawn, unlinked or touched', async () => {
      const { connections } = database.stores;
      const { application, user } = await givenConnection(database.stores);
      await connections.unlink(application.id, user.id, NOW + 5);
      const ended = await connections.find(application.id, user.id);
      const who = { applicationId: application.id, accountId: user.id };
      expect(await connections.withdraw({ ...who, item: 'nickname', now: NOW + 6 })).toBe(false);
      expect(await connections.unlink(application.id, user.id, NOW + 6)).toBe(false);
      await connections.touch(application.id, user.id, NOW + 6);
      expect(await connections.find(application.id, user.id)).toEqual(ended);
    });

    it('lists live connections with their applications, the newest first', async () => {
      const { applications, connections } = database.stores;
      const { owner, application, user, connection } = await givenConnection(database.stores);
      const others = [someApplication(owner.id), someApplication(owner.id)] as const;
      for (const [i, other] of others.entries()) {
        await applications.insert(other, 500);
        const input = { applicationId: other.id, accountId: user.id, sub: newSub(), answers: {} };
        await connections.agree({ ...input, now: NOW + (i + 1) * MINUTE });
      }
      await connections.unlink(others[0].id, user.id, NOW);
      const listed = await connections.listByAccount(user.id);
      expect(listed.map((entry) => entry.application)).toEqual([others[1], application]);
      expect(listed[1]?.connection).toEqual(connection);
    });

    it('lists those of an application in order of creation, page by page, also after one that has ended', async () => {
      const { accounts, connections } = database.stores;
      const { application, connection } = await givenConnection(database.stores);
      const subs = [connection.sub];
      for (let index = 1; index <= 4; index += 1) {
        const user = someAccount();
        await accounts.insert(user);
        // Two of them at one moment.
        const made = NOW + Math.min(index, 3);
        const agreed = { applicationId: application.id, accountId: user.id, sub: newSub(), answers: {}, now: made };
        subs.push((await connections.agree(agreed)).sub);
      }
      const page = async (afterSub: string | undefined, limit: number) =>
        (await connections.listByApplication({ applicationId: application.id, afterSub, limit })).map(({ sub }) => sub);
      expect(await page(undefined, 100)).toEqual(subs);
      expect(await page(undefined, 2)).toEqual(subs.slice(0, 2));
      expect(await page(subs[1], 2)).toEqual(subs.slice(2, 4));
      const second = await connections.findBySub(application.id, subs[1] ?? '');
      await connections.unlink(application.id, second?.accountId ?? '', NOW + 9);
      expect(await page(subs[1], 100)).toEqual(subs.slice(2));
      expect(await connections.findBySub(application.id, subs[1] ?? '')).toBeUndefined();
      expect(await page('unknown', 100)).toEqual([]);
    });

    it('finds by sub in its own application only', async () => {
      const { connections } = database.stores;
      const [one, other] = [await givenConnection(database.stores), await givenConnection(database.stores)];
      expect(await connections.findBySub(one.application.id, one.connection.sub)).toEqual(one.connection);
      expect(await connections.findBySub(other.application.id, one.connection.sub)).toBeUndefined();
    });

    it('ends some at a time, those made until now, of that application alone', async () => {
      const { accounts, connections } = database.stores;
      const { application, user } = await givenConnection(database.stores);
      const other = await givenConnection(database.stores);
      const late = someAccount();
      await accounts.insert(late);
      const agreed = { applicationId: application.id, accountId: late.id, sub: newSub(), answers: {}, now: NOW + 9 };
      await connections.agree(agreed);
      expect(await connections.unlinkSome(application.id, NOW + 5, 10)).toBe(1);
      expect(await connections.unlinkSome(application.id, NOW + 5, 10)).toBe(0);
      expect(await connections.find(application.id, user.id)).toMatchObject({ generation: 2, endedAt: NOW + 5 });
      expect((await connections.find(application.id, late.id))?.endedAt).toBeUndefined();
      expect((await connections.find(other.application.id, other.user.id))?.endedAt).toBeUndefined();
    });

    it('touch notes the last use', async () => {
      const { application, user } = await givenConnection(database.stores);
      await database.stores.connections.touch(application.id, user.id, NOW + 7);
      expect((await database.stores.connections.find(application.id, user.id))?.lastUsedAt).toBe(NOW + 7);
    });

    it('is unavailable, not broken, when the application was removed while agreeing', async () => {
      const { application, user } = await givenConnection(database.stores);
      await database.stores.applications.remove(application.id);
      const input = { applicationId: application.id, accountId: user.id, sub: newSub(), answers: {}, now: NOW };
      await expect(database.stores.connections.agree(input)).rejects.toThrow(Unavailable);
    });
  });
}

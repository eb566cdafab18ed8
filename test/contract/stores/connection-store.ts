// The contract of ConnectionStore, for every database.
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/core/applications/connections/connection.ts';
import type { ConnectionPlace } from '../../../src/core/applications/connections/connection-store.ts';
import { newApiKey, newSub } from '../../../src/core/ground/secrets.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { newId } from '../../helpers/new-id.ts';
import { givenConnection, givenFamily, MINUTE, NOW, someAccount, someApplication, someGrant } from './given.ts';
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
      const answers = { email: declined(NOW + 8) };
      expect(await connections.answer({ ...who, generation: 2, answers, now: NOW })).toBe(false);
      expect(await connections.answer({ ...who, generation: 1, answers, now: NOW })).toBe(true);
      const found = await connections.find(application.id, user.id);
      expect(found?.answers).toEqual({ nickname: agreed(NOW), email: declined(NOW + 8) });
    });

    it('unlinking ends everything issued; agreeing anew has the same `sub` and revives nothing', async () => {
      const { connections, tokens } = database.stores;
      const { application, user, connection, grant, accessToken } = await givenFamily(database.stores);
      await connections.touch(application.id, user.id, NOW);
      expect(await connections.unlink(application.id, user.id, NOW + 5, 'person')).toBe(true);
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
      await connections.unlink(application.id, user.id, NOW + 5, 'person');
      const ended = await connections.find(application.id, user.id);
      const who = { applicationId: application.id, accountId: user.id };
      for (const generation of [1, 2]) {
        expect(await connections.answer({ ...who, generation, answers: { nickname: agreed(NOW + 6) }, now: NOW })).toBe(
          false,
        );
      }
      expect(await connections.unlink(application.id, user.id, NOW + 6, 'person')).toBe(false);
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
      await connections.unlink(others[0].id, user.id, NOW, 'person');
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
      const page = async (after: ConnectionPlace | undefined, limit: number) =>
        (await connections.listByApplication({ applicationId: application.id, after, limit })).map(({ sub }) => sub);
      expect(await page(undefined, 100)).toEqual(subs);
      expect(await page(undefined, 2)).toEqual(subs.slice(0, 2));
      const [second, third] = [1, 2].map((index) => connections.findBySub(application.id, subs[index] ?? ''));
      const places = [await second, await third] as [Connection, Connection];
      expect(await page(places[0], 2)).toEqual(subs.slice(2, 4));
      await connections.unlink(application.id, places[0].accountId, NOW + 9, 'person');
      expect(await page(places[0], 100)).toEqual(subs.slice(2));
      expect(await connections.findBySub(application.id, subs[1] ?? '')).toBeUndefined();
      await accounts.remove(places[1].accountId, NOW + 9);
      expect(await page(places[1], 100)).toEqual(subs.slice(3));
    });

    it('finds by sub in its own application only', async () => {
      const { connections } = database.stores;
      const [one, other] = [await givenConnection(database.stores), await givenConnection(database.stores)];
      expect(await connections.findBySub(one.application.id, one.connection.sub)).toEqual(one.connection);
      expect(await connections.findBySub(other.application.id, one.connection.sub)).toBeUndefined();
    });

    it('one mark ends every connection of the application and all issued under it, at once and on every process', async () => {
      const other = await database.open();
      const { application, user, grant, accessToken } = await givenFamily(database.stores);
      const another = await givenFamily(database.stores);
      const { connections } = database.stores;
      expect(await connections.unlinkAll(newId(), NOW, 'owner', newId())).toBe(false);
      expect(await connections.unlinkAll(application.id, NOW + 5, 'owner', newId())).toBe(true);
      for (const { connections, tokens, codes } of [database.stores, other]) {
        expect(await connections.find(application.id, user.id)).toMatchObject({ answers: {}, endedAt: NOW + 5 });
        expect(await connections.findBySub(application.id, another.connection.sub)).toBeUndefined();
        expect(await connections.listByAccount(user.id)).toEqual([]);
        expect(
          await connections.listByApplication({ applicationId: application.id, after: undefined, limit: 10 }),
        ).toEqual([]);
        expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
        expect((await codes.findByHash(grant.codeHash))?.connectionLive).toBe(false);
        expect((await tokens.findAccessToken(accessToken.id))?.connectionLive).toBe(false);
        expect((await tokens.findGrant(another.grant.id))?.connectionLive).toBe(true);
        const who = { applicationId: application.id, accountId: user.id };
        expect(await connections.answer({ ...who, generation: 1, answers: { email: agreed(NOW) }, now: NOW })).toBe(
          false,
        );
        expect(await connections.unlink(application.id, user.id, NOW + 6, 'person')).toBe(false);
      }
      expect(await connections.find(another.application.id, another.user.id)).toEqual(another.connection);
    });

    it('after the mark, agreeing anew has the same `sub`, forgets the answers and revives nothing, before and after the purge', async () => {
      const { connections, tokens, expired, accounts } = database.stores;
      const { application, user, connection, grant } = await givenFamily(database.stores);
      const late = someAccount();
      await accounts.insert(late);
      const agree = (accountId: string, now: number) =>
        connections.agree({
          applicationId: application.id,
          accountId,
          sub: newSub(),
          answers: { email: agreed(now) },
          now,
        });
      const second = await agree(late.id, NOW + 1);
      await connections.touch(application.id, user.id, NOW + 1);
      await connections.unlinkAll(application.id, NOW + 5, 'owner', newId());
      const anew = await agree(user.id, NOW + 9);
      expect(anew).toEqual({
        ...connection,
        generation: 2,
        answers: { email: agreed(NOW + 9) },
        createdAt: NOW + 9,
        lastUsedAt: undefined,
      });
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
      // The other row and the note of the mark.
      expect(await expired.purge(NOW + 10, 10, 0)).toBe(2);
      expect(await expired.purge(NOW + 10, 10, 0)).toBe(0);
      expect(await connections.find(application.id, user.id)).toEqual(anew);
      expect(await connections.find(application.id, late.id)).toMatchObject({ generation: 2, endedAt: NOW + 5 });
      expect(await agree(late.id, NOW + 11)).toEqual({
        ...second,
        generation: 2,
        answers: { email: agreed(NOW + 11) },
        createdAt: NOW + 11,
      });
      // A second mark ends what was revived.
      await connections.unlinkAll(application.id, NOW + 12, 'owner', newId());
      expect(await connections.find(application.id, user.id)).toMatchObject({ endedAt: NOW + 12 });
      expect(await expired.purge(NOW + 13, 1, 0)).toBe(1);
      expect(await expired.purge(NOW + 13, 1, 0)).toBe(1);
      expect(await expired.purge(NOW + 13, 1, 0)).toBe(1);
      expect(await expired.purge(NOW + 13, 1, 0)).toBe(0);
      expect(await connections.find(application.id, user.id)).toMatchObject({ generation: 3, endedAt: NOW + 12 });
    });

    it('agreeing, the mark and the purge at once: what was agreed before it is dead, what was agreed after it lives', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const { accounts, codes, connections, tokens } = database.stores;
      const { application } = await givenConnection(database.stores);
      const people = Array.from({ length: 10 }, () => someAccount());
      for (const person of people) await accounts.insert(person);
      const agree = (index: number, now: number) =>
        (stores[index % 5] ?? database.stores).connections.agree({
          applicationId: application.id,
          accountId: people[index]?.id ?? '',
          sub: newSub(),
          answers: {},
          now,
        });
      for (let round = 0; round < 20; round += 1) {
        const now = NOW + round * 100;
        const issue = async (index: number, connection: Connection) => {
          const grant = someGrant({
            apiKey: newApiKey(),
            applicationId: application.id,
            accountId: people[index]?.id ?? '',
            connectionGeneration: connection.generation,
          });
          await codes.issue(grant);
          return grant.id;
        };
        const before = await Promise.all(people.map(async (_, index) => issue(index, await agree(index, now))));
        const racing = people.map((_, index) => agree(index, now + 1));
        const purging = stores.map(({ expired }) => expired.purge(now + 1, 3, 0));
        expect(await stores[round % 5]?.connections.unlinkAll(application.id, now + 2, 'owner', newId())).toBe(true);
        const after = await Promise.all(people.map(async (_, index) => issue(index, await agree(index, now + 3))));
        await Promise.all([...racing, ...purging]);
        for (let left = 1; left > 0; ) left = await database.stores.expired.purge(now + 4, 3, 0);
        for (const id of before) expect((await tokens.findGrant(id))?.connectionLive).toBe(false);
        for (const id of after) expect((await tokens.findGrant(id))?.connectionLive).toBe(true);
        for (const { id } of people) expect((await connections.find(application.id, id))?.endedAt).toBeUndefined();
      }
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

// What the statements that read codes, refresh tokens and access tokens find of groups (contract 31), for every
// database: whether the application lets the person in, and which of their groups it receives.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { givenMember } from '../../helpers/membership.ts';
import { givenConnection, NOW, redemption, type SignedUp, someAccessToken, someGrant } from './given.ts';
import { listen } from './given-events.ts';
import { someGroup } from './group-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function groupGrantsContract(make: MakeDatabase): void {
  describe('groups in grants', () => {
    const database = useDatabase(make);
    let given: SignedUp;
    let codeHash: Buffer;
    let grantId: string;
    let tokenId: string;

    const change = async (values: Partial<Application>) => {
      const stored = await database.stores.applications.find(given.application.id);
      if (!stored) throw new Error('The application is gone');
      const next = { ...stored, ...values, version: stored.version + 1 };
      expect(await database.stores.applications.replace(next, stored.version)).toBe(true);
    };
    const group = async (name: string): Promise<string> => {
      const made = someGroup(name);
      await database.stores.groups.insert(made, 10_000);
      return made.id;
    };
    const add = (groupId: string, accountId = given.user.id) =>
      database.stores.groups.addMember({ groupId, accountId, max: 100, now: NOW });
    const remove = (groupId: string, accountId = given.user.id) =>
      database.stores.groups.removeMember({ groupId, accountId, now: NOW });
    /** By code, by refresh token, and by access token. */
    const found = async () => {
      const { codes, tokens } = database.stores;
      const [byCode, byId, token] = [
        await codes.findByHash(codeHash),
        await tokens.findGrant(grantId),
        await tokens.findAccessToken(tokenId),
      ];
      expect(byCode?.admitted).toBe(byId?.admitted);
      expect(byCode?.subject?.groups).toEqual(byId?.subject?.groups);
      expect(byCode?.subject?.groups).toEqual(token?.groups);
      return { admitted: byId?.admitted, read: token?.admitted, groups: token?.groups };
    };
    const issue = async (items: ('nickname' | 'groups')[]) => {
      const grant = someGrant({
        apiKey: given.application.platforms[0]?.apiKey ?? '',
        applicationId: given.application.id,
        accountId: given.user.id,
        connectionGeneration: given.connection.generation,
        items,
        openid: { sid: 'sid', amr: ['pwd'], claims: [] },
      });
      const token = someAccessToken(grant.id, { items });
      await database.stores.codes.issue(grant);
      await database.stores.codes.redeem(redemption(grant.id, token));
      [codeHash, grantId, tokenId] = [grant.codeHash, grant.id, token.id];
    };

    beforeEach(async () => {
      given = await givenConnection(database.stores, ['nickname', 'groups']);
      await issue(['nickname', 'groups']);
    });

    it('of an application for everyone: it lets in whoever it is, and gives no group that is not registered', async () => {
      expect(await found()).toEqual({ admitted: true, read: true, groups: [] });
      await add(await group('sre'));
      expect(await found()).toEqual({ admitted: true, read: true, groups: [] });
    });

    it('are those that the application registered and the person is in, by name, at once', async () => {
      const ids: Record<string, string> = {};
      for (const name of ['sre', 'billing', 'ops', 'other']) ids[name] = await group(name);
      await change({ groups: ['billing', 'ops', 'sre'] });
      for (const name of ['sre', 'other', 'billing']) await add(ids[name] ?? '');
      expect((await found()).groups).toEqual(['billing', 'sre']);
      await change({ groups: ['ops', 'sre'] });
      expect((await found()).groups).toEqual(['sre']);
      await remove(ids.sre ?? '');
      expect((await found()).groups).toEqual([]);
      await database.stores.groups.remove(ids.ops ?? '', { force: true, fromVersion: 1, now: NOW });
      expect((await found()).groups).toEqual([]);
    });

    it('are not read for a grant without the item', async () => {
      await change({ groups: [(await group('sre')) && 'sre'] });
      await issue(['nickname']);
      expect(await found()).toEqual({ admitted: true, read: true, groups: undefined });
    });

    it('of an application for groups: it lets in their members, and nobody of its team besides', async () => {
      const [sre, ops] = [await group('sre'), await group('ops')];
      await change({ audience: 'groups', allowedGroups: ['ops', 'sre'] });
      expect(await found()).toEqual({ admitted: false, read: false, groups: [] });
      await add(sre);
      expect(await found()).toEqual({ admitted: true, read: true, groups: [] });
      await add(ops);
      await remove(sre);
      expect((await found()).admitted).toBe(true);
      await remove(ops);
      expect(await found()).toEqual({ admitted: false, read: false, groups: [] });
      const member = { applicationId: given.application.id, accountId: given.user.id };
      await givenMember(database.stores, { ...member, role: 'editor', now: NOW });
      expect(await found()).toEqual({ admitted: false, read: false, groups: [] });
    });

    it('contract 3: of an application in test mode: it lets in its team, and access tokens go on', async () => {
      await change({ audience: 'team' });
      expect(await found()).toEqual({ admitted: false, read: true, groups: [] });
      const member = { applicationId: given.application.id, accountId: given.user.id };
      await givenMember(database.stores, { ...member, role: 'viewer', now: NOW });
      expect((await found()).admitted).toBe(true);
      await change({ audience: 'everyone' });
      await database.stores.members.remove(member.applicationId, member.accountId, { accountId: given.user.id });
      expect((await found()).admitted).toBe(true);
    });

    it('contract 60: an application hears of it where its own list changed, and the person agreed to it', async () => {
      const { application, connection, user } = given;
      await listen(database.stores, application.id);
      const events = async () => {
        const page = { applicationId: application.id, afterId: '', untilId: 'g', limit: 100 };
        return (await database.stores.events.listEvents(page)).map(({ type, sub, data }) => [type, sub, data]);
      };
      const [sre, other] = [await group('sre'), await group('other')];
      await change({ groups: ['sre'] });
      await add(other);
      expect(await events()).toEqual([]);
      await add(sre);
      const told = ['account.updated', connection.sub, { items: ['groups'] }];
      expect(await events()).toEqual([told]);
      await remove(other);
      await remove(sre);
      expect(await events()).toEqual([told, told]);
      const answers = { groups: { agreed: false, answeredAt: NOW + 1 } };
      const ids = { applicationId: application.id, accountId: user.id };
      await database.stores.connections.answer({ ...ids, generation: connection.generation, answers, now: NOW + 1 });
      await add(sre);
      const types = (await events()).map(([type]) => type);
      expect(types).toEqual(['account.updated', 'account.updated', 'consent.changed']);
      await database.stores.accounts.remove(user.id, NOW);
      expect((await events()).slice(3).map(([type]) => type)).toEqual(['connection.ended', 'account.deleted']);
    });
  });
}

// The contract of PersonAccessStore, for every database: tokens for an API that an application gets for a person.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Spent } from '../../../src/core/applications/apis/person-access-store.ts';
import type { Grant } from '../../../src/core/grants/tokens/grant.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, HOUR, NOW, SECOND, SEED, someAccount, someGrant } from './given.ts';
import { useAskedApi } from './given-asked-api.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function personTokensContract(make: MakeDatabase): void {
  describe('PersonAccessStore: tokens', () => {
    const database = useDatabase(make);
    const { now, apis, change, asked, askFor, editApi, answer } = useAskedApi(database);
    let grant: Grant;
    const issue = (spent: Spent, values: { scope?: string[]; dpopJkt?: string; id?: string } = {}) =>
      apis().issueToPerson({
        token: {
          ...{ id: newId(), tokenHash: Buffer.from(newId()), apiId: now.api.id, applicationId: now.application.id },
          ...{ apiKey: grant.apiKey, scope: ['billing.read'], grantId: grant.id, dpopJkt: undefined },
          ...{ createdAt: NOW, expiresAt: NOW + HOUR, ...values },
        },
        spent,
        withSession: true,
        now: NOW + SECOND,
      });
    const code: Spent = {
      ...{ kind: 'code', refreshExpiresAt: NOW + DAY, familyExpiresAt: NOW + 9 * DAY, tell: undefined },
    };
    const rotationFrom = (fromGeneration: number): Spent => ({
      ...{ kind: 'rotation', fromGeneration, familySeed: SEED, familySeedFrom: 2, refreshExpiresAt: NOW + DAY },
      recentRotations: [[fromGeneration, NOW]],
    });
    const state = async () => (await database.stores.tokens.findGrant(grant.id))?.grant;

    beforeEach(async () => {
      await askFor('billing.read', 'billing.write');
      await answer({ 'billing.read': true, 'billing.write': false });
      grant = someGrant({
        ...{
          apiKey: now.application.platforms[0]?.apiKey ?? '',
          applicationId: now.application.id,
          accountId: now.given.user.id,
        },
        connectionGeneration: now.given.connection.generation,
        apiAccess: { audiences: [now.api.id], scopes: ['billing.read'], amr: ['pwd'] },
      });
      await database.stores.codes.issue(grant);
      await apis().meetSubject({ apiId: now.api.id, accountId: now.given.user.id, sub: 'person' });
    });

    it('are offered as the person agreed, with what the API is', async () => {
      expect(await apis().findPersonOffer(now.api.id, grant.id)).toEqual({
        ...{
          resource: now.api.resource,
          accessTokenFormat: 'jwt',
          accessTokenAlg: 'ES256',
          accessTokenTtlSeconds: 300,
        },
        ...{ sub: 'person', admitted: true, scopes: ['billing.read'], groups: undefined },
      });
      expect(await apis().findPersonOffer(newId(), grant.id)).toBeUndefined();
    });

    it('SPEND THE CODE: of many at once one is issued', async () => {
      const issued = await Promise.all(Array.from({ length: 5 }, () => issue(code)));
      expect(issued.sort()).toEqual(['issued', 'lost', 'lost', 'lost', 'lost']);
      expect(await state()).toMatchObject({ codeUsedAt: NOW + SECOND, refreshGeneration: 1 });
    });

    it('SPEND THE REFRESH TOKEN: of many at once one is issued', async () => {
      await issue(code);
      const issued = await Promise.all(Array.from({ length: 5 }, () => issue(rotationFrom(1))));
      expect(issued.sort()).toEqual(['issued', 'lost', 'lost', 'lost', 'lost']);
      expect((await state())?.refreshGeneration).toBe(2);
    });

    it('are repeated for the same API and key alone, and only the newest', async () => {
      const first = newId();
      await issue(code, { id: first, dpopJkt: 'thumbprint' });
      const repeat: Spent = { kind: 'repeat', generation: 1 };
      expect(await issue(repeat, { dpopJkt: 'thumbprint' })).toBe('issued');
      expect(await issue(repeat)).toBe('lost');
      expect(await issue({ kind: 'repeat', generation: 2 }, { dpopJkt: 'thumbprint' })).toBe('lost');
      expect(await issue({ kind: 'renewal', refreshExpiresAt: NOW + DAY })).toBe('lost');
    });

    it.each<[what: string, end: () => Promise<unknown>]>([
      ['the scope is withdrawn', () => answer({ 'billing.read': false })],
      ['the application asks for it no more', () => askFor('billing.write')],
      ['it was registered anew', () => askFor('billing.write').then(() => askAnew())],
      ['the API lets the application ask no more', () => editApi({ applications: [] })],
      ['the API lets in members of groups', () => editApi({ audience: 'groups' })],
      [
        'the connection ends',
        () => database.stores.connections.unlink(now.application.id, now.given.user.id, NOW, 'person'),
      ],
      ['all connections end', () => database.stores.connections.unlinkAll(now.application.id, NOW, 'person', 'act')],
      ['login activation goes OFF', () => change({ loginActivation: false })],
      ['the key goes', () => change({ platforms: [] })],
      ['the family ends', () => database.stores.tokens.endFamily(grant.id, NOW, 'application')],
    ])('are neither issued nor found once %s, and spend nothing', async (_, end) => {
      const id = newId();
      await issue(code, { id });
      expect(await apis().findToken(id)).toMatchObject({
        ...{ given: ['billing.read'], resource: now.api.resource, grantId: grant.id },
        person: { sub: 'person', amr: ['pwd'], authenticatedAt: grant.authenticatedAt, groups: undefined },
      });
      const before = (await state())?.refreshGeneration;
      await end();
      expect(['ended', 'lost']).toContain(await issue(rotationFrom(1)));
      expect((await state())?.refreshGeneration).toBe(before);
      expect((await apis().findToken(id))?.given ?? []).toEqual([]);
    });

    const askAnew = async () => {
      const apiScopes = (await asked('billing.read')).map((scope) => ({ ...scope, createdAt: NOW + SECOND }));
      await change({ apiScopes });
    };

    it('a withdrawal that meets a refresh: whatever is issued, the next refresh has nothing', async () => {
      await issue(code);
      const ids = [newId(), newId()];
      const [refreshed] = await Promise.all([
        issue(rotationFrom(1), { id: ids[0] as string }),
        answer({ 'billing.read': false }),
        issue(rotationFrom(1), { id: ids[1] as string }),
      ]);
      expect(['issued', 'ended', 'lost']).toContain(refreshed);
      const now = (await state())?.refreshGeneration ?? 0;
      expect(await issue(rotationFrom(now))).toBe('ended');
      for (const id of ids) expect((await apis().findToken(id))?.given ?? []).toEqual([]);
    });

    it('groups let people in, and are told of those that the application receives too', async () => {
      const group = (name: string) => ({
        ...{ id: newId(), name, label: undefined, description: undefined, translations: undefined },
        ...{ applications: 'any' as const, createdAt: NOW, updatedAt: NOW, version: 1 },
      });
      const [staff, beta] = [group('staff'), group('beta')];
      for (const one of [staff, beta]) expect(await database.stores.groups.insert(one, 9)).toBe('created');
      await editApi({ audience: 'groups', allowedGroups: ['staff'], groups: ['beta', 'staff'] });
      expect(await apis().find(now.api.id)).toEqual(now.api);
      expect(await apis().isAdmittedToAll([now.api.id], now.given.user.id)).toBe(false);
      expect((await apis().findPersonOffer(now.api.id, grant.id))?.admitted).toBe(false);
      for (const { id } of [staff, beta]) {
        await database.stores.groups.addMember({ groupId: id, accountId: now.given.user.id, max: 9, now: NOW });
      }
      expect(await apis().isAdmittedToAll([now.api.id], now.given.user.id)).toBe(true);
      expect(await apis().isAdmittedToAll([now.api.id], someAccount().id)).toBe(false);
      expect(await apis().findPersonOffer(now.api.id, grant.id)).toMatchObject({ admitted: true, groups: undefined });
      expect(await issue(code)).toBe('issued');
      await database.stores.groups.remove(staff.id, { force: true, fromVersion: undefined, now: NOW });
      expect(await issue(rotationFrom(1))).toBe('ended');
    });
  });
}

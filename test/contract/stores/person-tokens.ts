// The contract of PersonAccessStore, for every database: tokens for an API that an application gets for a person.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Spent } from '../../../src/core/applications/apis/person-access-store.ts';
import type { Grant } from '../../../src/core/grants/tokens/grant.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, HOUR, NOW, SECOND, SEED, someAccount, someGrant, someLink, someSession } from './given.ts';
import { useAskedApi } from './given-asked-api.ts';
import { listen } from './given-events.ts';
import { someGroup } from './group-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function personTokensContract(make: MakeDatabase): void {
  describe('PersonAccessStore: tokens', () => {
    const database = useDatabase(make);
    const { now, apis, change, asked, askFor, editApi, answer } = useAskedApi(database);
    let grant: Grant;
    const issue = (
      spent: Spent,
      values: { scope?: string[]; dpopJkt?: string; id?: string } = {},
      { withSession = true } = {},
    ) =>
      apis().issueToPerson({
        token: {
          ...{ id: newId(), tokenHash: Buffer.from(newId()), apiId: now.api.id, applicationId: now.application.id },
          ...{ apiKey: grant.apiKey, scope: ['billing.read'], grantId: grant.id, dpopJkt: undefined },
          ...{ createdAt: NOW, expiresAt: NOW + HOUR, ...values },
        },
        spent,
        withSession,
        now: NOW + SECOND,
      });
    const code: Spent = {
      ...{ kind: 'code', refreshExpiresAt: NOW + DAY, familyExpiresAt: NOW + 9 * DAY, tell: undefined },
    };
    const rotationFrom = (fromGeneration: number): Spent => ({
      ...{ kind: 'rotation', fromGeneration, familySeed: SEED, familySeedFrom: 2, refreshExpiresAt: NOW + DAY },
      recentRotations: [[fromGeneration, NOW]],
    });
    const join = ({ id: groupId }: { id: string }) =>
      database.stores.groups.addMember({ groupId, accountId: now.given.user.id, max: 9, now: NOW });
    const begin = async (values: Partial<Grant> = {}) => {
      grant = someGrant({
        ...{
          apiKey: now.application.platforms[0]?.apiKey ?? '',
          applicationId: now.application.id,
          accountId: now.given.user.id,
        },
        connectionGeneration: now.given.connection.generation,
        apiAccess: { audiences: [now.api.id], scopes: ['billing.read'], amr: ['pwd'] },
        ...values,
      });
      await database.stores.codes.issue(grant);
    };
    const state = async () => (await database.stores.tokens.findGrant(grant.id))?.grant;

    beforeEach(async () => {
      await askFor('billing.read', 'billing.write');
      await answer({ 'billing.read': true, 'billing.write': false });
      await begin();
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
      ['the application lets in members of groups', () => change({ audience: 'groups' })],
      ['the API is removed', () => apis().remove(now.api.id, now.api.version, undefined, NOW)],
      ['the account is disabled', () => database.stores.accounts.setDisabled(now.given.user.id, true, NOW)],
      ['the account is secured', () => secureAccount()],
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

    /** Raises the epoch of its grants. */
    const secureAccount = async () => {
      const link = someLink({ purpose: 'password', accountId: now.given.user.id });
      await database.stores.links.issue(link);
      const passwordHash = '$argon2id$new';
      await database.stores.links.redeemForPassword({ tokenHash: link.tokenHash, passwordHash, now: NOW });
    };

    it.each<[what: string, end: (sessionId: string) => Promise<unknown>]>([
      [
        'its session has ended',
        (sessionId) => database.stores.sessions.end({ accountId: now.given.user.id, sessionId, now: NOW }),
      ],
      ['all sessions have', () => database.stores.sessions.endAll({ accountId: now.given.user.id, now: NOW })],
    ])('SPEND NO CODE once %s, though the grant may outlive its session', async (_, end) => {
      const session = someSession(now.given.user.id);
      await database.stores.sessions.start(session, undefined);
      await begin({ sessionId: session.id });
      await end(session.id);
      expect(await issue(code, {}, { withSession: false })).toBe('ended');
      expect((await state())?.codeUsedAt).toBeUndefined();
    });

    it('outlive the session where the grant does', async () => {
      const session = someSession(now.given.user.id);
      await database.stores.sessions.start(session, undefined);
      await begin({ sessionId: session.id });
      expect(await issue(code)).toBe('issued');
      await database.stores.sessions.endAll({ accountId: now.given.user.id, now: NOW });
      expect(await issue(rotationFrom(1))).toBe('ended');
      expect(await issue(rotationFrom(1), {}, { withSession: false })).toBe('issued');
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

    it('groups let people in', async () => {
      const [staff, beta] = [someGroup('staff'), someGroup('beta')];
      for (const one of [staff, beta]) expect(await database.stores.groups.insert(one, 9)).toBe('created');
      await editApi({ audience: 'groups', allowedGroups: ['staff'], groups: ['beta', 'staff'] });
      expect(await apis().find(now.api.id)).toEqual(now.api);
      expect(await apis().isAdmittedToAll([now.api.id], now.given.user.id)).toBe(false);
      expect((await apis().findPersonOffer(now.api.id, grant.id))?.admitted).toBe(false);
      for (const one of [staff, beta]) await join(one);
      expect(await apis().isAdmittedToAll([now.api.id], now.given.user.id)).toBe(true);
      expect(await apis().isAdmittedToAll([now.api.id], someAccount().id)).toBe(false);
      expect(await apis().findPersonOffer(now.api.id, grant.id)).toMatchObject({ admitted: true, groups: undefined });
      expect(await issue(code)).toBe('issued');
      await database.stores.groups.remove(staff.id, { force: true, fromVersion: 1, now: NOW });
      expect(await issue(rotationFrom(1))).toBe('ended');
    });

    it('tell of the groups that the application receives too, while the person agrees to it', async () => {
      const [staff, beta, others] = [someGroup('staff'), someGroup('beta'), someGroup('others')];
      for (const one of [staff, beta, others]) expect(await database.stores.groups.insert(one, 9)).toBe('created');
      for (const one of [staff, beta, others]) await join(one);
      const item = { item: 'groups', consent: 'optional', createdAt: NOW } as const;
      const says = { purpose: undefined, retention: undefined, translations: undefined };
      const consentItems = [...now.application.consentItems, { ...item, ...says }];
      await change({ consentItems, groups: ['beta', 'others'] });
      const before = now.application;
      await answer({ groups: true });
      await begin({ items: ['nickname', 'groups'] });
      const id = newId();
      expect(await issue(code, { id })).toBe('issued');
      const told = async () => [
        (await apis().findPersonOffer(now.api.id, grant.id))?.groups,
        (await apis().findToken(id))?.person?.groups,
      ];
      expect(await told()).toEqual([undefined, undefined]);
      await editApi({ groups: ['beta', 'staff'] });
      expect(await told()).toEqual([['beta'], ['beta']]);
      await database.stores.groups.removeMember({ groupId: beta.id, accountId: now.given.user.id, now: NOW });
      expect(await told()).toEqual([[], []]);
      await join(beta);
      await answer({ groups: false });
      expect(await told()).toEqual([undefined, undefined]);
      await answer({ groups: true });
      expect(await told()).toEqual([['beta'], ['beta']]);
      const anew = { ...item, ...says, createdAt: NOW + SECOND };
      await change({ ...before, consentItems: [...before.consentItems.slice(0, -1), anew] });
      expect(await told()).toEqual([undefined, undefined]);
      await begin({ items: ['nickname'] });
      expect((await apis().findPersonOffer(now.api.id, grant.id))?.groups).toBeUndefined();
    });

    describe('contract 60: one that the application revokes', () => {
      const events = async () => {
        const page = { applicationId: now.application.id, afterId: '', untilId: 'g', limit: 100 };
        return (await database.stores.events.listEvents(page)).map(({ type, sub, data }) => [type, sub, data]);
      };
      const revoked = () => [
        'tokens.revoked',
        now.given.connection.sub,
        { reason: 'application', token: 'access_token' },
      ];

      it('is tokens.revoked, once, and only while it was live', async () => {
        await listen(database.stores, now.application.id);
        const [live, expired] = [newId(), newId()];
        await issue(code, { id: live });
        await issue(rotationFrom(1), { id: expired });
        await apis().removeToken(newId(), NOW);
        await apis().removeToken(expired, NOW + HOUR);
        expect(await events()).toEqual([]);
        await Promise.all([apis().removeToken(live, NOW + HOUR - 1), apis().removeToken(live, NOW + HOUR - 1)]);
        expect(await events()).toEqual([revoked()]);
        for (const id of [live, expired]) expect(await apis().findToken(id)).toBeUndefined();
      });

      it.each<[what: string, end: () => Promise<unknown>]>([
        ['family', () => database.stores.tokens.endFamily(grant.id, NOW, 'application')],
        ['connection', () => database.stores.connections.unlink(now.application.id, now.given.user.id, NOW, 'person')],
        ['account', () => database.stores.accounts.setDisabled(now.given.user.id, true, NOW)],
      ])('is none beside the end of its %s', async (_, end) => {
        await listen(database.stores, now.application.id);
        const id = newId();
        await issue(code, { id });
        await end();
        const before = await events();
        await apis().removeToken(id, NOW);
        expect(await events()).toEqual(before);
      });

      it('is none of an application that listens to nothing', async () => {
        const id = newId();
        await issue(code, { id });
        await apis().removeToken(id, NOW);
        expect(await events()).toEqual([]);
        expect(await apis().findToken(id)).toBeUndefined();
      });
    });
  });
}

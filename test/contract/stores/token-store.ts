// The contract of TokenStore, for every database: a refresh token is rotated once, whoever tries, and an access token
// is read together with everything that decides about it.
import { describe, expect, it } from 'vitest';
import { newId } from '../../helpers/new-id.ts';
import {
  DAY,
  givenCode,
  givenFamily,
  HOUR,
  MINUTE,
  NOW,
  redemption,
  rotation,
  SEED,
  someAccessToken,
  someGrant,
  someHash,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function tokenStoreContract(make: MakeDatabase): void {
  describe('TokenStore: refresh tokens', () => {
    const database = useDatabase(make);

    it('finds a grant by its id, as it is found by its code', async () => {
      const { grant } = await givenFamily(database.stores);
      const found = await database.stores.tokens.findGrant(grant.id);
      expect(found).toEqual(await database.stores.codes.findByHash(grant.codeHash));
      expect(found).toMatchObject({ accountActive: true, connectionLive: true });
      expect(await database.stores.tokens.findGrant(newId())).toBeUndefined();
    });

    it('rotating raises the generation and stores the new access token; the old one lives on', async () => {
      const { grant, accessToken } = await givenFamily(database.stores);
      const next = someAccessToken(grant.id, { expiresAt: NOW + 2 * HOUR });
      const input = { ...rotation(grant.id, 1, next), answerScope: undefined };
      expect(await database.stores.tokens.rotate(input)).toBe(true);
      expect((await database.stores.tokens.findGrant(grant.id))?.grant).toMatchObject({
        refreshGeneration: 2,
        refreshExpiresAt: NOW + 61 * DAY,
        familyExpiresAt: NOW + 365 * DAY,
        recentRotations: [[1, NOW + MINUTE]],
        lastAnswer: { accessTokenId: next.id, accessTokenExpiresAt: NOW + 2 * HOUR, scope: undefined },
      });
      expect(await database.stores.tokens.findAccessToken(next.id)).toBeDefined();
      expect(await database.stores.tokens.findAccessToken(accessToken.id)).toBeDefined();
    });

    it('contract 44: a grant that keeps its refresh token gets an access token each time, of any number at once', async () => {
      const { tokens, codes } = database.stores;
      const { grant } = await givenCode(database.stores, { keepsRefreshToken: true });
      const renew = (accessToken = someAccessToken(grant.id)) =>
        tokens.renew({ grantId: grant.id, accessToken, refreshExpiresAt: NOW + 70 * DAY, answerScope: ['openid'] });
      expect(await renew()).toBe(false);
      await codes.redeem(redemption(grant.id));
      const made = Array.from({ length: 20 }, () => someAccessToken(grant.id));
      expect(await Promise.all(made.map((token) => renew(token)))).toEqual(made.map(() => true));
      expect(await Promise.all(made.map(({ id }) => tokens.findAccessToken(id)))).not.toContain(undefined);
      const family = (await tokens.findGrant(grant.id))?.grant;
      expect(family).toMatchObject({ keepsRefreshToken: true, refreshGeneration: 1, refreshExpiresAt: NOW + 70 * DAY });
      await tokens.endFamily(grant.id, NOW, 'application');
      expect(await renew()).toBe(false);
      const { grant: rotating } = await givenFamily(database.stores);
      const other = { accessToken: someAccessToken(rotating.id), refreshExpiresAt: NOW + DAY, answerScope: undefined };
      expect(await tokens.renew({ grantId: rotating.id, ...other })).toBe(false);
    });

    it('contract 41: the first key of a family stays; each access token has its own', async () => {
      const { tokens, codes } = database.stores;
      const { grant, accessToken } = await givenFamily(database.stores);
      expect((await tokens.findAccessToken(accessToken.id))?.dpopJkt).toBeUndefined();
      const rotated = async (generation: number, dpopJkt: string | undefined) => {
        const next = someAccessToken(grant.id, { dpopJkt });
        await tokens.rotate(rotation(grant.id, generation, next));
        const [family, token] = [await tokens.findGrant(grant.id), await tokens.findAccessToken(next.id)];
        return [family?.grant.dpopJkt, token?.dpopJkt];
      };
      expect(await rotated(1, undefined)).toEqual([undefined, undefined]);
      expect(await rotated(2, 'first key')).toEqual(['first key', 'first key']);
      expect(await rotated(3, 'second key')).toEqual(['first key', 'second key']);
      const bound = await givenCode(database.stores, { dpopJkt: 'k' });
      expect((await codes.findByHash(bound.grant.codeHash))?.grant.dpopJkt).toBe('k');
      await codes.redeem(redemption(bound.grant.id, someAccessToken(bound.grant.id, { dpopJkt: 'k' })));
      expect((await codes.findByHash(bound.grant.codeHash))?.grant.dpopJkt).toBe('k');
    });

    it('P8: rotating seeds a family that has no seed, and a family that is seeded keeps it', async () => {
      const { tokens } = database.stores;
      const { grant } = await givenFamily(database.stores);
      expect(grant).toMatchObject({ familySeed: undefined, familySeedFrom: 0 });
      await tokens.rotate(rotation(grant.id, 1));
      expect((await tokens.findGrant(grant.id))?.grant).toMatchObject({ familySeed: SEED, familySeedFrom: 2 });
      await tokens.rotate(rotation(grant.id, 2));
      expect((await tokens.findGrant(grant.id))?.grant).toMatchObject({ familySeed: SEED, familySeedFrom: 2 });
    });

    it('P8: 50 parallel first rotations, each with a seed of its own: the row keeps that of the one that rotated', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      for (let round = 0; round < 10; round++) {
        const { grant } = await givenFamily(database.stores);
        const tries = Array.from({ length: 50 }, () => ({ ...rotation(grant.id, 1), familySeed: someHash() }));
        const results = await Promise.all(tries.map((input, i) => stores[i % 5]?.tokens.rotate(input)));
        const winner = tries[results.indexOf(true)];
        expect((await database.stores.tokens.findGrant(grant.id))?.grant).toMatchObject({
          familySeed: winner?.familySeed,
          familySeedFrom: 2,
          lastAnswer: { accessTokenId: winner?.accessToken.id },
        });
      }
    });

    it('a generation that is used, not reached, or not begun is not rotated and stores nothing', async () => {
      const { grant } = await givenFamily(database.stores);
      await database.stores.tokens.rotate(rotation(grant.id, 1));
      for (const generation of [0, 1, 3]) {
        const token = someAccessToken(grant.id);
        expect(await database.stores.tokens.rotate(rotation(grant.id, generation, token))).toBe(false);
        expect(await database.stores.tokens.findAccessToken(token.id)).toBeUndefined();
      }
      const unspent = await givenCode(database.stores);
      expect(await database.stores.tokens.rotate(rotation(unspent.grant.id, 0))).toBe(false);
    });

    it('two callers that both found the generation, then both rotate: one does', async () => {
      const other = await database.open();
      const { grant } = await givenFamily(database.stores);
      const seen = await Promise.all([database.stores.tokens.findGrant(grant.id), other.tokens.findGrant(grant.id)]);
      expect(seen.map((found) => found?.grant.refreshGeneration)).toEqual([1, 1]);
      expect(await other.tokens.rotate(rotation(grant.id, 1))).toBe(true);
      expect(await database.stores.tokens.rotate(rotation(grant.id, 1))).toBe(false);
    });

    it('50 parallel rotations of one generation over 5 connections: one succeeds, for 20 generations', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const { grant } = await givenFamily(database.stores);
      for (let generation = 1; generation <= 20; generation++) {
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, i) => stores[i % 5]?.tokens.rotate(rotation(grant.id, generation))),
        );
        expect(results.filter(Boolean)).toHaveLength(1);
      }
    });

    it('2 processes with 25 rotations each of one generation: one succeeds, for 30 generations', async () => {
      const processes = await database.takeProcesses(2);
      const { grant } = await givenFamily(database.stores);
      for (let generation = 1; generation <= 30; generation++) {
        const inputs = () => Array.from({ length: 25 }, () => rotation(grant.id, generation));
        const winners = await Promise.all(processes.map((child) => child.run({ method: 'rotate', inputs: inputs() })));
        expect(winners.reduce((sum, count) => sum + count)).toBe(1);
      }
    });

    it('G12: rotating and ending at once, over 5 connections, 20 times in 20: finally nothing of the family lives', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      for (let round = 0; round < 20; round++) {
        const { grant, accessToken } = await givenFamily(database.stores);
        const issued = Array.from({ length: 10 }, () => someAccessToken(grant.id));
        const rotations = issued.map((token, i) => stores[i % 5]?.tokens.rotate(rotation(grant.id, 1, token)));
        const ending = stores[round % 5]?.tokens.endFamily(grant.id, NOW, 'application');
        const results = await Promise.all(rotations);
        await ending;
        expect(results.filter(Boolean).length).toBeLessThanOrEqual(1);
        expect((await database.stores.tokens.findGrant(grant.id))?.grant.endedAt).toBe(NOW);
        for (const { id } of [accessToken, ...issued]) {
          expect((await database.stores.tokens.findAccessToken(id))?.grantEnded ?? true).toBe(true);
        }
        expect(await database.stores.tokens.rotate(rotation(grant.id, 2))).toBe(false);
      }
    });

    it('an ended family is not rotated, and ending it twice keeps the first moment', async () => {
      const { grant } = await givenFamily(database.stores);
      await database.stores.tokens.endFamily(grant.id, NOW + 5, 'application');
      await database.stores.tokens.endFamily(grant.id, NOW + 9, 'application');
      expect((await database.stores.tokens.findGrant(grant.id))?.grant.endedAt).toBe(NOW + 5);
      expect(await database.stores.tokens.rotate(rotation(grant.id, 1))).toBe(false);
    });
  });

  describe('TokenStore: access tokens', () => {
    const database = useDatabase(make);

    it('reads everything that decides about a token', async () => {
      const { grant, accessToken, application, user, connection } = await givenFamily(database.stores);
      expect(await database.stores.tokens.findAccessToken(accessToken.id)).toEqual({
        tokenHash: accessToken.tokenHash,
        grantId: grant.id,
        items: ['nickname'],
        scope: undefined,
        requestedScope: grant.requestedScope,
        createdAt: accessToken.createdAt,
        expiresAt: accessToken.expiresAt,
        grantEnded: false,
        apiKey: grant.apiKey,
        applicationId: application.id,
        application: await database.stores.applications.find(application.id),
        connectionLive: true,
        connectionGeneration: connection.generation,
        connectionLastUsedAt: undefined,
        sub: connection.sub,
        answers: { nickname: { agreed: true, answeredAt: NOW } },
        accountId: user.id,
        accountActive: true,
        email: user.email,
        emailVerified: true,
        profile: user.profile,
        accountUpdatedAt: NOW,
        admitted: true,
        groups: undefined,
      });
    });

    it('finds nothing for an unknown id, nor for the id in capitals', async () => {
      const { accessToken } = await givenFamily(database.stores);
      expect(await database.stores.tokens.findAccessToken(newId())).toBeUndefined();
      expect(await database.stores.tokens.findAccessToken(accessToken.id.toUpperCase())).toBeUndefined();
    });

    it('sees the end of the family, of the account and of the connection at the next read', async () => {
      const { accounts, connections, tokens } = database.stores;
      const { grant, accessToken, application, user } = await givenFamily(database.stores);
      await connections.touch(application.id, user.id, NOW + 4);
      await accounts.setDisabled(user.id, true, NOW);
      expect(await tokens.findAccessToken(accessToken.id)).toMatchObject({
        accountActive: false,
        connectionLive: true,
        connectionLastUsedAt: NOW + 4,
        grantEnded: false,
      });
      await connections.unlink(application.id, user.id, NOW, 'person');
      await tokens.endFamily(grant.id, NOW, 'application');
      expect(await tokens.findAccessToken(accessToken.id)).toMatchObject({ connectionLive: false, grantEnded: true });
    });

    it('nothing lives under an ended connection, whatever generation it was issued under', async () => {
      const { connections, codes, tokens } = database.stores;
      const { application, user } = await givenFamily(database.stores);
      await connections.unlink(application.id, user.id, NOW, 'person');
      const { generation = 0 } = (await connections.find(application.id, user.id)) ?? {};
      const who = { applicationId: application.id, accountId: user.id, connectionGeneration: generation };
      const grant = someGrant(who);
      const accessToken = someAccessToken(grant.id);
      await codes.issue(grant);
      await codes.redeem(redemption(grant.id, accessToken));
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
      expect((await tokens.findAccessToken(accessToken.id))?.connectionLive).toBe(false);
    });

    it('sees a profile change, a withdrawn item and another connection at the next read', async () => {
      const other = await database.open();
      const { accessToken, application, user } = await givenFamily(database.stores);
      await other.accounts.saveProfile(user.id, { nickname: 'New' }, NOW + 3);
      await other.connections.answer({
        applicationId: application.id,
        accountId: user.id,
        generation: 1,
        answers: { nickname: { agreed: false, answeredAt: NOW + 3 } },
        now: NOW + 3,
      });
      expect(await database.stores.tokens.findAccessToken(accessToken.id)).toMatchObject({
        profile: { nickname: 'New' },
        accountUpdatedAt: NOW + 3,
        answers: { nickname: { agreed: false, answeredAt: NOW + 3 } },
      });
    });

    it('contract 3: sees every edit of the application at the next read, though both processes knew it before', async () => {
      const other = await database.open();
      const { accessToken, application } = await givenFamily(database.stores);
      const seen = async () => {
        const found = await Promise.all(
          [database.stores, other].map(({ tokens }) => tokens.findAccessToken(accessToken.id)),
        );
        return found.map((token) => [
          token?.application?.loginActivation,
          token?.application?.consentItems.length,
          token?.application?.platforms.length,
        ]);
      };
      const twice = (...expected: unknown[]) => [expected, expected];
      const { consentItems, platforms } = application;
      expect(await seen()).toEqual(twice(true, consentItems.length, platforms.length));
      const off = { ...application, loginActivation: false, consentItems: [], version: 2 };
      await database.stores.applications.replace(off, 1);
      expect(await seen()).toEqual(twice(false, 0, platforms.length));
      await other.applications.replace({ ...off, platforms: [], version: 3 }, 2);
      expect(await seen()).toEqual(twice(false, 0, 0));
    });
  });
}

// The contract of CodeStore, for every database: a code is spent once, whoever tries.
import { describe, expect, it } from 'vitest';
import { newId } from '../../helpers/new-id.ts';
import {
  givenCode,
  givenConnection,
  HOUR,
  NOW,
  redemption,
  SECOND,
  someAccessToken,
  someAccount,
  someGrant,
  someHash,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function codeStoreContract(make: MakeDatabase): void {
  describe('CodeStore', () => {
    const database = useDatabase(make);

    it('gives back every value that was issued', async () => {
      const grant = someGrant({ codeChallenge: 'x'.repeat(43), nonce: 'n"\u0000', requestedScope: [], items: [] });
      await database.stores.codes.issue(grant);
      expect((await database.stores.codes.findByHash(grant.codeHash))?.grant).toEqual(grant);
      const bare = someGrant({ requestedScope: undefined });
      await database.stores.codes.issue(bare);
      expect((await database.stores.codes.findByHash(bare.codeHash))?.grant).toEqual(bare);
    });

    it('contract 4: of 50 codes at once under one stamp one is issued, and nothing is written of the others', async () => {
      const stampHash = someHash();
      expect(await database.stores.codes.existsUnder(stampHash)).toBe(false);
      const grants = Array.from({ length: 50 }, () => someGrant({ stampHash }));
      const results = await Promise.all(grants.map((grant) => database.stores.codes.issue(grant)));
      expect(results.filter((result) => result === 'issued')).toHaveLength(1);
      expect(results.filter((result) => result === 'stamp-spent')).toHaveLength(49);
      expect(await database.stores.codes.existsUnder(stampHash)).toBe(true);
      const found = await Promise.all(grants.map(({ codeHash }) => database.stores.codes.findByHash(codeHash)));
      expect(found.map((one) => one !== undefined)).toEqual(results.map((result) => result === 'issued'));
      expect(await database.stores.codes.issue(someGrant({ stampHash }))).toBe('stamp-spent');
    });

    it('contract 4: codes under other stamps, and those without one, are issued beside it', async () => {
      const spent = someGrant({ stampHash: someHash() });
      await database.stores.codes.issue(spent);
      const grants = [spent.stampHash, undefined, someHash(), undefined].map((stampHash) => someGrant({ stampHash }));
      const results = await Promise.all(grants.map((grant) => database.stores.codes.issue(grant)));
      expect(results).toEqual(['stamp-spent', 'issued', 'issued', 'issued']);
    });

    it('finds nothing by an unknown hash', async () => {
      expect(await database.stores.codes.findByHash(someHash())).toBeUndefined();
    });

    it('tells whether user and connection stand', async () => {
      const { accounts, codes, connections } = database.stores;
      const { grant, user, application } = await givenCode(database.stores);
      expect(await codes.findByHash(grant.codeHash)).toEqual({
        grant,
        accountActive: true,
        signInStands: true,
        connectionLive: true,
        sessionEnded: false,
        admitted: true,
        subject: undefined,
      });
      await connections.unlink(application.id, user.id, NOW, 'person');
      expect(await codes.findByHash(grant.codeHash)).toMatchObject({ accountActive: true, connectionLive: false });
      await accounts.setDisabled(user.id, true, NOW);
      const dead = { accountActive: false, signInStands: false, connectionLive: false };
      expect(await codes.findByHash(grant.codeHash)).toMatchObject(dead);
      await accounts.setDisabled(user.id, false, NOW);
      expect(await codes.findByHash(grant.codeHash)).toMatchObject(dead);
    });

    it('contract 2: a code issued with numbers that have risen meanwhile is dead at every read', async () => {
      const { codes, sessions } = database.stores;
      const { user, grant } = await givenCode(database.stores);
      await sessions.endAll({ accountId: user.id, now: NOW });
      expect(await codes.findByHash(grant.codeHash)).toMatchObject({ accountActive: true, signInStands: false });
      const late = { ...grant, id: newId(), codeHash: someHash() };
      await codes.issue(late);
      expect(await codes.findByHash(late.codeHash)).toMatchObject({ signInStands: false });
      const current = { ...grant, id: newId(), codeHash: someHash(), signInEpoch: 1 };
      await codes.issue(current);
      expect(await codes.findByHash(current.codeHash)).toMatchObject({ accountActive: true, signInStands: true });
    });

    it('tells of an OpenID grant what the application knows of the person, and nothing when they are gone', async () => {
      const { accounts, codes } = database.stores;
      const openid = { sid: 'sid"1', amr: ['pwd'], claims: ['email'] };
      const { grant, user, connection } = await givenCode(database.stores, { openid });
      const found = await codes.findByHash(grant.codeHash);
      expect(found?.grant.openid).toEqual(openid);
      // Without a username and without the item groups: neither is null.
      expect(found?.subject).toStrictEqual({
        sub: connection.sub,
        answers: connection.answers,
        email: user.email,
        emailVerified: true,
        username: undefined,
        profile: user.profile,
        updatedAt: user.updatedAt,
        groups: undefined,
      });
      await accounts.remove(user.id, NOW);
      expect((await codes.findByHash(grant.codeHash))?.subject).toBeUndefined();
    });

    it('tells that the session was ended by somebody', async () => {
      const { accounts, codes, sessions } = database.stores;
      const account = someAccount();
      const session = someSession(account.id);
      await accounts.insert(account);
      await sessions.start(session, undefined);
      const { grant } = await givenCode(database.stores, { sessionId: session.id });
      expect((await codes.findByHash(grant.codeHash))?.sessionEnded).toBe(false);
      await sessions.end({ accountId: account.id, sessionId: session.id, now: NOW });
      expect((await codes.findByHash(grant.codeHash))?.sessionEnded).toBe(true);
    });

    it('redeeming spends the code, begins the family and stores the access token', async () => {
      const { grant } = await givenCode(database.stores);
      const accessToken = someAccessToken(grant.id, { expiresAt: NOW + HOUR });
      const input = redemption(grant.id, accessToken);
      expect(await database.stores.codes.redeem(input)).toBe(true);
      expect((await database.stores.codes.findByHash(grant.codeHash))?.grant).toEqual({
        ...grant,
        codeUsedAt: NOW + SECOND,
        refreshGeneration: 1,
        refreshExpiresAt: input.refreshExpiresAt,
        familyExpiresAt: input.familyExpiresAt,
        lastAnswer: { accessTokenId: accessToken.id, accessTokenExpiresAt: NOW + HOUR, scope: ['nickname'] },
      });
      expect(await database.stores.tokens.findAccessToken(accessToken.id)).toBeDefined();
    });

    it('the loser of a redemption stores no access token and changes nothing', async () => {
      const { grant } = await givenCode(database.stores);
      await database.stores.codes.redeem(redemption(grant.id));
      const before = await database.stores.codes.findByHash(grant.codeHash);
      const late = someAccessToken(grant.id);
      expect(await database.stores.codes.redeem(redemption(grant.id, late))).toBe(false);
      expect(await database.stores.tokens.findAccessToken(late.id)).toBeUndefined();
      expect(await database.stores.codes.findByHash(grant.codeHash)).toEqual(before);
    });

    it('the code of an ended family, or of no family, cannot be redeemed', async () => {
      const { grant } = await givenCode(database.stores);
      await database.stores.tokens.endFamily(grant.id, NOW, 'application');
      expect(await database.stores.codes.redeem(redemption(grant.id))).toBe(false);
      expect(await database.stores.codes.redeem(redemption(someGrant().id))).toBe(false);
    });

    it('two callers that both found the code unspent, then both redeem: one spends it', async () => {
      const other = await database.open();
      const { grant } = await givenCode(database.stores);
      const seen = await Promise.all([
        database.stores.codes.findByHash(grant.codeHash),
        other.codes.findByHash(grant.codeHash),
      ]);
      expect(seen.map((found) => found?.grant.codeUsedAt)).toEqual([undefined, undefined]);
      expect(await other.codes.redeem(redemption(grant.id))).toBe(true);
      expect(await database.stores.codes.redeem(redemption(grant.id))).toBe(false);
    });

    it('C3: 50 parallel redemptions of one code over 5 connections: one spends it, 20 times in 20', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      for (let round = 0; round < 20; round++) {
        const grant = someGrant();
        await database.stores.codes.issue(grant);
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, i) => stores[i % 5]?.codes.redeem(redemption(grant.id))),
        );
        expect(results.filter(Boolean)).toHaveLength(1);
      }
    });

    it('C4: 2 processes with 25 redemptions each of one code: one spends it, 30 times in 30', async () => {
      const processes = await database.takeProcesses(2);
      for (let round = 0; round < 30; round++) {
        const grant = someGrant();
        await database.stores.codes.issue(grant);
        const inputs = () => Array.from({ length: 25 }, () => redemption(grant.id));
        const winners = await Promise.all(processes.map((child) => child.run({ method: 'redeem', inputs: inputs() })));
        expect(winners.reduce((sum, count) => sum + count)).toBe(1);
      }
    });

    it('a code issued under an earlier generation of the connection is not live', async () => {
      const { application, user } = await givenConnection(database.stores);
      const grant = someGrant({ applicationId: application.id, accountId: user.id, connectionGeneration: 2 });
      await database.stores.codes.issue(grant);
      expect((await database.stores.codes.findByHash(grant.codeHash))?.connectionLive).toBe(false);
    });
  });
}

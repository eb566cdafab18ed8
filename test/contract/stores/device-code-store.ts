// The contract of DeviceCodeStore, for every database: a code is answered once and spent once, whoever tries, and only
// while what it was earned with stands.
import { describe, expect, it } from 'vitest';
import type { DeviceCode } from '../../../src/core/grants/device-codes/device-code.ts';
import { ConfirmationNeeded, validSession } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { newId } from '../../helpers/new-id.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { givenConnection, MINUTE, NOW, redemption, SECOND, someGrant, someHash, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const USUAL = ['authorization_code', 'refresh_token'] as const;

const someDeviceCode = (applicationId: string, values: Partial<DeviceCode> = {}): DeviceCode => ({
  id: newId(),
  codeHash: someHash(),
  userCodeHash: someHash(),
  apiKey: 'key1',
  applicationId,
  requestedScope: ['openid', 'profile'],
  createdAt: NOW,
  expiresAt: NOW + 10 * MINUTE,
  pollInterval: 5 * SECOND,
  nextPollAt: NOW,
  slowed: false,
  answer: undefined,
  grantId: undefined,
  ...values,
});

/** A code that a device shows, somebody who is signed in, and the grant that they would confirm. */
async function givenDevice(stores: Stores, values: Partial<DeviceCode> = {}) {
  const { user, application, connection } = await givenConnection(stores);
  const session = someSession(user.id);
  await stores.sessions.start(session, undefined);
  const code = someDeviceCode(application.id, values);
  expect(await stores.deviceCodes.issue(code)).toBe('issued');
  const grant = someGrant({
    applicationId: application.id,
    accountId: user.id,
    sessionId: session.id,
    connectionGeneration: connection.generation,
    redirectUri: '',
    familySeed: someHash(),
    openid: { sid: 's', amr: ['pwd'], claims: [] },
    codeExpiresAt: code.expiresAt,
  });
  const answer = { id: code.id, grant, proof: validSession(session), now: NOW + SECOND };
  return { user, application, session, code, grant, answer };
}

type Device = Awaited<ReturnType<typeof givenDevice>>;

/** What ends while a code waits for the device. */
const ENDINGS: Readonly<Record<string, (stores: Stores, device: Device) => Promise<unknown>>> = {
  'the session was ended': ({ sessions }, { session, user }) =>
    sessions.end({ accountId: user.id, sessionId: session.id, now: NOW }),
  'every session was ended': ({ sessions }, { user }) => sessions.endAll({ accountId: user.id, now: NOW }),
  'the account was disabled': ({ accounts }, { user }) => accounts.setDisabled(user.id, true, NOW),
  'the account is gone': ({ accounts }, { user }) => accounts.remove(user.id, NOW),
  'the connection was ended': ({ connections }, { user, application }) =>
    connections.unlink(application.id, user.id, NOW, 'person'),
  'all connections were ended': ({ connections }, { application }) =>
    connections.unlinkAll(application.id, NOW, 'owner', newId()),
  'the application is gone': ({ applications }, { application }) => applications.remove(application.id),
  'the application is OFF': ({ applications }, { application }) =>
    applications.replace({ ...application, loginActivation: false, version: 2 }, 1),
  'the application signs in no devices any more': ({ applications }, { application }) =>
    applications.replace({ ...application, grantTypes: USUAL, version: 2 }, 1),
};

export function deviceCodeStoreContract(make: MakeDatabase): void {
  describe('DeviceCodeStore', () => {
    const database = useDatabase(make);
    const refusedWithoutProof = (act: Promise<boolean>) =>
      act.catch((error: unknown) => {
        if (error instanceof ConfirmationNeeded) return false;
        throw error;
      });

    it('contract 43: gives back what a device asked for, and by the typed code what is awaited', async () => {
      const { deviceCodes } = database.stores;
      const { code } = await givenDevice(database.stores);
      expect(await deviceCodes.findByHash(code.codeHash)).toEqual(code);
      expect(await deviceCodes.findByHash(code.userCodeHash)).toBeUndefined();
      const awaited = { id: code.id, apiKey: 'key1', requestedScope: code.requestedScope, expiresAt: code.expiresAt };
      expect(await deviceCodes.findAwaited([someHash(), code.userCodeHash], NOW)).toEqual(awaited);
      expect(await deviceCodes.findAwaited([code.codeHash], NOW)).toBeUndefined();
      expect(await deviceCodes.findAwaited([code.userCodeHash], code.expiresAt)).toBeUndefined();
      const bare = await givenDevice(database.stores, { requestedScope: undefined });
      expect(await deviceCodes.findByHash(bare.code.codeHash)).toEqual(bare.code);
    });

    it('contract 43: no two codes have one user code, and none is issued where devices may not sign in', async () => {
      const { deviceCodes, applications } = database.stores;
      const { code, application } = await givenDevice(database.stores);
      const { userCodeHash } = code;
      expect(await deviceCodes.issue(someDeviceCode(application.id, { userCodeHash }))).toBe('user-code-taken');
      expect(await deviceCodes.issue(someDeviceCode(newId()))).toBe('refused');
      for (const [version, change] of [{ loginActivation: false }, { grantTypes: USUAL }].entries()) {
        await applications.replace({ ...application, ...change, version: version + 2 }, version + 1);
        expect(await deviceCodes.issue(someDeviceCode(application.id))).toBe('refused');
      }
    });

    it('contract 43: of twenty polls from one state one is noted', async () => {
      const { deviceCodes } = database.stores;
      const { code } = await givenDevice(database.stores);
      const next = { pollInterval: 10 * SECOND, nextPollAt: NOW + 10 * SECOND, slowed: true };
      const polls = Array.from({ length: 20 }, () => deviceCodes.notePoll(code.id, code, next));
      expect((await Promise.all(polls)).filter(Boolean)).toHaveLength(1);
      expect(await deviceCodes.findByHash(code.codeHash)).toEqual({ ...code, ...next });
    });

    it('contract 43: confirming stores the grant, once, and tells the person', async () => {
      const { deviceCodes, tokens, activities } = database.stores;
      const { code, answer, grant, user, session } = await givenDevice(database.stores);
      expect(await deviceCodes.confirm(answer)).toBe(true);
      expect(await deviceCodes.findByHash(code.codeHash)).toEqual({ ...code, answer: 'confirmed', grantId: grant.id });
      expect((await tokens.findGrant(grant.id))?.grant).toEqual(grant);
      expect(await deviceCodes.findAwaited([code.userCodeHash], NOW)).toBeUndefined();
      const again = { ...answer, grant: { ...grant, id: newId(), codeHash: someHash() } };
      expect(await deviceCodes.confirm(again)).toBe(false);
      expect(await tokens.findGrant(again.grant.id)).toBeUndefined();
      expect(await deviceCodes.deny({ id: code.id, proof: validSession(session), now: NOW })).toBe(false);
      const seen = await activities.listByAccount({ accountId: user.id, limit: 9 });
      expect(seen.filter(({ kind }) => kind === 'device-confirmed')).toHaveLength(1);
    });

    it('contract 43: a denied or expired code is confirmed by nobody', async () => {
      const { deviceCodes, tokens } = database.stores;
      const { code, answer, grant, session } = await givenDevice(database.stores);
      expect(await deviceCodes.confirm({ ...answer, now: code.expiresAt })).toBe(false);
      expect(await deviceCodes.deny({ id: code.id, proof: validSession(session), now: code.expiresAt })).toBe(false);
      expect(await deviceCodes.deny({ id: code.id, proof: validSession(session), now: NOW })).toBe(true);
      expect(await deviceCodes.confirm(answer)).toBe(false);
      expect(await deviceCodes.findByHash(code.codeHash)).toEqual({ ...code, answer: 'denied' });
      expect(await tokens.findGrant(grant.id)).toBeUndefined();
    });

    it.each(Object.keys(ENDINGS))('contract 43: nobody confirms once %s', async (ending) => {
      const { deviceCodes, tokens } = database.stores;
      const device = await givenDevice(database.stores);
      await ENDINGS[ending]?.(database.stores, device);
      expect(await refusedWithoutProof(deviceCodes.confirm(device.answer))).toBe(false);
      expect(await tokens.findGrant(device.grant.id)).toBeUndefined();
      expect((await deviceCodes.findByHash(device.code.codeHash))?.answer).toBeUndefined();
    });

    it.each(Object.keys(ENDINGS))('contract 43: a confirmed code is redeemed by nobody once %s', async (ending) => {
      const { deviceCodes } = database.stores;
      const device = await givenDevice(database.stores);
      expect(await deviceCodes.confirm(device.answer)).toBe(true);
      await ENDINGS[ending]?.(database.stores, device);
      expect(await deviceCodes.redeem(redemption(device.grant.id))).toBe(false);
    });

    it('contract 43: redeems a code once, before it expires, with its first tokens', async () => {
      const { deviceCodes, tokens, sessionClients } = database.stores;
      const { answer, grant, session, user } = await givenDevice(database.stores);
      await deviceCodes.confirm(answer);
      const first = redemption(grant.id);
      expect(await deviceCodes.redeem({ ...first, now: grant.codeExpiresAt })).toBe(false);
      const tellOfSessionEnd = { sessionId: session.id, apiKey: grant.apiKey, sid: 's', sub: 'x' };
      expect(await deviceCodes.redeem({ ...first, tellOfSessionEnd })).toBe(true);
      expect(await deviceCodes.redeem(redemption(grant.id))).toBe(false);
      const { accessToken, refreshExpiresAt, familyExpiresAt, answerScope, now } = first;
      expect((await tokens.findGrant(grant.id))?.grant).toEqual({
        ...grant,
        ...{ codeUsedAt: now, refreshGeneration: 1, refreshExpiresAt, familyExpiresAt },
        lastAnswer: { accessTokenId: accessToken.id, accessTokenExpiresAt: accessToken.expiresAt, scope: answerScope },
      });
      expect(await tokens.findAccessToken(accessToken.id)).toMatchObject({ tokenHash: accessToken.tokenHash });
      await database.stores.sessions.end({ accountId: user.id, sessionId: session.id, now: NOW });
      expect(
        await sessionClients.claim({ now: NOW + MINUTE, until: NOW + 2 * MINUTE, limit: 5, busy: [] }),
      ).toHaveLength(1);
    });

    it('contract 43: of fifty in three processes one redeems, and one of those who confirm or deny is heard', async () => {
      const processes = await database.takeProcesses(3);
      const atOnce = async (method: 'redeem-device' | 'answer-device', inputs: readonly object[]) => {
        const shares = processes.map((_, at) => inputs.filter((_one, index) => index % processes.length === at));
        const done = await Promise.all(processes.map((one, at) => one.run({ method, inputs: shares[at] ?? [] })));
        return done.reduce((sum, count) => sum + count, 0);
      };
      for (let round = 0; round < roundsOf(200, 3); round += 1) {
        const { answer, grant, code } = await givenDevice(database.stores);
        const answers = Array.from({ length: 50 }, (_, at) =>
          at % 2 === 0
            ? { ...answer, grant: { ...grant, id: newId(), codeHash: someHash() } }
            : { ...answer, grant: undefined },
        );
        expect(await atOnce('answer-device', answers)).toBe(1);
        const { grantId } = (await database.stores.deviceCodes.findByHash(code.codeHash)) ?? {};
        const redemptions = Array.from({ length: 50 }, () => redemption(grantId ?? newId()));
        expect(await atOnce('redeem-device', redemptions)).toBe(grantId === undefined ? 0 : 1);
      }
    });

    it('contract 43: the purge forgets a code a minute after its end', async () => {
      const { deviceCodes, expired } = database.stores;
      const { code } = await givenDevice(database.stores);
      expect(await expired.purge(code.expiresAt + MINUTE - 1, 100, 0)).toBe(0);
      expect(await expired.purge(code.expiresAt + MINUTE, 100, 0)).toBe(1);
      expect(await deviceCodes.findByHash(code.codeHash)).toBeUndefined();
    });
  });
}

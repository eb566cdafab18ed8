// How old a factor is (contract 24), for every database: the statement that stores it asks what its session has shown.
import { describe, expect, it } from 'vitest';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import { factorSince } from '../../../src/core/sign-in/factors/factor-age.ts';
import type { Session } from '../../../src/core/sign-in/sessions/session.ts';
import { DAY, keeping, MINUTE, NOW, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const LONG_AGO = NOW - 100 * DAY;
const BY_CODE = ['pwd', 'otp', 'mfa'];

export function factorAgeContract(make: MakeDatabase): void {
  describe('age of a factor', () => {
    const database = useDatabase(make);

    async function givenAccount() {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      return account.id;
    }

    /** Signs in at the account's present epoch. */
    async function givenSession(accountId: string, at: number, amr?: readonly string[], passkeyId?: string) {
      const { accounts, sessions } = database.stores;
      const signInEpoch = (await accounts.find(accountId))?.signInEpoch ?? 0;
      const times = { authenticatedAt: at, createdAt: at, chosenAt: at, lastUsedAt: at, expiresAt: at + 400 * DAY };
      const session = someSession(accountId, { signInEpoch, ...times, ...(amr && { amr }) });
      const passkey = passkeyId
        ? {
            ...{
              challengeHash: someHash(),
              challengeExpiresAt: at + MINUTE,
              passkeyId,
              signCount: 0,
              backupEligible: true,
            },
            ...{ backedUp: true, mailIfSynced: undefined, mailIfFallen: undefined, provenAt: undefined },
          }
        : undefined;
      expect(await sessions.start(session, undefined, passkey)).toBe(session.id);
      return session;
    }

    const proofOf = ({ id, authenticatedAt }: Session) => ({ sessionId: id, authenticatedSince: authenticatedAt });

    async function givenPasskey(session: Session, byMail = false): Promise<string> {
      const passkey = somePasskey(session.accountId, { createdAt: session.authenticatedAt });
      const proof = { ...proofOf(session), ...(byMail && { addressProvenSince: 0 }) };
      const challenge = { challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE };
      expect(await database.stores.passkeys.add({ ...challenge, passkey, proof, mail: undefined })).toBe('added');
      return passkey.id;
    }

    /** @returns the session as it goes on */
    async function enrol(session: Session): Promise<Session> {
      const kept = keeping(session);
      const proof = proofOf(session);
      const codes = { sealedSecret: someHash(), step: 1, recoveryHashes: [] };
      const { accountId, authenticatedAt: now } = session;
      expect(await database.stores.factors.enrol({ accountId, ...kept, proof, now, ...codes })).toBe(true);
      return { ...session, handleHash: kept.keep.newHandleHash, signInEpoch: session.signInEpoch + 1 };
    }

    const codesOf = async (accountId: string) => {
      const codes = await (database.stores as Stores).factors.find(accountId);
      return codes && { since: factorSince(codes), behind: codes.setUpBehind };
    };
    const passkeyOf = async (accountId: string, id: string) => {
      const found = (await database.stores.passkeys.listByAccount(accountId)).find((passkey) => passkey.id === id);
      return found && { since: factorSince(found), behind: found.setUpBehind };
    };

    it('contract 24: a factor behind nothing, or behind a mailed code, is as old as itself', async () => {
      const accountId = await givenAccount();
      const passkeyId = await givenPasskey(await givenSession(accountId, LONG_AGO));
      expect(await passkeyOf(accountId, passkeyId)).toEqual({ since: LONG_AGO, behind: 'nothing' });
      const other = await givenAccount();
      const session = await givenSession(other, NOW);
      const proof = {
        ...{ id: someHash().toString('hex'), accountId: other, purpose: 'address', tokenHash: someHash() },
        ...{ emailKey: (await database.stores.accounts.find(other))?.emailKey ?? '', codeMac: someHash() },
        ...{ signInEpoch: 0, createdAt: NOW, expiresAt: NOW + DAY },
      } as const satisfies EmailProof;
      expect(await database.stores.emailProofs.issue({ proof, mail: undefined })).toBe(true);
      const proven = { session: proofOf(session), by: { tokenHash: proof.tokenHash } };
      await database.stores.emailProofs.proveAddress({ accountId: other, ...proven, now: NOW });
      expect(await passkeyOf(other, await givenPasskey(session, true))).toEqual({ since: NOW, behind: 'mail' });
    });

    it('contract 24: codes behind a passkey are as old as that passkey, and a passkey behind codes as they', async () => {
      const accountId = await givenAccount();
      const passkeyId = await givenPasskey(await givenSession(accountId, LONG_AGO));
      await givenPasskey(await givenSession(accountId, NOW - DAY));
      await enrol(await givenSession(accountId, NOW, ['pop', 'user', 'mfa'], passkeyId));
      expect(await codesOf(accountId)).toEqual({ since: LONG_AGO, behind: 'factor' });
      const third = await givenPasskey(await givenSession(accountId, NOW + DAY, BY_CODE));
      expect(await passkeyOf(accountId, third)).toEqual({ since: LONG_AGO, behind: 'factor' });
    });

    it('contract 24: after the young one of two passkeys, a new one is as young as that', async () => {
      const accountId = await givenAccount();
      await givenPasskey(await givenSession(accountId, LONG_AGO));
      const young = await givenPasskey(await givenSession(accountId, NOW - DAY));
      const added = await givenPasskey(await givenSession(accountId, NOW, ['pop', 'user', 'mfa'], young));
      expect(await passkeyOf(accountId, added)).toEqual({ since: NOW - DAY, behind: 'factor' });
    });

    it('contract 24: a new phone keeps the age, also where the old codes were turned off first', async () => {
      const accountId = await givenAccount();
      await enrol(await givenSession(accountId, LONG_AGO));
      const session = await givenSession(accountId, NOW, BY_CODE);
      const kept = keeping(session);
      await database.stores.factors.remove({ accountId, ...kept, proof: proofOf(session), now: NOW });
      await enrol({ ...session, handleHash: kept.keep.newHandleHash, signInEpoch: session.signInEpoch + 1 });
      expect(await codesOf(accountId)).toEqual({ since: LONG_AGO, behind: 'factor' });
    });

    it('contract 24: setting a factor up shows it: the next one is as old as the first', async () => {
      const accountId = await givenAccount();
      const session = await enrol(await givenSession(accountId, NOW));
      const passkeyId = await givenPasskey({ ...session, authenticatedAt: NOW });
      expect(await passkeyOf(accountId, passkeyId)).toEqual({ since: NOW, behind: 'factor' });
    });

    it('contract 24: the last sign-in of a session counts: the password alone shows nothing', async () => {
      const { accounts, sessions } = database.stores;
      const accountId = await givenAccount();
      const passkeyId = await givenPasskey(await givenSession(accountId, LONG_AGO));
      const first = await givenSession(accountId, NOW - DAY, ['pop', 'user', 'mfa'], passkeyId);
      expect((await sessions.find(first.handleHash, NOW))?.session.factorSince).toBe(LONG_AGO);
      const { signInEpoch = 0 } = (await accounts.find(accountId)) ?? {};
      const again = someSession(accountId, { signInEpoch });
      expect(await sessions.start(again, { renews: first, keeps: [], ends: undefined })).toBe(first.id);
      expect((await sessions.find(again.handleHash, NOW))?.session.factorSince).toBeUndefined();
    });
  });
}

// Factors are set up and passkeys removed behind the factor that the account has (contract 24), for every database: the
// statement of the act asks what its session has shown.
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded, type SessionProof } from '../../../src/core/ground/acts/session-proof.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { keeping, MINUTE, NOW, RP_ID, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const challenge = () => ({ challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE });

export function factorShownContract(make: MakeDatabase): void {
  describe('what a change of factors needs', () => {
    const database = useDatabase(make);

    async function givenSession(accountId: string, amr: readonly string[] = ['pwd']) {
      const { accounts, sessions } = database.stores;
      const signInEpoch = (await accounts.find(accountId))?.signInEpoch ?? 0;
      const session = someSession(accountId, { signInEpoch, amr });
      await sessions.start(session, undefined);
      return session;
    }

    const proofOf = (sessionId: string): SessionProof => ({
      sessionId,
      authenticatedSince: NOW,
      factorShown: { rpId: RP_ID, orAddressProvenSince: undefined },
    });

    const add = (sessionId: string, accountId: string, rpId = RP_ID, proof = proofOf(sessionId)) =>
      database.stores.passkeys.add({
        ...challenge(),
        passkey: somePasskey(accountId, { rpId }),
        proof,
        mail: undefined,
      });

    async function enrol(session: Awaited<ReturnType<typeof givenSession>>) {
      const { accountId, id } = session;
      const codes = { sealedSecret: someHash(), step: 1, recoveryHashes: [] };
      const input = { accountId, ...keeping(session), proof: proofOf(id), now: NOW, ...codes };
      return database.stores.factors.enrol(input);
    }

    async function givenAccountWith(factor: 'nothing' | 'a passkey' | 'codes' | 'a passkey of elsewhere') {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const session = await givenSession(account.id);
      if (factor === 'codes') await enrol(session);
      if (factor === 'a passkey') await add(session.id, account.id);
      if (factor === 'a passkey of elsewhere') await add(session.id, account.id, 'old.example.com');
      return account.id;
    }

    it.each([
      ['nothing', ['pwd'], true],
      ['a passkey of elsewhere', ['pwd'], true],
      ['a passkey', ['pwd'], false],
      ['a passkey', ['pop', 'user', 'mfa'], true],
      ['codes', ['pwd'], false],
      ['codes', ['pwd', 'otp', 'mfa'], true],
    ] as const)(
      'contract 24: where the account has %s, a session of %j adds and removes one: %s',
      async (has, amr, may) => {
        const { passkeys } = database.stores;
        const accountId = await givenAccountWith(has);
        const session = await givenSession(accountId, amr);
        const before = await passkeys.listByAccount(accountId);
        const added = add(session.id, accountId);
        if (may) expect(await added).toBe('added');
        else await expect(added).rejects.toThrow(ConfirmationNeeded);
        if (!may && has !== 'codes') await expect(enrol(session)).rejects.toThrow(ConfirmationNeeded);
        expect(await passkeys.listByAccount(accountId)).toHaveLength(before.length + (may ? 1 : 0));
        const [first] = before;
        if (!first) return;
        const input = { accountId, id: first.id, rpId: RP_ID, ...keeping(session), mail: undefined, now: NOW };
        const removed = passkeys.remove({ ...input, proof: proofOf(session.id) });
        if (may) expect(await removed).toBe('removed');
        else await expect(removed).rejects.toThrow(ConfirmationNeeded);
      },
    );

    it('contract 24: a mailed code stands in for a factor only where the act says so', async () => {
      const accountId = await givenAccountWith('a passkey');
      const { id } = await givenSession(accountId);
      await database.execute(`update sessions set address_proven_at = ${NOW} where id = '${id}'`);
      await expect(add(id, accountId)).rejects.toThrow(ConfirmationNeeded);
      const instead = (orAddressProvenSince: number) => ({
        ...proofOf(id),
        factorShown: { rpId: RP_ID, orAddressProvenSince },
      });
      await expect(add(id, accountId, RP_ID, instead(NOW + 1))).rejects.toThrow(ConfirmationNeeded);
      expect(await add(id, accountId, RP_ID, instead(NOW))).toBe('added');
    });

    it('contract 24: of several sessions that set up the first factor at once by the password, one does', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2].map(() => database.open())))];
      for (let round = 0; round < roundsOf(50, 5); round += 1) {
        const accountId = await givenAccountWith('nothing');
        const sessions = await Promise.all(Array.from({ length: 6 }, () => givenSession(accountId)));
        const results = await Promise.allSettled(
          sessions.map(({ id }, at) =>
            stores[at % 3]?.passkeys.add({
              ...challenge(),
              passkey: somePasskey(accountId),
              proof: proofOf(id),
              mail: undefined,
            }),
          ),
        );
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await database.stores.passkeys.listByAccount(accountId)).toHaveLength(1);
      }
    });
  });
}

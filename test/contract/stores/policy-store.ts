// The contract of PolicyStore, for every database.
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { MINUTE, NOW, RP_ID, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function policyStoreContract(make: MakeDatabase): void {
  describe('PolicyStore', () => {
    const database = useDatabase(make);
    const store = () => database.stores.policy;

    it('contract 29: keeps one row for each key, with the revision that wrote it', async () => {
      expect(await store().list(0)).toEqual([]);
      const first = { serviceName: 'Acme "Login"', minimumAge: 14, openOwnership: false };
      expect(await store().change({ revision: 0, values: first, now: NOW })).toBe('stored');
      const second = { minimumAge: undefined, refusedEmailDomains: ['a.example'] };
      expect(await store().change({ revision: 1, values: second, now: NOW + 5 })).toBe('stored');
      expect(await store().list(0)).toEqual([
        { key: 'minimumAge', value: undefined, revision: 2, changedAt: NOW + 5 },
        { key: 'openOwnership', value: false, revision: 1, changedAt: NOW },
        { key: 'refusedEmailDomains', value: ['a.example'], revision: 2, changedAt: NOW + 5 },
        { key: 'serviceName', value: 'Acme "Login"', revision: 1, changedAt: NOW },
      ]);
    });

    it('contract 29: lists what is newer than a revision', async () => {
      await store().change({ revision: 0, values: { serviceName: 'A', minimumAge: 14 }, now: NOW });
      await store().change({ revision: 1, values: { minimumAge: 15 }, now: NOW });
      expect((await store().list(1)).map(({ key, value }) => [key, value])).toEqual([['minimumAge', 15]]);
      expect(await store().list(2)).toEqual([]);
    });

    it('contract 29: of 20 changes of one revision at once, one is stored', async () => {
      for (let revision = 0; revision < 3; revision += 1) {
        const changes = Array.from({ length: 20 }, (_, at) =>
          store().change({ revision, values: { minimumAge: at }, now: NOW }),
        );
        expect((await Promise.all(changes)).filter((kind) => kind === 'stored')).toHaveLength(1);
      }
    });

    it('contract 29: only the session of an operator who confirmed lately changes it', async () => {
      const { accounts, sessions } = database.stores;
      const operator = someAccount({ role: 'operator' });
      await accounts.insert(operator);
      await accounts.insert(someAccount({ role: 'operator' }));
      const session = someSession(operator.id, { signInEpoch: operator.signInEpoch });
      await sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: session.authenticatedAt };
      const old = { ...proof, authenticatedSince: Number.MAX_SAFE_INTEGER };
      const change = { revision: 0, values: { minimumAge: 3 }, now: NOW };
      await expect(store().change({ ...change, proof: old })).rejects.toThrow(ConfirmationNeeded);
      await accounts.setRole(operator.id, 'owner', NOW);
      expect(await store().change({ ...change, proof })).toBe('no-operator');
      expect(await store().list(0)).toEqual([]);
      await accounts.setRole(operator.id, 'operator', NOW);
      expect(await store().change({ ...change, proof })).toBe('stored');
    });

    it('contract 24: whoever changes it where they need a second factor themselves has one, of this relying party', async () => {
      const { accounts, sessions, passkeys } = database.stores;
      const operator = someAccount({ role: 'operator' });
      await accounts.insert(operator);
      const session = someSession(operator.id);
      await sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: session.authenticatedAt };
      const change = (revision: number, rpId: string | undefined) =>
        store().change({ revision, values: { secondFactor: 'staff' }, now: NOW, proof, ownFactor: { rpId } });
      expect(await change(0, RP_ID)).toBe('no-factor');
      const challenge = { challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE };
      const passkey = somePasskey(operator.id);
      expect(await passkeys.add({ ...challenge, passkey, proof, mail: undefined })).toBe('added');
      expect([await change(0, 'other.example'), await change(0, undefined)]).toEqual(['no-factor', 'no-factor']);
      expect(await store().list(0)).toEqual([]);
      expect(await change(0, RP_ID)).toBe('stored');
    });

    it('contract 29: lists the processes that were seen lately, and forgets the others', async () => {
      const locks = { service_name: 'abc' };
      await store().report({ processId: 'one', locks, seenAt: NOW }, 0);
      await store().report({ processId: 'two', locks: {}, seenAt: NOW + 5 }, 0);
      expect(await store().listProcesses(NOW + 1)).toEqual([{ processId: 'two', locks: {}, seenAt: NOW + 5 }]);
      await store().report({ processId: 'one', locks: {}, seenAt: NOW + 9 }, NOW + 6);
      expect(await store().listProcesses(0)).toEqual([{ processId: 'one', locks: {}, seenAt: NOW + 9 }]);
    });
  });
}

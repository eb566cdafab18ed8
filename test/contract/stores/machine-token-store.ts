// The contract of MachineTokenStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MachineToken } from '../../../src/core/applications/machine-tokens/machine-token.ts';
import type { Account, Role } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, NOW, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export const someMachineToken = (values: Partial<MachineToken> = {}): MachineToken => ({
  id: newId(),
  name: 'deploy',
  tokenHash: someHash(),
  scopes: ['applications', 'policy'],
  createdAt: NOW,
  lastUsedAt: undefined,
  expiresAt: NOW + 90 * DAY,
  createdBy: undefined,
  ...values,
});

export function machineTokenStoreContract(make: MakeDatabase): void {
  describe('MachineTokenStore', () => {
    const database = useDatabase(make);
    let operator: Account;
    beforeEach(async () => {
      operator = someAccount({ role: 'operator' });
      await database.stores.accounts.insert(operator);
      // The last operator cannot stop being one.
      await database.stores.accounts.insert(someAccount({ role: 'operator' }));
    });
    const proofOf = async ({ id, signInEpoch }: Account) => {
      const session = someSession(id, { signInEpoch });
      await database.stores.sessions.start(session, undefined);
      return { sessionId: session.id, authenticatedSince: session.authenticatedAt };
    };

    it('contract 29: tells the scopes of a token until it expires', async () => {
      const { machineTokens } = database.stores;
      const token = someMachineToken();
      expect(await machineTokens.insert(token, 5)).toBe('created');
      const { id: tokenId, scopes, tokenHash } = token;
      const found = { tokenId, scopes, lastUsedAt: undefined };
      expect(await machineTokens.findCaller(tokenHash, NOW + 90 * DAY - 1)).toEqual(found);
      expect(await machineTokens.findCaller(tokenHash, NOW + 90 * DAY)).toBeUndefined();
      expect(await machineTokens.findCaller(someHash(), NOW)).toBeUndefined();
      await machineTokens.touch(tokenId, NOW + 5);
      expect(await machineTokens.list()).toEqual([{ ...token, lastUsedAt: NOW + 5 }]);
    });

    it('contract 29: who made it stays known, also when they are gone', async () => {
      const { machineTokens, accounts } = database.stores;
      const token = someMachineToken({ createdBy: operator.id });
      await machineTokens.insert(token, 5, await proofOf(operator));
      await accounts.remove(operator.id, NOW);
      expect(await machineTokens.list()).toEqual([token]);
    });

    describe('contract 20, 29: every operator is told', () => {
      const tell = () => someMail({ kind: 'operators-told', accountId: '', isNotice: true });
      const told = async (): Promise<string[]> => {
        const later = { now: NOW + DAY / 2, until: NOW + DAY, limit: 999, busy: [] };
        const due = await database.stores.mails.claim(later);
        await database.execute('delete from mails');
        return due.map(({ kind, accountId }) => `${kind} ${accountId}`).sort();
      };
      const all = async (): Promise<string[]> => {
        const filter = { role: 'operator', disabled: false } as const;
        const operators = await database.stores.accounts.list({ limit: 99, filter });
        const there = operators.filter(({ leavingSince }) => leavingSince === undefined);
        return there.map(({ id }) => `operators-told ${id}`).sort();
      };

      it('of a new machine token, and of none that was not made', async () => {
        const { machineTokens, accounts } = database.stores;
        await accounts.insert(someAccount({ role: 'operator', disabledAt: NOW }));
        expect(await machineTokens.insert(someMachineToken(), 1, undefined, undefined, tell())).toBe('created');
        expect(await told()).toEqual(await all());
        expect(await machineTokens.insert(someMachineToken(), 1, undefined, undefined, tell())).toBe('too-many');
        expect(await told()).toEqual([]);
      });

      it('of a new operator and of a raised role, by whatever way, and of no other change', async () => {
        const { accounts, usernames } = database.stores;
        expect(await accounts.insert(someAccount({ role: 'support' }), [], undefined, tell())).toBe('created');
        expect(await told()).toEqual(await all());
        const key = { nameKey: someHash(), sealedKey: someHash(), isReserved: false };
        const named = { ...someAccount({ role: 'operator' }), username: 'x' };
        expect(await usernames.insertAccount(named, key, undefined, tell())).toBe('other-key');
        expect(await told()).toEqual([]);
        const account = someAccount();
        await accounts.insert(account);
        for (const [role, isTold] of [
          ['owner', true],
          ['owner', false],
          ['support', true],
          ['user', false],
          ['operator', true],
          ['support', false],
        ] as const) {
          expect(await accounts.setRole(account.id, role, NOW, undefined, undefined, tell())).toBe(true);
          expect([role, await told()]).toEqual([role, isTold ? await all() : []]);
        }
        await accounts.change({ id: account.id, role: 'operator', tell: tell(), now: NOW });
        expect(await told()).toEqual(await all());
        expect(await accounts.setRole(account.id, 'user', NOW, 'owner', undefined, tell())).toBe(false);
        expect(await told()).toEqual([]);
      });

      it('of second factors that staff lost, and of nobody else’s', async () => {
        const { accounts, factors, passkeys, sessions } = database.stores;
        for (const role of ['support', 'user'] as const) {
          const account = someAccount({ role });
          const session = someSession(account.id);
          await accounts.insert(account);
          await sessions.start(session, undefined);
          await passkeys.add({
            ...{ challengeHash: someHash(), challengeExpiresAt: NOW + DAY, passkey: somePasskey(account.id) },
            ...{ proof: { sessionId: session.id, authenticatedSince: 0 }, mail: undefined },
          });
          const removed = { accountId: account.id, tell: tell(), now: NOW };
          expect(await factors.removeByOperator(removed)).toBe(true);
          expect([role, await told()]).toEqual([role, role === 'support' ? await all() : []]);
          expect(await factors.removeByOperator(removed)).toBe(false);
          expect(await told()).toEqual([]);
        }
      });

      it('each once, and past the fifth within an hour by one summary', async () => {
        const { machineTokens } = database.stores;
        for (let at = 0; at < 8; at += 1) {
          const mail = tell();
          await machineTokens.insert(someMachineToken(), 99, undefined, undefined, mail);
        }
        const operators = await all();
        expect(await told()).toEqual(operators.flatMap((one) => Array(6).fill(one)));
      });
    });

    it('contract 29: nothing that ends the access of an account touches them', async () => {
      const { machineTokens, accounts } = database.stores;
      const token = someMachineToken();
      await machineTokens.insert(token, 5, await proofOf(operator));
      await accounts.setDisabled(operator.id, true, NOW);
      await accounts.remove(operator.id, NOW);
      expect(await machineTokens.findCaller(token.tokenHash, NOW)).toMatchObject({ tokenId: token.id });
    });

    it.each<Role>(['user', 'owner'])('contract 29: whose role is %s now makes and removes none', async (role) => {
      const { machineTokens, accounts } = database.stores;
      const kept = someMachineToken();
      await machineTokens.insert(kept, 5);
      const proof = await proofOf(operator);
      await accounts.setRole(operator.id, role, NOW);
      expect(await machineTokens.insert(someMachineToken(), 5, proof)).toBe('no-operator');
      expect(await machineTokens.remove(kept.id, proof)).toBe(false);
      expect(await machineTokens.list()).toEqual([kept]);
    });

    it('contract 25: a session that confirmed too long ago makes and removes none', async () => {
      const { machineTokens } = database.stores;
      const kept = someMachineToken();
      await machineTokens.insert(kept, 5);
      const old = { ...(await proofOf(operator)), authenticatedSince: Number.MAX_SAFE_INTEGER };
      await expect(machineTokens.insert(someMachineToken(), 5, old)).rejects.toThrow(ConfirmationNeeded);
      await expect(machineTokens.remove(kept.id, old)).rejects.toThrow(ConfirmationNeeded);
      expect(await machineTokens.list()).toEqual([kept]);
    });

    it('contract 29: of ten operators who lose the role while they make one, nobody makes one after it', async () => {
      const { machineTokens, accounts } = database.stores;
      for (let round = 0; round < 10; round += 1) {
        const acting = someAccount({ role: 'operator' });
        await accounts.insert(acting);
        const proof = await proofOf(acting);
        const tokens = [someMachineToken(), someMachineToken()];
        const [first] = await Promise.all([
          machineTokens.insert(tokens[0] as MachineToken, 1000, proof),
          accounts.setRole(acting.id, 'owner', NOW),
        ]);
        expect(['created', 'no-operator']).toContain(first);
        expect(await machineTokens.insert(tokens[1] as MachineToken, 1000, proof)).toBe('no-operator');
      }
    });

    it('N11: of 20 at once with room for one, one is made; a removed one makes room', async () => {
      const { machineTokens } = database.stores;
      const tokens = Array.from({ length: 20 }, () => someMachineToken());
      const made = await Promise.all(tokens.map((token) => machineTokens.insert(token, 1)));
      expect(made.filter((kind) => kind === 'created')).toHaveLength(1);
      expect(made.filter((kind) => kind === 'too-many')).toHaveLength(19);
      const [only] = await machineTokens.list();
      expect(await machineTokens.remove(only?.id ?? '')).toBe(true);
      expect(await machineTokens.remove(only?.id ?? '')).toBe(false);
      expect(await machineTokens.insert(someMachineToken(), 1)).toBe('created');
    });

    it('pages: of 20 forms at once that showed the same list, one makes a token', async () => {
      const { machineTokens } = database.stores;
      const forms = Array.from({ length: 20 }, () => machineTokens.insert(someMachineToken(), 50, undefined, ''));
      expect((await Promise.all(forms)).filter((kind) => kind === 'created')).toHaveLength(1);
    });
  });
}

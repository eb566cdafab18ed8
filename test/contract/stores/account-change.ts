// The contract of changing several members of somebody's account at once, for every database (contract 29).
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, ROLES } from '../../../src/core/ground/accounts/account.ts';
import { actsOf, mayActOn } from '../../../src/core/ground/acts/account-acts.ts';
import { ActRefused } from '../../../src/core/ground/acts/acting.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { USERNAME_KEY } from '../../../src/core/people/usernames/username-key.ts';
import type { AccountChange } from '../../../src/core/sign-in/accounts/account-store.ts';
import { NOW, someAccount, someApiToken, someHash, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function accountChangeContract(make: MakeDatabase): void {
  describe('AccountStore.change', () => {
    const database = useDatabase(make);
    const sealedKey = someHash();
    const stores = () => database.stores;
    beforeEach(async () => {
      await stores().sealedValues.insert({ name: USERNAME_KEY, sealed: sealedKey, createdAt: NOW });
      await given({ role: 'operator' });
    });

    async function given(values: Partial<Account> = {}): Promise<Account> {
      const account = someAccount(values);
      await stores().accounts.insert(account);
      return account;
    }
    const find = ({ id }: Account) => stores().accounts.find(id);
    const named = (name: string) => ({ name, nameKey: Buffer.from(name.padEnd(32)), sealedKey, isReserved: false });
    const everything = ({ id, emailKey }: Account, name: string): AccountChange => ({
      ...{ id, role: 'owner', disabled: true, verifiedKey: emailKey, username: named(name), now: NOW + 5 },
    });
    /** Whether another account can still take the name. */
    const isFree = async (name: string): Promise<boolean> => {
      const { id: accountId } = await given();
      const request = { ...named(name), accountId, onlyOwn: false, by: 'operator', now: NOW } as const;
      return (await stores().usernames.take(request)).kind === 'taken';
    };
    const reasonOf = (error: unknown): string => {
      if (error instanceof ActRefused) return error.reason;
      throw error;
    };

    it('contract 29: changes all members in one act, and disabling ends what it ends alone', async () => {
      const account = await given();
      const { sessions, apiTokens, accounts } = stores();
      const token = someApiToken(account.id);
      await apiTokens.insert(token, 5);
      await sessions.start(someSession(account.id), undefined);
      expect(await accounts.change(everything(account, 'mina'))).toBe('stored');
      expect(await find(account)).toMatchObject({
        ...{ role: 'owner', disabledAt: NOW + 5, emailVerified: true, emailVerifiedBy: 'operator', username: 'mina' },
        ...{ signInEpoch: account.signInEpoch + 1, grantEpoch: account.grantEpoch + 1, usernameChanges: [] },
      });
      expect(await sessions.listByAccount(account.id, NOW, 9)).toEqual([]);
      expect(await apiTokens.findCaller(token.tokenHash, NOW)).toBeUndefined();
      expect(await accounts.change({ id: account.id, username: null, disabled: false, now: NOW + 9 })).toBe('stored');
      expect(await find(account)).toMatchObject({ username: undefined, disabledAt: undefined, role: 'owner' });
      expect(await isFree('mina')).toBe(false);
    });

    it('contract 29: what cannot be done undoes everything: a taken name, another address or key, no account', async () => {
      const account = await given();
      const { accounts } = stores();
      await accounts.change({ id: (await given()).id, username: named('taken'), now: NOW });
      const change = everything(account, 'mina');
      const other = { ...named('mina'), sealedKey: someHash() };
      expect(await accounts.change({ ...change, username: named('taken') })).toBe('username-unavailable');
      expect(await accounts.change({ ...change, username: other })).toBe('other-key');
      expect(await accounts.change({ ...change, verifiedKey: 'former@example.com' })).toBe('address-changed');
      expect(await accounts.change({ ...change, id: '0'.repeat(32) })).toBe('gone');
      expect(await find(account)).toEqual(account);
      expect(await isFree('mina')).toBe(true);
    });

    it('contract 29: asks the table of roles about each act of the change', async () => {
      for (const role of ROLES) {
        const { id } = await given({ role });
        for (const targetRole of ROLES) {
          const target = await given({ role: targetRole });
          const { id: targetId, emailKey: verifiedKey } = target;
          for (const part of [{ role: 'user' }, { disabled: false }, { verifiedKey }, { username: null }] as const) {
            const may = actsOf(part).every((act) => mayActOn(act, { id, role }, target));
            const changed = stores().accounts.change({ id: targetId, ...part, now: NOW }, { accountId: id });
            const outcome = await changed.then(
              () => true,
              (error: unknown) => reasonOf(error) !== 'not-allowed',
            );
            expect([role, targetRole, part, outcome]).toEqual([role, targetRole, part, may]);
            if (part.role && outcome) await stores().accounts.setRole(targetId, targetRole, NOW);
          }
        }
      }
    });

    it('contract 29: of operators who step down at once with other changes, the last keeps all as it was', async () => {
      const connections = [stores(), await database.open(), await database.open()] as [Stores, Stores, Stores];
      for (let round = 0; round < 10; round += 1) {
        const operators = await Promise.all(connections.map(() => given({ role: 'operator' })));
        for (const { id } of await stores().accounts.list({
          limit: 99,
          filter: { role: 'operator', disabled: false },
        })) {
          if (!operators.some((one) => one.id === id)) await stores().accounts.remove(id, NOW);
        }
        const outcomes = await Promise.all(
          operators.map((account, at) => {
            const { disabled, role, ...rest } = everything(account, `n${round}-${at}`);
            const leaving = at === 1 ? { ...rest, disabled } : { ...rest, role };
            const store = connections[at] as Stores;
            return store.accounts.change(leaving, { accountId: account.id }).catch(reasonOf);
          }),
        );
        expect(outcomes.toSorted()).toEqual(['last-operator', 'stored', 'stored']);
        const at = outcomes.indexOf('last-operator');
        const last = operators[at] as Account;
        expect(await find(last)).toEqual(last);
        expect(await isFree(`n${round}-${at}`)).toBe(true);
      }
    });

    it('contract 61: leaves one entry with the names of what changed, and none when nothing did', async () => {
      const account = await given();
      const act = { actor: { role: 'operator' }, action: 'PATCH /accounts/:id' } as const;
      const recorded = database.recording(act, { now: () => NOW });
      await recorded.accounts.change({ ...everything(account, 'mina'), verifiedKey: 'former@example.com' });
      expect(await stores().audit.list({ limit: 9 })).toEqual([]);
      await recorded.accounts.change(everything(account, 'mina'));
      await recorded.accounts.change({ id: account.id, disabled: false, now: NOW });
      expect(await stores().audit.list({ limit: 9 })).toMatchObject([
        { subjectId: account.id, entry: undefined, fields: ['disabled_at'] },
        { subjectId: account.id, entry: 'owner', fields: ['role', 'disabled_at', 'email_verified', 'username'] },
      ]);
    });
  });
}

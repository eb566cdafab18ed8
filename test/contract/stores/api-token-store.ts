// The contract of ApiTokenStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { DAY, NOW, someAccount, someApiToken, someHash } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function apiTokenStoreContract(make: MakeDatabase): void {
  describe('ApiTokenStore', () => {
    const database = useDatabase(make);
    let owner: Account;
    beforeEach(async () => {
      owner = someAccount({ role: 'user' });
      await database.stores.accounts.insert(owner);
    });

    it('tells who calls, with the role of this moment', async () => {
      const token = someApiToken(owner.id, { scopes: ['applications', 'audit'] });
      await database.stores.apiTokens.insert(token, 50);
      const { scopes } = token;
      const caller = { tokenId: token.id, accountId: owner.id, scopes, lastUsedAt: undefined };
      expect(await database.stores.apiTokens.findCaller(token.tokenHash, NOW)).toEqual({
        ...caller,
        role: 'user',
        isMember: false,
      });
      await database.stores.accounts.setRole(owner.id, 'owner', NOW);
      expect(await database.stores.apiTokens.findCaller(token.tokenHash, NOW)).toEqual({
        ...caller,
        role: 'owner',
        isMember: false,
      });
    });

    it('an unknown token has no caller', async () => {
      expect(await database.stores.apiTokens.findCaller(someHash(), NOW)).toBeUndefined();
    });

    it('an expired token has no caller; one without an end never expires', async () => {
      const [ending, endless] = [someApiToken(owner.id), someApiToken(owner.id, { expiresAt: undefined })];
      await database.stores.apiTokens.insert(ending, 50);
      await database.stores.apiTokens.insert(endless, 50);
      expect(await database.stores.apiTokens.findCaller(ending.tokenHash, NOW + 90 * DAY - 1)).toBeDefined();
      expect(await database.stores.apiTokens.findCaller(ending.tokenHash, NOW + 90 * DAY)).toBeUndefined();
      expect(await database.stores.apiTokens.findCaller(endless.tokenHash, NOW + 9_000 * DAY)).toBeDefined();
    });

    it('the token of a disabled account has no caller', async () => {
      const token = someApiToken(owner.id);
      await database.stores.apiTokens.insert(token, 50);
      await database.stores.accounts.setDisabled(owner.id, true, NOW);
      expect(await database.stores.apiTokens.findCaller(token.tokenHash, NOW)).toBeUndefined();
    });

    it('lists the tokens of an account in order of creation, with their last use', async () => {
      const [first, second] = [someApiToken(owner.id), someApiToken(owner.id, { expiresAt: undefined })];
      await database.stores.apiTokens.insert(second, 50);
      await database.stores.apiTokens.insert(first, 50);
      await database.stores.apiTokens.touch(first.id, NOW + 5);
      expect(await database.stores.apiTokens.listByAccount(owner.id)).toEqual([
        { ...first, lastUsedAt: NOW + 5 },
        second,
      ]);
      expect(await database.stores.apiTokens.listByAccount(someAccount().id)).toEqual([]);
    });

    it('pages: of 20 forms at once that showed the same list, one makes a token', async () => {
      const { apiTokens } = database.stores;
      for (let round = 0; round < 5; round++) {
        const newest = (await apiTokens.listByAccount(owner.id)).at(-1)?.id ?? '';
        const made = await Promise.all(
          Array.from({ length: 20 }, () => apiTokens.insert(someApiToken(owner.id), 50, undefined, newest)),
        );
        expect(made.filter((kind) => kind === 'created')).toHaveLength(1);
        expect(made.filter((kind) => kind === 'changed')).toHaveLength(19);
      }
    });

    it('N11: of 50 tokens at once for an account with all but one of the most, one is made', async () => {
      const { apiTokens } = database.stores;
      const most = 5;
      for (let index = 1; index < most; index += 1) {
        expect(await apiTokens.insert(someApiToken(owner.id), most)).toBe('created');
      }
      const tokens = Array.from({ length: 50 }, () => someApiToken(owner.id));
      const made = await Promise.all(tokens.map((token) => apiTokens.insert(token, most)));
      expect(made.filter((kind) => kind === 'created')).toHaveLength(1);
      expect(made.filter((kind) => kind === 'too-many')).toHaveLength(49);
      expect(await apiTokens.listByAccount(owner.id)).toHaveLength(most);
    });

    it('makes none for an account that is gone', async () => {
      const { apiTokens } = database.stores;
      expect(await apiTokens.insert(someApiToken(someAccount().id), 50)).toBe('gone');
    });

    it('a removed token has no caller, and is removed once', async () => {
      const token = someApiToken(owner.id);
      await database.stores.apiTokens.insert(token, 50);
      expect(await database.stores.apiTokens.remove(token.id)).toBe(true);
      expect(await database.stores.apiTokens.remove(token.id)).toBe(false);
      expect(await database.stores.apiTokens.findCaller(token.tokenHash, NOW)).toBeUndefined();
    });
  });
}

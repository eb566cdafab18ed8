// The contract of OneTimeLinkStore, for every database.
import { describe, expect, it } from 'vitest';
import { givenFamily, HOUR, NOW, someAccount, someApiToken, someHash, someLink, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function oneTimeLinkStoreContract(make: MakeDatabase): void {
  describe('OneTimeLinkStore', () => {
    const database = useDatabase(make);
    const operator = () => someAccount({ role: 'operator' });

    it('finds a link until it expires', async () => {
      const link = someLink();
      await database.stores.links.issue(link);
      expect(await database.stores.links.find(link.tokenHash, NOW + HOUR - 1)).toEqual(link);
      expect(await database.stores.links.find(link.tokenHash, NOW + HOUR)).toBeUndefined();
      expect(await database.stores.links.find(someHash(), NOW)).toBeUndefined();
    });

    it('contract 1: a new link ends older ones of its purpose and account, and no others', async () => {
      const { accounts, links } = database.stores;
      const [one, two] = [someAccount(), someAccount()];
      await accounts.insert(one);
      await accounts.insert(two);
      const setup = someLink();
      const ofOne = someLink({ purpose: 'password', accountId: one.id });
      const ofTwo = someLink({ purpose: 'password', accountId: two.id });
      const newer = someLink({ purpose: 'password', accountId: one.id });
      for (const link of [setup, ofOne, ofTwo, newer]) await links.issue(link);
      expect(await links.find(ofOne.tokenHash, NOW)).toBeUndefined();
      for (const link of [setup, ofTwo, newer]) expect(await links.find(link.tokenHash, NOW)).toEqual(link);
      const newerSetup = someLink();
      await links.issue(newerSetup);
      expect(await links.find(setup.tokenHash, NOW)).toBeUndefined();
      expect(await links.find(newerSetup.tokenHash, NOW)).toEqual(newerSetup);
    });

    it('a setup link makes one operator and is spent', async () => {
      const { accounts, links } = database.stores;
      const link = someLink();
      await links.issue(link);
      const account = operator();
      expect(await links.redeemForOperator({ tokenHash: link.tokenHash, account, now: NOW })).toBe('created');
      expect(await accounts.find(account.id)).toEqual(account);
      const again = { tokenHash: link.tokenHash, account: operator(), now: NOW };
      expect(await links.redeemForOperator(again)).toBe('spent');
    });

    it('an expired or unknown setup link makes nobody', async () => {
      const link = someLink();
      await database.stores.links.issue(link);
      for (const input of [
        { tokenHash: link.tokenHash, account: operator(), now: NOW + HOUR },
        { tokenHash: someHash(), account: operator(), now: NOW },
      ]) {
        expect(await database.stores.links.redeemForOperator(input)).toBe('spent');
      }
      expect(await database.stores.accounts.operatorExists()).toBe(false);
    });

    it('a password link makes no operator', async () => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const link = someLink({ purpose: 'password', accountId: account.id });
      await database.stores.links.issue(link);
      const input = { tokenHash: link.tokenHash, account: operator(), now: NOW };
      expect(await database.stores.links.redeemForOperator(input)).toBe('spent');
    });

    it('makes no second operator', async () => {
      await database.stores.accounts.insert(operator());
      const link = someLink();
      await database.stores.links.issue(link);
      const input = { tokenHash: link.tokenHash, account: operator(), now: NOW };
      expect(await database.stores.links.redeemForOperator(input)).toBe('operator-exists');
    });

    it('an address that is taken leaves the setup link usable', async () => {
      const taken = someAccount();
      await database.stores.accounts.insert(taken);
      const link = someLink();
      await database.stores.links.issue(link);
      const account = someAccount({ role: 'operator', emailKey: taken.emailKey });
      expect(await database.stores.links.redeemForOperator({ tokenHash: link.tokenHash, account, now: NOW })).toBe(
        'email-taken',
      );
      expect(await database.stores.links.find(link.tokenHash, NOW)).toEqual(link);
    });

    it('of 50 simultaneous uses of a setup link, over 5 connections, one makes an operator', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const link = someLink();
      await database.stores.links.issue(link);
      // Every caller has seen the page, and so the live link, before the first one posts.
      await Promise.all(stores.map(({ links }) => links.find(link.tokenHash, NOW)));
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          stores[i % 5]?.links.redeemForOperator({ tokenHash: link.tokenHash, account: operator(), now: NOW }),
        ),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      expect(await database.stores.accounts.list({ limit: 10 })).toHaveLength(1);
    });

    it('contract 2: a password link sets the hash and ends all sessions, grants and API tokens', async () => {
      const { accounts, apiTokens, links, sessions, tokens } = database.stores;
      const { user, grant } = await givenFamily(database.stores);
      await sessions.start(someSession(user.id), undefined);
      const apiToken = someApiToken(user.id);
      await apiTokens.insert(apiToken, 50);
      const link = someLink({ purpose: 'password', accountId: user.id });
      await links.issue(link);
      const input = { tokenHash: link.tokenHash, passwordHash: '$argon2id$new', now: NOW };
      const changed = { ...user, passwordHash: '$argon2id$new', signInEpoch: 1, grantEpoch: 1, deviceEpoch: 1 };
      expect(await links.redeemForPassword(input)).toEqual(changed);
      expect(await accounts.find(user.id)).toEqual(changed);
      expect(await sessions.listByAccount(user.id, NOW, 9)).toEqual([]);
      expect(await apiTokens.listByAccount(user.id)).toEqual([]);
      expect(await tokens.findGrant(grant.id)).toMatchObject({ accountActive: false, signInStands: false });
    });

    it('contract 2: a password link of a disabled account sets nothing, and is good once the account is enabled', async () => {
      const { accounts, links } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      await accounts.setDisabled(account.id, true, NOW);
      const link = someLink({ purpose: 'password', accountId: account.id });
      await links.issue(link);
      const input = { tokenHash: link.tokenHash, passwordHash: '$argon2id$new', now: NOW };
      expect(await links.redeemForPassword(input)).toBeUndefined();
      expect((await accounts.find(account.id))?.passwordHash).toBe(account.passwordHash);
      await accounts.setDisabled(account.id, false, NOW);
      expect(await links.redeemForPassword(input)).toMatchObject({ passwordHash: '$argon2id$new' });
    });

    it('K19: of 50 simultaneous uses of a password link, over 5 connections, one sets the password', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const link = someLink({ purpose: 'password', accountId: account.id });
      await database.stores.links.issue(link);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          stores[i % 5]?.links.redeemForPassword({ tokenHash: link.tokenHash, passwordHash: `$${i}`, now: NOW }),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      const winner = results.findIndex(Boolean);
      expect((await database.stores.accounts.find(account.id))?.passwordHash).toBe(`$${winner}`);
    });

    it('an expired password link, and a setup link, set no password', async () => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const expired = someLink({ purpose: 'password', accountId: account.id });
      const setup = someLink();
      await database.stores.links.issue(expired);
      await database.stores.links.issue(setup);
      for (const input of [
        { tokenHash: expired.tokenHash, passwordHash: '$x', now: NOW + HOUR },
        { tokenHash: setup.tokenHash, passwordHash: '$x', now: NOW },
      ]) {
        expect(await database.stores.links.redeemForPassword(input)).toBeUndefined();
      }
      expect(await database.stores.accounts.find(account.id)).toEqual(account);
    });
  });
}

// The contract of AccountStore, for every database.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { AccountFilter } from '../../../src/core/sign-in/accounts/account-store.ts';
import {
  DAY,
  givenConnection,
  givenFamily,
  keeping,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someLink,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function accountStoreContract(make: MakeDatabase): void {
  describe('AccountStore', () => {
    const database = useDatabase(make);

    it('contract 29, 32: a link to set a password ends with the role for which it was shown, API tokens with a demotion', async () => {
      const { accounts, links, apiTokens } = database.stores;
      await accounts.insert(someAccount({ role: 'operator' }));
      const table = [
        ['user', 'user', true, true],
        ['user', 'owner', false, true],
        ['user', 'operator', false, true],
        ['owner', 'operator', false, true],
        ['owner', 'user', false, false],
        ['support', 'owner', false, false],
        ['operator', 'support', false, false],
        ['operator', 'operator', true, true],
      ] as const;
      for (const [from, to, keepsLink, keepsToken] of table) {
        const [account, other] = [someAccount({ role: from }), someAccount({ role: from })];
        for (const one of [account, other]) {
          await accounts.insert(one);
          await apiTokens.insert(someApiToken(one.id), 9);
        }
        const link = someLink({ accountId: account.id, purpose: 'password' });
        await links.issue(link);
        expect(await accounts.setRole(account.id, to, NOW)).toBe(true);
        const kept = [
          (await links.find(link.tokenHash, NOW)) !== undefined,
          (await apiTokens.listByAccount(account.id)).length === 1,
        ];
        expect([from, to, ...kept]).toEqual([from, to, keepsLink, keepsToken]);
        // A later promotion brings nothing back.
        await accounts.setRole(account.id, 'operator', NOW);
        expect((await apiTokens.listByAccount(account.id)).length === 1).toBe(keepsToken);
        expect(await apiTokens.listByAccount(other.id)).toHaveLength(1);
      }
    });

    it('gives back every value that was inserted', async () => {
      const account = someAccount({
        emailVerified: true,
        emailVerifiedBy: 'operator',
        emailVerifiedAt: NOW + 2,
        role: 'operator',
        origin: 'command',
        username: 'mina.kim',
        usernameChanges: [NOW, NOW + 1],
        profile: { nickname: '닉네임 🙂', address: { locality: 'Seoul', country: 'KR' } },
        disabledAt: NOW + 1,
      });
      await database.stores.accounts.insert(account);
      expect(await database.stores.accounts.find(account.id)).toEqual(account);
    });

    it('finds by the key of the address, exactly', async () => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      expect(await database.stores.accounts.findByEmailKey(account.emailKey)).toEqual(account);
      expect(await database.stores.accounts.findByEmailKey(account.emailKey.toUpperCase())).toBeUndefined();
    });

    it('contract 2: lists the keys that are not ASCII, page by page, and makes one anew only where it is free', async () => {
      const { accounts } = database.stores;
      const given = ['a@x.example', 'é@x.example', 'jo\u017Fh@x.example', 'm\u0131ke@x.example', 'mike@x.example'];
      const made = given.map((emailKey) => someAccount({ email: emailKey, emailKey }));
      for (const account of made) await accounts.insert(account);
      const list = async (afterId: string, limit: number) =>
        (await accounts.listKeysBeyondAscii({ afterId, limit })).map(({ email }) => email);
      const listAddresses = async (afterId: string, limit: number) =>
        (await accounts.listAddressesBeyondAscii({ afterId, limit })).map(({ email }) => email);
      expect(await listAddresses('', 10)).toEqual(given.slice(1, 4));
      expect(await listAddresses(made[1]?.id ?? '', 1)).toEqual(given.slice(2, 3));
      expect(await list('', 10)).toEqual(given.slice(1, 4));
      expect(await list('', 2)).toEqual(given.slice(1, 3));
      expect(await list(made[2]?.id ?? '', 2)).toEqual(given.slice(3, 4));
      const [, , long, dotless] = made as [Account, Account, Account, Account];
      const renew = (account: Account, to: string, from = account.emailKey) =>
        accounts.renewEmailKey({ id: account.id, from, to });
      expect(await renew(long, 'josh@x.example', 'other')).toBe(false);
      expect(await renew(long, 'josh@x.example')).toBe(true);
      expect(await renew(long, 'josh@x.example')).toBe(false);
      expect(await renew(dotless, 'mike@x.example')).toBe(false);
      expect((await accounts.findByEmailKey('josh@x.example'))?.id).toBe(long.id);
      expect(await list('', 10)).toEqual([given[1], given[3]]);
      expect(await listAddresses('', 10)).toEqual(given.slice(1, 4));
      expect(await accounts.findByEmailKey(long.emailKey)).toBeUndefined();
      expect((await accounts.findByEmailKey(dotless.emailKey))?.id).toBe(dotless.id);
    });

    it('of several that make keys anew, and sign-ups, at once one gets the key', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      for (let round = 0; round < 20; round += 1) {
        const to = `josh${round}@x.example`;
        const old = ['jo\u017Fh', 'JO\u017Fh', '\uFF4Aosh'].map((text) =>
          someAccount({ emailKey: `${text}${round}@x.example` }),
        );
        for (const account of old) await database.stores.accounts.insert(account);
        const renewed = Promise.all(
          [...old, ...old].map(({ id, emailKey }, index) =>
            stores[index % 4]?.accounts.renewEmailKey({ id, from: emailKey, to }),
          ),
        );
        const signedUp = stores[round % 4]?.accounts.insert(someAccount({ emailKey: to }));
        const winners = (await renewed).filter(Boolean).length + ((await signedUp) === 'created' ? 1 : 0);
        expect(winners).toBe(1);
      }
    });

    it('finds nothing for an unknown id', async () => {
      expect(await database.stores.accounts.find(someAccount().id)).toBeUndefined();
    });

    it('tells that an address is taken', async () => {
      const account = someAccount();
      expect(await database.stores.accounts.insert(account)).toBe('created');
      expect(await database.stores.accounts.insert(someAccount({ emailKey: account.emailKey }))).toBe('email-taken');
    });

    it('K23: of 50 simultaneous inserts of one address, over 5 connections, one is created', async () => {
      const connections = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          connections[i % 5]?.accounts.insert(someAccount({ emailKey: 'one@example.com' })),
        ),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      expect(results.filter((result) => result === 'email-taken')).toHaveLength(49);
    });

    it('lists in order of creation, a page at a time', async () => {
      const accounts = [someAccount(), someAccount(), someAccount()];
      for (const account of [...accounts].reverse()) await database.stores.accounts.insert(account);
      const ids = accounts.map(({ id }) => id);
      const first = await database.stores.accounts.list({ limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const second = await database.stores.accounts.list({ afterId: ids[1] as string, limit: 2 });
      expect(second.map(({ id }) => id)).toEqual(ids.slice(2));
    });

    it('lists only the accounts that fit, a page of them at a time', async () => {
      const { accounts } = database.stores;
      const [first, owner, disabled, last] = [
        someAccount({ email: 'First@Fit.example', emailKey: 'first@fit.example' }),
        someAccount({ email: 'owner@fit.example', emailKey: 'owner@fit.example', role: 'owner' }),
        someAccount({ email: '100%@fit.example', emailKey: '100%@fit.example', disabledAt: NOW }),
        someAccount({ email: 'last@bücher.example', emailKey: 'last@xn--bcher-kva.example' }),
      ];
      for (const account of [first, owner, disabled, last]) await accounts.insert(account);
      const emails = async (filter: AccountFilter, afterId?: string, limit = 9) =>
        (await accounts.list({ afterId, limit, filter })).map(({ email }) => email);
      const fit = { text: 'FIT.example', key: 'fit.example' };
      expect(await emails({ email: fit })).toEqual([first.email, owner.email, disabled.email]);
      expect(await emails({ email: fit }, first.id, 1)).toEqual([owner.email]);
      expect(await emails({ email: fit, disabled: false })).toEqual([first.email, owner.email]);
      expect(await emails({ disabled: true })).toEqual([disabled.email]);
      expect(await emails({ role: 'owner' })).toEqual([owner.email]);
      expect(await emails({ role: 'owner', disabled: true })).toEqual([]);
      expect(await emails({ email: { text: 'BÜCHER', key: 'bücher' } })).toEqual([]);
      expect(await emails({ email: { text: 'bücher', key: 'bücher' } })).toEqual([last.email]);
      // No sign stands for any text.
      expect(await emails({ email: { text: '%', key: '%' } })).toEqual([disabled.email]);
    });

    it('merges profile values, removes undefined ones, replaces an address as a whole', async () => {
      const { accounts } = database.stores;
      const account = someAccount({
        profile: { nickname: 'A', website: 'https://a.example', address: { region: 'R' } },
      });
      await accounts.insert(account);
      const values = { website: undefined, gender: 'x', address: { locality: 'L' } };
      expect(await accounts.saveProfile(account.id, values, NOW + 5)).toBe(true);
      expect(await accounts.find(account.id)).toEqual({
        ...account,
        profile: { nickname: 'A', gender: 'x', address: { locality: 'L' } },
        updatedAt: NOW + 5,
      });
    });

    it('two savings of different values at once lose neither', async () => {
      const other = await database.open();
      const account = someAccount();
      await database.stores.accounts.insert(account);
      await Promise.all([
        database.stores.accounts.saveProfile(account.id, { gender: 'x' }, NOW),
        other.accounts.saveProfile(account.id, { website: 'https://b.example' }, NOW),
      ]);
      const found = await database.stores.accounts.find(account.id);
      expect(found?.profile).toEqual({ nickname: 'Person', gender: 'x', website: 'https://b.example' });
    });

    it('saves no profile of an account that is gone', async () => {
      expect(await database.stores.accounts.saveProfile(someAccount().id, { gender: 'x' }, NOW)).toBe(false);
    });

    it('knows whether an operator exists', async () => {
      expect(await database.stores.accounts.operatorExists()).toBe(false);
      const account = someAccount();
      await database.stores.accounts.insert(account);
      expect(await database.stores.accounts.setRole(account.id, 'operator', NOW)).toBe(true);
      expect(await database.stores.accounts.operatorExists()).toBe(true);
      expect(await database.stores.accounts.setRole(someAccount().id, 'operator', NOW)).toBe(false);
    });

    it('gives a role only while the account has the one that was read, also at once', async () => {
      const { accounts } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      const [first, second, third] = await Promise.all([
        accounts.setRole(account.id, 'operator', NOW, 'user'),
        accounts.setRole(account.id, 'owner', NOW, 'user'),
        accounts.setRole(account.id, 'owner', NOW, 'user'),
      ]);
      expect([first, second, third].filter(Boolean)).toHaveLength(1);
      await accounts.setRole(account.id, 'operator', NOW);
      expect(await accounts.setRole(account.id, 'owner', NOW, 'user')).toBe(false);
      expect((await accounts.find(account.id))?.role).toBe('operator');
    });

    it('disabling ends every session, notes the first moment, and can be taken back', async () => {
      const { accounts, sessions } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      const session = someSession(account.id);
      await sessions.start(session, undefined);
      expect(await accounts.setDisabled(account.id, true, NOW + 1)).toBe(true);
      expect(await accounts.setDisabled(account.id, true, NOW + 2)).toBe(true);
      expect((await accounts.find(account.id))?.disabledAt).toBe(NOW + 1);
      expect(await accounts.setDisabled(account.id, false, NOW + 3)).toBe(true);
      expect((await accounts.find(account.id))?.disabledAt).toBeUndefined();
      expect(await sessions.find(session.handleHash, NOW)).toBeUndefined();
    });

    it('contract 2: enabling revives nothing: no code, token, API token or password link', async () => {
      const { accounts, apiTokens, links, tokens } = database.stores;
      const { user, grant, accessToken } = await givenFamily(database.stores);
      const [apiToken, link] = [someApiToken(user.id), someLink({ purpose: 'password', accountId: user.id })];
      await apiTokens.insert(apiToken, 50);
      await links.issue(link);
      expect((await tokens.findGrant(grant.id))?.accountActive).toBe(true);
      await accounts.setDisabled(user.id, true, NOW + 1);
      await accounts.setDisabled(user.id, false, NOW + 2);
      expect(await tokens.findGrant(grant.id)).toMatchObject({ accountActive: false, signInStands: false });
      expect((await tokens.findAccessToken(accessToken.id))?.accountActive).toBe(false);
      expect(await apiTokens.findCaller(apiToken.tokenHash, NOW)).toBeUndefined();
      expect(await links.find(link.tokenHash, NOW)).toBeUndefined();
    });

    it('removes an account with all that is its own; every token under it is dead', async () => {
      const { accounts, applications, apiTokens, links, sessions, connections, tokens } = database.stores;
      const { user, application, accessToken } = await givenFamily(database.stores);
      const own = someApplication(user.id);
      const session = someSession(user.id);
      const apiToken = someApiToken(user.id);
      const link = someLink({ purpose: 'password', accountId: user.id });
      await Promise.all([
        applications.insert(own, 500),
        sessions.start(session, undefined),
        apiTokens.insert(apiToken, 50),
        links.issue(link),
      ]);
      expect(await accounts.remove(user.id, NOW)).toBe(true);
      expect(await accounts.find(user.id)).toBeUndefined();
      expect(await applications.find(own.id)).toBeUndefined();
      expect(await sessions.find(session.handleHash, NOW)).toBeUndefined();
      expect(await apiTokens.findCaller(apiToken.tokenHash, NOW)).toBeUndefined();
      expect(await links.find(link.tokenHash, NOW)).toBeUndefined();
      expect(await connections.find(application.id, user.id)).toBeUndefined();
      const found = await tokens.findAccessToken(accessToken.id);
      expect(found).toMatchObject({ accountActive: false, connectionLive: false, application: { id: application.id } });
      expect(await accounts.remove(user.id, NOW)).toBe(false);
    });
  });

  describe('AccountStore: passwords', () => {
    const database = useDatabase(make);
    /** Of a new session of the account. */
    const changeOf = async (accountId: string, { signInEpoch = 0, endGrants = false } = {}) => {
      const session = someSession(accountId, { signInEpoch });
      expect(await database.stores.sessions.start(session, undefined)).toBe(session.id);
      return { accountId, ...keeping(session), toHash: '$argon2id$second', endGrants, now: NOW };
    };

    it('contract 2: a change ends all other sessions and keeps the one it was made in, under a new handle', async () => {
      const { accounts, sessions } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      await sessions.start(someSession(account.id), undefined);
      const change = await changeOf(account.id);
      const { keep } = change;
      expect(await accounts.changePassword(change)).toBe(true);
      expect((await sessions.listByAccount(account.id, NOW, 9)).map(({ id }) => id)).toEqual([keep.id]);
      expect(await sessions.find(keep.handleHash, NOW)).toBeUndefined();
      const found = await sessions.find(keep.newHandleHash, NOW);
      expect(found?.session).toMatchObject({ id: keep.id, signInEpoch: 1 });
      expect(found?.account).toMatchObject({ passwordHash: '$argon2id$second', signInEpoch: 1, grantEpoch: 0 });
    });

    it('contract 2: with endGrants everything issued is dead, and the connection stays', async () => {
      const { accounts, connections, tokens } = database.stores;
      const { user, application, grant, connection } = await givenFamily(database.stores);
      expect(await accounts.changePassword(await changeOf(user.id, { endGrants: true }))).toBe(true);
      expect(await tokens.findGrant(grant.id)).toMatchObject({ accountActive: false, signInStands: false });
      expect(await connections.find(application.id, user.id)).toEqual(connection);
    });

    it('without endGrants tokens live on', async () => {
      const { user, grant } = await givenFamily(database.stores);
      expect(await database.stores.accounts.changePassword(await changeOf(user.id))).toBe(true);
      const found = await database.stores.tokens.findGrant(grant.id);
      expect(found).toMatchObject({ accountActive: true, connectionLive: true, signInStands: false });
    });

    it('of two changes at once one wins, and the other changes nothing', async () => {
      const { user } = await givenConnection(database.stores);
      const other = await database.open();
      const change = await changeOf(user.id);
      const results = await Promise.all([
        database.stores.accounts.changePassword(change),
        other.accounts.changePassword({ ...change, toHash: '$argon2id$third' }),
      ]);
      expect(results.filter(Boolean)).toHaveLength(1);
      const winner = results[0] ? '$argon2id$second' : '$argon2id$third';
      expect((await database.stores.accounts.find(user.id))?.passwordHash).toBe(winner);
    });

    it('sets the first password of an account that has none', async () => {
      const account = someAccount({ passwordHash: undefined });
      await database.stores.accounts.insert(account);
      const change = await changeOf(account.id);
      expect(await database.stores.accounts.changePassword(change)).toBe(true);
      expect(await database.stores.accounts.changePassword(change)).toBe(false);
    });

    it('contract 25: without the current password, the session must have confirmed lately who the person is', async () => {
      const { accounts } = database.stores;
      const account = someAccount({ passwordHash: undefined });
      await accounts.insert(account);
      const change = await changeOf(account.id);
      const proof = (authenticatedSince: number) => ({ sessionId: change.keep.id, authenticatedSince });
      await expect(accounts.changePassword({ ...change, proof: proof(NOW + 1) })).rejects.toThrow(ConfirmationNeeded);
      expect(await accounts.find(account.id)).toEqual(account);
      expect(await accounts.changePassword({ ...change, proof: proof(NOW) })).toBe(true);
      expect((await accounts.find(account.id))?.passwordHash).toBe(change.toHash);
    });

    it('contract 2: nothing changes where the session ended, its sign-in was ended, or the account is disabled', async () => {
      const { accounts, sessions } = database.stores;
      const accountOf = async () => {
        const account = someAccount();
        await accounts.insert(account);
        return account;
      };
      const [ended, raised, disabled] = [await accountOf(), await accountOf(), await accountOf()];
      const changes = [await changeOf(ended.id), await changeOf(raised.id), await changeOf(disabled.id)];
      await sessions.end({ accountId: ended.id, sessionId: changes[0]?.keep.id ?? '', now: NOW });
      await sessions.endAll({ accountId: raised.id, now: NOW });
      await accounts.setDisabled(disabled.id, true, NOW);
      for (const [index, account] of [ended, raised, disabled].entries()) {
        const before = await accounts.find(account.id);
        expect(await accounts.changePassword(changes[index] as (typeof changes)[number])).toBe(false);
        expect(await accounts.find(account.id)).toEqual(before);
      }
    });

    it('a rehash replaces only the hash it was made from, and ends nothing', async () => {
      const { accounts, sessions, tokens } = database.stores;
      const { user, grant } = await givenFamily(database.stores);
      await sessions.start(someSession(user.id, { expiresAt: NOW + DAY }), undefined);
      await accounts.rehashPassword(user.id, '$argon2id$other', '$argon2id$never');
      expect((await accounts.find(user.id))?.passwordHash).toBe('$argon2id$first');
      await accounts.rehashPassword(user.id, '$argon2id$first', '$argon2id$dearer');
      expect((await accounts.find(user.id))?.passwordHash).toBe('$argon2id$dearer');
      expect(await sessions.listByAccount(user.id, NOW, 9)).toHaveLength(1);
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(true);
    });
  });

  describe('AccountStore: addresses that somebody verified (contract 2)', () => {
    const database = useDatabase(make);
    const ADDRESS = { email: 'Another@example.com', emailKey: 'another@example.com' };

    /** A signed-in account, and the proof that it is. */
    const signedIn = async (values: Partial<Account> = {}) => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      return { account, proof: { sessionId: session.id, authenticatedSince: NOW } };
    };

    it('an operator states it for that address, and for no other', async () => {
      const { accounts } = database.stores;
      const account = someAccount();
      await accounts.insert(account);
      expect(await accounts.setEmailVerified(account.id, 'other@example.com', NOW + 7)).toBe(false);
      expect(await accounts.find(account.id)).toEqual(account);
      expect(await accounts.setEmailVerified(account.id, account.emailKey, NOW + 7)).toBe(true);
      const stated = { emailVerified: true, emailVerifiedBy: 'operator', emailVerifiedAt: NOW + 7, updatedAt: NOW + 7 };
      expect(await accounts.find(account.id)).toEqual({ ...account, ...stated });
    });

    it('a change of address ends what was stated', async () => {
      const { accounts } = database.stores;
      const { account, proof } = await signedIn();
      await accounts.setEmailVerified(account.id, account.emailKey, NOW + 1);
      expect(await accounts.changeEmail(account.id, ADDRESS, NOW + 2, proof)).toBe('changed');
      expect(await accounts.find(account.id)).toEqual({ ...account, ...ADDRESS, updatedAt: NOW + 2 });
      expect(await accounts.setEmailVerified(account.id, account.emailKey, NOW + 3)).toBe(false);
    });

    it('an address that is another’s stays theirs, and nothing changes', async () => {
      const { accounts } = database.stores;
      await accounts.insert(someAccount(ADDRESS));
      const { account, proof } = await signedIn({
        emailVerified: true,
        emailVerifiedBy: 'operator',
        emailVerifiedAt: 1,
      });
      expect(await accounts.changeEmail(account.id, ADDRESS, NOW + 2, proof)).toBe('email-taken');
      expect(await accounts.find(account.id)).toEqual(account);
    });

    it('another spelling of the own address is a change', async () => {
      const { account, proof } = await signedIn({ ...ADDRESS, emailVerified: true });
      const respelled = { email: 'ANOTHER@example.com', emailKey: ADDRESS.emailKey };
      expect(await database.stores.accounts.changeEmail(account.id, respelled, NOW, proof)).toBe('changed');
      const found = await database.stores.accounts.find(account.id);
      expect(found).toMatchObject({ ...respelled, emailVerified: false });
    });

    it('K23: of 20 accounts that take one address at once, and one that is made with it, one gets it', async () => {
      const people = await Promise.all(Array.from({ length: 20 }, () => signedIn()));
      const connections = [database.stores, ...(await Promise.all([1, 2].map(() => database.open())))];
      const results = await Promise.all([
        ...people.map(({ account, proof }, i) =>
          connections[i % 3]?.accounts.changeEmail(account.id, ADDRESS, NOW, proof),
        ),
        connections[1]?.accounts.insert(someAccount(ADDRESS)),
      ]);
      expect(results.filter((result) => result === 'changed' || result === 'created')).toHaveLength(1);
      expect(results.filter((result) => result === 'email-taken')).toHaveLength(20);
    });

    it('counts the unverified by how the account came to be, and states them a part at a time', async () => {
      const { accounts } = database.stores;
      const made = ['command', 'command', 'command', 'setup', 'sign-up'] as const;
      const people = made.map((origin) => someAccount({ origin }));
      for (const account of people) await accounts.insert(account);
      await accounts.insert(someAccount({ origin: 'command', emailVerified: true }));
      expect([...(await accounts.countUnverified())].filter(([, count]) => count > 0).sort()).toEqual([
        ['command', 3],
        ['setup', 1],
        ['sign-up', 1],
      ]);
      const part = { origin: 'command', limit: 2, now: NOW + 9 } as const;
      const first = await accounts.setEmailsVerified({ ...part, afterId: '' });
      expect(first).toEqual({ count: 2, lastId: people[1]?.id });
      const second = await accounts.setEmailsVerified({ ...part, afterId: first.lastId ?? '' });
      expect(second).toEqual({ count: 1, lastId: people[2]?.id });
      expect(await accounts.setEmailsVerified({ ...part, afterId: '' })).toEqual({ count: 0, lastId: undefined });
      const counts = await accounts.countUnverified();
      expect([counts.get('command'), counts.get('setup'), counts.get('sign-up')]).toEqual([0, 1, 1]);
      expect((await accounts.find(people[0]?.id ?? ''))?.emailVerifiedBy).toBe('operator');
    });
  });
}

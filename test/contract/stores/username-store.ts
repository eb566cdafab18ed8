// The contract of UsernameStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { createServerSecrets } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { migrateUsernames } from '../../../src/core/people/usernames/migrate-usernames.ts';
import { findUsernameKey, USERNAME_KEY } from '../../../src/core/people/usernames/username-key.ts';
import type { TakeRequest, TakeResult } from '../../../src/core/people/usernames/username-store.ts';
import { DAY, MINUTE, NOW, someAccount, someHash, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** As often as the issue says; fewer would not show a rare race. */
const ROUNDS = 20;
const YEAR = 365 * DAY;

export function usernameStoreContract(make: MakeDatabase): void {
  describe('UsernameStore', () => {
    const database = useDatabase(make);
    const sealedKey = someHash();
    beforeEach(async () => {
      await database.stores.sealedValues.insert({ name: USERNAME_KEY, sealed: sealedKey, createdAt: NOW });
    });

    const givenAccount = async (values: Partial<Account> = {}): Promise<Account> => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      return account;
    };

    const taking = (account: Account, name: string, over: Partial<TakeRequest> = {}): TakeRequest => ({
      accountId: account.id,
      name,
      nameKey: Buffer.from(name.padEnd(32)),
      sealedKey,
      onlyOwn: false,
      by: 'operator',
      now: NOW,
      ...over,
    });
    const take = (account: Account, name: string, over: Partial<TakeRequest> = {}) =>
      database.stores.usernames.take(taking(account, name, over));
    const nameOf = async ({ id }: Account) => (await database.stores.accounts.find(id))?.username;

    it('contract 29: finds who has or had a name by its key, and nobody once the account is gone', async () => {
      const mina = await givenAccount();
      const { nameKey } = taking(mina, 'mina');
      expect(await database.stores.usernames.findHolder(nameKey)).toBeUndefined();
      await take(mina, 'mina');
      await take(mina, 'kim');
      const now = await database.stores.accounts.find(mina.id);
      expect(await database.stores.usernames.findHolder(nameKey)).toEqual(now);
      expect(await database.stores.usernames.findHolder(taking(mina, 'kim').nameKey)).toEqual(now);
      await database.stores.accounts.remove(mina.id, NOW);
      expect(await database.stores.usernames.findHolder(nameKey)).toBeUndefined();
    });

    describe('taking a name', () => {
      it('gives it to the account, and moves updatedAt', async () => {
        const mina = await givenAccount();
        expect(await take(mina, 'mina', { now: NOW + 5 })).toEqual({ kind: 'taken', first: true });
        const { username, usernameChanges, updatedAt } = (await database.stores.accounts.find(mina.id)) as Account;
        expect([username, usernameChanges, updatedAt]).toEqual(['mina', [], NOW + 5]);
      });

      it('refuses what another account has, and what another once had', async () => {
        const [mina, other] = [await givenAccount(), await givenAccount()];
        await take(mina, 'mina');
        expect(await take(other, 'mina')).toEqual({ kind: 'unavailable' });
        await take(mina, 'kim');
        expect(await take(other, 'mina')).toEqual({ kind: 'unavailable' });
        expect([await nameOf(mina), await nameOf(other)]).toEqual(['kim', undefined]);
      });

      it("refuses a deleted account's for ever: the row stays, and names nobody", async () => {
        const [mina, other] = [await givenAccount(), await givenAccount()];
        await take(mina, 'mina');
        await database.stores.accounts.remove(mina.id, NOW);
        expect(await take(other, 'mina')).toEqual({ kind: 'unavailable' });
        expect(await take(other, 'mina', { onlyOwn: true })).toEqual({ kind: 'unavailable' });
      });

      it("lets an account have its own former name back, and one that was an operator's to give", async () => {
        const mina = await givenAccount();
        await take(mina, 'admin');
        await take(mina, 'kim');
        expect(await take(mina, 'admin', { onlyOwn: true })).toEqual({ kind: 'taken', first: false });
        expect(await take(await givenAccount(), 'root', { onlyOwn: true })).toEqual({ kind: 'unavailable' });
      });

      it('takes another spelling of the own name as a change, and the very same one as nothing', async () => {
        const mina = await givenAccount();
        const nameKey = someHash();
        await take(mina, 'mina.kim', { nameKey });
        expect(await take(mina, 'mina-kim', { nameKey })).toEqual({ kind: 'taken', first: false });
        expect(await take(mina, 'mina-kim', { nameKey })).toEqual({ kind: 'unchanged' });
        expect(await nameOf(mina)).toBe('mina-kim');
      });

      it('does nothing with a key that is no more the one of the database', async () => {
        const mina = await givenAccount();
        await database.stores.sealedValues.reseal(USERNAME_KEY, sealedKey, someHash());
        expect(await take(mina, 'mina')).toEqual({ kind: 'other-key' });
        expect(await nameOf(mina)).toBeUndefined();
      });

      it('does nothing for an account that is gone; for a disabled one an operator does', async () => {
        const gone = someAccount();
        expect(await take(gone, 'mina')).toEqual({ kind: 'gone' });
        const disabled = await givenAccount({ disabledAt: NOW });
        expect(await take(disabled, 'mina')).toEqual({ kind: 'taken', first: true });
      });
    });

    describe('a person in a session', () => {
      const limit = { max: 3, since: NOW - YEAR };
      const givenPerson = async (values: Partial<Account> = {}, authenticatedAt = NOW) => {
        const account = await givenAccount(values);
        const session = someSession(account.id, { authenticatedAt, signInEpoch: account.signInEpoch });
        await database.stores.sessions.start(session, undefined);
        const proof = { sessionId: session.id, authenticatedSince: NOW - 10 * MINUTE };
        return { account, by: { proof, limit, policyRevision: 0 } };
      };

      it('contract 25: chooses the first name without a confirmation, and changes it with one', async () => {
        const { account, by } = await givenPerson({}, NOW - 10 * MINUTE - 1);
        expect(await take(account, 'mina', { by })).toEqual({ kind: 'taken', first: true });
        await expect(take(account, 'kim', { by })).rejects.toThrow(ConfirmationNeeded);
        expect(await nameOf(account)).toBe('mina');
        // What was refused is still free.
        expect(await take(await givenAccount(), 'kim')).toEqual({ kind: 'taken', first: true });
        const later = { ...by, proof: { ...by.proof, authenticatedSince: NOW - 10 * MINUTE - 1 } };
        expect(await take(account, 'lee', { by: later })).toEqual({ kind: 'taken', first: false });
      });

      it('takes nothing in a session that has ended, not even a first name', async () => {
        const { account, by } = await givenPerson();
        await database.stores.sessions.endAll({ accountId: account.id, now: NOW });
        await expect(take(account, 'mina', { by })).rejects.toThrow(ConfirmationNeeded);
        const other = await givenPerson({ signInEpoch: 4 });
        await database.stores.accounts.setDisabled(other.account.id, true, NOW);
        await expect(take(other.account, 'mina', { by: other.by })).rejects.toThrow(ConfirmationNeeded);
      });

      it('changes it three times in 365 days, and again when the first of them is older', async () => {
        const { account, by } = await givenPerson();
        await take(account, 'zero', { by });
        for (const [at, name] of ['one', 'two', 'three'].entries()) {
          const now = NOW + at;
          expect(await take(account, name, { by, now })).toEqual({ kind: 'taken', first: false });
        }
        expect(await take(account, 'four', { by, now: NOW + 3 })).toEqual({ kind: 'too-many-changes', oldest: NOW });
        expect(await nameOf(account)).toBe('three');
        const later = { ...by, limit: { max: 3, since: NOW } };
        expect(await take(account, 'four', { by: later, now: NOW + 4 })).toEqual({ kind: 'taken', first: false });
        const { usernameChanges } = (await database.stores.accounts.find(account.id)) as Account;
        expect(usernameChanges).toEqual([NOW + 1, NOW + 2, NOW + 4]);
      });

      it('is not held up by what an operator did, and an operator not by what the person did', async () => {
        const { account, by } = await givenPerson({ username: 'zero', usernameChanges: [NOW, NOW, NOW] });
        expect(await take(account, 'one')).toEqual({ kind: 'taken', first: false });
        expect(await take(account, 'two', { by })).toEqual({ kind: 'too-many-changes', oldest: NOW });
        const { usernameChanges } = (await database.stores.accounts.find(account.id)) as Account;
        expect(usernameChanges).toEqual([NOW, NOW, NOW]);
      });

      it('is told when it has a name and the first one was to be taken', async () => {
        const { account, by } = await givenPerson({ username: 'mina' });
        const first = { ...by, limit: undefined };
        expect(await take(account, 'kim', { by: first })).toEqual({ kind: 'has-one' });
        expect(await take(account, 'mina', { by: first })).toEqual({ kind: 'unchanged' });
      });
    });

    it('a name that was taken away stays reserved for its account', async () => {
      const [mina, other] = [await givenAccount(), await givenAccount()];
      await take(mina, 'mina');
      expect(await database.stores.usernames.clear(mina.id, NOW + 9)).toBe(true);
      expect(await nameOf(mina)).toBeUndefined();
      expect(await take(other, 'mina')).toEqual({ kind: 'unavailable' });
      expect(await take(mina, 'mina')).toEqual({ kind: 'taken', first: true });
      expect(await database.stores.usernames.clear(someAccount().id, NOW)).toBe(false);
    });

    describe('an account with its first name', () => {
      const insert = (account: Account, username: string, key = sealedKey) =>
        database.stores.usernames.insertAccount(
          { ...account, username },
          { nameKey: Buffer.from(username.padEnd(32)), sealedKey: key, isReserved: false },
        );

      it('is made with the name, or not at all, with every fault at once', async () => {
        const mina = someAccount();
        expect(await insert(mina, 'mina')).toBe('created');
        expect(await nameOf(mina)).toBe('mina');
        const other = someAccount();
        expect(await insert(other, 'mina')).toEqual({ emailTaken: false, usernameTaken: true });
        expect(await database.stores.accounts.find(other.id)).toBeUndefined();
        const twin = { ...someAccount(), emailKey: mina.emailKey };
        expect(await insert(twin, 'kim')).toEqual({ emailTaken: true, usernameTaken: false });
        expect(await insert(twin, 'mina')).toEqual({ emailTaken: true, usernameTaken: true });
        expect(await insert(someAccount(), 'kim', someHash())).toBe('other-key');
        expect(await take(await givenAccount(), 'kim')).toEqual({ kind: 'taken', first: true });
      });
    });

    describe('contract 2: the policy reserves names', () => {
      const givenPerson = async () => {
        const account = await givenAccount();
        const session = someSession(account.id, { authenticatedAt: NOW, signInEpoch: account.signInEpoch });
        await database.stores.sessions.start(session, undefined);
        const proof = { sessionId: session.id, authenticatedSince: NOW };
        const by = (policyRevision: number) => ({ proof, limit: { max: 3, since: 0 }, policyRevision });
        return { account, by };
      };
      const reserve = (revision: number, name: string, stores: Stores = database.stores) =>
        stores.policy.change({ revision, values: { reservedUsernames: [name] }, now: NOW });

      it('a person takes no name by an older policy; an operator gives any', async () => {
        const { account, by } = await givenPerson();
        expect(await take(account, 'ada', { by: by(0) })).toMatchObject({ kind: 'taken' });
        expect(await reserve(0, 'grace')).toBe('stored');
        expect(await take(account, 'grace', { by: by(0) })).toEqual({ kind: 'other-policy' });
        expect(await nameOf(account)).toBe('ada');
        expect(await take(account, 'grace', { by: by(1), onlyOwn: true })).toEqual({ kind: 'unavailable' });
        expect(await take(account, 'grace')).toMatchObject({ kind: 'taken' });
        expect(await take(account, 'hopper', { by: by(1) })).toMatchObject({ kind: 'taken' });
      });

      it('a name is taken while it is reserved: whoever reserved it sees who has it, and nobody gets it later', async () => {
        const other = await database.open();
        for (let round = 0; round < ROUNDS; round += 1) {
          const { account, by } = await givenPerson();
          const name = `rights-${round}`;
          const request = taking(account, name, { by: by(round) });
          const seen = async () => {
            const stored = await reserve(round, name, other);
            return [stored, (await other.usernames.findHolder(request.nameKey))?.id];
          };
          const [taken, after] = await Promise.all([database.stores.usernames.take(request), seen()]);
          expect(['taken', 'other-policy']).toContain(taken.kind);
          expect(after).toEqual(['stored', taken.kind === 'taken' ? account.id : undefined]);
        }
      });
    });

    describe('races over 5 connections, 20 times in 20', () => {
      const fiveStores = async (): Promise<readonly Stores[]> => [
        database.stores,
        ...(await Promise.all([1, 2, 3, 4].map(() => database.open()))),
      ];
      const kinds = (taken: readonly TakeResult[]) => taken.map(({ kind }) => kind);

      it('50 accounts take one name: one gets it', async () => {
        const stores = await fiveStores();
        const accounts = await Promise.all(Array.from({ length: 50 }, () => givenAccount()));
        for (let round = 0; round < ROUNDS; round += 1) {
          const name = `name-${round}`;
          const taken = await Promise.all(
            accounts.map((account, at) => (stores[at % 5] as Stores).usernames.take(taking(account, name))),
          );
          expect(kinds(taken).filter((kind) => kind === 'taken')).toHaveLength(1);
          const named = await Promise.all(accounts.map(nameOf));
          expect(named.filter((one) => one === name)).toHaveLength(1);
          expect(named.indexOf(name)).toBe(kinds(taken).indexOf('taken'));
        }
      });

      it('a name is taken while its account is deleted: nobody gets it, or who deleted came first', async () => {
        const stores = await fiveStores();
        for (let round = 0; round < ROUNDS; round += 1) {
          const name = `name-${round}`;
          const [leaver, ...others] = await Promise.all(Array.from({ length: 5 }, () => givenAccount()));
          const [left, ...taken] = await Promise.all([
            stores[0]?.accounts.remove((leaver as Account).id, NOW),
            ...[leaver as Account, ...others].map((account, at) =>
              (stores[(at + 1) % 5] as Stores).usernames.take(taking(account, name)),
            ),
          ]);
          expect(left).toBe(true);
          expect(kinds(taken as TakeResult[]).filter((kind) => kind === 'taken')).toHaveLength(1);
          expect(await take(await givenAccount(), name)).toEqual({ kind: 'unavailable' });
        }
      });

      it("somebody's own is taken back while others want it: they never get it", async () => {
        const stores = await fiveStores();
        for (let round = 0; round < ROUNDS; round += 1) {
          const [mina, ...others] = await Promise.all(Array.from({ length: 5 }, () => givenAccount()));
          await take(mina as Account, `own-${round}`);
          await take(mina as Account, `other-${round}`);
          const taken = await Promise.all(
            [mina as Account, ...others].map((account, at) =>
              (stores[at] as Stores).usernames.take(taking(account, `own-${round}`)),
            ),
          );
          expect(kinds(taken)).toEqual(['taken', ...others.map(() => 'unavailable')]);
        }
      });

      it('a first name is chosen in two tabs: one of them is a change', async () => {
        const stores = await fiveStores();
        for (let round = 0; round < ROUNDS; round += 1) {
          const account = await givenAccount();
          const session = someSession(account.id, { authenticatedAt: NOW - DAY });
          await database.stores.sessions.start(session, undefined);
          const by = {
            proof: { sessionId: session.id, authenticatedSince: NOW },
            limit: { max: 3, since: 0 },
            policyRevision: 0,
          };
          const tabs = await Promise.allSettled(
            ['a', 'b'].map((tab, at) =>
              (stores[at] as Stores).usernames.take(taking(account, `tab-${tab}-${round}`, { by })),
            ),
          );
          expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        }
      });
    });

    describe('names from before names were unique', () => {
      const secrets = createServerSecrets(Buffer.alloc(32, 3));
      const deps = (stores = database.stores) => ({
        ...stores,
        secrets,
        clock: { now: () => NOW },
        rules: { serviceName: 'Acme', reservedUsernames: ['grace'] } as never,
      });
      const given = async (name: string, values: Partial<Account> = {}) => {
        const account = await givenAccount({
          profile: { nickname: 'N', preferred_username: name } as never,
          ...values,
        });
        await database.execute(`insert into former_usernames (account_id, name) values ('${account.id}', '${name}')`);
        return account;
      };
      const standing = async (account: Account) => {
        const found = (await database.stores.accounts.find(account.id)) as Account;
        const dropped = await database.stores.usernames.wasDropped(account.id);
        return [found.username, dropped, found.profile];
      };
      const KEPT = (name: string) => [name, false, { nickname: 'N' }];
      const DROPPED = [undefined, true, { nickname: 'N' }];
      // The key that the other tests use is no key.
      beforeEach(() => database.execute('delete from sealed_values'));

      it.each([
        ['one that fits', 'mina.kim', 'mina.kim'],
        ['one in capitals, in lower case', 'Mina_Kim', 'mina_kim'],
        ['not a reserved one', 'Admin', undefined],
        ['not one that reads like a reserved one', 'adm1n', undefined],
        ['not one that the policy reserves', 'gr-ace', undefined],
        ["not the service's name", 'acme', undefined],
        ['not one that is too long', 'a'.repeat(31), undefined],
        ['not one that is too short', 'ab', undefined],
        ['not one with two separators in a row', 'mina..kim', undefined],
        ['not one with other letters', '미나', undefined],
      ])('keeps %s', async (_what, name, kept) => {
        const account = await given(name);
        expect(await migrateUsernames(deps())).toEqual({ kept: kept ? 1 : 0, dropped: kept ? 0 : 1, isFirst: true });
        expect(await standing(account)).toEqual(kept ? KEPT(kept) : DROPPED);
        expect(await migrateUsernames(deps())).toEqual({ kept: 0, dropped: 0, isFirst: false });
      });

      it.each([
        ['the same', 'mina', 'mina'],
        ['capitals', 'mina', 'MINA'],
        ['separators', 'mina.kim', 'mina-kim'],
        ['0 and o', 'moon', 'm0on'],
        ['1 and l', 'lily', '1ily'],
        ['one that does not fit', 'kim', '김kim'],
      ])('drops both where several had it: %s', async (_what, one, other) => {
        const accounts = [await given(one), await given(other)];
        expect(await migrateUsernames(deps())).toMatchObject({ kept: 0, dropped: 2 });
        for (const account of accounts) {
          expect(await standing(account)).toEqual(DROPPED);
          const keyed = { nameKey: (await keyOf(one)).nameKey, sealedKey: (await keyOf(one)).sealedKey };
          expect(await take(account, 'kim', keyed)).toEqual({ kind: 'unavailable' });
        }
      });

      const keyOf = async (name: string) => (await findUsernameKey(deps())).keyOf(name);

      it('keeps a dropped one for the account that alone had it, and forgets it when another is chosen', async () => {
        const [mina, other] = [await given('mina..kim'), await givenAccount()];
        await migrateUsernames(deps());
        const keyed = await keyOf('mina.kim');
        expect(await take(other, 'mina.kim', keyed)).toEqual({ kind: 'unavailable' });
        expect((await database.stores.usernames.counts()).dropped).toBe(1);
        expect(await take(mina, 'mina.kim', keyed)).toEqual({ kind: 'taken', first: true });
        expect(await database.stores.usernames.wasDropped(mina.id)).toBe(false);
        expect((await database.stores.usernames.counts()).dropped).toBe(0);
      });

      it('counts what is not settled yet', async () => {
        await given('mina');
        expect(await database.stores.usernames.counts()).toEqual({ dropped: 0, unsettled: 1, nicknameOnly: 0 });
      });

      it('may be done by five processes at once, and goes on where one died', async () => {
        const accounts: [Account, unknown][] = [];
        for (let at = 0; at < 30; at += 1) {
          const kept = await given(`person-a${'bcdefghijk'[at % 10]}${'bcdefghijk'[Math.floor(at / 10)]}`);
          accounts.push([kept, KEPT((kept.profile as { preferred_username: string }).preferred_username)]);
          accounts.push([await given('twin'), DROPPED]);
        }
        // One that died after it had put down some of the names.
        const [first] = await database.stores.usernames.listFormer({ afterId: undefined, limit: 1 });
        if (!first) throw new Error('There are former names.');
        const { nameKey } = await keyOf(first.name);
        await database.stores.usernames.reserveFormer([{ ...first, nameKey }], NOW);
        const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
        const brought = await Promise.all(stores.map((each) => migrateUsernames(deps(each))));
        expect(brought.reduce((sum, { kept }) => sum + kept, 0)).toBe(30);
        expect(brought.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(30);
        for (const [account, expected] of accounts) expect(await standing(account)).toEqual(expected);
      });

      it('leaves alone who is deleted meanwhile', async () => {
        const mina = await given('mina');
        const [former] = await database.stores.usernames.listFormer({ afterId: undefined, limit: 10 });
        if (!former) throw new Error('There is a former name.');
        const { nameKey } = await keyOf('mina');
        await database.stores.accounts.remove(mina.id, NOW);
        await database.stores.usernames.reserveFormer([{ ...former, nameKey }], NOW);
        const settling = [{ ...former, kept: { name: 'mina', nameKey } }];
        expect(await database.stores.usernames.settleFormer(settling, NOW)).toEqual({ kept: 0, dropped: 0 });
      });
    });

    it('names that stand are put down under another key', async () => {
      const [mina, other] = [await givenAccount({ username: 'mina' }), await givenAccount()];
      const nameKey = Buffer.from('mina'.padEnd(32));
      const { usernames } = database.stores;
      expect(await usernames.listNamed({ afterId: undefined, limit: 10 })).toEqual([
        { accountId: mina.id, name: 'mina' },
      ]);
      const gone = { accountId: someAccount().id, nameKey: someHash() };
      await usernames.restore([{ accountId: mina.id, nameKey }, gone], NOW);
      await usernames.restore([{ accountId: mina.id, nameKey }], NOW);
      expect(await take(other, 'mina')).toEqual({ kind: 'unavailable' });
    });
  });
}

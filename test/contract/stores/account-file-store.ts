// The contract of AccountFileStore and PasswordKindStore, for every database.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/core/applications/apis/api.ts';
import type { Role } from '../../../src/core/ground/accounts/account.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import type {
  AccountToInsert,
  InsertedAccount,
  WholeAccount,
} from '../../../src/core/operating/account-files/account-file-store.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { USERNAME_KEY } from '../../../src/core/people/usernames/username-key.ts';
import { newId } from '../../helpers/new-id.ts';
import { someApi } from './api-store.ts';
import {
  DAY,
  givenConnection,
  NOW,
  someAccount,
  someApplication,
  someHash,
  somePasskey,
  someSession,
} from './given.ts';
import { someGroup } from './group-store.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const CREATED: InsertedAccount = { kind: 'created', usernameTaken: false };

/** An imported account that has nothing but its address and a password. */
function plain(values: Partial<AccountToInsert['account']> = {}): AccountToInsert {
  const account = someAccount({ origin: 'import', createdAt: NOW - 1000, ...values });
  const none = { recoveryCodes: [], passkeys: [], agreements: [], groups: [] };
  const nobody = { subjects: [], connections: [], apiSubjects: [] };
  return { account, formerKey: undefined, nameKey: undefined, codes: undefined, ...none, ...nobody };
}

/** What a line says beside profile and password: nothing. */
const UNSTATED = { disabled: undefined, emailVerified: undefined, groups: undefined, mustSetPassword: false };
const UNCHANGED = { profile: false, password: false, left: [] };

async function givenKey({ sealedValues }: Stores): Promise<Buffer> {
  const known = await sealedValues.find(USERNAME_KEY);
  if (known) return known.sealed;
  const sealed = someHash();
  await sealedValues.insert({ name: USERNAME_KEY, sealed, createdAt: NOW });
  return sealed;
}

async function givenApi({ apis }: Stores): Promise<Api> {
  const api = someApi({ resource: `https://${newId()}.example`, scopes: [] });
  await apis.insert(api, 500);
  return api;
}

const givenGroup = ({ groups }: Stores, name: string) => groups.insert(someGroup(name), 100);

export function accountFileStoreContract(make: MakeDatabase): void {
  describe('AccountFileStore', () => {
    const database = useDatabase(make);
    const insert = async (...batch: AccountToInsert[]) =>
      database.stores.accountFiles.insert(batch, { sealedKey: await givenKey(database.stores) });
    const readOne = async (id: string): Promise<WholeAccount | undefined> =>
      (await database.stores.accountFiles.read({ afterId: '', limit: 1000 })).find(({ account }) => account.id === id);

    it('contract 29, 30: every operator is told once for a batch of the roles that it gave', async () => {
      const { accounts, mails } = database.stores;
      const operator = someAccount({ role: 'operator', emailVerified: true });
      await accounts.insert(operator);
      const facts = { at: NOW, what: 'import' as const, roles: {} };
      const tell = () => someMail({ kind: 'operators-told', accountId: '', facts });
      const withRole = (role: Role) => ({ ...plain({ role }), tell: tell() });
      const told = async () => {
        const due = await mails.claim({ now: NOW, until: NOW + 1, limit: 99, busy: [] });
        return due.filter(({ accountId }) => accountId === operator.id).map((mail) => mail.facts);
      };
      await insert(plain());
      expect(await told()).toEqual([]);
      const batch = [withRole('owner'), withRole('support'), plain(), withRole('owner')];
      await database.stores.accountFiles.insert(batch, { sealedKey: await givenKey(database.stores), dryRun: true });
      expect(await told()).toEqual([]);
      await insert(...batch);
      expect(await told()).toEqual([{ ...facts, roles: { owner: 2, support: 1 } }]);
      // Those that exist get nothing, so that nobody is told.
      await insert(...batch);
      expect((await mails.claim({ now: NOW + 2, until: NOW + 3, limit: 99, busy: [] })).length).toBe(1);
    });

    it('contract 30: gives back everything of an account that was stored', async () => {
      const { accounts, applications } = database.stores;
      const owner = someAccount({ role: 'owner' });
      await accounts.insert(owner);
      const [shop, forum] = [someApplication(owner.id), someApplication(owner.id)];
      for (const application of [shop, forum]) await applications.insert(application, 20);
      const api = await givenApi(database.stores);
      for (const name of ['sre', 'eng', 'zzz']) await givenGroup(database.stores, name);
      const base = plain({ username: 'mina', profile: { nickname: '미나 🦊', address: { country: 'KR' } } });
      const { id } = base.account;
      const whole: AccountToInsert = {
        ...base,
        nameKey: someHash(),
        codes: {
          accountId: id,
          sealedSecret: someHash(),
          ...{ algorithm: 'SHA256', digits: 8, period: 60 },
          ...{ lastStep: 60_000_000, triesInRow: 0, wrongInRow: 0, lastUsedAt: NOW, createdAt: NOW },
          ...{ knownSince: NOW - DAY, setUpBehind: 'factor' },
        },
        recoveryCodes: [
          { codeHash: Buffer.alloc(32, 1), usedAt: undefined, createdAt: NOW },
          { codeHash: Buffer.alloc(32, 2), usedAt: NOW + 1, createdAt: NOW },
        ],
        passkeys: [
          somePasskey(id, { setUpBehind: undefined, userHandle: Buffer.alloc(64, 255) }),
          somePasskey(id, { signCount: 7, lastUsedAt: NOW, knownSince: NOW - DAY, setUpBehind: 'factor' }),
        ],
        agreements: [
          { documentId: 'news', documentVersion: '1', agreedAt: NOW, withdrawnAt: NOW + 5 },
          { documentId: 'terms', documentVersion: '2026', agreedAt: NOW, withdrawnAt: undefined },
        ],
        subjects: [{ applicationId: forum.id, sub: 'f:17:Mina Kim' }],
        connections: [
          {
            applicationId: shop.id,
            sub: 'old|id',
            answers: { nickname: { agreed: true, answeredAt: NOW } },
            createdAt: NOW - 5,
            lastUsedAt: NOW,
          },
        ],
        apiSubjects: [{ resource: api.resource, sub: 'at the API' }],
        groups: ['eng', 'sre'],
      };
      expect(await insert(whole, plain())).toEqual([CREATED, CREATED]);
      const { formerKey: _former, nameKey: _name, ...expected } = whole;
      expect(await readOne(id)).toEqual(expected);
    });

    it('contract 31: stores nothing of a batch while a group that it names is gone', async () => {
      await givenGroup(database.stores, 'there');
      const [line, lost] = [
        { ...plain(), groups: ['there'] },
        { ...plain(), groups: ['there', 'gone'] },
      ];
      expect(await insert(line, lost)).toBe('other-groups');
      expect(await readOne(line.account.id)).toBeUndefined();
      await givenGroup(database.stores, 'gone');
      expect(await insert(line, lost)).toEqual([CREATED, CREATED]);
      expect((await readOne(lost.account.id))?.groups).toEqual(['gone', 'there']);
    });

    it('contract 30: an address that some account has is left alone, and the others of the batch are stored', async () => {
      const known = someAccount();
      await database.stores.accounts.insert(known);
      const [same, next] = [plain({ email: known.email, emailKey: known.emailKey }), plain()];
      const former = { ...plain(), formerKey: known.emailKey };
      const exists = { kind: 'exists', accountId: known.id };
      expect(await insert(same, former, next)).toEqual([exists, exists, CREATED]);
      expect(await database.stores.accounts.find(known.id)).toEqual(known);
    });

    it('contract 2: a username that another account has or had is left out', async () => {
      const nameKey = someHash();
      const named = { ...plain({ username: 'first.one' }), nameKey };
      expect(await insert(named)).toEqual([CREATED]);
      await database.stores.usernames.clear(named.account.id, NOW);
      const second = { ...plain({ username: 'first-one' }), nameKey };
      expect(await insert(second)).toEqual([{ kind: 'created', usernameTaken: true }]);
      expect((await readOne(second.account.id))?.account.username).toBeUndefined();
    });

    it('contract 30: a `sub` is unique in its application, also after its account was deleted, and in no other', async () => {
      const { application, connection } = await givenConnection(database.stores);
      const other = await givenConnection(database.stores);
      const subject = { applicationId: application.id, sub: 'old|1' };
      const first = { ...plain(), subjects: [subject] };
      expect(
        await insert(first, { ...plain(), subjects: [{ ...subject, applicationId: other.application.id }] }),
      ).toEqual([CREATED, CREATED]);
      const taken = { kind: 'taken', knownTo: [application.id], passkeys: 0 };
      expect(await insert({ ...plain(), subjects: [subject] })).toEqual([taken]);
      expect(await insert({ ...plain(), subjects: [{ ...subject, sub: connection.sub }] })).toEqual([taken]);
      await database.stores.accounts.remove(first.account.id, NOW);
      expect(await insert({ ...plain(), subjects: [subject] })).toEqual([taken]);
    });

    it('contract 30, 45: an API knows the account by the `sub` that was brought along; no other account has it there', async () => {
      const [api, other] = [await givenApi(database.stores), await givenApi(database.stores)];
      const subject = { resource: api.resource, sub: 'old|1' };
      const first = { ...plain(), apiSubjects: [subject] };
      expect(await insert(first, { ...plain(), apiSubjects: [{ ...subject, resource: other.resource }] })).toEqual([
        CREATED,
        CREATED,
      ]);
      const meet = (apiId: string, accountId: string) =>
        database.stores.apis.meetSubject({ apiId, accountId, sub: newSub() });
      expect(await meet(api.id, first.account.id)).toBe('old|1');
      expect(await meet(other.id, first.account.id)).toMatch(/^[a-z0-9]{32}$/);
      const taken = { kind: 'taken', knownTo: [api.resource], passkeys: 0 };
      expect(await insert({ ...plain(), apiSubjects: [subject] })).toEqual([taken]);
      const gone = { ...plain(), apiSubjects: [{ resource: 'https://gone.example', sub: 'x' }] };
      expect(await insert(gone)).toEqual([CREATED]);
      expect((await readOne(gone.account.id))?.apiSubjects).toEqual([]);
    });

    it('contract 30: a passkey that some account has refuses the line, and nothing of it is stored', async () => {
      const first = plain();
      const passkey = somePasskey(first.account.id);
      const second = plain();
      expect(await insert({ ...first, passkeys: [passkey] })).toEqual([CREATED]);
      const copy = { ...passkey, id: newId(), accountId: second.account.id };
      expect(await insert({ ...second, passkeys: [copy] })).toEqual([{ kind: 'taken', knownTo: [], passkeys: 1 }]);
      expect(await database.stores.accounts.find(second.account.id)).toBeUndefined();
    });

    it('contract 30: a dry run answers the same and stores nothing', async () => {
      const known = someAccount();
      await database.stores.accounts.insert(known);
      const lines = [plain({ email: known.email, emailKey: known.emailKey }), plain()];
      const how = { sealedKey: await givenKey(database.stores), dryRun: true };
      const exists = { kind: 'exists', accountId: known.id };
      expect(await database.stores.accountFiles.insert(lines, how)).toEqual([exists, CREATED]);
      expect(await database.stores.accounts.find(lines[1]?.account.id ?? '')).toBeUndefined();
    });

    it('contract 30: only a dry run goes on without a username key', async () => {
      const line = plain({ username: 'no.key' });
      const how = { sealedKey: undefined };
      expect(await database.stores.accountFiles.insert([line], { ...how, dryRun: true })).toEqual([CREATED]);
      expect(await database.stores.accountFiles.insert([line], how)).toBe('other-key');
      expect(await database.stores.accounts.find(line.account.id)).toBeUndefined();
    });

    it('contract 2: stores nothing when the username key was replaced', async () => {
      const line = plain();
      expect(await database.stores.accountFiles.insert([line], { sealedKey: someHash() })).toBe('other-key');
      expect(await database.stores.accounts.find(line.account.id)).toBeUndefined();
    });

    it('contract 30: an application gets the `sub` that was brought along, at the first agreement and ever after', async () => {
      const { application, owner } = await givenConnection(database.stores);
      const line = { ...plain(), subjects: [{ applicationId: application.id, sub: 'A~ "1"' }] };
      await insert(line);
      const who = { applicationId: application.id, accountId: line.account.id };
      const agree = () => database.stores.connections.agree({ ...who, sub: newSub(), answers: {}, now: NOW });
      expect((await agree()).sub).toBe('A~ "1"');
      expect((await readOne(line.account.id))?.subjects).toEqual([]);
      await database.stores.connections.unlink(who.applicationId, who.accountId, NOW, 'person');
      expect((await readOne(line.account.id))?.subjects).toEqual(line.subjects);
      expect((await agree()).sub).toBe('A~ "1"');
      expect((await database.stores.connections.findBySub(application.id, 'A~ "1"'))?.accountId).toBe(line.account.id);
      expect((await database.stores.connections.find(application.id, owner.id))?.sub).not.toBe('A~ "1"');
    });

    it('contract 30: with a removed application the subjects for it are removed, and are free for no other', async () => {
      const { application } = await givenConnection(database.stores);
      const subject = { applicationId: application.id, sub: 'of the removed' };
      await insert({ ...plain(), subjects: [subject] });
      await database.stores.applications.remove(application.id);
      const again = () => insert({ ...plain(), subjects: [subject] });
      expect(await again()).toMatchObject([{ kind: 'taken' }]);
      while ((await database.stores.expired.purge(NOW, 100, DAY)) > 0);
      expect(await again()).toEqual([CREATED]);
    });

    it('contract 30: an update changes the profile, and the hash until somebody signs in', async () => {
      const line = plain({ profile: { nickname: 'Old', name: 'Mina Kim' } });
      const accountId = line.account.id;
      await insert(line);
      const update = (passwordHash: string | undefined, nickname = 'New') =>
        database.stores.accountFiles.update([{ ...UNSTATED, accountId, profile: { nickname }, passwordHash }], NOW + 1);
      expect(await update('$2b$second')).toEqual([{ profile: true, password: true, left: [] }]);
      expect(await update('$2b$second')).toEqual([UNCHANGED]);
      expect(await update('$2b$third')).toEqual([{ profile: false, password: true, left: [] }]);
      const account = await database.stores.accounts.find(accountId);
      expect(account).toMatchObject({
        passwordHash: '$2b$third',
        profile: { nickname: 'New', name: 'Mina Kim' },
        signInEpoch: 2,
      });
      await database.stores.sessions.start(someSession(accountId, { signInEpoch: 2 }), undefined);
      expect(await update('$2b$fourth', 'Newer')).toEqual([{ profile: true, password: false, left: [] }]);
      expect((await database.stores.accounts.find(accountId))?.passwordHash).toBe('$2b$third');
    });

    it('contract 30: an update leaves a password that was set here, and that of an account made here', async () => {
      const line = plain();
      const own = someAccount();
      await insert(line);
      await database.stores.accounts.insert(own);
      await database.stores.accounts.rehashPassword(line.account.id, line.account.passwordHash ?? '', '$argon2id$own');
      const updates = [line.account.id, own.id].map((accountId) => ({
        ...UNSTATED,
        ...{ accountId, profile: {}, passwordHash: '$2b$x', mustSetPassword: true },
      }));
      expect(await database.stores.accountFiles.update(updates, NOW)).toEqual([UNCHANGED, UNCHANGED]);
    });

    it('contract 30: an update changes neither status nor address, and tells what the line says otherwise', async () => {
      const { accountFiles } = database.stores;
      const [plainly, stopped] = [plain({ emailVerified: false }), plain({ disabledAt: NOW, emailVerified: true })];
      await insert(plainly, stopped);
      const update = (of: AccountToInsert, says: object) =>
        accountFiles.update(
          [{ ...UNSTATED, accountId: of.account.id, profile: {}, passwordHash: undefined, ...says }],
          1,
        );
      await givenGroup(database.stores, 'of-line');
      const same = { disabled: false, emailVerified: false, groups: [] };
      expect(await update(plainly, same)).toEqual([UNCHANGED]);
      expect(await update(stopped, { disabled: true, emailVerified: true })).toEqual([UNCHANGED]);
      expect(await update(stopped, same)).toEqual([{ ...UNCHANGED, left: ['disabled', 'verified'] }]);
      const other = { disabled: true, emailVerified: true, groups: ['of-line'], mustSetPassword: true };
      expect(await update(plainly, other)).toEqual([
        { ...UNCHANGED, left: ['active', 'unverified', 'groups', 'password'] },
      ]);
      const ids = [stopped.account.id, plainly.account.id, 'nobody'];
      const common = { profile: {}, isUntouched: true, groups: [] };
      expect([...(await accountFiles.findCurrent(ids))].toSorted()).toMatchObject(
        [
          [plainly.account.id, { ...common, disabled: false, emailVerified: false }],
          [stopped.account.id, { ...common, disabled: true, emailVerified: true }],
        ].toSorted(),
      );
    });

    it('contract 30: of a sign-in and an update at once, the session is over or the hash has stayed, 20 times in 20', async () => {
      const other = await database.open();
      for (let round = 0; round < 20; round += 1) {
        const line = plain();
        const accountId = line.account.id;
        await insert(line);
        const session = someSession(accountId);
        const [, [updated]] = await Promise.all([
          database.stores.sessions.start(session, undefined),
          other.accountFiles.update([{ ...UNSTATED, accountId, profile: {}, passwordHash: '$2b$next' }], NOW),
        ]);
        const isAlive = (await database.stores.sessions.find(session.handleHash, NOW)) !== undefined;
        expect(isAlive).toBe(!updated?.password);
      }
    });

    it('contract 2: stores nothing by a policy that reserved other usernames', async () => {
      const sealedKey = await givenKey(database.stores);
      const line = { ...plain({ username: 'grace' }), nameKey: someHash() };
      const { accountFiles, policy } = database.stores;
      await policy.change({ revision: 0, values: { reservedUsernames: ['grace'] }, now: NOW });
      expect(await accountFiles.insert([line], { sealedKey, policyRevision: 0 })).toBe('other-policy');
      expect(await readOne(line.account.id)).toBeUndefined();
      expect(await accountFiles.insert([line], { sealedKey, policyRevision: 1 })).toEqual([CREATED]);
    });

    it('contract 30: two imports of one file at once leave each account once', async () => {
      const other = await database.open();
      const sealedKey = await givenKey(database.stores);
      const keys = Array.from({ length: 40 }, () => `${newId()}@example.com`);
      const batch = () => keys.map((email) => plain({ email, emailKey: email }));
      const results = await Promise.all([
        database.stores.accountFiles.insert(batch(), { sealedKey }),
        other.accountFiles.insert(batch(), { sealedKey }),
      ]);
      const kinds = results.flatMap((result) => (typeof result === 'string' ? [] : result.map(({ kind }) => kind)));
      expect(kinds.filter((kind) => kind === 'created')).toHaveLength(40);
      expect(kinds.filter((kind) => kind === 'exists')).toHaveLength(40);
    });
  });

  describe('PasswordKindStore', () => {
    const database = useDatabase(make);

    it('contract 30: keeps the last counts, in the order of the kinds', async () => {
      const { passwordKinds } = database.stores;
      expect(await passwordKinds.list()).toEqual([]);
      await passwordKinds.replace([{ kind: '$b', accounts: 1 }]);
      const counts = [
        { kind: '$a', accounts: 2 },
        { kind: '$c', accounts: 3 },
      ];
      await passwordKinds.replace(counts.toReversed());
      expect(await passwordKinds.list()).toEqual(counts);
    });

    it('contract 30: lists the hashes of all accounts in pages, and knows whether one was imported', async () => {
      const { passwordKinds, accounts, accountFiles } = database.stores;
      const own = someAccount({ passwordHash: undefined });
      await accounts.insert(own);
      expect(await passwordKinds.hasImported()).toBe(false);
      const line = plain();
      await accountFiles.insert([line], { sealedKey: await givenKey(database.stores) });
      expect(await passwordKinds.hasImported()).toBe(true);
      const first = await passwordKinds.listHashes({ afterId: '', limit: 1 });
      expect(first).toEqual([{ id: own.id, passwordHash: undefined }]);
      expect(await passwordKinds.listHashes({ afterId: own.id, limit: 5 })).toEqual([
        { id: line.account.id, passwordHash: line.account.passwordHash },
      ]);
    });
  });
}

// The contract of PasskeyStore, and of sessions that a passkey starts, for every database (contract 23).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { createServerSecrets } from '../../../src/core/ground/secrets.ts';
import type { Ports, Stores } from '../../../src/core/operating/ports.ts';
import { writeNotice } from '../../../src/core/server/mail/write-mail.ts';
import { MAX_TRIES_IN_ROW } from '../../../src/core/sign-in/factors/one-time-code.ts';
import { MAX_PASSKEYS, type Passkey } from '../../../src/core/sign-in/passkeys/passkey.ts';
import type { PasskeyUse } from '../../../src/core/sign-in/passkeys/passkey-use.ts';
import { toPending } from '../../../src/core/sign-in/passkeys/pending-passkey.ts';
import { RULES } from '../../unit/core/accounts/open-ports.ts';
import { DAY, keeping, MINUTE, NOW, RP_ID, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someChallenge = () => ({ challengeHash: someHash(), challengeExpiresAt: NOW + 5 * MINUTE });

async function givenSignedIn({ accounts, sessions }: Stores, values: Partial<Account> = {}) {
  const account = someAccount(values);
  const session = someSession(account.id);
  await accounts.insert(account);
  await sessions.start(session, undefined);
  return { account, session };
}

type SignedIn = Awaited<ReturnType<typeof givenSignedIn>>;

const proofBy = ({ session }: SignedIn) => ({ sessionId: session.id, authenticatedSince: NOW - 10 * MINUTE });

const adding = (signedIn: SignedIn, values: Partial<Passkey> = {}) => ({
  ...someChallenge(),
  passkey: somePasskey(signedIn.account.id, values),
  proof: proofBy(signedIn),
  mail: undefined,
});

const removing = (signedIn: SignedIn, id: string) => ({
  accountId: signedIn.account.id,
  id,
  rpId: RP_ID,
  ...keeping(signedIn.session),
  proof: proofBy(signedIn),
  mail: undefined,
  now: NOW,
});

/** An account with one passkey. */
async function givenPasskey(stores: Stores, values: Partial<Passkey> = {}) {
  const signedIn = await givenSignedIn(stores);
  const added = adding(signedIn, values);
  expect(await stores.passkeys.add(added)).toBe('added');
  return { ...signedIn, passkey: added.passkey };
}

/** An account with two passkeys and one-time codes, as it is then. */
async function givenPasskeyAndCodes(stores: Stores) {
  const given = await givenPasskey(stores);
  const second = adding(given);
  expect(await stores.passkeys.add(second)).toBe('added');
  const { account, session } = given;
  const codes = { sealedSecret: someHash(), step: 1, recoveryHashes: [] };
  const { id: accountId, signInEpoch: fromEpoch } = account;
  const proof = proofBy(given);
  await stores.factors.enrol({ accountId, fromEpoch, keep: keeping(session).keep, proof, now: NOW, ...codes });
  return { account: (await stores.accounts.find(accountId)) as Account, passkey: given.passkey, other: second.passkey };
}

const sessionOf = ({ id, signInEpoch }: Account, createdAt: number) => someSession(id, { signInEpoch, createdAt });

const using = ({ id, backupEligible }: Passkey, values: Partial<PasskeyUse> = {}): PasskeyUse => ({
  ...someChallenge(),
  passkeyId: id,
  signCount: 0,
  backedUp: true,
  backupEligible,
  mailIfSynced: undefined,
  mailIfFallen: undefined,
  provenAt: undefined,
  ...values,
});

const count = (results: readonly unknown[], wanted: unknown): number => results.filter((one) => one === wanted).length;

export function passkeyStoreContract(make: MakeDatabase): void {
  describe('PasskeyStore', () => {
    const database = useDatabase(make);
    const several = async () => [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
    const notice = (accountId: string) =>
      writeNotice(
        {
          secrets: createServerSecrets(Buffer.alloc(32, 7)),
          clock: { now: () => NOW },
          rules: { ...RULES, mail: 'memory' },
        } as Pick<Ports, 'secrets' | 'clock' | 'rules'>,
        { kind: 'passkey-copied', accountId },
      );
    const mailsOf = async () =>
      (await database.stores.mails.claim({ now: NOW, until: NOW + DAY, limit: 99, busy: [] })).length;

    it('gives back what was stored, oldest first', async () => {
      const { passkeys } = database.stores;
      const given = await givenPasskey(database.stores);
      const second = adding(given, { backupEligible: false, backedUp: false, transports: [], signCount: 2 ** 32 - 1 });
      expect(await passkeys.add(second)).toBe('added');
      const behindFirst = { ...second.passkey, knownSince: NOW, setUpBehind: 'factor' };
      expect(await passkeys.listByAccount(given.account.id)).toEqual([given.passkey, behindFirst]);
      expect(await passkeys.findByCredential(given.passkey.credentialId)).toEqual(given.passkey);
      expect(await passkeys.findByCredential(someHash())).toBeUndefined();
      expect(await passkeys.listByAccount('nobody')).toEqual([]);
    });

    it('a credential id that any account has is refused, also of 10 at once over 5 connections', async () => {
      const stores = await several();
      const credentialId = someHash();
      const people = await Promise.all(Array.from({ length: 10 }, () => givenSignedIn(database.stores)));
      const added = await Promise.all(
        people.map((person, at) => stores[at % 5]?.passkeys.add(adding(person, { credentialId }))),
      );
      expect([count(added, 'added'), count(added, 'known')]).toEqual([1, 9]);
    });

    it(`an account has at most ${MAX_PASSKEYS}, also of many at once`, async () => {
      const stores = await several();
      const signedIn = await givenSignedIn(database.stores);
      const added = await Promise.all(
        Array.from({ length: MAX_PASSKEYS + 5 }, (_, at) => stores[at % 5]?.passkeys.add(adding(signedIn))),
      );
      expect([count(added, 'added'), count(added, 'full')]).toEqual([MAX_PASSKEYS, 5]);
    });

    it('contract 25: adding and removing need a confirmed session, and otherwise change nothing', async () => {
      const { passkeys } = database.stores;
      const given = await givenPasskey(database.stores);
      const late = { proof: { sessionId: given.session.id, authenticatedSince: NOW + 1 } };
      await expect(passkeys.add({ ...adding(given), ...late })).rejects.toThrow(ConfirmationNeeded);
      const remove = passkeys.remove({ ...removing(given, given.passkey.id), ...late });
      await expect(remove).rejects.toThrow(ConfirmationNeeded);
      expect(await passkeys.listByAccount(given.account.id)).toEqual([given.passkey]);
    });

    it('a challenge is answered once: by adding, by signing in, or not at all', async () => {
      const { passkeys, sessions } = database.stores;
      const given = await givenSignedIn(database.stores);
      const first = adding(given);
      const challenge = { challengeHash: first.challengeHash, challengeExpiresAt: first.challengeExpiresAt };
      expect(await passkeys.add(first)).toBe('added');
      expect(await passkeys.add({ ...adding(given), ...challenge })).toBe('answered');
      const use = using(first.passkey, challenge);
      expect(await sessions.start(someSession(given.account.id), undefined, use)).toBeUndefined();
    });

    it('of 50 sign-ins at once over 5 connections with one challenge, one starts a session', async () => {
      const stores = await several();
      const { account, passkey } = await givenPasskey(database.stores);
      const use = using(passkey);
      const started = await Promise.all(
        Array.from({ length: 50 }, (_, at) => stores[at % 5]?.sessions.start(someSession(account.id), undefined, use)),
      );
      expect(started.filter(Boolean)).toHaveLength(1);
    });

    it('a sign-in notes the use', async () => {
      const { passkeys, sessions } = database.stores;
      const { account, passkey } = await givenPasskey(database.stores, { signCount: 3 });
      const session = someSession(account.id, { createdAt: NOW + MINUTE });
      expect(await sessions.start(session, undefined, using(passkey, { signCount: 4, backedUp: false }))).toBe(
        session.id,
      );
      const [used] = await passkeys.listByAccount(account.id);
      expect(used).toEqual({ ...passkey, signCount: 4, backedUp: false, lastUsedAt: NOW + MINUTE });
    });

    it('contract 2: no sign-in that was ended, of a disabled account, or with a passkey of another one', async () => {
      const { sessions, accounts } = database.stores;
      const [given, other] = [await givenPasskey(database.stores), await givenPasskey(database.stores)];
      const { id } = given.account;
      expect(await sessions.start(someSession(other.account.id), undefined, using(given.passkey))).toBeUndefined();
      await sessions.endAll({ accountId: id, now: NOW });
      expect(await sessions.start(someSession(id), undefined, using(given.passkey))).toBeUndefined();
      await accounts.setDisabled(id, true, NOW);
      const signInEpoch = (await accounts.find(id))?.signInEpoch ?? 0;
      expect(await sessions.start(someSession(id, { signInEpoch }), undefined, using(given.passkey))).toBeUndefined();
    });

    it('a removed passkey starts no session, and the other sessions have ended', async () => {
      const { passkeys, sessions, accounts } = database.stores;
      const given = await givenPasskey(database.stores);
      const { id } = given.account;
      const thief = someSession(id);
      await sessions.start(thief, undefined, using(given.passkey));
      expect(await passkeys.remove(removing(given, given.passkey.id))).toBe('removed');
      expect(await sessions.find(thief.handleHash, NOW)).toBeUndefined();
      const signInEpoch = (await accounts.find(id))?.signInEpoch ?? 0;
      expect(signInEpoch).toBe(given.account.signInEpoch + 1);
      expect(await sessions.start(someSession(id, { signInEpoch }), undefined, using(given.passkey))).toBeUndefined();
    });

    it('a falling counter: refused of a device-bound passkey, recorded and mailed of a synced one', async () => {
      const { passkeys, sessions } = database.stores;
      const bound = await givenPasskey(database.stores, { signCount: 5, backupEligible: false });
      for (const counter of [0, 4, 5]) {
        const use = using(bound.passkey, { signCount: counter, mailIfFallen: notice(bound.account.id) });
        expect(await sessions.start(someSession(bound.account.id), undefined, use)).toBeUndefined();
      }
      expect((await passkeys.listByAccount(bound.account.id))[0]?.signCount).toBe(5);
      expect(await mailsOf()).toBe(0);
      const synced = await givenPasskey(database.stores, { signCount: 5 });
      const use = using(synced.passkey, { signCount: 4, mailIfFallen: notice(synced.account.id) });
      expect(await sessions.start(someSession(synced.account.id), undefined, use)).toBeDefined();
      expect((await passkeys.listByAccount(synced.account.id))[0]).toMatchObject({ signCount: 4, counterFellAt: NOW });
      expect(await mailsOf()).toBe(1);
      const next = using(synced.passkey, { signCount: 6, mailIfFallen: notice(synced.account.id) });
      expect(await sessions.start(someSession(synced.account.id), undefined, next)).toBeDefined();
      expect((await passkeys.listByAccount(synced.account.id))[0]).toMatchObject({ signCount: 6, counterFellAt: NOW });
      expect(await mailsOf()).toBe(0);
    });

    it('decision 65: a device-bound passkey that may be synced now is recorded, mailed once, and seen', async () => {
      const { passkeys, sessions, activities } = database.stores;
      const { account, passkey } = await givenPasskey(database.stores, {
        ...{ signCount: 5, backupEligible: false, backedUp: false, createdAt: NOW + 1 },
      });
      const mailIfSynced = notice(account.id);
      const start = (values: Partial<PasskeyUse>) =>
        sessions.start(someSession(account.id), undefined, using(passkey, { mailIfSynced, ...values }));
      expect(await start({ backupEligible: true, signCount: 0 })).toBeDefined();
      expect((await passkeys.listByAccount(account.id))[0]).toMatchObject({ backupEligible: true, signCount: 0 });
      expect(await mailsOf()).toBe(1);
      expect(await start({ backupEligible: true, signCount: 0 })).toBeDefined();
      expect(await mailsOf()).toBe(0);
      const seen = await activities.listByAccount({ accountId: account.id, limit: 99 });
      expect(seen.filter(({ kind }) => kind === 'passkey-synced').map(({ data }) => data)).toEqual([
        { name: passkey.name },
      ]);
      expect(await start({ backupEligible: false, signCount: 9 })).toBeUndefined();
      expect((await passkeys.listByAccount(account.id))[0]).toMatchObject({ backupEligible: true, signCount: 0 });
    });

    it('contract 24: a sign-in with a passkey ends the rest of one-time codes', async () => {
      const { factors, sessions } = database.stores;
      const { account, passkey } = await givenPasskeyAndCodes(database.stores);
      for (let tries = 0; tries < MAX_TRIES_IN_ROW; tries += 1) await factors.countTry(account.id);
      expect(await factors.countTry(account.id)).toBeUndefined();
      expect(await sessions.start(sessionOf(account, NOW + 1), undefined, using(passkey))).toBeDefined();
      expect((await factors.countTry(account.id))?.triesInRow).toBe(1);
    });

    it('contract 24: one first proof takes one passkey or code, also of 50 passkeys at once', async () => {
      const stores = await several();
      const { factors, sessions } = database.stores;
      const { account, passkey, other } = await givenPasskeyAndCodes(database.stores);
      const [provenAt, now] = [NOW + MINUTE, NOW + MINUTE + 1];
      const second = (at: number) => using(at % 2 === 0 ? passkey : other, { provenAt });
      const started = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          stores[at % 5]?.sessions.start(sessionOf(account, now), undefined, second(at)),
        ),
      );
      expect(started.filter(Boolean)).toHaveLength(1);
      const step = { accountId: account.id, signInEpoch: account.signInEpoch, step: 2 };
      expect(await factors.useStep({ ...step, provenAt, now: now + 1 })).toBe(false);
      expect(await factors.useStep({ ...step, provenAt: now + 1, now: now + 2 })).toBe(true);
      const late = sessionOf(account, now + 3);
      expect(await sessions.start(late, undefined, using(passkey, { provenAt: now + 1 }))).toBeUndefined();
      expect(await sessions.start(late, undefined, using(passkey))).toBeDefined();
    });

    it('contract 24: of a passkey and a code after one first proof at once, over 2 connections, one, 40 times in 40', async () => {
      const [one, two] = (await several()) as [Stores, Stores];
      for (let round = 0; round < 40; round += 1) {
        const { account, passkey } = await givenPasskeyAndCodes(database.stores);
        const [provenAt, now] = [NOW + MINUTE, NOW + MINUTE + 1];
        const accepted = { accountId: account.id, signInEpoch: account.signInEpoch, provenAt, now };
        const taken = await Promise.all([
          one.sessions.start(sessionOf(account, now), undefined, using(passkey, { provenAt })),
          two.factors.useStep({ ...accepted, step: 2 }),
        ]);
        expect(taken.filter(Boolean)).toHaveLength(1);
      }
    });

    it('removing a passkey and signing in with it at once, over 2 connections, 20 times in 20: no session is left', async () => {
      const [one, two] = await several();
      for (let round = 0; round < 20; round += 1) {
        const given = await givenPasskey(database.stores);
        const thief = someSession(given.account.id);
        const [removed] = await Promise.all([
          one?.passkeys.remove(removing(given, given.passkey.id)),
          two?.sessions.start(thief, undefined, using(given.passkey)),
        ]);
        expect(removed).toBe('removed');
        expect(await database.stores.sessions.find(thief.handleHash, NOW)).toBeUndefined();
      }
    });

    it('the last way to sign in stays, also when two of two are removed at once', async () => {
      const stores = await several();
      const { passkeys } = database.stores;
      for (let round = 0; round < 5; round += 1) {
        const given = await givenSignedIn(database.stores, { passwordHash: undefined });
        const [one, two, foreign] = [adding(given), adding(given), adding(given, { rpId: 'example.com' })];
        for (const added of [one, two, foreign]) expect(await passkeys.add(added)).toBe('added');
        const removed = await Promise.all(
          [one, two].map(({ passkey }, at) =>
            stores[at]?.passkeys.remove(removing(given, passkey.id)).catch((error: unknown) => {
              if (error instanceof ConfirmationNeeded) return 'late';
              throw error;
            }),
          ),
        );
        expect(count(removed, 'removed')).toBe(1);
        expect(await passkeys.listByAccount(given.account.id)).toHaveLength(2);
      }
      const alone = await givenSignedIn(database.stores, { passwordHash: undefined });
      const only = adding(alone);
      await passkeys.add(only);
      expect(await passkeys.remove(removing(alone, only.passkey.id))).toBe('last');
    });

    it("renames its own account's passkey alone", async () => {
      const { passkeys } = database.stores;
      const { account, passkey } = await givenPasskey(database.stores);
      expect(await passkeys.rename({ accountId: 'nobody', id: passkey.id, name: 'Mine' })).toBe(false);
      expect(await passkeys.rename({ accountId: account.id, id: passkey.id, name: 'Phone' })).toBe(true);
      expect((await passkeys.listByAccount(account.id))[0]?.name).toBe('Phone');
      const other = await givenSignedIn(database.stores);
      expect(await passkeys.remove(removing(other, passkey.id))).toBe('gone');
    });

    it('counts those of other relying parties, and all disappear with their account', async () => {
      const { passkeys, accounts } = database.stores;
      const before = await passkeys.countOfOtherRps('example.org');
      const given = await givenPasskey(database.stores);
      await passkeys.add(adding(given, { rpId: 'example.org' }));
      expect(await passkeys.countOfOtherRps('example.org')).toBe(before + 1);
      await accounts.remove(given.account.id, NOW);
      expect(await passkeys.findByCredential(given.passkey.credentialId)).toBeUndefined();
    });

    it('an account is created with its passkey, or not at all, also of 10 at once over 5 connections', async () => {
      const stores = await several();
      const { passkeys, accounts } = database.stores;
      const [challenge, credentialId] = [someChallenge(), someHash()];
      const first = (account: Account, values: Partial<Passkey> = {}) => ({
        ...someChallenge(),
        passkey: somePasskey(account.id, values),
      });
      const people = Array.from({ length: 10 }, () => someAccount({ passwordHash: undefined }));
      const created = await Promise.all(
        people.map((one, at) => stores[at % 5]?.accounts.insertWithPasskey(one, [], first(one, { credentialId }))),
      );
      expect([count(created, 'created'), count(created, 'passkey-refused')]).toEqual([1, 9]);
      const left = await Promise.all(people.map(({ id }) => accounts.find(id)));
      expect(left.filter(Boolean)).toHaveLength(1);
      const [one, two] = [someAccount(), someAccount()];
      expect(await accounts.insertWithPasskey(one, [], { ...first(one), ...challenge })).toBe('created');
      expect(await passkeys.listByAccount(one.id)).toHaveLength(1);
      expect(await accounts.insertWithPasskey(two, [], { ...first(two), ...challenge })).toBe('passkey-refused');
      const again = someAccount({ email: one.email, emailKey: one.emailKey });
      expect(await accounts.insertWithPasskey(again, [], first(again))).toBe('email-taken');
    });

    it('a challenge that is sent twice, with another address, creates no second account under its id', async () => {
      const { accounts } = database.stores;
      const [one, two] = [someAccount(), someAccount()];
      const given = { ...someChallenge(), passkey: somePasskey(one.id) };
      expect(await accounts.insertWithPasskey(one, [], given)).toBe('created');
      const replayed = { ...two, id: one.id };
      expect(await accounts.insertWithPasskey(replayed, [], given)).toBe('passkey-refused');
      expect(await accounts.findByEmailKey(two.emailKey)).toBeUndefined();
    });

    it('a sign-up that waits for a code keeps its passkey, and the account is created with it', async () => {
      const { passkeys, pendingSignUps } = database.stores;
      const account = someAccount({ passwordHash: undefined });
      const passkey = somePasskey(account.id);
      const deviceHash = someHash();
      const tokenHash = someHash();
      const pending = {
        id: account.id,
        deviceHash,
        email: account.email,
        emailKey: account.emailKey,
        passwordHash: '',
        passkey: toPending(passkey),
        nickname: 'Mina',
        agreed: [],
        tokenHash,
        codeMac: someHash(),
        createdAt: NOW,
        expiresAt: NOW + MINUTE,
      };
      const challenge = someChallenge();
      expect(await pendingSignUps.insert(pending, undefined, challenge)).toBe(true);
      const replayed = { ...pending, id: 'other', tokenHash: someHash() };
      expect(await pendingSignUps.insert(replayed, undefined, challenge)).toBe(false);
      expect((await pendingSignUps.findNewest(deviceHash, NOW))?.passkey).toEqual(
        JSON.parse(JSON.stringify(pending.passkey)),
      );
      await pendingSignUps.redeem({ deviceHash, by: { tokenHash }, accountOf: () => account, now: NOW });
      expect(await passkeys.listByAccount(account.id)).toEqual([{ ...passkey, setUpBehind: 'mail' }]);
    });

    it('challenges are forgotten once they are over', async () => {
      const { passkeys, expired } = database.stores;
      const given = await givenSignedIn(database.stores);
      const first = adding(given);
      const again = () => passkeys.add({ ...adding(given), challengeHash: first.challengeHash });
      await passkeys.add(first);
      await expired.purge(NOW + 4 * MINUTE, 500, 0);
      expect(await again()).toBe('answered');
      await expired.purge(NOW + 5 * MINUTE, 500, 0);
      expect(await again()).toBe('added');
    });
  });
}

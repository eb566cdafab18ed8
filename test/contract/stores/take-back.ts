// The contract of EmailChangeStore.takeBack, for every database: the link that a former address got restores it once,
// whoever races, and removes what was set up since the change was asked for (contract 21).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { Passkey } from '../../../src/core/sign-in/passkeys/passkey.ts';
import type { PasskeyUse } from '../../../src/core/sign-in/passkeys/passkey-use.ts';
import { newId } from '../../helpers/new-id.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { type Person, people } from './email-change-store.ts';
import {
  DAY,
  HOUR,
  keeping,
  MINUTE,
  NOW,
  RP_ID,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someLink,
  somePasskey,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import type { RaceJob } from './race-processes.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const LATER = NOW + HOUR;

const usingPasskey = ({ id: passkeyId }: Passkey, values: Partial<PasskeyUse> = {}): PasskeyUse => ({
  ...{
    passkeyId,
    signCount: 0,
    backedUp: true,
    backupEligible: true,
    mailIfSynced: undefined,
    mailIfFallen: undefined,
    provenAt: undefined,
  },
  ...{ challengeHash: someHash(), challengeExpiresAt: LATER + MINUTE },
  ...values,
});

export function takeBackContract(make: MakeDatabase): void {
  describe('EmailChangeStore: taking a change back', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const { givenPerson, ask, change } = people(() => database.stores);

  const takeBack = (
    tokenHash: Buffer,
    {
      on = database.stores,
      factor,
      rpId = RP_ID,
      remove = [],
      now = LATER,
      passwordHash = '$new',
    }: TakeBackOptions = {},
  ) =>
    on.emailChanges.takeBack({
      tokenHash,
      passwordHash,
      factor,
      rpId,
      remove,
      mail: someMail({ kind: 'password-changed', accountId: undefined }),
      notice: someMail({ kind: 'account-exists', accountId: undefined }),
      now,
    });
  const claimedMails = async () => {
    const due = await database.stores.mails.claim({ now: LATER, until: LATER + HOUR, limit: 9, busy: [] });
    return due.map(({ email, kind }) => `${kind} ${email}`).sort();
  };
  /** Codes that were set up at `at`. @returns the account's new epoch */
  const enrol = async (account: Account, at: number): Promise<number> => {
    const session = someSession(account.id, { authenticatedAt: at, signInEpoch: account.signInEpoch });
    await database.stores.sessions.start(session, undefined);
    const enrolled = await database.stores.factors.enrol({
      accountId: account.id,
      ...keeping(session),
      proof: { sessionId: session.id, authenticatedSince: at },
      sealedSecret: someHash(),
      step: 1,
      recoveryHashes: [someHash()],
      now: at,
    });
    expect(enrolled).toBe(true);
    return account.signInEpoch + 1;
  };
  const connect = async ({ id: accountId }: Account, now: number) => {
    const owner = someAccount({ role: 'owner' });
    await database.stores.accounts.insert(owner);
    const application = someApplication(owner.id);
    await database.stores.applications.insert(application, 500);
    await database.stores.connections.agree({
      applicationId: application.id,
      accountId,
      sub: newSub(),
      answers: {},
      now,
    });
    return application.id;
  };

  it('contract 21: no account is created with a passkey for an address that is reserved', async () => {
    const person = await givenPerson();
    await change(person);
    const { email, emailKey } = person.account;
    const newcomer = someAccount({ email, emailKey, createdAt: LATER });
    const first = {
      passkey: somePasskey(newcomer.id),
      challengeHash: someHash(),
      challengeExpiresAt: LATER + DAY,
    };
    expect(await database.stores.accounts.insertWithPasskey(newcomer, [], first)).toBe('email-taken');
  });

  it('restores the address, verified, with the new password, and ends every sign-in and grant', async () => {
    const { accounts, sessions, emailChanges } = database.stores;
    const person = await givenPerson({ emailVerifiedBy: 'operator' });
    const { link } = await change(person, 'taken@Elsewhere.example');
    await claimedMails();
    const restored = {
      ...person.account,
      ...{ emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: LATER, updatedAt: LATER },
      ...{ passwordHash: '$new', signInEpoch: 1, grantEpoch: 1, deviceEpoch: 1 },
    };
    expect(await takeBack(link)).toEqual(restored);
    expect(await accounts.find(person.account.id)).toEqual(restored);
    expect(await sessions.listByAccount(person.account.id, LATER, 9)).toEqual([]);
    expect(await claimedMails()).toEqual(
      [`password-changed ${person.account.email}`, 'account-exists taken@Elsewhere.example'].sort(),
    );
    expect(await emailChanges.findReserved(person.account.emailKey, LATER)).toBeUndefined();
    expect(await takeBack(link)).toBeUndefined();
  });

  it('removes API tokens and what was made since the change was asked for, and keeps what is older', async () => {
    const { apiTokens, connections, links, emailChanges, emailProofs, passkeys } = database.stores;
    const person = await givenPerson();
    const { id } = person.account;
    const [olderPasskey, newerPasskey] = [NOW - 1, NOW + 2 * MINUTE].map((createdAt) => somePasskey(id, { createdAt }));
    for (const passkey of [olderPasskey, newerPasskey] as Passkey[]) {
      const added = { passkey, challengeHash: someHash(), challengeExpiresAt: LATER };
      expect(await passkeys.add({ ...added, proof: person.session, mail: undefined })).toBe('added');
    }
    for (const createdAt of [NOW - 60 * DAY, NOW - 1, NOW, NOW + 2 * MINUTE]) {
      await apiTokens.insert(someApiToken(id, { createdAt, name: String(createdAt) }), 50);
    }
    const [older, during, newer] = [
      await connect(person.account, NOW - 1),
      await connect(person.account, NOW),
      await connect(person.account, NOW + 2 * MINUTE),
    ];
    const { link } = await change(person);
    const planted = someLink({ purpose: 'password', accountId: id, createdAt: NOW - DAY, expiresAt: LATER + DAY });
    await links.issue(planted);
    const pending = await ask(person, person.account.email, LATER - 1);
    expect(await takeBack(link)).toMatchObject({ email: person.account.email });
    expect(await apiTokens.listByAccount(id)).toEqual([]);
    expect((await passkeys.listByAccount(id)).map(({ createdAt }) => createdAt)).toEqual([NOW - 1]);
    const live = (await connections.listByAccount(id)).map(({ application }) => application.id);
    expect(live).toEqual([older]);
    for (const ended of [during, newer]) {
      expect(await connections.find(ended as string, id)).toMatchObject({ endedAt: LATER, answers: {} });
    }
    expect(await links.find(planted.tokenHash, LATER)).toBeUndefined();
    expect(await emailChanges.find(id, LATER)).toBeUndefined();
    expect(await emailProofs.find(pending.proof.tokenHash, LATER)).toBeUndefined();
  });

  it.each([
    ['codes', NOW - 30 * DAY],
    ['codes', NOW - 1],
    ['passkey', NOW - 30 * DAY],
    ['passkey', NOW - 1],
  ])('contract 21: does not ask for a factor of the 30 days before (%s, %i), and keeps it', async (factor, at) => {
    const { factors, passkeys, accounts } = database.stores;
    const { account: before, session: first } = await givenPerson();
    const { id } = before;
    const challenge = { challengeHash: someHash(), challengeExpiresAt: LATER };
    if (factor === 'codes') await enrol(before, at);
    else
      await passkeys.add({ ...challenge, passkey: somePasskey(id, { createdAt: at }), proof: first, mail: undefined });
    const account = (await accounts.find(id)) as Account;
    const session = someSession(id, { signInEpoch: account.signInEpoch, authenticatedAt: NOW });
    await database.stores.sessions.start(session, undefined);
    const { link } = await change({ account, session: { sessionId: session.id, authenticatedSince: 0 } });
    expect(await takeBack(link)).toMatchObject({ email: before.email });
    const kept = factor === 'codes' ? [await factors.find(id)] : await passkeys.listByAccount(id);
    expect(kept).toMatchObject([{ createdAt: at }]);
  });

  it('contract 21: restores an account that is leaving', async () => {
    const { leaving, accounts } = database.stores;
    const person = await givenPerson();
    const { link } = await change(person);
    const { id } = person.account;
    const proof = person.session;
    const left = { accountId: id, until: NOW + 9 * DAY, proof, mail: undefined, now: NOW + 2 * MINUTE };
    expect(await leaving.leave(left)).toBe('done');
    expect(await takeBack(link)).toMatchObject({ email: person.account.email, leavingSince: undefined });
    expect(await accounts.find(id)).toMatchObject({ leavingSince: undefined, leavingUntil: undefined });
  });

  it('removes a second factor that was set up since, without asking for it', async () => {
    const { factors, accounts } = database.stores;
    const person = await givenPerson();
    const { link } = await change(person);
    const account = (await accounts.find(person.account.id)) as Account;
    await enrol(account, NOW + 2 * MINUTE);
    expect(await takeBack(link)).toMatchObject({ email: person.account.email });
    expect(await factors.find(account.id)).toBeUndefined();
    expect(await factors.countRecoveryCodes(account.id)).toBe(0);
  });

  it('contract 21: asks for a second factor that is older than 30 days, and keeps it; newer recovery codes go', async () => {
    const { factors, accounts } = database.stores;
    const { account: before } = await givenPerson();
    const signInEpoch = await enrol(before, NOW - 30 * DAY - 1);
    const account = (await accounts.find(before.id)) as Account;
    const session = someSession(account.id, { signInEpoch, authenticatedAt: NOW });
    await database.stores.sessions.start(session, undefined);
    const person = { account, session: { sessionId: session.id, authenticatedSince: 0 } };
    const { link } = await change(person);
    const renewed = { accountId: account.id, recoveryHashes: [someHash()], proof: person.session, now: NOW + 2 };
    expect(await factors.replaceRecoveryCodes(renewed)).toBe(true);
    await factors.countTry(account.id);
    expect(await takeBack(link)).toBe('factor-needed');
    expect(await takeBack(link, { factor: { signInEpoch: signInEpoch - 1 } })).toBe('factor-needed');
    expect(await takeBack(link, { factor: { signInEpoch } })).toMatchObject({ email: account.email });
    expect(await factors.find(account.id)).toMatchObject({ triesInRow: 0 });
    expect(await factors.countRecoveryCodes(account.id)).toBe(0);
  });

  describe('what is chosen for removal', () => {
    const YOUNG = NOW - 30 * DAY;
    const mail = () => someMail({ kind: 'passkey-removed', accountId: undefined });
    const given = async () => {
      const person = await givenPerson();
      const { id } = person.account;
      const passkeys = [YOUNG - 1, YOUNG, NOW - 1].map((createdAt) => somePasskey(id, { createdAt }));
      for (const passkey of passkeys) {
        // None is set up behind another one.
        const session = someSession(id);
        await database.stores.sessions.start(session, undefined);
        const challenge = { challengeHash: someHash(), challengeExpiresAt: LATER };
        const proof = { sessionId: session.id, authenticatedSince: 0 };
        expect(await database.stores.passkeys.add({ ...challenge, passkey, proof, mail: undefined })).toBe('added');
      }
      const [old, younger, youngest] = passkeys as [Passkey, Passkey, Passkey];
      return { person, id, old, younger, youngest };
    };
    const namesOf = async (id: string) =>
      (await database.stores.passkeys.listByAccount(id)).map((passkey) => passkey.id).sort();

    it('contract 21: goes with the change, and is mailed to the address that is restored', async () => {
      const { person, id, old, younger, youngest } = await given();
      const { link } = await change(person);
      const factor = { signInEpoch: 0, passkey: usingPasskey(old) };
      await claimedMails();
      const remove = [{ passkeyId: youngest.id, mail: mail() }];
      expect(await takeBack(link, { remove })).toBe('factor-needed');
      expect(await namesOf(id)).toHaveLength(3);
      expect(await takeBack(link, { factor, remove })).toMatchObject({ id });
      expect(await namesOf(id)).toEqual([old.id, younger.id].sort());
      expect(await claimedMails()).toContain(`passkey-removed ${person.account.email}`);
    });

    it('contract 21, 24: nor one that was set up lately, behind a factor that is asked for', async () => {
      const person = await givenPerson();
      const { id } = person.account;
      const [old, behind] = [YOUNG - 1, NOW - 1].map((createdAt) => somePasskey(id, { createdAt })) as [
        Passkey,
        Passkey,
      ];
      for (const passkey of [old, behind]) {
        const challenge = { challengeHash: someHash(), challengeExpiresAt: LATER };
        await database.stores.passkeys.add({ ...challenge, passkey, proof: person.session, mail: undefined });
      }
      const { link } = await change(person);
      const factor = { signInEpoch: 0, passkey: usingPasskey(behind) };
      const remove = [{ passkeyId: behind.id, mail: mail() }];
      expect(await takeBack(link, { factor, remove })).toMatchObject({ id });
      expect(await namesOf(id)).toEqual([old.id, behind.id].sort());
    });

    it('contract 21: no factor goes that is asked for, nor one of another account', async () => {
      const { person, id, old, younger, youngest } = await given();
      const other = await given();
      const { link } = await change(person);
      const factor = { signInEpoch: 0, passkey: usingPasskey(old) };
      await claimedMails();
      const remove = [old, other.youngest].map(({ id: passkeyId }) => ({ passkeyId, mail: mail() }));
      expect(await takeBack(link, { factor, remove })).toMatchObject({ id });
      expect(await namesOf(id)).toEqual([old.id, younger.id, youngest.id].sort());
      expect(await namesOf(other.id)).toHaveLength(3);
      expect((await claimedMails()).filter((one) => one.startsWith('passkey-removed'))).toEqual([]);
    });

    it.each([
      ['go with their recovery codes', YOUNG, true],
      ['stay where they are asked for, with their recovery codes', YOUNG - 1, false],
    ])('contract 21: one-time codes %s', async (_, at, goes) => {
      const { factors, accounts, sessions } = database.stores;
      const { account: before } = await givenPerson();
      const { id } = before;
      const signInEpoch = await enrol(before, at);
      const account = (await accounts.find(id)) as Account;
      const session = someSession(id, { signInEpoch, authenticatedAt: NOW });
      await sessions.start(session, undefined);
      const { link } = await change({ account, session: { sessionId: session.id, authenticatedSince: 0 } });
      const remove = [{ passkeyId: undefined, mail: mail() }];
      expect(await takeBack(link, { factor: { signInEpoch }, remove })).toMatchObject({ id });
      expect((await factors.find(id)) === undefined).toBe(goes);
      expect(await factors.countRecoveryCodes(id)).toBe(goes ? 0 : 1);
    });
  });

  describe('where a passkey was set up more than 30 days before the change was asked for', () => {
    const older = { createdAt: NOW - 30 * DAY - 1 };
    const add = async ({ account, session }: Person, values: Partial<Passkey>): Promise<Passkey> => {
      const passkey = somePasskey(account.id, values);
      const challenge = { challengeHash: someHash(), challengeExpiresAt: LATER };
      const { passkeys } = database.stores;
      expect(await passkeys.add({ ...challenge, passkey, proof: session, mail: undefined })).toBe('added');
      return passkey;
    };
    const given = async (values: Partial<Passkey> = older) => {
      const person = await givenPerson();
      const passkey = await add(person, values);
      const { link } = await change(person);
      return { person, passkey, link };
    };
    const at = { signInEpoch: 0 };

    it('contract 21: it is asked for, used, and kept', async () => {
      const { person, passkey, link } = await given();
      expect(await takeBack(link)).toBe('factor-needed');
      expect(await takeBack(link, { factor: at })).toBe('factor-needed');
      const taken = await takeBack(link, { factor: { ...at, passkey: usingPasskey(passkey, { signCount: 7 }) } });
      expect(taken).toMatchObject({ email: person.account.email });
      const kept = await database.stores.passkeys.listByAccount(person.account.id);
      expect(kept).toEqual([{ ...passkey, signCount: 7, lastUsedAt: LATER }]);
    });

    it('contract 21: no newer one, none of another account, and none of an ended sign-in stands in for it', async () => {
      const { person, passkey, link } = await given();
      const newer = await add(person, { createdAt: NOW });
      const others = await given();
      const wrong = [
        { ...at, passkey: usingPasskey(newer) },
        { ...at, passkey: usingPasskey(others.passkey) },
        { signInEpoch: 1, passkey: usingPasskey(passkey) },
        { ...at, passkey: usingPasskey(passkey, { signCount: 0, ...(await usedChallenge(others.person)) }) },
      ];
      for (const factor of wrong) expect(await takeBack(link, { factor })).toBe('factor-needed');
      expect((await database.stores.accounts.find(person.account.id))?.email).not.toBe(person.account.email);
      expect(await takeBack(link, { factor: { ...at, passkey: usingPasskey(passkey) } })).toBeDefined();
    });

    /** A challenge that another act answered. */
    const usedChallenge = async ({ account, session }: Person) => {
      const challenge = { challengeHash: someHash(), challengeExpiresAt: LATER };
      const passkey = somePasskey(account.id);
      await database.stores.passkeys.add({ ...challenge, passkey, proof: session, mail: undefined });
      return challenge;
    };

    it('contract 23: nor does a copy of a device-bound one, whose counter falls', async () => {
      const { passkey, link } = await given({ ...older, signCount: 5, backupEligible: false, backedUp: false });
      const copy = { ...at, passkey: usingPasskey(passkey, { signCount: 4, backupEligible: false, backedUp: false }) };
      expect(await takeBack(link, { factor: copy })).toBe('factor-needed');
    });

    it('contract 21: codes that were set up since do not stand in for it, and one of another domain is not asked for', async () => {
      const { person, link } = await given();
      const account = (await database.stores.accounts.find(person.account.id)) as Account;
      const signInEpoch = await enrol(account, NOW + 2 * MINUTE);
      expect(await takeBack(link, { factor: { signInEpoch } })).toBe('factor-needed');
      expect(await takeBack(link, { rpId: 'elsewhere.example' })).toMatchObject({ email: person.account.email });
    });

    it('contract 21: of a sign-in and 20 answers to one challenge at once over 5 connections, one is taken', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const { person, passkey, link } = await given();
      const use = usingPasskey(passkey);
      const signIn = database.stores.sessions.start(someSession(person.account.id), undefined, use);
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          takeBack(link, { on: stores[index % 5] as Stores, factor: { ...at, passkey: use } }),
        ),
      );
      const isTaken = (result: unknown) => typeof result === 'object';
      expect([await signIn, ...taken.filter(isTaken)].filter(Boolean)).toHaveLength(1);
    });

    it('contract 21: removing it at once, 10 times in 10, no account is taken back without it', async () => {
      const other = await database.open();
      for (let round = 0; round < roundsOf(50, 10); round += 1) {
        const { person, passkey, link } = await given();
        const session = someSession(person.account.id);
        await database.stores.sessions.start(session, undefined);
        const [taken] = await Promise.all([
          takeBack(link, { factor: { ...at, passkey: usingPasskey(passkey) } }),
          other.passkeys
            .remove({
              ...{ accountId: person.account.id, id: passkey.id, rpId: RP_ID, ...keeping(session) },
              ...{ proof: { sessionId: session.id, authenticatedSince: 0 }, mail: undefined, now: LATER },
            })
            .catch(() => undefined),
        ]);
        // Removing ended the sign-ins first: the passkey that was checked before counts no more.
        const removed = (await database.stores.passkeys.listByAccount(person.account.id)).length === 0;
        expect(typeof taken === 'object').toBe(!removed);
      }
    });
  });

  it('is done once by 50 callers at once, over 5 connections', async () => {
    const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
    const person = await givenPerson();
    const { link } = await change(person);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) => takeBack(link, { on: stores[i % 5] as Stores, passwordHash: `$${i}` })),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await database.stores.accounts.find(person.account.id)).toMatchObject({
      ...{ passwordHash: `$${results.findIndex(Boolean)}`, signInEpoch: 1 },
    });
  });

  it('is done once by 2 processes with 25 calls each, as is the change before', async () => {
    const processes = await database.takeProcesses(2);
    const winnersOf = async (method: RaceJob['method'], input: (index: number) => object) => {
      const inputs = Array.from({ length: 25 }, (_, index) => input(index));
      const winners = await Promise.all(processes.map((child) => child.run({ method, inputs })));
      return winners.reduce((sum, count) => sum + count);
    };
    for (let round = 0; round < roundsOf(50, 10); round += 1) {
      const { account, session } = await givenPerson();
      const { proof } = await ask({ account, session });
      const { id: accountId, email } = account;
      const tokens = Array.from({ length: 25 }, someHash);
      const changing = (index: number) => ({
        ...{ accountId, by: { tokenHash: proof.tokenHash }, session, mail: undefined, now: NOW + MINUTE },
        takeBack: { id: newId(), tokenHash: tokens[index], expiresAt: NOW + DAY },
        back: { fromEpoch: 0, keep: { id: session.sessionId }, remove: [], notice: undefined },
      });
      // Both processes have the same 25 links: at most one of each is stored.
      expect(await winnersOf('change-address', changing)).toBe(1);
      const found = await Promise.all(tokens.map((token) => database.stores.emailChanges.findFormer(token, LATER)));
      const [tokenHash] = tokens.filter((_, index) => found[index] !== undefined);
      const taking = () => ({
        ...{
          tokenHash,
          passwordHash: '$new',
          factor: undefined,
          rpId: undefined,
          remove: [],
          mail: undefined,
          notice: undefined,
          now: LATER,
        },
      });
      expect(await winnersOf('take-back', taking)).toBe(1);
      expect(await database.stores.accounts.find(accountId)).toMatchObject({ email, signInEpoch: 1 });
    }
  });

  it('races with changing back by hand: one of them restores the address', async () => {
    const other = await database.open();
    const { prove } = people(() => database.stores);
    for (let round = 0; round < roundsOf(50, 5); round += 1) {
      const person = await givenPerson();
      const { link } = await change(person);
      const { proof } = await ask(person, person.account.email, NOW + 2 * MINUTE);
      const [proven, restored] = await Promise.allSettled([
        prove(person, proof, { at: NOW + 3 * MINUTE }),
        takeBack(link, { on: other, now: NOW + 3 * MINUTE }),
      ]);
      const { id, email } = person.account;
      const changedBack = proven.status === 'fulfilled' && proven.value.result === 'changed-back';
      expect(restored).toMatchObject({ value: changedBack ? undefined : { email } });
      expect(await database.stores.accounts.find(id)).toMatchObject({ email, signInEpoch: 1 });
    }
  });

  it('does nothing after seven days, for a disabled account, and for a link of nobody', async () => {
    const { accounts, emailChanges } = database.stores;
    const person = await givenPerson();
    const { link } = await change(person);
    expect(await takeBack(someHash())).toBeUndefined();
    expect(await takeBack(link, { now: NOW + MINUTE + 7 * DAY })).toBeUndefined();
    await accounts.setDisabled(person.account.id, true, NOW);
    expect(await emailChanges.findFormer(link, LATER)).toBeUndefined();
    expect(await takeBack(link)).toBeUndefined();
    await accounts.setDisabled(person.account.id, false, NOW);
    expect(await takeBack(link)).toMatchObject({ email: person.account.email });
  });
}

type TakeBackOptions = {
  on?: Stores;
  factor?: Parameters<Stores['emailChanges']['takeBack']>[0]['factor'];
  rpId?: string | undefined;
  remove?: Parameters<Stores['emailChanges']['takeBack']>[0]['remove'];
  now?: number;
  passwordHash?: string;
};

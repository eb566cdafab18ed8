// The contract of EmailChangeStore.takeBack, for every database: the link that a former address got restores it once,
// whoever races, and removes what was set up since the change was asked for (contract 21).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/accounts/account.ts';
import type { Stores } from '../../../src/core/ports.ts';
import { newId, newSub } from '../../../src/core/secrets.ts';
import { people } from './email-change-store.ts';
import {
  DAY,
  HOUR,
  keeping,
  MINUTE,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someLink,
  somePasskey,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, type RaceJob, useDatabase } from './use-database.ts';

const LATER = NOW + HOUR;

export function takeBackContract(make: MakeDatabase): void {
  describe('EmailChangeStore: taking a change back', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const { givenPerson, ask, change } = people(() => database.stores);

  const takeBack = (
    tokenHash: Buffer,
    { on = database.stores, factor, now = LATER, passwordHash = '$new' }: TakeBackOptions = {},
  ) =>
    on.emailChanges.takeBack({
      tokenHash,
      passwordHash,
      factor,
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

  it('removes what was made since the change was asked for, and keeps what is older', async () => {
    const { apiTokens, connections, links, emailChanges, emailProofs, passkeys } = database.stores;
    const person = await givenPerson();
    const { id } = person.account;
    for (const createdAt of [NOW - 1, NOW + 2 * MINUTE]) {
      const added = { passkey: somePasskey(id, { createdAt }), challengeHash: someHash(), challengeExpiresAt: LATER };
      expect(await passkeys.add({ ...added, proof: person.session, mail: undefined })).toBe('added');
    }
    for (const createdAt of [NOW - 1, NOW, NOW + 2 * MINUTE]) {
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
    const pending = await ask(person, 'next@elsewhere.example', LATER - 1);
    expect(await takeBack(link)).toBeDefined();
    expect((await apiTokens.listByAccount(id)).map(({ name }) => name)).toEqual([String(NOW - 1)]);
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

  it('asks for an older second factor, and keeps it; newer recovery codes go', async () => {
    const { factors, accounts } = database.stores;
    const { account: before } = await givenPerson();
    const signInEpoch = await enrol(before, NOW - 1);
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

  it('after two changes, the first link takes both back, and the second is over', async () => {
    const person = await givenPerson();
    const { link: first } = await change(person, 'one@elsewhere.example');
    const { link: second } = await change(person, 'two@elsewhere.example', NOW + 2 * MINUTE);
    expect(await takeBack(first)).toMatchObject({ email: person.account.email });
    expect(await takeBack(second)).toBeUndefined();
    const address = { email: 'one@elsewhere.example', emailKey: 'one@elsewhere.example' };
    expect(await database.stores.accounts.insert(someAccount({ ...address, createdAt: LATER }))).toBe('created');
  });

  it('after two changes, the second link takes one back, and the first still takes back the other', async () => {
    const person = await givenPerson();
    const { link: first } = await change(person, 'one@elsewhere.example');
    const { link: second } = await change(person, 'two@elsewhere.example', NOW + 2 * MINUTE);
    expect(await takeBack(second)).toMatchObject({ email: 'one@elsewhere.example' });
    expect(await takeBack(first)).toMatchObject({ email: person.account.email, signInEpoch: 2 });
  });

  it('whoever changed back is still stronger with the first link than the address in between', async () => {
    const person = await givenPerson();
    const { link: first } = await change(person, 'one@elsewhere.example');
    const { link: second } = await change(person, person.account.email, NOW + 2 * MINUTE);
    await claimedMails();
    expect(await takeBack(second)).toMatchObject({ email: 'one@elsewhere.example' });
    expect(await takeBack(first)).toMatchObject({ email: person.account.email });
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
    const processes = await database.startProcesses(2);
    const winnersOf = async (method: RaceJob['method'], input: (index: number) => object) => {
      const inputs = Array.from({ length: 25 }, (_, index) => input(index));
      const winners = await Promise.all(processes.map((child) => child.run({ method, inputs })));
      return winners.reduce((sum, count) => sum + count);
    };
    for (let round = 0; round < 10; round += 1) {
      const { account, session } = await givenPerson();
      const { proof } = await ask({ account, session });
      const { id: accountId, email } = account;
      const tokens = Array.from({ length: 25 }, someHash);
      const changing = (index: number) => ({
        ...{ accountId, by: { tokenHash: proof.tokenHash }, session, mail: undefined, now: NOW + MINUTE },
        takeBack: { id: newId(), tokenHash: tokens[index], expiresAt: NOW + DAY },
      });
      // Both processes have the same 25 links: at most one of each is stored.
      expect(await winnersOf('change-address', changing)).toBe(1);
      const found = await Promise.all(tokens.map((token) => database.stores.emailChanges.findFormer(token, LATER)));
      const [tokenHash] = tokens.filter((_, index) => found[index] !== undefined);
      const taking = () => ({
        ...{ tokenHash, passwordHash: '$new', factor: undefined, mail: undefined, notice: undefined, now: LATER },
      });
      expect(await winnersOf('take-back', taking)).toBe(1);
      expect(await database.stores.accounts.find(accountId)).toMatchObject({ email, signInEpoch: 1 });
    }
  });

  it('races with another change of the address: the address is restored, or the change is over', async () => {
    const other = await database.open();
    const { prove } = people(() => database.stores);
    for (let round = 0; round < 5; round += 1) {
      const person = await givenPerson();
      const { link } = await change(person);
      const { proof } = await ask(person, `${newId()}@elsewhere.example`, NOW + 2 * MINUTE);
      const [, restored] = await Promise.allSettled([
        prove(person, proof, { at: NOW + 3 * MINUTE }),
        takeBack(link, { on: other, now: NOW + 3 * MINUTE }),
      ]);
      expect(restored).toMatchObject({ value: { email: person.account.email } });
      expect(await database.stores.accounts.find(person.account.id)).toMatchObject({ email: person.account.email });
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
  factor?: { signInEpoch: number } | undefined;
  now?: number;
  passwordHash?: string;
};

// The contract of EmailChangeStore, for every database: a change of the address takes effect once, for one account, and
// is taken back once, whoever races (contract 21).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded, type SessionProof } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { EmailChange } from '../../../src/core/people/email-changes/email-change.ts';
import type { ChosenFactor } from '../../../src/core/people/email-changes/email-change-store.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import type { Passkey } from '../../../src/core/sign-in/passkeys/passkey.ts';
import type { KeptSession } from '../../../src/core/sign-in/sessions/session-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  NOW,
  SECOND,
  someAccount,
  someApiToken,
  someHash,
  somePasskey,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** `keep`: for changing back, which ends every other session. */
export type Person = { account: Account; session: SessionProof; keep?: KeptSession };

type ProveHow = {
  at?: number;
  on?: Stores;
  byCode?: boolean;
  isRefused?: (change: EmailChange) => boolean;
  remove?: readonly ChosenFactor[];
};

/** Steps that the tests of changes share. */
export function people(stores: () => Stores) {
  const givenPerson = async (values: Partial<Account> = {}): Promise<Person> => {
    const account = someAccount({
      emailVerified: true,
      emailVerifiedBy: 'mail',
      emailVerifiedAt: NOW - DAY,
      createdAt: NOW - DAY,
      ...values,
    });
    const session = someSession(account.id);
    expect(await stores().accounts.insert(account)).toBe('created');
    await stores().sessions.start(session, undefined);
    const keep = { id: session.id, handleHash: session.handleHash, newHandleHash: someHash() };
    return { account, session: { sessionId: session.id, authenticatedSince: 0 }, keep };
  };

  /** Asks for the change to `email`. */
  const ask = async ({ account, session }: Person, email = `${newId()}@New.example`, at = NOW) => {
    const { id: accountId, signInEpoch } = account;
    const emailKey = email.toLowerCase();
    const times = { createdAt: at, expiresAt: at + HOUR };
    const change: EmailChange = { accountId, email, emailKey, signInEpoch, askedAt: at, expiresAt: times.expiresAt };
    const secrets = { tokenHash: someHash(), codeMac: someHash() };
    const mail = someMail({ accountId, kind: 'verify-email', email, isNotice: false });
    const proof: EmailProof = {
      id: mail.id,
      accountId,
      purpose: 'change',
      emailKey,
      signInEpoch,
      ...secrets,
      ...times,
    };
    const notice = someMail({ accountId, kind: 'password-changed' });
    await stores().emailChanges.ask({ change, proof, mail, notice, session });
    return { change, proof };
  };

  /** Proves it by the link. */
  const prove = async (
    { account, session, keep }: Person,
    { tokenHash, codeMac }: EmailProof,
    { at = NOW + MINUTE, on = stores(), byCode = false, isRefused, remove = [] }: ProveHow = {},
  ) => {
    const takeBack = { id: newId(), tokenHash: someHash(), expiresAt: at + 7 * DAY };
    const kept = keep ?? { id: session.sessionId, handleHash: someHash(), newHandleHash: someHash() };
    const notice = someMail({ kind: 'email-taken-back', isNotice: false });
    const result = await on.emailChanges.prove({
      accountId: account.id,
      by: byCode ? { codeMacs: [codeMac] } : { tokenHash },
      session,
      takeBack,
      mail: someMail({ accountId: account.id, kind: 'verify-email', isNotice: false }),
      back: { fromEpoch: account.signInEpoch, keep: kept, remove, notice },
      ...(isRefused && { isRefused }),
      now: at,
    });
    return { result, link: takeBack.tokenHash };
  };

  const change = async (person: Person, email?: string, at = NOW) =>
    prove(person, (await ask(person, email, at)).proof, { at: at + MINUTE });

  return { givenPerson, ask, prove, change };
}

export function emailChangeStoreContract(make: MakeDatabase): void {
  describe('EmailChangeStore: a change', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const { givenPerson, ask, prove, change } = people(() => database.stores);
  const claimedMails = async () => {
    const due = await database.stores.mails.claim({ now: NOW + MINUTE, until: NOW + HOUR, limit: 9, busy: [] });
    return due.map(({ email, kind }) => `${kind} ${email}`).sort();
  };
  const fiveConnections = async (): Promise<Stores[]> => [
    database.stores,
    ...(await Promise.all([1, 2, 3, 4].map(() => database.open()))),
  ];

  it('waits, with a mail to either address, and changes nothing', async () => {
    const { emailChanges, accounts, emailProofs } = database.stores;
    const person = await givenPerson();
    const asked = await ask(person, 'mina@New.example');
    expect(await emailChanges.find(person.account.id, NOW)).toEqual(asked.change);
    expect(await emailChanges.findProof(asked.proof.tokenHash, NOW)).toMatchObject(asked);
    expect(await emailProofs.find(asked.proof.tokenHash, NOW)).toBeUndefined();
    expect(await accounts.find(person.account.id)).toEqual(person.account);
    expect(await claimedMails()).toEqual(
      [`password-changed ${person.account.email}`, 'verify-email mina@New.example'].sort(),
    );
  });

  it.each([
    ['link', false],
    ['code', true],
  ])('takes effect by its %s, verified, and tells the former address', async (_, byCode) => {
    const { emailChanges, accounts } = database.stores;
    const person = await givenPerson({ emailVerifiedBy: 'operator' });
    const { change, proof } = await ask(person);
    await claimedMails();
    const { result, link } = await prove(person, proof, { byCode });
    expect(result).toBe('changed');
    expect(await accounts.find(person.account.id)).toEqual({
      ...person.account,
      ...{ email: change.email, emailKey: change.emailKey, updatedAt: NOW + MINUTE },
      ...{ emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: NOW + MINUTE },
    });
    expect(await claimedMails()).toEqual([`verify-email ${person.account.email}`]);
    expect(await emailChanges.find(person.account.id, NOW)).toBeUndefined();
    expect(await emailChanges.findFormer(link, NOW + MINUTE + 7 * DAY - 1)).toMatchObject({
      ...{ accountId: person.account.id, email: person.account.email, emailKey: person.account.emailKey },
      ...{ askedAt: NOW, changedAt: NOW + MINUTE },
    });
    expect(await emailChanges.findFormer(link, NOW + MINUTE + 7 * DAY)).toBeUndefined();
    expect((await prove(person, proof, { byCode })).result).toBe('wrong');
  });

  it('contract 26: is over without effect where the rules of now refuse the address', async () => {
    const { emailChanges, accounts } = database.stores;
    const person = await givenPerson();
    const { change, proof } = await ask(person);
    const isRefused = ({ emailKey }: EmailChange) => emailKey === change.emailKey;
    expect((await prove(person, proof, { at: NOW, isRefused })).result).toBe('email-refused');
    expect(await accounts.find(person.account.id)).toEqual(person.account);
    expect(await emailChanges.find(person.account.id, NOW)).toBeUndefined();
    expect((await prove(person, proof)).result).toBe('wrong');
  });

  it('an address that was not verified is not reserved, and gets no link', async () => {
    const { emailChanges, accounts } = database.stores;
    const person = await givenPerson({
      emailVerified: false,
      emailVerifiedBy: undefined,
      emailVerifiedAt: undefined,
    });
    const { proof } = await ask(person);
    await claimedMails();
    const { result, link } = await prove(person, proof);
    expect(result).toBe('changed');
    expect(await emailChanges.findFormer(link, NOW + MINUTE)).toBeUndefined();
    expect(await claimedMails()).toEqual([]);
    const { email, emailKey } = person.account;
    expect(await accounts.insert(someAccount({ email, emailKey }))).toBe('created');
  });

  it('is proven once by 50 simultaneous uses of a link and its code, over 5 connections', async () => {
    const stores = await fiveConnections();
    const person = await givenPerson();
    const { proof } = await ask(person);
    const proven = await Promise.all(
      Array.from({ length: 50 }, (_, i) => prove(person, proof, { on: stores[i % 5] as Stores, byCode: i % 2 === 0 })),
    );
    expect(proven.filter(({ result }) => result === 'changed')).toHaveLength(1);
  });

  it('is over after its hour, once cancelled, and for another account', async () => {
    const { emailChanges } = database.stores;
    const [person, other] = [await givenPerson(), await givenPerson()];
    const { proof } = await ask(person);
    expect((await prove(other, proof)).result).toBe('wrong');
    expect((await prove(person, proof, { at: NOW + HOUR })).result).toBe('wrong');
    expect(await emailChanges.find(person.account.id, NOW + HOUR)).toBeUndefined();
    expect(await emailChanges.cancel(person.account.id)).toBe(true);
    expect(await emailChanges.cancel(person.account.id)).toBe(false);
    expect((await prove(person, proof)).result).toBe('wrong');
    const again = { proof: { ...proof, id: newId(), tokenHash: someHash() }, mail: undefined, now: NOW };
    expect(await emailChanges.askAgain(again)).toBe(false);
  });

  it('after five wrong codes the right one is refused; the link still works', async () => {
    const person = await givenPerson();
    const { proof } = await ask(person);
    const guess = () => prove(person, { ...proof, codeMac: someHash() }, { byCode: true });
    expect((await Promise.all(Array.from({ length: 5 }, guess))).map(({ result }) => result)).toEqual(
      Array(5).fill('wrong'),
    );
    expect((await prove(person, proof, { byCode: true })).result).toBe('wrong');
    expect((await prove(person, proof)).result).toBe('changed');
  });

  it('another mail extends it; of four, the oldest is over', async () => {
    const { emailChanges } = database.stores;
    const person = await givenPerson();
    const { proof } = await ask(person);
    for (const at of [1, 2, 3].map((minutes) => NOW + minutes * MINUTE)) {
      const newer = { ...proof, id: newId(), tokenHash: someHash(), codeMac: someHash(), createdAt: at };
      const again = { proof: { ...newer, expiresAt: at + HOUR }, mail: undefined, now: at };
      expect(await emailChanges.askAgain(again)).toBe(true);
    }
    expect((await prove(person, proof)).result).toBe('wrong');
    expect(await emailChanges.find(person.account.id, NOW + HOUR + MINUTE)).toMatchObject({
      askedAt: NOW,
      expiresAt: NOW + HOUR + 3 * MINUTE,
    });
  });

  it('lives an hour from when its mail was sent; a mail that was given up lengthens nothing', async () => {
    const { emailChanges, mails } = database.stores;
    const [sent, unsent] = [await givenPerson(), await givenPerson()];
    const { proof } = await ask(sent);
    const other = await ask(unsent);
    const at = NOW + 30 * MINUTE;
    for (const mail of await mails.claim({ now: NOW + MINUTE, until: NOW + HOUR, limit: 9, busy: [] })) {
      await mails.remove(mail, { failure: mail.id === other.proof.id ? 'refused' : undefined, at, id: newId() });
    }
    expect(await emailChanges.find(sent.account.id, at + HOUR - 1)).toMatchObject({ askedAt: NOW });
    expect(await emailChanges.findProof(proof.tokenHash, at + HOUR - 1)).toBeDefined();
    expect(await emailChanges.find(sent.account.id, at + HOUR)).toBeUndefined();
    expect(await emailChanges.find(unsent.account.id, NOW + HOUR)).toBeUndefined();
  });

  it('another address takes its place, and keeps the time since when a change was asked for', async () => {
    const person = await givenPerson();
    const first = await ask(person, 'first@new.example', NOW);
    const second = await ask(person, 'second@new.example', NOW + MINUTE);
    expect(await database.stores.emailChanges.find(person.account.id, NOW + MINUTE)).toEqual({
      ...second.change,
      askedAt: NOW,
    });
    expect((await prove(person, first.proof, { at: NOW + 2 * MINUTE })).result).toBe('wrong');
    expect((await prove(person, second.proof, { at: NOW + 2 * MINUTE })).result).toBe('changed');
    const { id } = person.account;
    expect(await database.stores.emailChanges.findDoubt(id, NOW + HOUR)).toMatchObject({ askedAt: NOW });
  });

  it.each([
    [
      'the account was disabled and enabled again',
      async ({ accounts }: Stores, { account }: Person) => {
        await accounts.setDisabled(account.id, true, NOW);
        await accounts.setDisabled(account.id, false, NOW);
      },
    ],
    [
      'the session ended',
      ({ sessions }: Stores, { account, session: { sessionId } }: Person) =>
        sessions.end({ accountId: account.id, sessionId, now: NOW }),
    ],
  ])('after %s nothing is proven or asked for', async (_, meanwhile) => {
    const person = await givenPerson();
    const { proof } = await ask(person);
    await meanwhile(database.stores, person);
    await expect(prove(person, proof)).rejects.toBeInstanceOf(ConfirmationNeeded);
    await expect(ask(person)).rejects.toBeInstanceOf(ConfirmationNeeded);
    expect(await database.stores.accounts.find(person.account.id)).toMatchObject({ email: person.account.email });
  });

  it('is over when the sign-ins of the account ended, also in a new session', async () => {
    const person = await givenPerson();
    const { proof } = await ask(person);
    await database.stores.accounts.setDisabled(person.account.id, true, NOW);
    expect(await database.stores.emailChanges.find(person.account.id, NOW)).toBeUndefined();
    await database.stores.accounts.setDisabled(person.account.id, false, NOW);
    const session = someSession(person.account.id, { signInEpoch: 1 });
    await database.stores.sessions.start(session, undefined);
    const proven = await prove({ ...person, session: { sessionId: session.id, authenticatedSince: 0 } }, proof);
    expect(proven.result).toBe('wrong');
  });

  it('of five accounts that prove one address at once, and one that signs up, one gets it', async () => {
    const stores = await fiveConnections();
    const asked = await Promise.all(
      stores.map(async (on) => {
        const person = await givenPerson();
        return { person, on, proof: (await ask(person, 'wanted@new.example')).proof };
      }),
    );
    const newcomer = someAccount({ email: 'wanted@new.example', emailKey: 'wanted@new.example' });
    const [inserted, ...proven] = await Promise.all([
      database.stores.accounts.insert(newcomer),
      ...asked.map(async ({ person, on, proof }) => (await prove(person, proof, { on })).result),
    ]);
    expect([inserted === 'created', ...proven.map((result) => result === 'changed')].filter(Boolean)).toHaveLength(1);
    expect(new Set(proven)).not.toContain('wrong');
  });

  it('nobody else gets the former address for seven days', async () => {
    const { accounts, emailChanges } = database.stores;
    const person = await givenPerson();
    const { email, emailKey } = person.account;
    await change(person);
    expect(await emailChanges.findReserved(emailKey, NOW + DAY)).toMatchObject({ accountId: person.account.id });
    const newcomer = (createdAt: number) => someAccount({ email, emailKey, createdAt });
    expect(await accounts.insert(newcomer(NOW + DAY))).toBe('email-taken');
    const other = await givenPerson();
    const moved = { email, emailKey };
    expect(await accounts.changeEmail(other.account.id, moved, NOW + DAY, other.session)).toBe('email-taken');
    expect((await change(other, email)).result).toBe('email-taken');
    expect(await emailChanges.find(other.account.id, NOW)).toBeUndefined();
    await accounts.remove(person.account.id, NOW + DAY);
    expect(await accounts.insert(newcomer(NOW + DAY + SECOND))).toBe('created');
  });

  describe('of an account in doubt', () => {
    const given = async () => {
      const person = await givenPerson();
      const { link } = await change(person, `${newId()}@elsewhere.example`);
      const account = (await database.stores.accounts.find(person.account.id)) as Account;
      return { person, changed: { ...person, account }, link };
    };
    const until = NOW + MINUTE + 7 * DAY;

    it('contract 21: the address that stood before is the doubt, until its link is over', async () => {
      const { emailChanges } = database.stores;
      const { person } = await given();
      const { id, email } = person.account;
      expect(await emailChanges.findDoubt(id, until - 1)).toMatchObject({ email, askedAt: NOW, expiresAt: until });
      expect(await emailChanges.findDoubt(id, until)).toBeUndefined();
      const other = await givenPerson();
      await ask(other);
      expect(await emailChanges.findDoubt(other.account.id, NOW + MINUTE)).toBeUndefined();
    });

    it('contract 21: a further change waits until then, whether it is asked for, proven or made at once', async () => {
      const { accounts, emailChanges } = database.stores;
      const { changed } = await given();
      const { id, email } = changed.account;
      await expect(ask(changed, 'third@new.example', until - 1)).rejects.toMatchObject({
        name: 'AccountInDoubt',
        until,
      });
      expect(await emailChanges.find(id, NOW + DAY)).toBeUndefined();
      const address = { email: 'third@new.example', emailKey: 'third@new.example' };
      const atOnce = accounts.changeEmail(id, address, until - 1, changed.session);
      await expect(atOnce).rejects.toMatchObject({ name: 'AccountInDoubt', until });
      expect(await accounts.find(id)).toMatchObject({ email });
      expect((await change(changed, 'third@new.example', until)).result).toBe('changed');
    });

    it('contract 21: changing back ends the doubt and what taking back ends, but the session that did it', async () => {
      const { accounts, sessions, apiTokens, emailChanges, mails } = database.stores;
      const { person, changed, link } = await given();
      const { id, email } = person.account;
      const later = NOW + HOUR + MINUTE;
      const thief = someSession(id);
      await sessions.start(thief, undefined);
      await apiTokens.insert(someApiToken(id, { createdAt: NOW - DAY }), 50);
      const { proof } = await ask(changed, email, NOW + HOUR);
      await mails.claim({ now: NOW + HOUR, until: NOW + 3 * HOUR, limit: 9, busy: [] });
      const { result, link: lost } = await prove(changed, proof, { at: later, byCode: true });
      expect(result).toBe('changed-back');
      const restored = { email, emailVerified: true, emailVerifiedBy: 'mail', signInEpoch: 1, grantEpoch: 1 };
      expect(await accounts.find(id)).toMatchObject({ ...restored, deviceEpoch: 1 });
      const left = await sessions.listByAccount(id, NOW + 3 * HOUR, 9);
      expect(left.map((session) => session.id)).toEqual([person.session.sessionId]);
      expect(await apiTokens.listByAccount(id)).toEqual([]);
      expect(await emailChanges.findDoubt(id, later)).toBeUndefined();
      for (const tokenHash of [link, lost]) expect(await emailChanges.findFormer(tokenHash, later)).toBeUndefined();
      const due = await mails.claim({ now: later, until: NOW + 3 * HOUR, limit: 9, busy: [] });
      expect(due.map(({ kind, email: to }) => `${kind} ${to}`)).toEqual([`email-taken-back ${changed.account.email}`]);
      const { email: lostEmail, emailKey } = changed.account;
      expect(await accounts.insert(someAccount({ email: lostEmail, emailKey, createdAt: later }))).toBe('created');
    });

    it('contract 21: changing back removes what is chosen of what is not asked for, and mails it there', async () => {
      const { sessions, passkeys, mails } = database.stores;
      const person = await givenPerson();
      const { id, email } = person.account;
      const times = [NOW - 31 * DAY, NOW - DAY, NOW - HOUR, NOW + HOUR];
      const keys = times.map((createdAt) => somePasskey(id, { createdAt }));
      const add = async (passkey: Passkey | undefined) => {
        // None is set up behind another one.
        const session = someSession(id);
        await sessions.start(session, undefined);
        const challenge = { challengeHash: someHash(), challengeExpiresAt: NOW + DAY };
        const proof = { sessionId: session.id, authenticatedSince: 0 };
        if (passkey) await passkeys.add({ ...challenge, passkey, proof, mail: undefined });
      };
      for (const key of keys.slice(0, 3)) await add(key);
      await change(person);
      await add(keys[3]);
      const changed = { ...person, account: (await database.stores.accounts.find(id)) as Account };
      const { proof } = await ask(changed, email, NOW + HOUR);
      await mails.claim({ now: NOW + HOUR, until: NOW + 3 * HOUR, limit: 99, busy: [] });
      const remove = keys.slice(0, 2).map((key) => ({
        passkeyId: key.id,
        mail: someMail({ kind: 'passkey-removed', isNotice: false }),
      }));
      const { result } = await prove(changed, proof, { at: NOW + HOUR + MINUTE, byCode: true, remove });
      expect(result).toBe('changed-back');
      const left = (await passkeys.listByAccount(id)).map((key) => key.id);
      expect(left.sort()).toEqual([keys[0]?.id, keys[2]?.id].sort());
      const due = await mails.claim({ now: NOW + 2 * HOUR, until: NOW + 3 * HOUR, limit: 9, busy: [] });
      expect(due.map(({ kind, email: to }) => `${kind} ${to}`)).toContain(`passkey-removed ${email}`);
    });

    it('contract 21: of 50 proofs to change back at once over 5 connections, one does it', async () => {
      const stores = await fiveConnections();
      const { person, changed } = await given();
      const { proof } = await ask(changed, person.account.email, NOW + DAY);
      const proven = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => prove(changed, proof, { at: NOW + DAY, on: stores[i % 5] as Stores })),
      );
      const done = proven.filter((one) => one.status === 'fulfilled' && one.value.result === 'changed-back');
      expect(done).toHaveLength(1);
    });

    it('contract 21: of two changes asked for at once and one that takes effect, no further one stays pending', async () => {
      const stores = await fiveConnections();
      for (let round = 0; round < roundsOf(50, 5); round += 1) {
        const person = await givenPerson();
        const { proof } = await ask(person);
        await Promise.allSettled([
          prove(person, proof, { on: stores[1] as Stores }),
          ...[1, 2].map(() => ask(person, `${newId()}@elsewhere.example`, NOW + MINUTE)),
        ]);
        const { id } = person.account;
        const [doubt, pending] = [
          await database.stores.emailChanges.findDoubt(id, NOW + MINUTE),
          await database.stores.emailChanges.find(id, NOW + MINUTE),
        ];
        expect([doubt, pending].filter(Boolean)).toHaveLength(1);
      }
    });
  });

  it('a former address is free after seven days', async () => {
    const { accounts } = database.stores;
    const person = await givenPerson();
    const { email, emailKey } = person.account;
    await change(person);
    const newcomer = someAccount({ email, emailKey, createdAt: NOW + MINUTE + 7 * DAY });
    expect(await accounts.insert(newcomer)).toBe('created');
  });

  it('a former address is never free in between: of 20 sign-ups during the change, none gets it', async () => {
    const stores = await fiveConnections();
    for (let round = 0; round < roundsOf(50, 5); round += 1) {
      const person = await givenPerson();
      const { email, emailKey } = person.account;
      const { proof } = await ask(person);
      const [proven, ...inserted] = await Promise.all([
        prove(person, proof),
        ...Array.from({ length: 20 }, (_, i) =>
          (stores[i % 5] as Stores).accounts.insert(someAccount({ email, emailKey })),
        ),
      ]);
      expect(proven.result).toBe('changed');
      expect(new Set(inserted)).toEqual(new Set(['email-taken']));
    }
  });
}

// The contract of every act that waits while an account is in doubt, for every database: its own statement refuses it
// until the link to the former address is over, also at the moment when the change takes effect (contract 21).
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { hashSecret, randomSecret } from '../../../src/core/ground/secrets.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { USERNAME_KEY } from '../../../src/core/people/usernames/username-key.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import { DANGERS, type MailKind } from '../../../src/core/server/mail/mail-kinds.ts';
import { CLOSED_TERMS, givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { type Person, people } from './email-change-store.ts';
import { DAY, HOUR, MINUTE, NOW, someAccount, someApplication, someHash, someSession } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** When the link of a change that takes effect at `NOW + MINUTE` is over. */
const UNTIL = NOW + MINUTE + 7 * DAY;
const sealedKey = someHash();

type Given = {
  person: Person;
  /** An application of the person, and a member of it. */
  applicationId: string;
  member: Account;
  /** An application of `member`, in which the person is an editor, and another to which they are invited. */
  othersId: string;
  invitedTo: { applicationId: string; tokenHash: Buffer };
};
type Act = (stores: Stores, given: Given, now: number) => Promise<unknown>;

const named = (accountId: string, name: string, now: number, sessionId?: string) => ({
  ...{ accountId, name, nameKey: hashSecret(name), sealedKey, onlyOwn: false, now },
  by: sessionId
    ? { proof: { sessionId, authenticatedSince: 0 }, limit: { max: 3, since: 0 }, policyRevision: 0 }
    : ('operator' as const),
});

/** Each by the person, whose session or API token the statement does not ask for. */
const WAITING: Readonly<Record<string, Act>> = {
  'deleting the account at once': ({ leaving }, { person: { account, session } }, now) =>
    leaving.leave({ accountId: account.id, until: undefined, proof: session, mail: undefined, now }),
  'leaving for less time': ({ leaving }, { person: { account, session } }, now) =>
    leaving.leave({ accountId: account.id, until: UNTIL - 1, proof: session, mail: undefined, now }),
  'deleting an application': ({ applications }, { applicationId, person }, now) =>
    applications.remove(applicationId, undefined, undefined, { accountId: person.account.id, now }),
  'handing over an application': ({ members }, { applicationId, person, member }, now) =>
    members.handOver({ applicationId, fromAccountId: person.account.id, toAccountId: member.id, now }, 500, {
      accountId: person.account.id,
    }),
  'unlinking all': ({ connections }, { applicationId, person }, now) =>
    connections.unlinkAll(applicationId, now, 'owner', newId(), person.account.id),
  'a second username': async ({ usernames }, { person: { account, session } }, now) =>
    usernames.take(named(account.id, 'other', now, session.sessionId)),
  'a role': ({ accounts }, { person }, now) => accounts.setRole(person.account.id, 'operator', now),
  'a role among other changes': ({ accounts }, { person }, now) =>
    accounts.change({ id: person.account.id, role: 'operator', now }),
  'a new application': ({ applications }, { person }, now) =>
    applications.insert(someApplication(person.account.id, { createdAt: now }), 500),
  'an application that is handed over to it': ({ members }, { othersId, member, person }, now) =>
    members.handOver({ applicationId: othersId, fromAccountId: member.id, toAccountId: person.account.id, now }, 500, {
      accountId: member.id,
    }),
  'a membership': async ({ invitations }, { invitedTo, person: { account, session } }, now) => {
    const key = { tokenHash: invitedTo.tokenHash };
    return invitations.accept({ key, accountId: account.id, sessionId: session.sessionId, now, terms: CLOSED_TERMS });
  },
};

/** What is done, and so must not be done while it waits. */
const DONE = ['done', 'handed-over', true, 'stored'];
const isDone = (result: unknown) =>
  DONE.includes(result as string) || ['taken', 'accepted'].includes((result as { kind?: string })?.kind ?? '');

export function doubtContract(make: MakeDatabase): void {
  describe('an account in doubt', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const { ask, prove } = people(() => database.stores);
  beforeEach(async () => {
    await database.stores.sealedValues.insert({ name: USERNAME_KEY, sealed: sealedKey, createdAt: NOW });
  });

  const given = async (): Promise<Given> => {
    const { accounts, applications, sessions, usernames, invitations } = database.stores;
    const [account, member] = ['mail', 'mail'].map(() =>
      someAccount({ role: 'owner', emailVerified: true, emailVerifiedBy: 'mail', emailVerifiedAt: NOW }),
    ) as [Account, Account];
    for (const one of [account, member]) await accounts.insert(one);
    const [own, others, third] = [account, member, member].map(({ id }) => someApplication(id));
    for (const application of [own, others, third]) await applications.insert(application as typeof own & object, 500);
    const [applicationId, othersId, thirdId] = [own?.id ?? '', others?.id ?? '', third?.id ?? ''];
    await givenMember(database.stores, { applicationId, accountId: member.id, role: 'editor', now: NOW });
    await givenMember(database.stores, { applicationId: othersId, accountId: account.id, role: 'editor', now: NOW });
    const [session, inviter] = [account, member].map(({ id }) => someSession(id, { expiresAt: UNTIL + DAY }));
    for (const one of [session, inviter]) await sessions.start(one as NonNullable<typeof one>, undefined);
    const invited = { applicationId: thirdId, tokenHash: hashSecret(randomSecret()) };
    const email = `${newId()}@example.com`;
    const times = { createdAt: NOW, expiresAt: UNTIL + DAY };
    const invitation = { ...invited, ...times, id: newId(), email, emailKey: email, role: 'viewer' as const };
    const by = { sessionId: inviter?.id ?? '' };
    expect(await invitations.invite({ ...invitation, invitedBy: member.id }, by, 50)).toBe('invited');
    await usernames.take(named(account.id, `first-${account.id}`, NOW));
    const person = { account, session: { sessionId: session?.id ?? '', authenticatedSince: 0 } };
    return { person, applicationId, member, othersId, invitedTo: invited };
  };
  const changing = async ({ person }: Given) => (await ask(person)).proof;

  it.each(Object.entries(WAITING))('contract 21: %s waits until the link is over', async (what, act) => {
    const one = await given();
    const proof = await changing(one);
    expect((await prove(one.person, proof)).result).toBe('changed');
    const { stores } = database;
    for (const now of [NOW + MINUTE, UNTIL - 1]) {
      await expect(act(stores, one, now)).rejects.toMatchObject({ name: 'AccountInDoubt', until: UNTIL });
    }
    // Whoever deletes their account hands over or deletes their applications first, which waits too.
    if (what.includes('account') || what.includes('leaving')) await stores.applications.remove(one.applicationId);
    expect(isDone(await act(stores, one, UNTIL))).toBe(true);
  });

  it.each(Object.entries(WAITING))(
    'contract 21: %s does not wait while a change is only asked for',
    async (what, act) => {
      const one = await given();
      await changing(one);
      const { stores } = database;
      if (what.includes('account') || what.includes('leaving')) await stores.applications.remove(one.applicationId);
      expect(isDone(await act(stores, one, NOW + MINUTE))).toBe(true);
    },
  );

  it.each(Object.entries(WAITING))(
    'contract 21: of the change and %s at once, none comes after it',
    async (what, act) => {
      const other = await database.open();
      for (let round = 0; round < roundsOf(50, 3); round += 1) {
        const one = await given();
        const proof = await changing(one);
        if (what.includes('account') || what.includes('leaving')) {
          await database.stores.applications.remove(one.applicationId);
        }
        const [acted, proven] = await Promise.allSettled([act(other, one, NOW + MINUTE), prove(one.person, proof)]);
        // The act was first; leaving ends the session and with it the change.
        const changed = proven.status === 'fulfilled' && proven.value.result === 'changed';
        const waited = acted.status === 'rejected' && acted.reason.name === 'AccountInDoubt';
        if (waited) expect(changed).toBe(true);
        else expect(acted).toMatchObject({ status: 'fulfilled' });
        if (what.includes('deleting the account') || what.includes('leaving')) expect(changed).toBe(waited);
      }
    },
  );

  describe('mail', () => {
    const mailed = async (now: number) => {
      const due = await database.stores.mails.claim({ now, until: now + DAY, limit: 99, busy: [] });
      return due.map(({ kind, email, toFormer }) => `${kind} ${email}${toFormer ? ' too' : ''}`).sort();
    };
    const proofFor = (accountId: string, values: Partial<EmailProof>): EmailProof => ({
      ...{ id: newId(), accountId, purpose: 'address', emailKey: '', tokenHash: someHash(), codeMac: someHash() },
      ...{ signInEpoch: 0, createdAt: NOW + HOUR, expiresAt: NOW + 2 * HOUR, ...values },
    });
    const doubted = async () => {
      const one = await given();
      await prove(one.person, await changing(one));
      const present = (await database.stores.accounts.find(one.person.account.id)) as Account;
      await mailed(NOW + MINUTE);
      return { ...one, present };
    };

    it('contract 21: a code goes to the address that stood before alone, and verifies no other', async () => {
      const { emailProofs, accounts } = database.stores;
      const { person, present } = await doubted();
      const { id, emailKey } = person.account;
      const notThere = proofFor(id, { emailKey: present.emailKey });
      expect(await emailProofs.issue({ proof: notThere, mail: undefined })).toBe(false);
      const proof = proofFor(id, { emailKey });
      expect(await emailProofs.issue({ proof, mail: undefined })).toBe(true);
      expect(await emailProofs.find(proof.tokenHash, NOW + HOUR)).toMatchObject({ emailKey });
      const by = { codeMacs: [proof.codeMac] };
      const proving = { accountId: id, by, session: person.session, now: NOW + HOUR };
      expect(await emailProofs.proveAddress(proving)).toBe('proven');
      expect(await accounts.find(id)).toEqual(present);
      const [session] = await database.stores.sessions.listByAccount(id, NOW + HOUR, 9);
      expect(session).toMatchObject({ addressProvenAt: NOW + HOUR });
    });

    it('contract 21: a code that was mailed there works no more once the doubt is over', async () => {
      const { emailProofs } = database.stores;
      const { person } = await doubted();
      const times = { createdAt: UNTIL - MINUTE, expiresAt: UNTIL + HOUR };
      const proof = proofFor(person.account.id, { emailKey: person.account.emailKey, ...times });
      expect(await emailProofs.issue({ proof, mail: undefined })).toBe(true);
      expect(await emailProofs.find(proof.tokenHash, UNTIL - 1)).toBeDefined();
      expect(await emailProofs.find(proof.tokenHash, UNTIL)).toBeUndefined();
      const proving = { accountId: person.account.id, by: { codeMacs: [proof.codeMac] }, session: person.session };
      expect(await emailProofs.proveAddress({ ...proving, now: UNTIL })).toBe('wrong');
    });

    it('contract 22: a link for a password goes to the present address, and the former one is told', async () => {
      const { emailProofs } = database.stores;
      const { person, present } = await doubted();
      const { id, email, emailKey } = person.account;
      const of = { accountId: id, isNotice: false };
      const mails = { mail: someMail({ ...of, kind: 'reset-password', email: present.email }) };
      const notice = someMail({ ...of, kind: 'reset-link-sent' });
      const former = proofFor(id, { purpose: 'password', emailKey });
      expect(await emailProofs.issue({ proof: former, ...mails, notice })).toBe(false);
      const proof = proofFor(id, { purpose: 'password', emailKey: present.emailKey });
      expect(await emailProofs.issue({ proof, ...mails, notice })).toBe(true);
      expect(await mailed(NOW + HOUR)).toEqual([`reset-link-sent ${email}`, `reset-password ${present.email}`]);
      const other = await given();
      const { account } = other.person;
      const link = proofFor(account.id, { purpose: 'password', emailKey: account.emailKey });
      const again = someMail({ accountId: account.id, kind: 'reset-link-sent', isNotice: false });
      expect(await emailProofs.issue({ proof: link, mail: undefined, notice: again })).toBe(true);
      expect(await mailed(NOW + HOUR)).toEqual([]);
    });

    it('contract 22: the former address gets its link again: the first and the newest two work, with one end', async () => {
      const { emailChanges, resetRequests } = database.stores;
      const { person, present } = await doubted();
      const { id, email, emailKey } = person.account;
      const former = await emailChanges.findReserved(emailKey, NOW + HOUR);
      const again = async (now: number) => {
        const request = { id: newId(), sealed: someHash(), expiresAt: now + HOUR };
        await resetRequests.insert(request, now);
        const link = { id: newId(), tokenHash: someHash() };
        const mail = someMail({ accountId: id, kind: 'take-back-link', email, isNotice: false });
        const adding = { formerId: former?.id ?? '', link, mail, requestId: request.id, now };
        const added = await emailChanges.addLink(adding);
        expect(await emailChanges.addLink(adding)).toBe(false);
        return { added, ...link };
      };
      const links = [await again(NOW + HOUR), await again(NOW + HOUR), await again(NOW + HOUR)];
      expect(await mailed(NOW + HOUR)).toEqual(Array(3).fill(`take-back-link ${email}`));
      const found = await Promise.all(
        [former?.tokenHash, ...links.map(({ tokenHash }) => tokenHash)].map((hash) =>
          emailChanges.findFormer(hash ?? Buffer.alloc(32), UNTIL - 1),
        ),
      );
      expect(found.map((one) => one?.email)).toEqual([email, undefined, email, email]);
      expect(found.at(-1)).toMatchObject({ askedAt: NOW, changedAt: NOW + MINUTE, expiresAt: UNTIL });
      expect((await again(UNTIL)).added).toBe(false);
      await database.stores.accounts.setDisabled(id, true, NOW + HOUR);
      expect((await again(NOW + HOUR)).added).toBe(false);
      await database.stores.accounts.setDisabled(id, false, NOW + HOUR);
      const mails = { mail: undefined, notice: undefined };
      const taking = { passwordHash: '$new', factor: undefined, rpId: undefined, remove: [], ...mails };
      const taken = await emailChanges.takeBack({
        ...taking,
        tokenHash: links[2]?.tokenHash ?? Buffer.alloc(32),
        now: UNTIL - 1,
      });
      expect(taken).toMatchObject({ email });
      expect(await emailChanges.findDoubt(id, UNTIL - 1)).toBeUndefined();
      expect(present.email).not.toBe(email);
    });

    it('contract 20: notices of danger go to both addresses, others to the present one; summaries too', async () => {
      const { person, present } = await doubted();
      const { id: accountId, email } = person.account;
      const queue = (kind: MailKind) =>
        database.stores.mails.queue(someMail({ accountId, kind, createdAt: NOW + HOUR }));
      for (const kind of [...DANGERS]) await queue(kind);
      const both = [...DANGERS].flatMap((kind) => [`${kind} ${present.email}`, `${kind} ${email} too`]);
      expect(await mailed(NOW + HOUR)).toEqual(both.sort());
      await queue('wrong-codes');
      expect(await mailed(NOW + HOUR)).toEqual([`wrong-codes ${present.email}`]);
      // One was sent already: five of the hour are single mails, and the others are one summary for each address.
      for (let times = 0; times < 7; times += 1) await queue('password-changed');
      const single = [`password-changed ${present.email}`, `password-changed ${email} too`];
      expect(await mailed(NOW + HOUR)).toEqual(Array(4).fill(single).flat().sort());
      expect(await mailed(NOW + 3 * HOUR)).toEqual(single.sort());
    });
  });

  it('contract 21: leaves, where that ends no sooner than the doubt', async () => {
    const one = await given();
    const { account, session } = one.person;
    await database.stores.applications.remove(one.applicationId);
    await prove(one.person, await changing(one));
    const { leaving } = database.stores;
    const left = { accountId: account.id, until: UNTIL, proof: session, mail: undefined, now: NOW + HOUR };
    expect(await leaving.leave(left)).toBe('done');
    expect(await leaving.endDue({ now: UNTIL - 1, limit: 9 })).toBe(0);
  });

  it('contract 21: other owners and operators are not bound, and a role may be lost', async () => {
    const one = await given();
    await prove(one.person, await changing(one));
    const { accounts, applications, connections } = database.stores;
    const now = NOW + HOUR;
    expect(await connections.unlinkAll(one.applicationId, now, 'operator', newId(), one.member.id)).toBe(true);
    const by = { accountId: one.member.id, now };
    expect(await applications.remove(one.applicationId, undefined, undefined, by)).toBe(true);
    expect(await accounts.setRole(one.person.account.id, 'user', now)).toBe(true);
    expect(await accounts.remove(one.person.account.id, now)).toBe(true);
  });
}

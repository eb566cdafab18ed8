// The contract of every act that waits while an account is in doubt, for every database: its own statement refuses it
// until the link to the former address is over, also at the moment when the change takes effect (contract 21).
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/accounts/account.ts';
import type { Stores } from '../../../src/core/ports.ts';
import { hashSecret, randomSecret } from '../../../src/core/secrets.ts';
import { USERNAME_KEY } from '../../../src/core/usernames/username-key.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { type Person, people } from './email-change-store.ts';
import { DAY, HOUR, MINUTE, NOW, someAccount, someApplication, someHash, someSession } from './given.ts';
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
  by: sessionId ? { proof: { sessionId, authenticatedSince: 0 }, limit: { max: 3, since: 0 } } : ('operator' as const),
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
    return invitations.accept({ key, accountId: account.id, sessionId: session.sessionId, now });
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
      for (let round = 0; round < 3; round += 1) {
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
    expect(await accounts.setRole(one.person.account.id, 'user', now)).toBe(true);
    const by = { accountId: one.member.id, now };
    expect(await applications.remove(one.applicationId, undefined, undefined, by)).toBe(true);
    expect(await accounts.remove(one.person.account.id, now)).toBe(true);
  });
}

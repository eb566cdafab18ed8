// The contract of invitations that carry the ownership of an application, for every database (contract 3, decision 71):
// who gets it, what ends it, and that the accepting statement decides.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RegisteredApplication } from '../../../src/core/applications/applications/application.ts';
import type { NewInvitation, OwnershipTerms } from '../../../src/core/applications/members/invitation.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { CLOSED_TERMS, givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, NOW, someAccount, someApplication, someHash, someLink, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

type Someone = { account: Account; sessionId: string };
type End = (stores: Stores, place: { application: RegisteredApplication; offerId: string }) => Promise<unknown>;

const OPEN_TERMS: OwnershipTerms = { max: 500, open: true, policyRevision: 0 };

export function offeredOwnershipContract(make: MakeDatabase): void {
  describe('invitations that carry ownership', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  let owner: Someone;
  let application: RegisteredApplication;

  const someone = async (values: Partial<Account> = {}): Promise<Someone> => {
    const account = someAccount({ emailVerified: true, emailVerifiedBy: 'mail', ...values });
    await database.stores.accounts.insert(account);
    const session = someSession(account.id);
    await database.stores.sessions.start(session, undefined);
    return { account, sessionId: session.id };
  };
  const givenApplication = async () => {
    application = someApplication(owner.account.id);
    await database.stores.applications.insert(application, 500);
  };
  const offer = async ({ account: { email, emailKey } }: Someone): Promise<NewInvitation> => {
    const of = { applicationId: application.id, invitedBy: owner.account.id };
    const times = { createdAt: NOW, expiresAt: NOW + 7 * DAY };
    const invitation = { ...of, ...times, id: newId(), email, emailKey, role: 'owner' as const, tokenHash: someHash() };
    const { invitations } = database.stores;
    expect(await invitations.invite(invitation, { sessionId: owner.sessionId }, 50)).toBe('invited');
    return invitation;
  };
  const accept = (
    { tokenHash }: Pick<NewInvitation, 'tokenHash'>,
    { account, sessionId }: Someone,
    terms: OwnershipTerms = CLOSED_TERMS,
    { invitations }: Pick<Stores, 'invitations'> = database.stores,
  ) => invitations.accept({ key: { tokenHash }, accountId: account.id, sessionId, now: NOW + 1, terms });
  const roles = async () =>
    (await database.stores.members.list(application.id)).map(({ accountId, role }) => [accountId, role]);
  const ownerOf = async ({ id }: RegisteredApplication) => (await database.stores.applications.find(id))?.ownerId;
  const roleOf = async ({ account: { id } }: Someone) => (await database.stores.accounts.find(id))?.role;

  beforeEach(async () => {
    owner = await someone({ role: 'owner' });
    await givenApplication();
  });

  it('whoever was meant becomes the owner, the one before an editor, and no other invitation is left', async () => {
    const { stores } = database;
    const [heir, other] = [await someone({ role: 'owner' }), await someone({ role: 'owner' })];
    await offer(other);
    const offered = await offer(heir);
    const link = someLink({ accountId: heir.account.id, purpose: 'password' });
    await stores.links.issue(link);
    expect(await stores.invitations.list(application.id, NOW)).toMatchObject([{ role: 'owner' }, { role: 'owner' }]);
    const accepted = { kind: 'accepted', role: 'owner', applicationId: application.id, newOwnerId: heir.account.id };
    expect(await accept(offered, heir)).toEqual({ ...accepted, raised: false });
    expect(await roles()).toEqual([
      [heir.account.id, 'owner'],
      [owner.account.id, 'editor'],
    ]);
    expect(await stores.applications.find(application.id)).toMatchObject({ version: 2, updatedAt: NOW + 1 });
    expect(await stores.invitations.list(application.id, NOW)).toEqual([]);
    expect(await stores.links.find(link.tokenHash, NOW)).toBeUndefined();
    expect(await accept(offered, heir)).toEqual({ kind: 'gone' });
  });

  it('it is offered to a member too, who accepts without the link, and never to the owner', async () => {
    const { stores } = database;
    const heir = await someone({ role: 'owner' });
    const { id: accountId } = heir.account;
    await givenMember(stores, { applicationId: application.id, accountId, role: 'viewer', now: NOW });
    const { id } = await offer(heir);
    const { email, emailKey } = owner.account;
    const own = { ...(await offer(await someone())), id: newId(), email, emailKey, tokenHash: someHash() };
    expect(await stores.invitations.invite(own, { sessionId: owner.sessionId }, 50)).toBe('member-already');
    const input = { key: { id }, accountId, sessionId: heir.sessionId, now: NOW, terms: CLOSED_TERMS };
    expect(await stores.invitations.accept(input)).toMatchObject({ kind: 'accepted', role: 'owner' });
    expect(await roles()).toEqual([
      [accountId, 'owner'],
      [owner.account.id, 'editor'],
    ]);
  });

  it('contract 32: the link alone is not enough: it is for the verified address that was invited', async () => {
    const [meant, holder] = [await someone({ role: 'owner' }), await someone({ role: 'owner' })];
    const unverified = await someone({ role: 'owner', emailVerified: false, emailVerifiedBy: undefined });
    const refused = { kind: 'not-meant', applicationId: application.id };
    expect(await accept(await offer(meant), holder)).toEqual(refused);
    expect(await accept(await offer(unverified), unverified)).toEqual(refused);
    expect(await roles()).toEqual([[owner.account.id, 'owner']]);
    await database.stores.accounts.setEmailVerified(unverified.account.id, unverified.account.emailKey, NOW);
    expect(await accept(await offer(unverified), unverified)).toMatchObject({ kind: 'accepted' });
  });

  it('contract 27: nobody owns anything by it whose account is leaving', async () => {
    const heir = await someone({ role: 'owner' });
    const offered = await offer(heir);
    await database.execute(`update accounts set leaving_since = ${NOW} where id = '${heir.account.id}'`);
    expect(await accept(offered, heir)).toEqual({ kind: 'not-meant', applicationId: application.id });
    expect(await roles()).toEqual([[owner.account.id, 'owner']]);
  });

  it('contract 2: a plain user becomes an owner by it where the policy of now lets everybody; support never', async () => {
    const { stores } = database;
    const [user, support] = [await someone(), await someone({ role: 'support' })];
    const [toUser, toSupport] = [await offer(user), await offer(support)];
    const none = { kind: 'may-own-none', applicationId: application.id };
    expect([await accept(toUser, user), await accept(toSupport, support, OPEN_TERMS)]).toEqual([none, none]);
    await stores.policy.change({ revision: 0, values: { openOwnership: true }, now: NOW });
    const outdated = { kind: 'other-policy', applicationId: application.id };
    expect([await accept(toUser, user), await accept(toUser, user, OPEN_TERMS)]).toEqual([outdated, outdated]);
    expect([await ownerOf(application), await roleOf(user)]).toEqual([owner.account.id, 'user']);
    expect(await accept(toUser, user, { ...OPEN_TERMS, policyRevision: 1 })).toMatchObject({ raised: true });
    expect([await ownerOf(application), await roleOf(user)]).toEqual([user.account.id, 'owner']);
  });

  it('N11: nobody gets more than they may own, also of several offers accepted at once', async () => {
    const heir = await someone({ role: 'owner' });
    const offers = [await offer(heir)];
    for (let more = 0; more < 2; more += 1) {
      await givenApplication();
      offers.push(await offer(heir));
    }
    const elsewhere = await database.open();
    const terms = { ...CLOSED_TERMS, max: 2 };
    const done = await Promise.all(
      offers.map((one, at) => accept(one, heir, terms, at === 0 ? elsewhere : database.stores)),
    );
    expect(done.map(({ kind }) => kind).sort()).toEqual(['accepted', 'accepted', 'owns-too-many']);
  });

  const ENDINGS: readonly [string, End][] = [
    [
      'is withdrawn',
      ({ invitations }, { application: { id, ownerId }, offerId }) =>
        invitations.withdraw(id, offerId, { accountId: ownerId }),
    ],
    [
      'becomes an invitation to the team',
      ({ invitations }, { application: { id, ownerId }, offerId }) =>
        invitations.setRole(id, offerId, 'viewer', { accountId: ownerId }),
    ],
    ['loses its inviter', ({ accounts }, { application: { ownerId } }) => accounts.setDisabled(ownerId, true, NOW)],
    [
      'has an inviter who may own nothing any more',
      (_, { application: { ownerId } }) =>
        database.execute(`update accounts set role = 'user' where id = '${ownerId}'`),
    ],
    [
      'is of another owner by now',
      async (stores, { application: { id: applicationId, ownerId: fromAccountId } }) => {
        const { account } = await someone({ role: 'owner' });
        await givenMember(stores, { applicationId, accountId: account.id, role: 'editor', now: NOW });
        const input = { applicationId, fromAccountId, toAccountId: account.id, now: NOW };
        return stores.members.handOver(input, 500, { accountId: fromAccountId });
      },
    ],
    ['is of an application that is gone', ({ applications }, place) => applications.remove(place.application.id)],
  ];

  it.each(ENDINGS)('contract 2: nobody owns anything by an offer that %s', async (_name, end) => {
    const heir = await someone({ role: 'owner' });
    const offered = await offer(heir);
    await end(database.stores, { application, offerId: offered.id });
    expect(await accept(offered, heir)).not.toMatchObject({ role: 'owner' });
    expect(await ownerOf(application)).not.toBe(heir.account.id);
  });

  it('of an offer that is accepted, withdrawn and overtaken by a hand-over at once, one counts', async () => {
    const { stores } = database;
    const elsewhere = await database.open();
    for (let round = 0; round < 4; round += 1) {
      await givenApplication();
      const [heir, member] = [await someone(), await someone({ role: 'owner' })];
      const place = { applicationId: application.id, now: NOW };
      await givenMember(stores, { ...place, accountId: member.account.id, role: 'viewer' });
      const offered = await offer(heir);
      const by = { accountId: owner.account.id };
      const people = { fromAccountId: owner.account.id, toAccountId: member.account.id };
      const [accepted, withdrawn, handed] = await Promise.all([
        accept(offered, heir, OPEN_TERMS, elsewhere),
        stores.invitations.withdraw(application.id, offered.id, by),
        stores.members.handOver({ ...place, ...people }, 500, by),
      ]);
      const got = accepted.kind === 'accepted';
      expect(got && (withdrawn || handed === 'handed-over')).toBe(false);
      const next = handed === 'handed-over' ? member : owner;
      expect(await ownerOf(application)).toBe((got ? heir : next).account.id);
      expect(await roleOf(heir)).toBe(got ? 'owner' : 'user');
      expect((await roles()).filter(([, role]) => role === 'owner')).toHaveLength(1);
    }
  });
}

// The contract of InvitationStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { InvitationKey, NewInvitation } from '../../../src/core/applications/members/invitation.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { CLOSED_TERMS, givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { people } from './email-change-store.ts';
import {
  DAY,
  MINUTE,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someLink,
  someSession,
} from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

type Someone = { account: Account; sessionId: string };

export function invitationStoreContract(make: MakeDatabase): void {
  describe('InvitationStore', () => {
    const database = useDatabase(make);
    let owner: Someone;
    let application: Application;

    const byOwner = () => ({ accountId: owner.account.id });
    const someone = async (values: Partial<Account> = {}): Promise<Someone> => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      return { account, sessionId: session.id };
    };
    const someInvitation = (values: Partial<NewInvitation> = {}): NewInvitation => {
      const email = `${newId()}@example.com`;
      return {
        id: newId(),
        applicationId: application.id,
        email,
        emailKey: email,
        role: 'editor',
        tokenHash: someHash(),
        invitedBy: owner.account.id,
        createdAt: NOW,
        expiresAt: NOW + 7 * DAY,
        ...values,
      };
    };
    const invite = (invitation: NewInvitation, by = owner, most = 50, { invitations }: Stores = database.stores) =>
      invitations.invite({ ...invitation, invitedBy: by.account.id }, { sessionId: by.sessionId }, most);
    const invited = async (values: Partial<NewInvitation> = {}, by = owner): Promise<NewInvitation> => {
      const invitation = someInvitation(values);
      expect(await invite(invitation, by)).toBe('invited');
      return invitation;
    };
    const accept = (
      key: InvitationKey,
      { account, sessionId }: Someone,
      now = NOW + 1,
      { invitations }: Stores = database.stores,
    ) => invitations.accept({ key, accountId: account.id, sessionId, now, terms: CLOSED_TERMS });
    const openIds = async (now = NOW) =>
      (await database.stores.invitations.list(application.id, now)).map(({ id }) => id);
    const roleOf = ({ account }: Someone) => database.stores.members.roleOf(application.id, account.id);

    beforeEach(async () => {
      owner = await someone({ role: 'owner' });
      application = someApplication(owner.account.id);
      await database.stores.applications.insert(application, 500);
    });

    it('lists what was invited in order of creation, with the address as typed, the application and the inviter', async () => {
      const late = await invited({ createdAt: NOW + 2, role: 'viewer', email: 'Kim@Example.com' });
      const early = await invited({ createdAt: NOW + 1 });
      const shared = {
        applicationId: application.id,
        applicationName: application.name,
        invitedBy: owner.account.id,
        inviterEmail: owner.account.email,
        expiresAt: NOW + 7 * DAY,
      };
      const { invitations } = database.stores;
      expect(await invitations.list(application.id, NOW + 3)).toEqual([
        { ...shared, id: early.id, email: early.email, emailKey: early.emailKey, role: 'editor', createdAt: NOW + 1 },
        {
          ...shared,
          id: late.id,
          email: 'Kim@Example.com',
          emailKey: late.emailKey,
          role: 'viewer',
          createdAt: NOW + 2,
        },
      ]);
      expect(await invitations.findByToken(late.tokenHash, NOW + 3)).toMatchObject({ id: late.id });
      expect(await invitations.findByToken(someHash(), NOW + 3)).toBeUndefined();
      expect(await invitations.list(newId(), NOW)).toEqual([]);
    });

    it('whoever holds the link becomes a member by it, once', async () => {
      const [person, other] = [await someone(), await someone()];
      const { tokenHash } = await invited({ role: 'viewer' });
      expect(await accept({ tokenHash }, person)).toEqual({
        kind: 'accepted',
        applicationId: application.id,
        role: 'viewer',
      });
      expect(await roleOf(person)).toBe('viewer');
      expect(await database.stores.members.list(application.id)).toMatchObject([
        {},
        { accountId: person.account.id, createdAt: NOW + 1 },
      ]);
      expect(await accept({ tokenHash }, other)).toEqual({ kind: 'gone' });
      expect([await roleOf(other), await openIds()]).toEqual([undefined, []]);
    });

    it('contract 2, 32: without the link it is accepted by an account that proved the address by mail, never by another', async () => {
      const { invitations } = database.stores;
      const verified = await someone({ emailVerified: true, emailVerifiedBy: 'mail' });
      const unverified = await someone();
      const stated = await someone();
      await database.stores.accounts.setEmailVerified(stated.account.id, stated.account.emailKey, NOW);
      for (const { account } of [verified, unverified, stated]) {
        await invited({ email: account.email, emailKey: account.emailKey });
      }
      expect(await invitations.listForAccount(stated.account.id, NOW)).toEqual([]);
      const [mine] = await invitations.listForAccount(verified.account.id, NOW);
      expect(mine).toMatchObject({ email: verified.account.email, applicationName: application.name });
      expect(await invitations.listForAccount(unverified.account.id, NOW)).toEqual([]);
      const ids = await openIds();
      for (const id of ids) {
        for (const other of [unverified, stated]) {
          expect(await accept({ id }, other)).toEqual({ kind: 'gone' });
          expect(await invitations.decline({ key: { id }, accountId: other.account.id, now: NOW })).toBe(false);
        }
      }
      expect(await accept({ id: mine?.id ?? '' }, verified)).toMatchObject({ kind: 'accepted' });
      expect([await roleOf(verified), await roleOf(unverified)]).toEqual(['editor', undefined]);
    });

    it('who belongs to the application already spends nothing', async () => {
      const member = await someone();
      await givenMember(database.stores, {
        applicationId: application.id,
        accountId: member.account.id,
        role: 'viewer',
        now: NOW,
      });
      const { id, tokenHash } = await invited();
      for (const person of [member, owner]) {
        expect(await accept({ tokenHash }, person)).toEqual({ kind: 'member-already', applicationId: application.id });
      }
      expect([await roleOf(member), await openIds()]).toEqual(['viewer', [id]]);
      const again = someInvitation({ email: member.account.email, emailKey: member.account.emailKey });
      expect(await invite(again)).toBe('member-already');
      const { email, emailKey } = owner.account;
      expect(await invite(someInvitation({ email, emailKey }))).toBe('member-already');
    });

    it('inviting an address again takes the place of the older invitation: its link is dead', async () => {
      const person = await someone();
      const older = await invited({ email: 'Kim@example.com', emailKey: 'kim@example.com' });
      const newer = await invited({ email: 'kim@example.com', emailKey: 'kim@example.com', createdAt: NOW + 5 });
      expect(await openIds()).toEqual([newer.id]);
      expect(await accept({ tokenHash: older.tokenHash }, person)).toEqual({ kind: 'gone' });
      expect(await accept(newer, person)).toMatchObject({ kind: 'accepted' });
    });

    it('the role may be changed, and the invitation withdrawn or declined, while it is open', async () => {
      const { invitations } = database.stores;
      const person = await someone();
      const [one, two] = [await invited(), await invited()];
      expect(await invitations.setRole(application.id, one.id, 'viewer', byOwner())).toBe(true);
      expect(await invitations.setRole(newId(), one.id, 'editor', byOwner())).toBe(false);
      expect(await accept({ tokenHash: one.tokenHash }, person)).toMatchObject({ kind: 'accepted' });
      expect(await roleOf(person)).toBe('viewer');
      expect(await invitations.setRole(application.id, one.id, 'viewer', byOwner())).toBe(false);
      const key = { tokenHash: two.tokenHash };
      expect(await invitations.decline({ key, accountId: person.account.id, now: NOW })).toBe(true);
      expect(await invitations.decline({ key, accountId: person.account.id, now: NOW })).toBe(false);
      const three = await invited();
      expect(await invitations.withdraw(newId(), three.id, byOwner())).toBe(false);
      expect(await invitations.withdraw(application.id, three.id, byOwner())).toBe(true);
      expect(await invitations.withdraw(application.id, three.id, byOwner())).toBe(false);
      expect(await accept({ tokenHash: three.tokenHash }, await someone())).toEqual({ kind: 'gone' });
    });

    describe('contract 2: nothing is born of what has ended', () => {
      const ENDINGS: readonly [string, (stores: Stores, inviter: Account) => Promise<unknown>][] = [
        ['the inviter is disabled', ({ accounts }, { id }) => accounts.setDisabled(id, true, NOW)],
        [
          'the inviter had a reset',
          async ({ links }, { id: accountId }) => {
            const link = someLink({ purpose: 'password', accountId });
            await links.issue(link);
            expect(await links.redeemForPassword({ ...link, passwordHash: '$argon2id$new', now: NOW })).toBeDefined();
          },
        ],
        [
          'the inviter may own nothing any more',
          (_, { id }) => database.execute(`update accounts set role = 'user' where id = '${id}'`),
        ],
        ['the application is removed', ({ applications }) => applications.remove(application.id)],
        [
          'the application is handed over',
          async (stores, { id: fromAccountId }) => {
            const heir = await someone({ role: 'owner' });
            const input = { applicationId: application.id, fromAccountId, toAccountId: heir.account.id, now: NOW };
            await givenMember(stores, {
              applicationId: application.id,
              accountId: heir.account.id,
              role: 'editor',
              now: NOW,
            });
            expect(await stores.members.handOver(input, 500, byOwner())).toBe('handed-over');
          },
        ],
        ['all members are removed', ({ members }) => members.removeAll(application.id, byOwner())],
      ];

      it.each(ENDINGS)('an invitation ends once %s', async (_name, end) => {
        const person = await someone({ emailVerified: true });
        const { email, emailKey } = person.account;
        const { id, tokenHash } = await invited({ email, emailKey });
        await end(database.stores, owner.account);
        const { invitations } = database.stores;
        expect(await invitations.findByToken(tokenHash, NOW)).toBeUndefined();
        expect(await openIds()).toEqual([]);
        expect(await invitations.listForAccount(person.account.id, NOW)).toEqual([]);
        for (const key of [{ tokenHash }, { id }]) expect(await accept(key, person)).toEqual({ kind: 'gone' });
        expect(await roleOf(person)).toBeUndefined();
      });

      it('of an operator it lives while they are one, whoever owns the application', async () => {
        const operator = await someone({ role: 'operator' });
        await someone({ role: 'operator' });
        const [one, two] = [await invited({}, operator), await invited({}, operator)];
        const [person, other] = [await someone(), await someone()];
        expect(await accept({ tokenHash: one.tokenHash }, person)).toMatchObject({ kind: 'accepted' });
        await database.stores.accounts.setRole(operator.account.id, 'owner', NOW);
        expect(await accept({ tokenHash: two.tokenHash }, other)).toEqual({ kind: 'gone' });
      });

      it('it ends at its time', async () => {
        const person = await someone();
        const { tokenHash, id, expiresAt } = await invited({ expiresAt: NOW + MINUTE });
        expect(await openIds(expiresAt - 1)).toEqual([id]);
        expect(await openIds(expiresAt)).toEqual([]);
        expect(await database.stores.invitations.findByToken(tokenHash, expiresAt)).toBeUndefined();
        expect(await accept({ tokenHash }, person, expiresAt)).toEqual({ kind: 'gone' });
        expect(await accept({ tokenHash }, person, expiresAt - 1)).toMatchObject({ kind: 'accepted' });
      });

      it('nobody invites by a session or an API token that has ended', async () => {
        const { invitations, sessions, apiTokens } = database.stores;
        const accountId = owner.account.id;
        const apiToken = someApiToken(accountId);
        await apiTokens.insert(apiToken, 50);
        const byToken = (apiTokenId: string, now = NOW) =>
          invitations.invite(someInvitation({ createdAt: now }), { apiTokenId }, 50);
        expect(await byToken(apiToken.id)).toBe('invited');
        expect(await byToken(apiToken.id, apiToken.expiresAt)).toBe('gone');
        await apiTokens.remove(apiToken.id);
        expect(await byToken(apiToken.id)).toBe('gone');
        const stranger = await someone({ role: 'owner' });
        const asOther = { account: owner.account, sessionId: stranger.sessionId };
        expect(await invite(someInvitation(), asOther)).toBe('gone');
        await sessions.end({ accountId, sessionId: owner.sessionId, now: NOW });
        expect(await invite(someInvitation())).toBe('gone');
        expect(await openIds()).toHaveLength(1);
      });

      it('nobody invites to what is not theirs, or is not there', async () => {
        const stranger = await someone({ role: 'owner' });
        expect(await invite(someInvitation(), stranger)).toBe('gone');
        expect(await invite(someInvitation({ applicationId: newId() }))).toBe('gone');
      });

      it('nobody accepts by a session that has ended, nor while they are disabled', async () => {
        const { sessions, accounts } = database.stores;
        const [person, disabled] = [await someone(), await someone()];
        const { tokenHash } = await invited();
        await sessions.end({ accountId: person.account.id, sessionId: person.sessionId, now: NOW });
        expect(await accept({ tokenHash }, person)).toEqual({ kind: 'gone' });
        await accounts.setDisabled(disabled.account.id, true, NOW);
        expect(await accept({ tokenHash }, disabled)).toEqual({ kind: 'gone' });
        expect(await openIds()).toHaveLength(1);
      });
    });

    it('P10: with an account go the invitations to its address, whoever sent them', async () => {
      const person = await someone();
      await invited({ email: person.account.email, emailKey: person.account.emailKey });
      const other = await invited();
      await database.stores.accounts.remove(person.account.id, NOW);
      expect(await openIds()).toEqual([other.id]);
    });

    it('P10: with an account go the invitations to an address that it gave up lately', async () => {
      const { givenPerson, change } = people(() => database.stores);
      const person = await givenPerson();
      const { id, email, emailKey } = person.account;
      await change(person);
      await invited({ email, emailKey });
      const other = await invited();
      await database.stores.accounts.remove(id, NOW);
      expect(await openIds()).toEqual([other.id]);
    });

    describe('at once', () => {
      it('of 20 people with one link, on two connections, one becomes a member', async () => {
        const elsewhere = await database.open();
        const { tokenHash } = await invited();
        const people = await Promise.all(Array.from({ length: 20 }, () => someone()));
        const done = await Promise.all(
          people.map((person, index) =>
            accept({ tokenHash }, person, NOW, index % 2 === 0 ? database.stores : elsewhere),
          ),
        );
        expect(done.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
        expect(await database.stores.members.list(application.id)).toHaveLength(2);
      });

      it('one person who accepts 20 invitations becomes a member once, and spends one', async () => {
        const person = await someone();
        const sent = await Promise.all(Array.from({ length: 20 }, () => invited()));
        const done = await Promise.all(sent.map(({ tokenHash }) => accept({ tokenHash }, person)));
        expect(done.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
        expect(done.filter(({ kind }) => kind === 'member-already')).toHaveLength(19);
        expect(await openIds()).toHaveLength(19);
      });

      it('N11: members and invitations together are never more than the most', async () => {
        const elsewhere = await database.open();
        const first = await invited();
        const person = await someone();
        const work = Array.from({ length: 20 }, (_, index) =>
          invite(someInvitation(), owner, 3, index % 2 === 0 ? database.stores : elsewhere),
        );
        const [accepted, ...done] = await Promise.all([accept({ tokenHash: first.tokenHash }, person), ...work]);
        expect(accepted.kind).toBe('accepted');
        expect(done.filter((kind) => kind === 'invited')).toHaveLength(2);
        expect(done.filter((kind) => kind === 'too-many')).toHaveLength(18);
        expect(await openIds()).toHaveLength(2);
      });

      it('N11: what is not open takes no place, and goes', async () => {
        for (let count = 0; count < 3; count += 1) await invited({ expiresAt: NOW + 1 });
        expect(await invite(someInvitation(), owner, 3)).toBe('too-many');
        expect(await invite(someInvitation({ createdAt: NOW + 1 }), owner, 3)).toBe('invited');
        // None is left to open again, not even for a clock that was set back.
        expect(await openIds(NOW)).toHaveLength(1);
      });

      it('of 20 invitations to one address one is open', async () => {
        const to = { email: 'kim@example.com', emailKey: 'kim@example.com' };
        await Promise.all(Array.from({ length: 20 }, () => invited(to)));
        expect(await openIds()).toHaveLength(1);
      });

      it('accepting, declining and withdrawing: one of them succeeds', async () => {
        const { invitations } = database.stores;
        for (let round = 0; round < 10; round += 1) {
          const { id, tokenHash } = await invited();
          const person = await someone();
          const { id: accountId } = person.account;
          const [accepted, declined, withdrawn] = await Promise.all([
            accept({ tokenHash }, person),
            invitations.decline({ key: { tokenHash }, accountId, now: NOW }),
            invitations.withdraw(application.id, id, byOwner()),
          ]);
          expect([accepted.kind === 'accepted', declined, withdrawn].filter(Boolean)).toHaveLength(1);
          expect((await roleOf(person)) !== undefined).toBe(accepted.kind === 'accepted');
        }
      });

      it('an inviter who is disabled while people accept: whoever is told "accepted" is a member, nobody is later', async () => {
        const elsewhere = await database.open();
        await someone({ role: 'operator' });
        for (let round = 0; round < 10; round += 1) {
          const inviter = await someone({ role: 'operator' });
          const sent = await Promise.all(Array.from({ length: 4 }, () => invited({}, inviter)));
          const people = await Promise.all(sent.map(() => someone()));
          const [, ...done] = await Promise.all([
            elsewhere.accounts.setDisabled(inviter.account.id, true, NOW),
            ...sent.map(({ tokenHash }, index) => accept({ tokenHash }, people[index] as Someone)),
          ]);
          const roles = await Promise.all(people.map(roleOf));
          expect(roles.map((role) => role !== undefined)).toEqual(done.map(({ kind }) => kind === 'accepted'));
          for (const { tokenHash } of sent) {
            expect(await accept({ tokenHash }, await someone())).toEqual({ kind: 'gone' });
          }
        }
      });

      it('an inviter who loses the session while inviting: no invitation is left open by it afterwards', async () => {
        const elsewhere = await database.open();
        await someone({ role: 'operator' });
        for (let round = 0; round < 10; round += 1) {
          const inviter = await someone({ role: 'operator' });
          const [, ...done] = await Promise.all([
            elsewhere.accounts.setDisabled(inviter.account.id, true, NOW),
            ...Array.from({ length: 4 }, () => invite(someInvitation(), inviter)),
          ]);
          expect(done.filter((kind) => kind !== 'invited' && kind !== 'gone')).toEqual([]);
          const open = await database.stores.invitations.list(application.id, NOW);
          expect(open.filter(({ invitedBy }) => invitedBy === inviter.account.id)).toEqual([]);
        }
      });

      it('accepting never waits for ever for a hand-over, a removal, or another acceptance', async () => {
        for (let round = 0; round < 5; round += 1) {
          const heir = await someone({ role: 'owner' });
          const own = someApplication(owner.account.id);
          const place = { applicationId: own.id, now: NOW };
          await database.stores.applications.insert(own, 500);
          await givenMember(database.stores, { ...place, accountId: heir.account.id, role: 'editor' });
          const sent = await Promise.all([1, 2, 3].map(() => invited({ applicationId: own.id })));
          const people = await Promise.all(sent.map(() => someone()));
          await Promise.all([
            ...sent.map(({ tokenHash }, index) => accept({ tokenHash }, people[index] as Someone)),
            database.stores.members.handOver(
              { ...place, fromAccountId: owner.account.id, toAccountId: heir.account.id },
              500,
              byOwner(),
            ),
            database.stores.members.removeAll(own.id, byOwner()),
            database.stores.accounts.remove(people[0]?.account.id ?? '', NOW),
          ]);
          expect(await database.stores.invitations.list(own.id, NOW)).toEqual([]);
        }
      });
    });
  });
}

// The contract of MemberStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import type { Actor } from '../../../src/core/ground/acts/acting.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someApiToken, someApplication, someInvitation, someLink, someSession } from './given.ts';
import { someMachineToken } from './machine-token-store.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function memberStoreContract(make: MakeDatabase): void {
  describe('MemberStore', () => {
    const database = useDatabase(make);
    let owner: Account;
    let application: Application;
    const byOwner = (): Actor => ({ accountId: owner.id });
    const account = async (role: Account['role'] = 'owner'): Promise<Account> => {
      const made = someAccount({ role });
      await database.stores.accounts.insert(made);
      return made;
    };
    const add = (accountId: string, role: 'editor' | 'viewer' = 'viewer', now = NOW + 1) =>
      givenMember(database.stores, { applicationId: application.id, accountId, role, now });
    const roles = async () =>
      (await database.stores.members.list(application.id)).map(({ accountId, role }) => [accountId, role]);

    beforeEach(async () => {
      owner = await account();
      application = someApplication(owner.id);
      await database.stores.applications.insert(application, 500);
    });

    it('lists the owner first, then members in order of joining, with address and nickname', async () => {
      const [late, early] = [await account(), await account()];
      await add(late.id, 'editor', NOW + 9);
      await add(early.id, 'viewer', NOW + 2);
      const shared = { applicationId: application.id, emailVerified: false, nickname: 'Person' };
      expect(await database.stores.members.list(application.id)).toEqual([
        { ...shared, accountId: owner.id, email: owner.email, role: 'owner', createdAt: application.createdAt },
        { ...shared, accountId: early.id, email: early.email, role: 'viewer', createdAt: NOW + 2 },
        { ...shared, accountId: late.id, email: late.email, role: 'editor', createdAt: NOW + 9 },
      ]);
      expect(await database.stores.members.list(newId())).toEqual([]);
    });

    it('contract 2: tells why a member may not become the owner: their role, or that the account is closed', async () => {
      const people: [Account['role'], why: string | undefined, ending?: string][] = [
        ['user', 'user'],
        ['support', 'role'],
        ['owner', undefined],
        ['operator', undefined],
        ['owner', 'inactive', 'disabled_at'],
        ['user', 'inactive', 'leaving_since'],
      ];
      for (const [at, [role, , ending]] of people.entries()) {
        const { id } = await account(role);
        await add(id, 'viewer', NOW + 1 + at);
        if (ending) await database.execute(`update accounts set ${ending} = ${NOW} where id = '${id}'`);
      }
      const [, ...listed] = await database.stores.members.list(application.id);
      expect(listed.map(({ cannotOwn }) => cannotOwn)).toEqual(people.map(([, why]) => why));
    });

    it('tells the role of owner, member and anybody else', async () => {
      const { members } = database.stores;
      const editor = await account();
      await add(editor.id, 'editor');
      expect(await members.roleOf(application.id, owner.id)).toBe('owner');
      expect(await members.roleOf(application.id, editor.id)).toBe('editor');
      expect(await members.roleOf(application.id, newId())).toBeUndefined();
      expect(await members.roleOf(newId(), owner.id)).toBeUndefined();
    });

    it('contract 24: tells who can edit any application: its owner and editors, but no viewer', async () => {
      const { members } = database.stores;
      const [editor, viewer, nobody] = [await account(), await account(), await account()];
      await add(editor.id, 'editor');
      await add(viewer.id, 'viewer');
      const edits = await Promise.all([owner, editor, viewer, nobody].map(({ id }) => members.editsAny(id)));
      expect(edits).toEqual([true, true, false, false]);
    });

    it('changes the role of a member, never of the owner', async () => {
      const { members } = database.stores;
      const member = await account();
      await add(member.id);
      expect(await members.setRole(application.id, member.id, 'editor', byOwner())).toBe(true);
      expect(await members.roleOf(application.id, member.id)).toBe('editor');
      expect(await members.setRole(application.id, owner.id, 'viewer', byOwner())).toBe(false);
    });

    it('removes one or all, never the owner; an account takes its memberships along', async () => {
      const { members, accounts } = database.stores;
      const [one, two, three] = [await account(), await account(), await account()];
      for (const { id } of [one, two, three]) await add(id);
      expect(await members.remove(application.id, one.id, byOwner())).toBe(true);
      expect(await members.remove(application.id, one.id, byOwner())).toBe(false);
      expect(await members.remove(application.id, owner.id, byOwner())).toBe(false);
      await accounts.remove(two.id, NOW);
      expect(await roles()).toEqual([
        [owner.id, 'owner'],
        [three.id, 'viewer'],
      ]);
      expect(await members.removeAll(application.id, byOwner())).toBe(true);
      expect(await roles()).toEqual([[owner.id, 'owner']]);
    });

    it('hands over to a member: roles change in one moment, and the application is another version', async () => {
      const { members, applications } = database.stores;
      const next = await account();
      await add(next.id);
      const input = { applicationId: application.id, fromAccountId: owner.id, toAccountId: next.id, now: NOW + 5 };
      expect(await members.handOver(input, 500, byOwner())).toBe('handed-over');
      expect(await roles()).toEqual([
        [next.id, 'owner'],
        [owner.id, 'editor'],
      ]);
      expect(await applications.find(application.id)).toMatchObject({
        ownerId: next.id,
        version: 2,
        updatedAt: NOW + 5,
      });
      expect(await members.handOver(input, 500, byOwner())).toBe('gone');
      const stranger = await account();
      const toStranger = { ...input, fromAccountId: next.id, toAccountId: stranger.id };
      expect(await members.handOver(toStranger, 500, { accountId: next.id })).toBe('gone');
      expect(await members.handOver({ ...toStranger, toAccountId: newId() }, 500, { accountId: next.id })).toBe('gone');
      expect((await applications.find(application.id))?.ownerId).toBe(next.id);
    });

    it('contract 2: hands over to nobody whose role may own none, whatever it was a moment before', async () => {
      const { members, accounts } = database.stores;
      const next = await account();
      await add(next.id);
      await accounts.setRole(next.id, 'support', NOW);
      const input = { applicationId: application.id, fromAccountId: owner.id, toAccountId: next.id, now: NOW };
      expect(await members.handOver(input, 500, byOwner())).toBe('gone');
      expect(await members.roleOf(application.id, next.id)).toBe('viewer');
    });

    it('contract 32: links for a password end for whoever becomes an editor or the owner, at the same moment too', async () => {
      const { stores } = database;
      const operator = await account('operator');
      const link = async ({ id: accountId }: Account) => {
        const made = someLink({ accountId, purpose: 'password' });
        await stores.links.issue(made);
        return async () => (await stores.links.find(made.tokenHash, NOW)) !== undefined;
      };
      const [viewer, editor] = [await account('user'), await account('user')];
      const [ofViewer, ofEditor] = [await link(viewer), await link(editor)];
      await add(viewer.id, 'viewer');
      await add(editor.id, 'editor');
      expect([await ofViewer(), await ofEditor()]).toEqual([true, false]);
      await stores.members.setRole(application.id, viewer.id, 'viewer', byOwner());
      expect(await ofViewer()).toBe(true);
      await stores.members.setRole(application.id, viewer.id, 'editor', byOwner());
      expect(await ofViewer()).toBe(false);
      const heir = await account();
      const ofHeir = await link(heir);
      await add(heir.id);
      const input = { applicationId: application.id, fromAccountId: owner.id, toAccountId: heir.id, now: NOW };
      expect(await stores.members.handOver(input, 500, byOwner())).toBe('handed-over');
      expect(await ofHeir()).toBe(false);
      // By a token, which makes none for an editor: it comes before, and ends, or after, and is refused.
      const other = await database.open();
      const machine = { ...someMachineToken(), scopes: ['accounts:write'] as const };
      await stores.machineTokens.insert(machine, 9);
      const caller = { accountId: undefined, tokenId: machine.id };
      for (let round = 0; round < 4; round += 1) {
        const person = await account('user');
        await add(person.id);
        const made = someLink({ accountId: person.id, purpose: 'password' });
        await Promise.all([
          stores.links.issue(made, { act: 'send-reset', caller }).catch(() => {}),
          other.members.setRole(application.id, person.id, 'editor', { accountId: operator.id }),
        ]);
        expect(await stores.members.roleOf(application.id, person.id)).toBe('editor');
        expect(await stores.links.find(made.tokenHash, NOW)).toBeUndefined();
      }
    });

    it('the command line hands over to a member alone, who gets a mail that names the application', async () => {
      const { members, mails } = database.stores;
      const [next, stranger] = [await account(), await account()];
      await add(next.id);
      const mail = () => someMail({ kind: 'applications-received', accountId: next.id, isNotice: false });
      const input = { applicationId: application.id, fromAccountId: owner.id, now: NOW };
      const handOver = (toAccountId: string, max = 500) =>
        members.handOver({ ...input, toAccountId }, max, undefined, mail());
      expect(await handOver(stranger.id)).toBe('gone');
      expect(await handOver(owner.id)).toBe('gone');
      expect(await handOver(next.id, 0)).toBe('too-many');
      await database.execute(`update accounts set email_verified = true where id = '${next.id}'`);
      expect(await handOver(next.id)).toBe('handed-over');
      expect(await roles()).toEqual([
        [next.id, 'owner'],
        [owner.id, 'editor'],
      ]);
      const due = await mails.claim({ now: NOW, until: NOW + 1, limit: 9, busy: [] });
      expect(due.map(({ accountId, facts }) => [accountId, facts])).toEqual([
        [next.id, { at: NOW, applications: [{ id: application.id, name: application.name }] }],
      ]);
    });

    it('of two hand-overs at once, one happens', async () => {
      const { members } = database.stores;
      const [one, two] = [await account(), await account()];
      for (const { id } of [one, two]) await add(id);
      const input = { applicationId: application.id, fromAccountId: owner.id, now: NOW };
      const done = await Promise.all(
        [one, two].map(({ id }) => members.handOver({ ...input, toAccountId: id }, 500, byOwner())),
      );
      expect(done.toSorted()).toEqual(['gone', 'handed-over']);
      expect((await roles()).filter(([, role]) => role === 'owner')).toHaveLength(1);
    });

    it('N11: of 50 hand-overs at once to somebody with all but one of the most, one happens; nothing of the others changes', async () => {
      const { members, applications } = database.stores;
      const heir = await account();
      const most = 3;
      for (let index = 1; index < most; index += 1) await applications.insert(someApplication(heir.id), most);
      const offered = Array.from({ length: 50 }, () => someApplication(owner.id));
      for (const one of offered) {
        await applications.insert(one, 500);
        await givenMember(database.stores, { applicationId: one.id, accountId: heir.id, role: 'viewer', now: NOW });
      }
      const people = { fromAccountId: owner.id, toAccountId: heir.id, now: NOW + 1 };
      const done = await Promise.all(
        offered.map(({ id }) => members.handOver({ ...people, applicationId: id }, most, byOwner())),
      );
      expect(done.filter((kind) => kind === 'handed-over')).toHaveLength(1);
      expect(done.filter((kind) => kind === 'too-many')).toHaveLength(49);
      for (const [index, { id }] of offered.entries()) {
        const isHeirs = done[index] === 'handed-over';
        expect(await members.roleOf(id, heir.id)).toBe(isHeirs ? 'owner' : 'viewer');
        expect(await members.roleOf(id, owner.id)).toBe(isHeirs ? 'editor' : 'owner');
      }
    });

    it('N11: hand-overs and new applications at once never pass the most together', async () => {
      const { members, applications } = database.stores;
      const heir = await account();
      await add(heir.id);
      const made = Array.from({ length: 10 }, () => applications.insert(someApplication(heir.id), 2));
      const input = { applicationId: application.id, fromAccountId: owner.id, toAccountId: heir.id, now: NOW };
      const [handed, ...inserted] = await Promise.all([members.handOver(input, 2, byOwner()), ...made]);
      expect(inserted.filter(Boolean).length + (handed === 'handed-over' ? 1 : 0)).toBe(2);
    });

    describe('contract 3: who manages the team is checked by the act itself', () => {
      type Team = { member: Account; invitationId: string };
      type Manage = (stores: Stores, team: Team, by: Actor) => Promise<unknown>;

      const ACTS: readonly (readonly [string, Manage])[] = [
        ['a role', ({ members }, { member }, by) => members.setRole(application.id, member.id, 'viewer', by)],
        ['a removal', ({ members }, { member }, by) => members.remove(application.id, member.id, by)],
        ['the removal of all', ({ members }, _, by) => members.removeAll(application.id, by)],
        [
          'an invited role',
          (stores, { invitationId: id }, by) => stores.invitations.setRole(application.id, id, 'viewer', by),
        ],
        ['a withdrawal', (stores, { invitationId: id }, by) => stores.invitations.withdraw(application.id, id, by)],
        [
          'a hand-over',
          ({ members }, { member: { id: toAccountId } }, by) =>
            members.handOver({ applicationId: application.id, fromAccountId: owner.id, toAccountId, now: NOW }, 9, by),
        ],
      ];

      /** Whoever acts with a token of this account. */
      const byToken = async ({ id: accountId }: Account): Promise<Actor> => {
        const token = someApiToken(accountId);
        await database.stores.apiTokens.insert(token, 50);
        return { accountId, tokenId: token.id };
      };
      const byMachine = async (): Promise<Actor> => {
        const machine = someMachineToken();
        await database.stores.machineTokens.insert(machine, 50);
        return { accountId: undefined, tokenId: machine.id };
      };

      const givenTeam = async (): Promise<Team> => {
        const member = await account();
        await add(member.id, 'editor');
        const session = someSession(owner.id);
        await database.stores.sessions.start(session, undefined);
        const invitation = someInvitation(application.id, owner.id);
        await database.stores.invitations.invite(invitation, { sessionId: session.id }, 50);
        return { member, invitationId: invitation.id };
      };
      const everything = async () => ({
        members: await database.stores.members.list(application.id),
        invitations: await database.stores.invitations.list(application.id, NOW),
      });

      const MAY: readonly (readonly [string, () => Promise<Actor>])[] = [
        ['the owner', async () => byOwner()],
        ['the owner with a token', () => byToken(owner)],
        ['an operator', async () => ({ accountId: (await account('operator')).id })],
        ['a machine', byMachine],
      ];

      const MAY_NOT: readonly (readonly [string, (team: Team) => Promise<Actor>])[] = [
        [
          'an editor',
          async () => {
            const editor = await account();
            await add(editor.id, 'editor');
            return { accountId: editor.id };
          },
        ],
        [
          'an owner who is none any more',
          async () => {
            // Before contract 29 kept it, a role could be lowered while the account owned applications.
            await database.execute(`update accounts set role = 'user' where id = '${owner.id}'`);
            return byOwner();
          },
        ],
        [
          'an owner who is disabled',
          async () => {
            await database.stores.accounts.setDisabled(owner.id, true, NOW);
            return byOwner();
          },
        ],
        [
          'an owner whose token was ended',
          async () => {
            const by = await byToken(owner);
            await database.stores.apiTokens.remove(by.tokenId ?? '');
            return by;
          },
        ],
        [
          'an operator who is none any more',
          async () => {
            const { id } = await account('operator');
            await account('operator');
            await database.stores.accounts.setRole(id, 'owner', NOW);
            return { accountId: id };
          },
        ],
        [
          'a machine whose token was removed',
          async () => {
            const by = await byMachine();
            await database.stores.machineTokens.remove(by.tokenId ?? '');
            return by;
          },
        ],
      ];

      describe.each(ACTS)('%s', (_name, act) => {
        it.each(MAY)('is done by %s', async (_who, make) => {
          expect([true, 'handed-over']).toContain(await act(database.stores, await givenTeam(), await make()));
        });

        it.each(MAY_NOT)('is not done by %s', async (_who, make) => {
          const team = await givenTeam();
          const by = await make(team);
          const before = await everything();
          expect([false, 'gone']).toContain(await act(database.stores, team, by));
          expect(await everything()).toEqual(before);
        });
      });

      it('a member leaves without owning anything', async () => {
        const { member } = await givenTeam();
        expect(await database.stores.members.remove(application.id, member.id, { accountId: member.id })).toBe(true);
      });

      it('of 10 removals by an owner none happens after the hand-over was answered, 10 times in 10', async () => {
        const elsewhere = await database.open();
        for (let round = 0; round < 10; round += 1) {
          const own = someApplication(owner.id);
          await database.stores.applications.insert(own, 500);
          const people = await Promise.all(Array.from({ length: 11 }, () => account()));
          const join = ({ id: accountId }: Account) =>
            givenMember(database.stores, { applicationId: own.id, accountId, role: 'viewer', now: NOW });
          await Promise.all(people.map(join));
          const [heir, ...others] = people as [Account, ...Account[]];
          const count = async () => (await database.stores.members.list(own.id)).length;
          const removed = others.map(({ id }) => database.stores.members.remove(own.id, id, byOwner()));
          const input = { applicationId: own.id, fromAccountId: owner.id, toAccountId: heir.id, now: NOW };
          expect(await elsewhere.members.handOver(input, 500, byOwner())).toBe('handed-over');
          const atTheEnd = await count();
          await Promise.all(removed);
          expect(await count()).toBe(atTheEnd);
        }
      });
    });

    it('a member finds the application in their list, and may call the API without being an owner', async () => {
      const { applications, apiTokens } = database.stores;
      const member = await account();
      const apiToken = someApiToken(member.id);
      await apiTokens.insert(apiToken, 50);
      const own = someApplication(member.id);
      await applications.insert(own, 500);
      expect((await apiTokens.findCaller(apiToken.tokenHash, NOW))?.isMember).toBe(false);
      await add(member.id);
      const list = async (afterId?: string, limit = 100, owned = true) =>
        (await applications.list({ accountId: member.id, owned, afterId, limit })).map(({ id }) => id);
      const both = [application.id, own.id].sort();
      expect(await list()).toEqual(both);
      expect(await list(undefined, 1)).toEqual(both.slice(0, 1));
      expect(await list(both[0])).toEqual(both.slice(1));
      expect(await list(undefined, 100, false)).toEqual([application.id]);
      expect((await apiTokens.findCaller(apiToken.tokenHash, NOW))?.isMember).toBe(true);
    });
  });
}

// The contract of GroupStore, for every database: groups, who is in them, and which applications name them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RegisteredApplication } from '../../../src/core/applications/applications/application.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ActRefused } from '../../../src/core/ground/acts/acting.ts';
import type { Group } from '../../../src/core/people/groups/group.ts';
import { GroupsChanged } from '../../../src/core/people/groups/group-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someApplication } from './given.ts';
import { someMachineToken } from './machine-token-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export const someGroup = (name: string, values: Partial<Group> = {}): Group => ({
  id: newId(),
  name,
  label: 'Site reliability',
  description: undefined,
  translations: { ko: { label: '사이트 신뢰성' } },
  applications: 'any',
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...values,
});

const ROOM = { max: 100, now: NOW };

export function groupStoreContract(make: MakeDatabase): void {
  describe('GroupStore', () => {
    const database = useDatabase(make);
    let user: Account;
    let application: RegisteredApplication;
    const groups = () => database.stores.groups;
    const account = async (values: Partial<Account> = {}): Promise<Account> => {
      const made = someAccount(values);
      await database.stores.accounts.insert(made);
      return made;
    };
    const group = async (name: string, values: Partial<Group> = {}): Promise<Group> => {
      const made = someGroup(name, values);
      expect(await groups().insert(made, 10_000)).toBe('created');
      return made;
    };
    const add = (of: Group, accountId = user.id) => groups().addMember({ groupId: of.id, accountId, ...ROOM });
    const names = async (values: Partial<RegisteredApplication>, of = application) => {
      const stored = await database.stores.applications.find(of.id);
      if (!stored) throw new Error('The application is gone');
      const next = { ...stored, ...values, version: stored.version + 1 };
      return database.stores.applications.replace(next, stored.version);
    };
    const stored = () => database.stores.applications.find(application.id);

    beforeEach(async () => {
      user = await account();
      const owner = await account({ role: 'owner' });
      application = someApplication(owner.id);
      await database.stores.applications.insert(application, 500);
    });

    describe('groups', () => {
      it('are found as they were stored, listed by name, page after page, by their first letters', async () => {
        const sre = await group('sre', { applications: [application.id] });
        const billing = await group('billing', { label: undefined, translations: undefined });
        const sales = await group('sales', { description: 'Who sells', applications: [] });
        expect(await groups().find(sre.id)).toEqual(sre);
        expect(await groups().findByName('billing')).toEqual(billing);
        expect(await groups().find(newId())).toBeUndefined();
        expect(await groups().list({ prefix: '', after: '', limit: 2 })).toEqual([billing, sales]);
        expect(await groups().list({ prefix: '', after: 'sales', limit: 2 })).toEqual([sre]);
        expect(await groups().list({ prefix: 's', after: '', limit: 9 })).toEqual([sales, sre]);
        expect(await groups().list({ prefix: 'sr', after: 'sales', limit: 9 })).toEqual([sre]);
        expect(await groups().count()).toBe(3);
      });

      it('have each name once, are never more than the limit, and name only applications that exist', async () => {
        await group('sre');
        expect(await groups().insert(someGroup('sre'), 10_000)).toBe('name-taken');
        expect(await groups().insert(someGroup('ops', { applications: [newId()] }), 10_000)).toBe(
          'application-unknown',
        );
        expect(await groups().insert(someGroup('ops'), 1)).toBe('too-many');
        const raced = await Promise.all(['a1', 'a2', 'a3', 'a4'].map((name) => groups().insert(someGroup(name), 3)));
        expect(raced.filter((result) => result === 'created')).toHaveLength(2);
      });

      it('change only at their version, and keep their name while an application names them', async () => {
        const sre = await group('sre', { applications: [application.id] });
        const next = { ...sre, name: 'reliability', label: 'Reliability', version: 2, updatedAt: NOW + 1 };
        expect(await groups().replace(next, 2)).toEqual({ kind: 'stale' });
        await names({ groups: ['sre'] });
        const named = { kind: 'named', applications: [{ id: application.id, name: application.name }] };
        expect(await groups().replace(next, 1)).toEqual(named);
        expect(await groups().replace({ ...next, name: 'sre' }, 1)).toEqual({ kind: 'stored', narrowed: [] });
        await names({ groups: [] });
        await group('ops');
        expect(await groups().replace({ ...next, name: 'ops', version: 3 }, 2)).toEqual({ kind: 'name-taken' });
        expect(await groups().replace({ ...next, version: 3 }, 2)).toEqual({ kind: 'stored', narrowed: [] });
        expect(await groups().find(sre.id)).toEqual({ ...next, version: 3 });
        expect(await groups().replace(someGroup('other'), 1)).toEqual({ kind: 'gone' });
      });

      it('are removed only while no application names them, unless the name is taken out of it first', async () => {
        const sre = await group('sre', { applications: [application.id] });
        await add(sre);
        await names({ groups: ['sre'] });
        const naming = [{ id: application.id, name: application.name }];
        const before = await stored();
        expect(await groups().remove(sre.id, { force: false, fromVersion: 1, now: NOW })).toEqual({
          kind: 'named',
          applications: naming,
        });
        expect(await groups().remove(sre.id, { force: true, fromVersion: 9, now: NOW })).toEqual({ kind: 'stale' });
        expect(await groups().remove(sre.id, { force: true, fromVersion: 1, now: NOW + 5 })).toEqual({
          kind: 'removed',
          narrowed: naming,
        });
        expect(await stored()).toMatchObject({ groups: [], version: (before?.version ?? 0) + 1 });
        expect(await groups().listByAccount(user.id)).toEqual([]);
        expect(await groups().remove(sre.id, { force: true, fromVersion: 1, now: NOW })).toEqual({ kind: 'gone' });
      });
    });

    describe('members', () => {
      it('are added once and removed once; a person’s groups are listed by name', async () => {
        const [sre, ops] = [await group('sre'), await group('ops')];
        expect(await add(sre)).toBe('created');
        expect(await add(sre)).toBe('is-member');
        expect(await add(ops)).toBe('created');
        expect(await add(ops, newId())).toBe('account-unknown');
        expect(await add(someGroup('none'))).toBe('gone');
        const mine = await groups().listByAccount(user.id);
        expect(mine.map(({ name, label, translations }) => [name, label, translations])).toEqual([
          ['ops', ops.label, ops.translations],
          ['sre', sre.label, sre.translations],
        ]);
        expect(await groups().findMember(sre.id, user.id)).toEqual({ accountId: user.id, addedAt: NOW });
        const member = { groupId: sre.id, accountId: user.id, now: NOW };
        expect([await groups().removeMember(member), await groups().removeMember(member)]).toEqual([true, false]);
      });

      it('are listed in pages, and go with their account', async () => {
        const sre = await group('sre');
        const ids = [(await account()).id, (await account()).id, (await account()).id].sort();
        for (const id of ids) await add(sre, id);
        const page = (after: string) => groups().listMembers({ groupId: sre.id, after, limit: 2 });
        expect((await page('')).map(({ accountId }) => accountId)).toEqual(ids.slice(0, 2));
        expect((await page(ids[1] ?? '')).map(({ accountId }) => accountId)).toEqual(ids.slice(2));
        await database.stores.accounts.remove(ids[0] ?? '', NOW);
        expect((await page('')).map(({ accountId }) => accountId)).toEqual(ids.slice(1));
      });

      it('are in no more groups than the limit, however many add at once', async () => {
        const made = [];
        for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) made.push(await group(name));
        const added = await Promise.all(
          made.map(({ id: groupId }) => groups().addMember({ groupId, accountId: user.id, max: 3, now: NOW })),
        );
        expect(added.filter((result) => result === 'created')).toHaveLength(3);
        expect(added.filter((result) => result === 'too-many')).toHaveLength(2);
      });

      it('are never in a group that is removed at the same moment', async () => {
        for (const name of ['a1', 'a2', 'a3']) {
          const one = await group(name);
          await Promise.all([add(one), groups().remove(one.id, { force: false, fromVersion: 1, now: NOW })]);
        }
        expect(await groups().listByAccount(user.id)).toEqual([]);
      });
    });

    describe('contract 32: whoever acts', () => {
      it('is an operator, or a token with the scope groups, at that moment', async () => {
        const operator = await account({ role: 'operator' });
        const support = await account({ role: 'support' });
        const [may, may_not] = [
          someMachineToken({ scopes: ['groups'] }),
          someMachineToken({ scopes: ['accounts:write'] }),
        ];
        for (const token of [may, may_not]) await database.stores.machineTokens.insert(token, 50);
        const callers = [
          { accountId: operator.id },
          { accountId: undefined, tokenId: may.id },
          { accountId: support.id },
          { accountId: undefined, tokenId: may_not.id },
        ];
        const sre = await group('sre');
        const acts = [
          (by: (typeof callers)[0]) => groups().insert(someGroup(`a${newId()}`.slice(0, 30)), 10_000, by),
          (by: (typeof callers)[0]) => groups().addMember({ groupId: sre.id, accountId: operator.id, ...ROOM }, by),
          (by: (typeof callers)[0]) => groups().removeMember({ groupId: sre.id, accountId: operator.id, now: NOW }, by),
          async (by: (typeof callers)[0]) => {
            const current = (await groups().find(sre.id)) as Group;
            return groups().replace({ ...current, version: current.version + 1 }, current.version, by);
          },
          (by: (typeof callers)[0]) => groups().remove(newId(), { force: false, fromVersion: 1, now: NOW }, by),
        ];
        for (const act of acts) {
          for (const by of callers.slice(0, 2)) await act(by);
          for (const by of callers.slice(2)) await expect(act(by)).rejects.toThrow(ActRefused);
        }
      });
    });

    describe('contract 31: applications', () => {
      it('name only groups that let them, in order; everything else about them stays', async () => {
        const other = someApplication(application.ownerId);
        await database.stores.applications.insert(other, 500);
        await group('sre', { applications: [application.id] });
        await group('all');
        await group('theirs', { applications: [other.id] });
        const wanted = ['all', 'none', 'sre', 'theirs'];
        expect((await groups().nameable(wanted, application.id)).sort()).toEqual(['all', 'sre']);
        expect(await groups().nameable(wanted, undefined)).toEqual(['all']);
        const nameable = async (text: string) =>
          (await groups().listNameable({ applicationId: application.id, text, limit: 9 })).map(({ name }) => name);
        expect(await nameable('')).toEqual(['all', 'sre']);
        expect(await names({ groups: ['sre', 'all'], audience: 'groups', allowedGroups: ['all'] })).toBe(true);
        const lists = { groups: ['all', 'sre'], audience: 'groups', allowedGroups: ['all'] };
        expect(await stored()).toMatchObject(lists);
        for (const name of ['none', 'theirs']) {
          await expect(names({ groups: [name] })).rejects.toThrow(GroupsChanged);
        }
        expect(await stored()).toMatchObject(lists);
        const born = someApplication(application.ownerId, { groups: ['all'] });
        expect(await database.stores.applications.insert(born, 500)).toBe(true);
        expect(await database.stores.applications.find(born.id)).toEqual(born);
        const refused = someApplication(application.ownerId, { groups: ['sre'] });
        await expect(database.stores.applications.insert(refused, 500)).rejects.toThrow(GroupsChanged);
        expect(await database.stores.applications.find(refused.id)).toBeUndefined();
      });

      it('find the groups that they may name by any part of the name, or of the label in any language', async () => {
        await group('night-crew', { label: 'The NIGHT crew', translations: { ko: { label: '야간 근무조' } } });
        await group('board', { label: undefined, translations: { ko: { description: '야간' } } });
        await group('night-secret', { applications: [] });
        const found = async (text: string, limit = 9) =>
          (await groups().listNameable({ applicationId: application.id, text, limit })).map(({ name }) => name);
        for (const text of ['crew', 'CREW', 'the night', '근무', 't-c'])
          expect(await found(text), text).toEqual(['night-crew']);
        expect(await found('oa')).toEqual(['board']);
        for (const text of ['secret', '%', '_', "'", 'description']) expect(await found(text), text).toEqual([]);
        expect(await found('', 1)).toEqual(['board']);
      });

      it('are told with the lists in which they name a group', async () => {
        const sre = await group('sre');
        await group('ops');
        const second = someApplication(application.ownerId);
        await database.stores.applications.insert(second, 500);
        const uses = async (limit = 9) => await groups().listUses({ groupId: sre.id, limit });
        expect(await uses()).toEqual([]);
        await names({ groups: ['sre', 'ops'] });
        await names({ groups: ['sre'], audience: 'groups', allowedGroups: ['ops', 'sre'] }, second);
        const first = { id: application.id, name: application.name, receives: true, admits: false };
        const both = [first, { id: second.id, name: second.name, receives: true, admits: true }];
        both.sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(await uses()).toEqual(both);
        expect(await uses(1)).toEqual(both.slice(0, 1));
      });

      it('lose a name with the right to it, in the same statement, unless nobody could sign in then', async () => {
        const sre = await group('sre', { applications: [application.id] });
        const ops = await group('ops');
        await names({ groups: ['sre'], audience: 'groups', allowedGroups: ['sre'] });
        const naming = [{ id: application.id, name: application.name }];
        const taken = { ...sre, applications: [], version: 2 };
        expect(await groups().replace(taken, 1)).toEqual({ kind: 'empties', applications: naming });
        expect(await groups().remove(sre.id, { force: true, fromVersion: 1, now: NOW })).toEqual({
          kind: 'empties',
          applications: naming,
        });
        expect(await groups().find(sre.id)).toEqual(sre);
        await names({ allowedGroups: ['sre', 'ops'] });
        const { version = 0 } = (await stored()) ?? {};
        expect(await groups().replace(taken, 1)).toEqual({ kind: 'stored', narrowed: naming });
        expect(await stored()).toMatchObject({ groups: [], allowedGroups: ['ops'], version: version + 1 });
        expect(await groups().remove(ops.id, { force: false, fromVersion: 1, now: NOW })).toMatchObject({
          kind: 'named',
        });
      });

      it('never name a group that is taken from them, or removed, at the same moment', async () => {
        for (const name of ['a1', 'a2', 'a3', 'a4']) {
          const one = await group(name, { applications: [application.id] });
          const taking = name < 'a3' ? groups().replace({ ...one, applications: [], version: 2 }, 1) : undefined;
          await Promise.allSettled([
            names({ groups: [name] }),
            taking ?? groups().remove(one.id, { force: false, fromVersion: 1, now: NOW }),
          ]);
          const isNamed = (await stored())?.groups.includes(name);
          if (isNamed) expect(await groups().nameable([name], application.id)).toEqual([name]);
          await names({ groups: [] });
        }
      });

      it('receive of a person what they registered, and let in whoever is in an allowed group', async () => {
        const [sre, ops] = [await group('sre'), await group('ops')];
        await names({ groups: ['ops', 'sre'], audience: 'groups', allowedGroups: ['ops'] });
        const read = async () => [
          (await groups().listReceived(application.id, user.id)).map(({ name }) => name),
          await groups().isAdmitted(application.id, user.id),
        ];
        expect(await read()).toEqual([[], false]);
        await add(sre);
        await add(await group('other'));
        expect(await read()).toEqual([['sre'], false]);
        await add(ops);
        expect(await read()).toEqual([['ops', 'sre'], true]);
        expect(await groups().isAdmitted(newId(), user.id)).toBe(false);
        const team = [application.ownerId];
        expect(await groups().listTeamOutside(application.id, ['ops'])).toEqual(team);
        await add(ops, application.ownerId);
        expect(await groups().listTeamOutside(application.id, ['ops'])).toEqual([]);
      });
    });
  });
}

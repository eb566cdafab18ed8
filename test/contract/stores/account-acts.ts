// The contract of acts on the accounts of others, and of finding accounts, for every database (contract 29).
import { describe, expect, it } from 'vitest';
import { ACCOUNT_STATUSES, type Account, ROLES, type Role } from '../../../src/core/ground/accounts/account.ts';
import { type AccountAct, type ActsAs, mayActOn, type WholeAct } from '../../../src/core/ground/acts/account-acts.ts';
import { ActRefused, type AuthorizedAct } from '../../../src/core/ground/acts/acting.ts';
import { SCOPES, type Scope } from '../../../src/core/ground/acts/scope.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  givenConnection,
  HOUR,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someLink,
  someSession,
} from './given.ts';
import { type StoppingOperator, stopBeingOperator, WAYS } from './stop-operator.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** The methods that act on somebody's account; `true`: it was done. */
const ACTS: Readonly<
  Record<WholeAct | 'show-reset', (stores: Stores, target: Account, by: AuthorizedAct) => Promise<unknown>>
> = {
  'end-sessions': ({ sessions }, { id }, by) => sessions.endAll({ accountId: id, now: NOW, by }),
  'send-reset': async ({ links, emailProofs }, { id, emailKey }, by) => {
    await links.issue(someLink({ accountId: id, purpose: 'password' }), by);
    const proof = {
      id: `${id.slice(0, 30)}ff`,
      accountId: id,
      purpose: 'password',
      emailKey,
      tokenHash: someHash(),
    } as const;
    const rest = { codeMac: someHash(), signInEpoch: 0, createdAt: NOW, expiresAt: NOW + 1 };
    await emailProofs.issue({ proof: { ...proof, ...rest }, mail: undefined, by });
  },
  'show-reset': ({ links }, { id }, by) => links.issue(someLink({ accountId: id, purpose: 'password' }), by),
  disable: ({ accounts }, { id }, by) => accounts.setDisabled(id, true, NOW, by),
  enable: ({ accounts }, { id }, by) => accounts.setDisabled(id, false, NOW, by),
  'set-role': ({ accounts }, { id }, by) => accounts.setRole(id, 'owner', NOW, undefined, by),
  'remove-factors': ({ factors }, { id }, by) => factors.removeByOperator({ accountId: id, by, now: NOW }),
  'set-username': ({ usernames }, { id }, by) => usernames.clear(id, NOW, by),
  'verify-email': ({ accounts }, { id, emailKey }, by) => accounts.setEmailVerified(id, emailKey, NOW, by),
  create: ({ accounts }, _target, by) => accounts.insert(someAccount(), [], by),
  delete: ({ accounts }, { id }, by) => accounts.remove(id, NOW, by),
};

const reasonOf = (error: unknown): string => {
  if (error instanceof ActRefused) return error.reason;
  throw error;
};
const tried = (act: Promise<unknown>): Promise<unknown> => act.then(() => 'done', reasonOf);

/** An account on which an act was refused is as it was, and serves the next act: making one takes as long as ten. */
function keptUntilDone<Key>(make: (key: Key) => Promise<Account>) {
  const kept = new Map<Key, Account>();
  return {
    async get(key: Key): Promise<Account> {
      const account = kept.get(key) ?? (await make(key));
      kept.set(key, account);
      return account;
    },
    done: (key: Key) => void kept.delete(key),
  };
}

export function accountActsContract(make: MakeDatabase): void {
  describe('acts on accounts', () => {
    const database = useDatabase(make);

    const given = async (values: Partial<Account> = {}): Promise<Account> => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      return account;
    };
    const acting = (act: AccountAct, { id }: Account, more: Partial<AuthorizedAct['caller']> = {}): AuthorizedAct => ({
      act,
      caller: { accountId: id, ...more },
    });

    it('contract 29: the statement of each act asks the table of roles, for each role on each role', async () => {
      await given({ role: 'operator' });
      const actors = await Promise.all(ROLES.map((role) => given({ role })));
      const targetWith = keptUntilDone((role: (typeof ROLES)[number]) => given({ role }));
      for (const [name, run] of Object.entries(ACTS)) {
        const act = name as AccountAct;
        for (const [index, role] of ROLES.entries()) {
          const actor = actors[index] as Account;
          for (const targetRole of ROLES) {
            const target = await targetWith.get(targetRole);
            const may = act === 'create' ? role === 'operator' : mayActOn(act, actor, target);
            const before = await database.stores.accounts.find(target.id);
            const by = { act, caller: { accountId: actor.id } };
            const outcome = await tried(run(database.stores, target, by));
            expect([name, role, targetRole, outcome]).toEqual([name, role, targetRole, may ? 'done' : 'not-allowed']);
            if (!may) expect(await database.stores.accounts.find(target.id)).toEqual(before);
            else targetWith.done(targetRole);
          }
        }
      }
    });

    it('contract 29: an actor who was disabled or demoted, or whose token or session is over, does nothing', async () => {
      const { stores } = database;
      await given({ role: 'operator' });
      const target = await given();
      const disabled = await given({ role: 'operator', disabledAt: NOW });
      const demoted = await given({ role: 'operator' });
      await stores.accounts.setRole(demoted.id, 'support', NOW);
      const operator = await given({ role: 'operator' });
      const disable = (by: AuthorizedAct) => tried(stores.accounts.setDisabled(target.id, true, NOW, by));
      expect(await disable(acting('disable', disabled))).toBe('not-allowed');
      expect(await disable(acting('disable', demoted))).toBe('not-allowed');
      const token = someApiToken(operator.id, { expiresAt: NOW });
      await stores.apiTokens.insert(token, 5);
      expect(await disable(acting('disable', operator, { tokenId: token.id }))).toBe('not-allowed');
      expect(await disable(acting('disable', operator, { tokenId: 'none' }))).toBe('not-allowed');
      const session = someSession(operator.id, { authenticatedAt: NOW });
      await stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: NOW + 1 };
      await expect(disable(acting('disable', operator, { proof }))).rejects.toThrow(ConfirmationNeeded);
      expect((await stores.accounts.find(target.id))?.disabledAt).toBeUndefined();
      const live = someApiToken(operator.id);
      await stores.apiTokens.insert(live, 5);
      expect(await disable(acting('disable', operator, { tokenId: live.id }))).toBe('done');
      expect((await stores.accounts.find(target.id))?.disabledAt).toBe(NOW);
    });

    it('contract 29: a machine token acts as an operator on others than operators, while it lives', async () => {
      const { stores } = database;
      const [operator, other, user] = [
        await given({ role: 'operator' }),
        await given({ role: 'operator' }),
        await given(),
      ];
      const rest = {
        name: 'deploy',
        scopes: ['accounts:write'],
        createdAt: NOW,
        lastUsedAt: undefined,
        createdBy: undefined,
      } as const;
      const token = { ...rest, id: newId(), tokenHash: someHash(), expiresAt: NOW + 1 };
      const over = { ...rest, id: newId(), tokenHash: someHash(), expiresAt: NOW };
      for (const one of [token, over]) await stores.machineTokens.insert(one, 9);
      const end = (accountId: string, tokenId: string | undefined) =>
        tried(
          stores.sessions.endAll({
            ...{ accountId, now: NOW },
            by: { act: 'end-sessions', caller: { accountId: undefined, ...(tokenId !== undefined && { tokenId }) } },
          }),
        );
      expect(await end(user.id, token.id)).toBe('done');
      for (const id of [over.id, newId(), undefined]) expect(await end(user.id, id)).toBe('not-allowed');
      for (const { id } of [operator, other]) expect(await end(id, token.id)).toBe('not-allowed');
    });

    describe('contract 32: no right is made from another', () => {
      const machine = async (...scopes: Scope[]): Promise<AuthorizedAct['caller']> => {
        const row = {
          id: newId(),
          name: 'm',
          scopes,
          createdAt: NOW,
          lastUsedAt: undefined,
          createdBy: undefined,
        } as const;
        await database.stores.machineTokens.insert({ ...row, tokenHash: someHash(), expiresAt: NOW + 1 }, 99);
        return { accountId: undefined, tokenId: row.id };
      };

      it('each statement asks for the scopes of the token itself, and who owns or edits an application', async () => {
        const { stores } = database;
        await given({ role: 'operator' });
        const person = await given({ role: 'operator' });
        const apiToken = someApiToken(person.id, {
          scopes: ['applications', 'accounts:read', 'accounts:write', 'policy'],
        });
        await stores.apiTokens.insert(apiToken, 9);
        const callers: [AuthorizedAct['caller'], ActsAs][] = [
          [
            { accountId: person.id, tokenId: apiToken.id },
            { ...person, scopes: apiToken.scopes },
          ],
        ];
        for (const scopes of [['accounts:write'], ['accounts:write', 'roles'], SCOPES] as Scope[][]) {
          callers.push([await machine(...scopes), { id: undefined, role: 'machine', scopes }]);
        }
        const application = someApplication((await given({ role: 'owner' })).id);
        await stores.applications.insert(application, 9);
        const whats = ['user', 'viewer', 'editor', 'owns', 'owner', 'support', 'operator'] as const;
        const targetWho = keptUntilDone(async (what: (typeof whats)[number]) => {
          const target = await given({ role: ROLES.find((role) => role === what) ?? 'user' });
          if (what === 'owns') {
            await stores.accounts.setRole(target.id, 'owner', NOW);
            await stores.applications.insert(someApplication(target.id), 9);
            await database.execute(`update accounts set role = 'user' where id = '${target.id}'`);
          }
          if (what === 'viewer' || what === 'editor') {
            await givenMember(stores, { applicationId: application.id, accountId: target.id, role: what, now: NOW });
          }
          return target;
        });
        for (const [name, run] of Object.entries(ACTS).filter(([one]) => one !== 'create')) {
          const act = name as AccountAct;
          for (const [caller, actor] of callers) {
            for (const what of whats) {
              const target = await targetWho.get(what);
              const may = mayActOn(act, actor, { ...target, edits: what === 'editor' || what === 'owns' });
              const outcome = await tried(run(stores, target, { act, caller }));
              expect([name, actor.scopes, what, outcome]).toEqual([
                name,
                actor.scopes,
                what,
                may ? (what === 'owns' && act === 'delete' ? 'owns-applications' : 'done') : 'not-allowed',
              ]);
              if (may) targetWho.done(what);
            }
          }
        }
      });

      it('no token that lacks the scope roles creates an account with a role, named or not', async () => {
        const { stores } = database;
        const operator = await given({ role: 'operator' });
        const ofPerson = someApiToken(operator.id, { scopes: ['accounts:write'] });
        await stores.apiTokens.insert(ofPerson, 9);
        const callers: [AuthorizedAct['caller'] | undefined, boolean][] = [
          [await machine('accounts:write'), false],
          [{ accountId: operator.id, tokenId: ofPerson.id }, false],
          [await machine('accounts:write', 'roles'), true],
          [{ accountId: operator.id }, true],
          [undefined, true],
        ];
        for (const [caller, mayGive] of callers) {
          const by = caller && ({ act: 'create', caller } as const);
          for (const role of ROLES) {
            const outcome = await tried(stores.accounts.insert(someAccount({ role }), [], by));
            expect([role, outcome]).toEqual([role, mayGive || role === 'user' ? 'done' : 'not-allowed']);
            const key = { nameKey: someHash(), sealedKey: someHash(), isReserved: false };
            const named = await tried(
              stores.usernames.insertAccount({ ...someAccount({ role }), username: 'x' }, key, by),
            );
            expect([role, named]).toEqual([role, outcome]);
          }
          const wanted = { id: (await given()).id, role: 'operator', now: NOW } as const;
          const changed = await tried(
            stores.accounts.change(
              { ...wanted, disabled: undefined, verifiedKey: undefined, username: undefined },
              caller,
            ),
          );
          expect(changed).toBe(mayGive ? 'done' : 'not-allowed');
        }
      });
    });

    it('contract 29: the last enabled operator is not disabled, demoted or deleted by anybody', async () => {
      const { accounts } = database.stores;
      const last = await given({ role: 'operator' });
      const resting = await given({ role: 'operator', disabledAt: NOW });
      const leaving = [
        () => accounts.setDisabled(last.id, true, NOW),
        () => accounts.setRole(last.id, 'user', NOW),
        () => accounts.setRole(last.id, 'support', NOW, undefined, acting('set-role', last)),
        () => accounts.remove(last.id, NOW),
      ];
      for (const leave of leaving) expect(await tried(leave())).toBe('last-operator');
      expect(await accounts.find(last.id)).toEqual(last);
      expect(await accounts.setRole(last.id, 'operator', NOW)).toBe(true);
      expect(await accounts.remove(resting.id, NOW)).toBe(true);
      await given({ role: 'operator' });
      expect(await accounts.setRole(last.id, 'user', NOW, undefined, acting('set-role', last))).toBe(true);
    });

    describe('contract 29: nobody ends the ownership of applications by deleting or demoting their owner', () => {
      const givenOwner = async (role: Role = 'owner') => {
        const owner = await given({ role });
        const application = someApplication(owner.id);
        await database.stores.applications.insert(application, 9);
        return { owner, application };
      };
      const change = ({ id }: Account, role: Role) =>
        database.stores.accounts.change({ id, role, disabled: true, now: NOW });

      it.each(['owner', 'operator'] as const)('of an %s, by a command or a person', async (role) => {
        const { accounts, applications, connections, members } = database.stores;
        const operator = await given({ role: 'operator' });
        const { owner, application } = await givenOwner(role);
        const other = someApplication(owner.id);
        await applications.insert(other, 9);
        const [first, second] = [await given(), await given()];
        for (const { id: accountId } of [first, second]) {
          const sub = newId();
          await connections.agree({ applicationId: application.id, accountId, sub, answers: {}, now: NOW });
        }
        await connections.unlink(application.id, second.id, NOW, 'person');
        const owned = [
          { id: application.id, name: application.name, connections: 1 },
          { id: other.id, name: other.name, connections: 0 },
        ];
        expect(await members.listOwned(owner.id)).toEqual(owned);
        const acts = [
          () => accounts.remove(owner.id, NOW),
          () => accounts.setRole(owner.id, 'user', NOW),
          () => accounts.setRole(owner.id, 'support', NOW),
          () => change(owner, 'user'),
          () => change(owner, 'support'),
          ...(role === 'operator'
            ? []
            : [
                () => accounts.remove(owner.id, NOW, acting('delete', operator)),
                () => accounts.setRole(owner.id, 'user', NOW, undefined, acting('set-role', operator)),
              ]),
        ];
        for (const act of acts) {
          await expect(act()).rejects.toMatchObject({ reason: 'owns-applications', applications: owned });
        }
        expect(await accounts.find(owner.id)).toEqual(owner);
        expect(await members.listOwned(owner.id)).toEqual(owned);
        for (const { id } of owned) await applications.remove(id);
        expect(await members.listOwned(owner.id)).toEqual([]);
        expect(await change(owner, 'user')).toBe('stored');
        expect(await accounts.remove(owner.id, NOW)).toBe(true);
      });

      it('a role that may own some is changed as before', async () => {
        const { accounts } = database.stores;
        const { owner } = await givenOwner();
        expect(await accounts.setRole(owner.id, 'operator', NOW)).toBe(true);
        await given({ role: 'operator' });
        expect(await accounts.setRole(owner.id, 'owner', NOW)).toBe(true);
      });

      it('an application that is registered at the same moment is kept too, or not registered', async () => {
        const other = await database.open();
        for (let round = 0; round < 8; round += 1) {
          const owner = await given({ role: 'owner' });
          const application = someApplication(owner.id);
          const end = () =>
            round % 2 === 0
              ? database.stores.accounts.setRole(owner.id, 'user', NOW)
              : database.stores.accounts.remove(owner.id, NOW);
          const [ended, registered] = await Promise.all([
            tried(end()),
            other.applications.insert(application, 9).catch(() => false),
          ]);
          expect([ended, registered]).toEqual(registered ? ['owns-applications', true] : ['done', false]);
          const role = (await database.stores.accounts.find(owner.id))?.role;
          expect(role).toBe(registered ? 'owner' : round % 2 === 0 ? 'user' : undefined);
        }
      });
    });

    it('contract 29: an operator who deleted their account does not count as one who is left', async () => {
      const { accounts, leaving, sessions } = database.stores;
      const last = await given({ role: 'operator' });
      const gone = await given({ role: 'operator' });
      const session = someSession(gone.id);
      await sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: NOW - HOUR };
      await leaving.leave({ accountId: gone.id, until: NOW + HOUR, proof, mail: undefined, now: NOW });
      for (const act of [
        () => accounts.setDisabled(last.id, true, NOW),
        () => accounts.setRole(last.id, 'user', NOW),
        () => accounts.remove(last.id, NOW),
      ]) {
        expect(await tried(act())).toBe('last-operator');
      }
      expect(await accounts.remove(gone.id, NOW)).toBe(true);
    });

    /** Each way in which an operator stops being one who is enabled. @returns whether they stopped */
    const stopping = async (count: number): Promise<StoppingOperator[]> => {
      const { sessions } = database.stores;
      return Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const operator = await given({ role: 'operator' });
          const session = someSession(operator.id);
          await sessions.start(session, undefined);
          const proof = { sessionId: session.id, authenticatedSince: NOW - HOUR };
          return { way: WAYS[index % WAYS.length] ?? 'disable', id: operator.id, proof };
        }),
      );
    };
    const remaining = async (): Promise<string[]> => {
      const enabled = { role: 'operator', disabled: false } as const;
      const operators = await database.stores.accounts.list({ limit: 99, filter: enabled });
      return operators.filter(({ leavingSince }) => leavingSince === undefined).map(({ id }) => id);
    };

    it('contract 29: of all operators who stop at once, in every way, one stays', async () => {
      const connections = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      for (let round = 0; round < 12; round += 1) {
        const operators = await stopping(WAYS.length);
        for (const id of await remaining()) {
          if (!operators.some((one) => one.id === id)) await database.stores.accounts.remove(id, NOW);
        }
        const stopped = await Promise.all(
          operators.map((one, index) => stopBeingOperator(connections[(index + round) % 4] as Stores, one)),
        );
        expect(stopped.filter((done) => !done)).toHaveLength(1);
        expect(await remaining()).toEqual([operators[stopped.indexOf(false)]?.id]);
      }
    });

    it('contract 29: so it is in two processes, and when two demote each other', async () => {
      const processes = await database.takeProcesses(2);
      for (let round = 0; round < 5; round += 1) {
        const operators = await stopping(2 * WAYS.length);
        for (const id of await remaining()) {
          if (!operators.some((one) => one.id === id)) await database.stores.accounts.remove(id, NOW);
        }
        const halves = [0, 1].map((half) => operators.filter((_, index) => index % 2 === half));
        const stopped = await Promise.all(
          processes.map((child, half) => child.run({ method: 'stop-operator', inputs: halves[half] ?? [] })),
        );
        expect(stopped.reduce((sum, count) => sum + count)).toBe(operators.length - 1);
        expect(await remaining()).toHaveLength(1);
      }
      // By their own pages nobody acts on another operator, so both stay.
      const [one, other] = await stopping(2);
      const each = (by: string | undefined, id: string | undefined) => ({
        ...{ way: 'demote', id, by: { act: 'set-role', caller: { accountId: by } } },
      });
      const demoted = await Promise.all([
        processes[0]?.run({ method: 'stop-operator', inputs: [each(one?.id, other?.id)] }),
        processes[1]?.run({ method: 'stop-operator', inputs: [each(other?.id, one?.id)] }),
      ]);
      expect(demoted).toEqual([0, 0]);
      expect(await remaining()).toEqual(expect.arrayContaining([one?.id, other?.id]));
    });

    it('contract 29: an operator who is demoted while acting acts before or not at all', async () => {
      const other = await database.open();
      await given({ role: 'operator' });
      for (let round = 0; round < 15; round += 1) {
        const actor = await given({ role: 'operator' });
        const target = await given();
        const [acted] = await Promise.all([
          tried(database.stores.accounts.setRole(target.id, 'operator', NOW, undefined, acting('set-role', actor))),
          other.accounts.setRole(actor.id, 'user', NOW),
        ]);
        const role = (await database.stores.accounts.find(target.id))?.role;
        expect([acted, role]).toEqual(acted === 'done' ? ['done', 'operator'] : ['not-allowed', 'user']);
        expect(
          await tried(other.sessions.endAll({ accountId: target.id, now: NOW, by: acting('end-sessions', actor) })),
        ).toBe('not-allowed');
      }
    });

    it('contract 29: finds accounts by the beginning of an address, role and status, page by page', async () => {
      const { accounts } = database.stores;
      const of = (name: string, values: Partial<Account> = {}) =>
        given({ email: `${name}@fit.example`, emailKey: `${name}@fit.example`, ...values });
      const ann = await of('ann');
      const anna = await of('anna', { role: 'owner' });
      const anne = await of('anne', { role: 'support', disabledAt: NOW });
      const annie = await of('annie', { disabledAt: NOW });
      const bob = await of('bob', { role: 'operator' });
      const wide = await of('ann\u{1F642}');
      const high = await of('ann\uFFEE');
      const gone = await of('cleo');
      const session = someSession(gone.id, { signInEpoch: gone.signInEpoch });
      await database.stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: NOW - HOUR };
      await database.stores.leaving.leave({ accountId: gone.id, until: NOW + HOUR, proof, mail: undefined, now: NOW });
      const find = async (page: Partial<Parameters<Stores['accounts']['search']>[0]>) =>
        (await accounts.search({ keyPrefix: '', limit: 99, ...page })).map(({ id }) => id);
      const names = [ann, anna, anne, annie, high, wide].map(({ id }) => id);
      expect(await find({ keyPrefix: 'ann' })).toEqual(names);
      expect(await find({})).toEqual([...names, bob.id, gone.id]);
      expect(await find({ keyPrefix: 'ann@fit.example' })).toEqual([ann.id]);
      expect(await find({ keyPrefix: 'ANN' })).toEqual([]);
      expect(await find({ keyPrefix: 'ann%' })).toEqual([]);
      expect(await find({ role: 'operator' })).toEqual([bob.id]);
      expect(await find({ keyPrefix: 'ann', role: 'operator' })).toEqual([]);
      expect(await find({ status: 'disabled' })).toEqual([anne.id, annie.id]);
      expect(await find({ status: 'leaving' })).toEqual([gone.id]);
      for (const status of ACCOUNT_STATUSES) {
        const listed = await accounts.list({ limit: 50, filter: { status } });
        expect(listed.map(({ id }) => id).sort()).toEqual([...(await find({ status }))].sort());
      }
      expect(await find({ status: 'disabled', role: 'user' })).toEqual([annie.id]);
      expect(await find({ status: 'active', keyPrefix: 'ann' })).toEqual([ann, anna, high, wide].map(({ id }) => id));
      for (const filter of [{}, { status: 'active' as const }, { role: 'user' as const }]) {
        const all = await find(filter);
        const paged: string[] = [];
        for (let afterKey: string | undefined, more = true; more; ) {
          const page = await accounts.search({ keyPrefix: '', limit: 2, afterKey, ...filter });
          paged.push(...page.map(({ id }) => id));
          afterKey = page.at(-1)?.emailKey;
          more = page.length === 2;
        }
        expect(paged).toEqual(all);
      }
    });

    it('contract 29: finds accounts by a `sub`, live, ended, or of before an import', async () => {
      const { stores } = database;
      const { owner, user, application } = await givenConnection(stores);
      const { sub } = (await stores.connections.find(application.id, user.id)) ?? { sub: '' };
      const find = async (text: string) => (await stores.accounts.findBySub(text, 9)).map(({ id }) => id);
      expect(await find(sub)).toEqual([user.id]);
      await stores.connections.unlink(application.id, user.id, NOW, 'person');
      expect(await find(sub)).toEqual([user.id]);
      expect(await find('none')).toEqual([]);
      await database.execute(
        `insert into subjects (application_id, sub, account_id) values ('${application.id}', '17', '${owner.id}')`,
      );
      const other = someApplication(owner.id);
      await stores.applications.insert(other, 9);
      await stores.connections.agree({ applicationId: other.id, accountId: user.id, sub: '17', answers: {}, now: NOW });
      expect(await find('17')).toEqual([user.id, owner.id].sort());
      expect(await stores.accounts.findBySub('17', 1)).toHaveLength(1);
    });

    it('contract 29: lists what the audit tells of one account, the newest first', async () => {
      const { audit } = database.stores;
      const entry = { at: NOW, role: 'operator' as const, accountId: 'o', tokenId: undefined, command: undefined };
      const rest = { address: undefined, requestId: undefined, applicationId: undefined, entry: undefined, fields: [] };
      const row = (action: string, subjectId: string | undefined) =>
        ({ ...entry, ...rest, action, subjectId, reason: undefined, result: 'done', refusal: undefined }) as const;
      await audit.append([row('one', 'a'), row('two', 'b'), row('three', 'a'), row('four', undefined)]);
      const found = await audit.list({ subjectId: 'a', limit: 9 });
      expect(found.map(({ action }) => action)).toEqual(['three', 'one']);
      const before = await audit.list({ subjectId: 'a', beforeId: found[0]?.id, limit: 9 });
      expect(before.map(({ action }) => action)).toEqual(['one']);
    });
  });
}

// The contract of handing over what an account owns in the act that deletes or demotes it, for every database (contract
// 29): everything or nothing, also when the new owner, a membership or an application changes at the same moment.
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { Account, Role } from '../../../src/core/ground/accounts/account.ts';
import { type Actor, ActRefused } from '../../../src/core/ground/acts/acting.ts';
import type { Scope } from '../../../src/core/ground/acts/scope.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { people } from './email-change-store.ts';
import {
  HOUR,
  NOW,
  someAccount,
  someApiToken,
  someApplication,
  someHash,
  someInvitation,
  someLink,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

/** The two acts that end an ownership; each resolves to what it did. */
const WAYS = ['delete', 'demote'] as const;
type Way = (typeof WAYS)[number];
type Asked = { way: Way; owner: Pick<Account, 'id'>; toAccountId: string; caller?: Actor; max?: number };

export function handOverContract(make: MakeDatabase): void {
  describe('handing over what an account owns', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);
  const given = async (values: Partial<Account> = {}): Promise<Account> => {
    const account = someAccount(values);
    await database.stores.accounts.insert(account);
    return account;
  };
  const join = (
    application: Pick<Application, 'id'>,
    { id: accountId }: Account,
    role: 'editor' | 'viewer' = 'viewer',
  ) => givenMember(database.stores, { applicationId: application.id, accountId, role, now: NOW });
  /** An owner of two applications with a connection each, and an owner of nothing who is a member of both. */
  const givenOwner = async (role: Role = 'owner') => {
    const [owner, next] = [await given({ role }), await given({ role: 'owner', emailVerified: true })];
    const applications = [someApplication(owner.id), someApplication(owner.id)];
    for (const application of applications) {
      await database.stores.applications.insert(application, 500);
      const connected = { applicationId: application.id, accountId: (await given()).id, sub: newId() };
      await database.stores.connections.agree({ ...connected, answers: {}, now: NOW });
      await join(application, next);
    }
    return { owner, next, applications };
  };
  const run = (
    { accounts }: Pick<Stores, 'accounts'>,
    { way, owner: { id }, toAccountId, caller, max = 500 }: Asked,
  ) => {
    const facts = { at: NOW, applications: [] };
    const mail = someMail({ kind: 'applications-received', accountId: toAccountId, facts, isNotice: false });
    const handOver = { toAccountId, max, mail };
    return way === 'delete'
      ? accounts.remove(id, NOW, caller && { act: 'delete', caller }, handOver)
      : accounts.change({ id, role: 'user', handOver, now: NOW }, caller);
  };
  const reasonOf = (error: unknown) => {
    if (error instanceof ActRefused) return error.reason;
    throw error;
  };
  const tried = (asked: Asked, stores: Stores = database.stores): Promise<unknown> =>
    run(stores, asked).then((done) => (typeof done === 'object' ? done.kind : done), reasonOf);
  const ownersOf = (applications: readonly Application[]) =>
    Promise.all(applications.map(async ({ id }) => (await database.stores.applications.find(id))?.ownerId));
  const mails = async () =>
    (await database.stores.mails.claim({ now: NOW, until: NOW + HOUR, limit: 9, busy: [] })).map(
      ({ kind, accountId, facts }) => ({ kind, accountId, facts }),
    );
  const machine = async (...scopes: Scope[]): Promise<Actor> => {
    const row = { id: newId(), name: 'm', scopes, createdAt: NOW, lastUsedAt: undefined, createdBy: undefined };
    await database.stores.machineTokens.insert({ ...row, tokenHash: someHash(), expiresAt: NOW + 1 }, 99);
    return { accountId: undefined, tokenId: row.id };
  };

  it.each(WAYS)('%s: the new owner has all of it, the former one no membership; one mail lists it', async (way) => {
    const { stores } = database;
    const { owner, next, applications } = await givenOwner();
    const [first] = applications as [Application];
    const session = someSession(owner.id);
    await stores.sessions.start(session, undefined);
    const invitation = someInvitation(first.id, owner.id);
    await stores.invitations.invite(invitation, { sessionId: session.id }, 50);
    const link = someLink({ accountId: next.id, purpose: 'password' });
    await stores.links.issue(link);
    const before = await Promise.all(applications.map(({ id }) => stores.applications.find(id)));
    const owned = applications.map(({ id, name }) => ({ id, name, connections: 1 }));
    expect(await run(stores, { way, owner, toAccountId: next.id })).toEqual({
      ...{ kind: 'handed-over', toAccountId: next.id, applications: owned },
    });
    for (const [index, { id }] of applications.entries()) {
      const members = await stores.members.list(id);
      expect(members.map(({ accountId, role }) => [accountId, role])).toEqual([[next.id, 'owner']]);
      const found = await stores.applications.find(id);
      expect(found).toEqual({ ...before[index], ownerId: next.id, version: 2, updatedAt: found?.updatedAt });
      expect(await stores.invitations.list(id, NOW)).toEqual([]);
    }
    expect(await stores.members.listOwned(next.id)).toEqual(owned);
    expect(await mails()).toEqual([
      {
        ...{ kind: 'applications-received', accountId: next.id },
        facts: { at: NOW, applications: applications.map(({ id, name }) => ({ id, name })) },
      },
    ]);
    expect((await stores.accounts.find(owner.id))?.role).toBe(way === 'delete' ? undefined : 'user');
    expect(await stores.links.find(link.tokenHash, NOW)).toBeUndefined();
  });

  it('contract 61: one entry for the act, and one for each application, in the transaction', async () => {
    for (const way of WAYS) {
      const { owner, next, applications } = await givenOwner();
      const [last] = await database.stores.audit.list({ limit: 1 });
      const recorded = database.recording(
        { actor: { role: 'operator', command: 'c' }, action: way as never },
        { now: () => NOW },
      );
      const stranger = await given({ role: 'owner' });
      expect(await tried({ way, owner, toAccountId: stranger.id }, { ...database.stores, ...recorded })).toBe(
        'new-owner-no-member',
      );
      await run(recorded, { way, owner, toAccountId: next.id });
      const entries = await database.stores.audit.read({ afterId: last?.id ?? 0, toId: 1e9, limit: 99 });
      expect(
        entries.map(({ action, subjectId, applicationId, fields, command }) => ({
          ...{ action, subjectId, applicationId, fields, command },
        })),
      ).toEqual([
        {
          ...{ action: way, subjectId: owner.id, applicationId: undefined, command: 'c' },
          fields: way === 'delete' ? [] : ['role'],
        },
        ...applications.map(({ id }) => ({
          ...{ action: 'applications hand-over', subjectId: next.id, applicationId: id, command: 'c' },
          fields: ['owner'],
        })),
      ]);
    }
  });

  it('an unverified address is told of no names', async () => {
    const { owner, next, applications } = await givenOwner();
    await database.execute(`update accounts set email_verified = false where id = '${next.id}'`);
    await run(database.stores, { way: 'delete', owner, toAccountId: next.id });
    expect(await mails()).toMatchObject([{ facts: { applications: applications.map(({ id }) => ({ id })) } }]);
  });

  it('who owns nothing hands over nothing, and nobody is mailed', async () => {
    for (const way of WAYS) {
      const owner = await given({ role: 'owner' });
      expect(await run(database.stores, { way, owner, toAccountId: newId() })).toMatchObject({ applications: [] });
    }
    expect(await mails()).toEqual([]);
  });

  describe('who cannot get them', () => {
    type Next = { id: string; max?: number };
    const { givenPerson, change } = people(() => database.stores);
    const CASES: Readonly<Record<string, (them: Awaited<ReturnType<typeof givenOwner>>) => Promise<Next>>> = {
      'new-owner-unknown': async () => ({ id: newId() }),
      'new-owner-same': async ({ owner }) => owner,
      'new-owner-inactive': async ({ next }) => {
        await database.stores.accounts.setDisabled(next.id, true, NOW);
        return next;
      },
      'new-owner-in-doubt': async ({ applications }) => {
        const person = await givenPerson({ role: 'owner' });
        for (const application of applications) await join(application, person.account);
        await change(person, undefined, NOW - HOUR);
        return person.account;
      },
      'new-owner-role': async ({ next }) => {
        await database.stores.accounts.setRole(next.id, 'user', NOW);
        return next;
      },
      'new-owner-no-member': async ({ next, applications: [, second] }) => {
        await database.stores.members.remove(second?.id ?? '', next.id, { accountId: next.id });
        return next;
      },
      'new-owner-full': async ({ next }) => {
        await database.stores.applications.insert(someApplication(next.id), 500);
        return { id: next.id, max: 2 };
      },
    };

    it.each(Object.entries(CASES))('%s: nothing is done', async (reason, prepare) => {
      const them = await givenOwner();
      const { id, max } = await prepare(them);
      const { owner, applications } = them;
      const before = await database.stores.accounts.find(owner.id);
      const asked = { owner, toAccountId: id, ...(max !== undefined && { max }) };
      for (const way of WAYS) expect(await tried({ way, ...asked })).toBe(reason);
      expect(await ownersOf(applications)).toEqual([owner.id, owner.id]);
      expect(await database.stores.accounts.find(owner.id)).toEqual(before);
      expect((await mails()).filter(({ kind }) => kind === 'applications-received')).toEqual([]);
    });

    it('whoever is leaving; and the refusal lists the applications in which they are no member', async () => {
      const { stores } = database;
      const { owner, next, applications } = await givenOwner();
      const session = someSession(next.id);
      await stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: 0 };
      await stores.leaving.leave({ accountId: next.id, until: NOW + HOUR, proof, mail: undefined, now: NOW });
      const stranger = await given({ role: 'owner' });
      await join(applications[0] as Application, stranger);
      for (const way of WAYS) {
        expect(await tried({ way, owner, toAccountId: next.id })).toBe('new-owner-inactive');
        await expect(run(stores, { way, owner, toAccountId: stranger.id })).rejects.toMatchObject({
          ...{ reason: 'new-owner-no-member', applications: [{ id: applications[1]?.id }] },
        });
      }
    });
  });

  describe('who may hand over', () => {
    it('contract 32: a token needs the scopes applications and roles; a person’s never has them', async () => {
      await given({ role: 'operator' });
      const operator = await given({ role: 'operator' });
      const token = someApiToken(operator.id, { scopes: ['applications', 'accounts:read', 'accounts:write'] });
      await database.stores.apiTokens.insert(token, 9);
      const callers: [Actor, boolean][] = [
        [{ accountId: operator.id, tokenId: token.id }, false],
        [await machine('accounts:write'), false],
        [await machine('accounts:write', 'roles'), false],
        [await machine('accounts:write', 'applications'), false],
        [await machine('accounts:write', 'applications', 'roles'), true],
        [{ accountId: operator.id }, true],
        [{ accountId: (await given({ role: 'support' })).id }, false],
        [{ accountId: (await given({ role: 'owner' })).id }, false],
      ];
      // Whoever was refused left it as it was.
      let kept = await givenOwner();
      for (const way of WAYS) {
        for (const [caller, may] of callers) {
          const { owner, next, applications } = kept;
          const outcome = await tried({ way, owner, toAccountId: next.id, caller });
          expect([way, caller, outcome]).toEqual([way, caller, may ? 'handed-over' : 'not-allowed']);
          expect(await ownersOf(applications)).toEqual(Array(2).fill(may ? next.id : owner.id));
          if (may) kept = await givenOwner();
        }
      }
    });

    it('the session must be confirmed, and the operator not in doubt', async () => {
      const { stores } = database;
      await given({ role: 'operator' });
      const { owner, next, applications } = await givenOwner();
      const { givenPerson, change } = people(() => stores);
      const { account, session } = await givenPerson({ role: 'operator' });
      const doubted = await givenPerson({ role: 'operator' });
      await change(doubted, undefined, NOW - HOUR);
      const late = { sessionId: session.sessionId, authenticatedSince: NOW + HOUR };
      for (const way of WAYS) {
        const asked = { way, owner, toAccountId: next.id };
        const unconfirmed = { accountId: account.id, proof: late };
        await expect(tried({ ...asked, caller: unconfirmed })).rejects.toThrow(ConfirmationNeeded);
        const caller = { accountId: doubted.account.id };
        await expect(tried({ ...asked, caller })).rejects.toMatchObject({ name: 'AccountInDoubt' });
      }
      expect(await ownersOf(applications)).toEqual([owner.id, owner.id]);
    });

    it('an operator who acts in a session takes over without being a member, and nobody else does', async () => {
      const operator = await given({ role: 'operator' });
      for (const way of WAYS) {
        const { owner, applications } = await givenOwner();
        const asked = { way, owner, toAccountId: operator.id };
        expect(await tried(asked)).toBe('new-owner-no-member');
        const machineToken = await machine('accounts:write', 'applications', 'roles');
        expect(await tried({ ...asked, caller: machineToken })).toBe('new-owner-no-member');
        expect(await tried({ ...asked, caller: { accountId: operator.id } })).toBe('handed-over');
        expect(await ownersOf(applications)).toEqual([operator.id, operator.id]);
      }
    });
  });

  describe('at the same moment', () => {
    const ROUNDS = 4;
    type World = Awaited<ReturnType<typeof givenOwner>>;
    const leave = async ({ leaving, sessions }: Stores, { id }: Account): Promise<boolean> => {
      const session = someSession(id);
      await sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: 0 };
      const left = { accountId: id, until: NOW + HOUR, proof, mail: undefined, now: NOW };
      return (await leaving.leave(left)) === 'done';
    };
    /** What the new owner stops being, and whether they are the owner of what they got. */
    const CHANGES: Readonly<Record<string, (stores: Stores, world: World) => Promise<boolean>>> = {
      'the new owner leaves': (stores, { next }) => leave(stores, next),
      'the new owner is demoted': ({ accounts }, { next }) =>
        accounts.setRole(next.id, 'user', NOW).catch((error) => reasonOf(error) === 'not-allowed'),
      'the new owner leaves a team': ({ members }, { next, applications: [first] }) =>
        members.remove(first?.id ?? '', next.id, { accountId: next.id }),
    };

    it.each(Object.entries(CHANGES))('%s: one of the two happens', async (_what, change) => {
      const other = await database.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const world = await givenOwner();
        const { owner, next, applications } = world;
        const way = WAYS[round % 2] as Way;
        const [outcome, changed] = await Promise.all([
          tried({ way, owner, toAccountId: next.id }),
          change(other, world),
        ]);
        expect([outcome === 'handed-over', changed]).toEqual(changed ? [false, true] : [true, false]);
        expect(await ownersOf(applications)).toEqual(Array(2).fill(changed ? owner.id : next.id));
      }
    });

    it('the new owner is disabled: before, and gets nothing, or afterwards', async () => {
      const other = await database.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { owner, next, applications } = await givenOwner();
        const [outcome] = await Promise.all([
          tried({ way: WAYS[round % 2] as Way, owner, toAccountId: next.id }),
          other.accounts.setDisabled(next.id, true, NOW),
        ]);
        expect(['handed-over', 'new-owner-inactive']).toContain(outcome);
        expect(await ownersOf(applications)).toEqual(Array(2).fill(outcome === 'handed-over' ? next.id : owner.id));
      }
    });

    it('an application is deleted: the others go, and nothing of it comes back', async () => {
      const other = await database.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { owner, next, applications } = await givenOwner();
        const [first, second] = applications as [Application, Application];
        const way = WAYS[round % 2] as Way;
        const [outcome] = await Promise.all([
          tried({ way, owner, toAccountId: next.id }),
          other.applications.remove(first.id),
        ]);
        expect(outcome).toBe('handed-over');
        expect(await ownersOf([first, second])).toEqual([undefined, next.id]);
      }
    });

    it('a new one is registered: it keeps the act from happening, or there is none', async () => {
      const other = await database.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { owner, next } = await givenOwner();
        const third = someApplication(owner.id);
        const [outcome, registered] = await Promise.all([
          tried({ way: WAYS[round % 2] as Way, owner, toAccountId: next.id }),
          other.applications.insert(third, 500).catch(() => false),
        ]);
        expect([outcome, registered]).toEqual(registered ? ['new-owner-no-member', true] : ['handed-over', false]);
        expect(await ownersOf([third])).toEqual([registered ? owner.id : undefined]);
      }
    });

    it('two owners who are deleted in favour of each other: one goes, and one has everything', async () => {
      const other = await database.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { owner, next, applications } = await givenOwner();
        const own = someApplication(next.id);
        await database.stores.applications.insert(own, 500);
        await join(own, owner);
        const outcomes = await Promise.all([
          tried({ way: 'delete', owner, toAccountId: next.id }),
          tried({ way: 'delete', owner: next, toAccountId: owner.id }, other),
        ]);
        expect([...outcomes].sort()).toEqual(['handed-over', 'new-owner-unknown']);
        const left = outcomes[0] === 'handed-over' ? next.id : owner.id;
        expect(await ownersOf([...applications, own])).toEqual(Array(3).fill(left));
      }
    });
  });
}

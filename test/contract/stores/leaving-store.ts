// The contract of LeavingStore, for every database.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  DAY,
  givenConnection,
  givenFamily,
  HOUR,
  MINUTE,
  NOW,
  redemption,
  rotation,
  type SignedUp,
  someAccount,
  someApiToken,
  someApplication,
  someGrant,
  someHash,
  someLink,
  somePasskey,
  someSession,
} from './given.ts';
import { listen } from './given-events.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const UNTIL = NOW + 7 * DAY;
const ROUNDS = 12;

export function leavingStoreContract(make: MakeDatabase): void {
  describe('LeavingStore', () => {
    const database = useDatabase(make);

    /** A session of the account that confirms who they are. */
    const proofFor = async (account: Account, stores = database.stores) => {
      const session = someSession(account.id, { signInEpoch: account.signInEpoch });
      await stores.sessions.start(session, undefined);
      return { sessionId: session.id, authenticatedSince: NOW - MINUTE };
    };
    const leave = async (account: Account, until: number | undefined = UNTIL, stores = database.stores) =>
      stores.leaving.leave({
        accountId: account.id,
        until,
        proof: await proofFor(account, stores),
        mail: undefined,
        now: NOW,
      });
    const leaveNow = async (account: Account, stores = database.stores) =>
      stores.leaving.leave({
        accountId: account.id,
        until: undefined,
        proof: await proofFor(account, stores),
        mail: undefined,
        now: NOW,
      });
    const restore = (account: Account, signInEpoch = account.signInEpoch + 1, stores = database.stores) =>
      stores.leaving.restore({ accountId: account.id, signInEpoch, mail: undefined, now: NOW });
    const find = (account: Account) => database.stores.accounts.find(account.id);
    const given = async (values: Partial<Account> = {}) => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      return account;
    };

    it('contract 27: leaving raises both numbers and ends sessions, API tokens, links and grants', async () => {
      const { stores } = database;
      const { user, grant } = await givenFamily(stores);
      const session = someSession(user.id);
      await stores.sessions.start(session, undefined);
      const token = someApiToken(user.id);
      await stores.apiTokens.insert(token, NOW);
      const link = someLink({ purpose: 'password', accountId: user.id });
      await stores.links.issue(link);

      expect(await leave(user)).toBe('done');
      expect(await find(user)).toMatchObject({
        leavingSince: NOW,
        leavingUntil: UNTIL,
        signInEpoch: 1,
        grantEpoch: 1,
        disabledAt: undefined,
      });
      expect(await stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
      expect(await stores.apiTokens.findCaller(token.tokenHash, NOW)).toBeUndefined();
      expect(await stores.links.find(link.tokenHash, NOW)).toBeUndefined();
      expect(await stores.codes.findByHash(grant.codeHash)).toMatchObject({ accountActive: false });
    });

    it('contract 25: nobody leaves without a session that confirmed who they are', async () => {
      const account = await given();
      const session = someSession(account.id, { authenticatedAt: NOW - HOUR });
      await database.stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: NOW - MINUTE };
      for (const until of [UNTIL, undefined]) {
        const left = database.stores.leaving.leave({ accountId: account.id, until, proof, mail: undefined, now: NOW });
        await expect(left).rejects.toThrow(ConfirmationNeeded);
      }
      expect(await find(account)).toMatchObject({ leavingSince: undefined, signInEpoch: 0 });
    });

    it('contract 27: an owner first hands over or deletes their applications', async () => {
      const { owner, application } = await givenConnection(database.stores);
      expect([await leave(owner), await leaveNow(owner)]).toEqual(['owns-applications', 'owns-applications']);
      await database.stores.applications.remove(application.id, 1);
      expect(await leave(owner)).toBe('done');
    });

    it('contract 27: a leaving or disabled account gets no application, neither a new one nor one that is handed over', async () => {
      const { owner, application } = await givenConnection(database.stores);
      const member = await given({ role: 'owner' });
      await givenMember(database.stores, {
        applicationId: application.id,
        accountId: member.id,
        role: 'editor',
        now: NOW,
      });
      const { applications, accounts } = database.stores;
      const handOver = {
        applicationId: application.id,
        fromAccountId: owner.id,
        toAccountId: member.id,
        now: NOW,
      };
      const getsNone = async () => {
        expect(await applications.insert(someApplication(member.id), 500)).toBe(false);
        expect(await database.stores.members.handOver(handOver, 500, { accountId: owner.id })).toBe('gone');
      };
      expect(await leave(member)).toBe('done');
      await getsNone();
      expect(await restore(member)).toBe(true);
      await accounts.setDisabled(member.id, true, NOW);
      await getsNone();
      await accounts.setDisabled(member.id, false, NOW);
      expect(await database.stores.members.handOver(handOver, 500, { accountId: owner.id })).toBe('handed-over');
    });

    it('contract 27: the last operator who can act does not leave, also when two leave at once', async () => {
      const [first, second] = [await given({ role: 'operator' }), await given({ role: 'operator' })];
      await given({ role: 'operator', disabledAt: NOW });
      const other = await database.open();
      const results = await Promise.all([leave(first), leave(second, UNTIL, other)]);
      expect(results.sort()).toEqual(['done', 'last-operator']);
    });

    it('contract 27: restoring gives back what did not end, with the same sub, and revives nothing', async () => {
      const { stores } = database;
      const { user, connection, application, grant } = await givenFamily(stores);
      const passkey = somePasskey(user.id);
      await stores.passkeys.add({ ...addition(await proofFor(user)), passkey });
      expect(await leave(user)).toBe('done');
      expect(await restore(user)).toBe(true);
      expect(await find(user)).toEqual({ ...user, signInEpoch: 1, grantEpoch: 1 });
      expect(await stores.connections.find(application.id, user.id)).toMatchObject({ sub: connection.sub });
      expect(await stores.passkeys.listByAccount(user.id)).toHaveLength(1);
      expect(await stores.codes.findByHash(grant.codeHash)).toMatchObject({ accountActive: false });
      expect(await restore(user)).toBe(false);
    });

    it('decision 56: only the sign-in that was read restores, and never a disabled account', async () => {
      const account = await given();
      await leave(account);
      expect(await restore(account, 0)).toBe(false);
      await database.stores.accounts.setDisabled(account.id, true, NOW);
      const { signInEpoch } = (await find(account)) as Account;
      expect(await restore(account, signInEpoch)).toBe(false);
      await database.stores.accounts.setDisabled(account.id, false, NOW + DAY);
      // Its days begin anew: nobody could come back meanwhile.
      expect(await find(account)).toMatchObject({ leavingSince: NOW + DAY, leavingUntil: UNTIL + DAY });
      await database.stores.accounts.setDisabled(account.id, false, NOW + 2 * DAY);
      expect(await find(account)).toMatchObject({ leavingUntil: UNTIL + DAY });
      expect(await restore(account, signInEpoch)).toBe(true);
    });

    it('contract 27: a leaving account starts no session, also with its new number', async () => {
      const account = await given();
      await leave(account);
      const session = someSession(account.id, { signInEpoch: 1 });
      expect(await database.stores.sessions.start(session, undefined)).toBeUndefined();
      await restore(account);
      expect(await database.stores.sessions.start(session, undefined)).toBe(session.id);
    });

    it('decision 56: a consent that arrives once the account is leaving or disabled connects nothing, and leaves no receipt', async () => {
      const { connections, applications } = database.stores;
      const { user, owner } = await givenConnection(database.stores);
      const application = someApplication(owner.id);
      await applications.insert(application, 500);
      const answers = { nickname: { agreed: true, answeredAt: NOW } };
      const agree = () =>
        connections.agree({ applicationId: application.id, accountId: user.id, sub: newSub(), answers, now: NOW });
      await leave(user);
      await expect(agree()).rejects.toThrow(Unavailable);
      expect(await connections.find(application.id, user.id)).toBeUndefined();
      await restore(user);
      await database.stores.accounts.setDisabled(user.id, true, NOW);
      await expect(agree()).rejects.toThrow(Unavailable);
      expect(await connections.find(application.id, user.id)).toBeUndefined();
      await database.stores.accounts.setDisabled(user.id, false, NOW);
      expect((await agree()).generation).toBe(1);
    });

    it('contract 23: a passkey proves a whole sign-in of a leaving account once', async () => {
      const account = await given();
      const passkey = somePasskey(account.id);
      await database.stores.passkeys.add({ ...addition(await proofFor(account)), passkey });
      const use = {
        passkeyId: passkey.id,
        challengeHash: someHash(),
        challengeExpiresAt: NOW + MINUTE,
        provenAt: undefined,
        signCount: 1,
        backedUp: true,
        backupEligible: true,
        mailIfSynced: undefined,
        mailIfFallen: undefined,
      };
      const admit = (signInEpoch: number, used: typeof use | undefined) =>
        database.stores.leaving.admit({ accountId: account.id, signInEpoch, passkey: used, now: NOW });
      expect(await admit(0, undefined)).toBe(false);
      await leave(account);
      expect([await admit(0, undefined), await admit(1, undefined)]).toEqual([false, true]);
      expect([await admit(1, use), await admit(1, use)]).toEqual([true, false]);
    });

    it('contract 27: the purge ends those whose time is over, a batch at a time, and no disabled ones', async () => {
      const { leaving, accounts } = database.stores;
      const people = [];
      for (let at = 0; at < 5; at += 1) people.push(await given());
      const [disabled, restored] = people as [Account, Account];
      for (const account of people) await leave(account);
      await accounts.setDisabled(disabled.id, true, NOW);
      await restore(restored);
      expect(await leaving.count(UNTIL - 1)).toEqual({ leaving: 4, overdue: 0 });
      expect(await leaving.endDue({ now: UNTIL - 1, limit: 9 })).toBe(0);
      expect(await leaving.count(UNTIL)).toEqual({ leaving: 4, overdue: 3 });
      expect(await leaving.endDue({ now: UNTIL, limit: 2 })).toBe(2);
      expect(await leaving.endDue({ now: UNTIL, limit: 2 })).toBe(1);
      const left = await Promise.all(people.map(({ id }) => accounts.find(id)));
      expect(left.map((account) => account?.id)).toEqual([disabled.id, restored.id, undefined, undefined, undefined]);
    });

    it('contract 27: whoever is deleted is in the deletion list, and is told by the log once', async () => {
      const { leaving, accounts } = database.stores;
      const [gone, removed, stays] = [await given(), await given(), await given()];
      await leaveNow(gone);
      await accounts.remove(removed.id, NOW);
      const listed = await leaving.listUnlogged(9);
      expect(listed.map(({ id }) => id).sort()).toEqual([gone.id, removed.id].sort());
      expect(listed.every(({ deletedAt }) => Math.abs(deletedAt - Date.now()) < HOUR)).toBe(true);
      expect(await leaving.listUnlogged(1)).toHaveLength(1);
      await leaving.markLogged(listed.map(({ id }) => id));
      expect(await leaving.listUnlogged(9)).toEqual([]);
      // An older backup: one of them exists again.
      await accounts.insert(gone);
      const unknown = { id: newId(), deletedAt: NOW };
      expect(await leaving.deleteAgain([...listed, unknown], NOW)).toEqual({ count: 1, keptOperator: undefined });
      expect(await accounts.find(gone.id)).toBeUndefined();
      expect(await accounts.find(stays.id)).toBeDefined();
      expect(await leaving.listUnlogged(9)).toEqual([unknown]);
    });

    it('contract 27: deleted again, they lose nobody’s connections: an operator has what they owned in the backup', async () => {
      const { leaving, accounts, applications, connections, members } = database.stores;
      const { owner, user, application } = await givenConnection(database.stores);
      const [first, second] = [await given(), await given()];
      for (const { id } of [first, second]) await accounts.setRole(id, 'operator', NOW);
      await givenMember(database.stores, {
        applicationId: application.id,
        accountId: first.id,
        role: 'editor',
        now: NOW,
      });
      expect((await leaving.deleteAgain([{ id: owner.id, deletedAt: NOW }], NOW)).count).toBe(1);
      expect(await applications.find(application.id)).toMatchObject({ ownerId: first.id, version: 2 });
      expect((await connections.find(application.id, user.id))?.endedAt).toBeUndefined();
      expect((await members.list(application.id)).map(({ accountId, role }) => [accountId, role])).toEqual([
        [first.id, 'owner'],
      ]);
    });

    it('contract 27, 29: of all operators in the list the last enabled one stays, with what the others own', async () => {
      const { leaving, accounts, applications } = database.stores;
      const { owner, application } = await givenConnection(database.stores);
      const [first, second, disabled] = [await given(), await given(), await given()];
      for (const { id } of [first, second, disabled, owner]) await accounts.setRole(id, 'operator', NOW);
      await accounts.setDisabled(disabled.id, true, NOW);
      const all = [second, disabled, owner, first].map(({ id }) => ({ id, deletedAt: NOW }));
      const [oldest] = await accounts.list({ limit: 1, filter: { role: 'operator', disabled: false } });
      const again = await leaving.deleteAgain(all, NOW);
      expect(again).toEqual({ count: 3, keptOperator: oldest?.id });
      const left = await accounts.list({ limit: 9, filter: { role: 'operator' } });
      expect(left.map(({ id }) => id)).toEqual([oldest?.id]);
      expect((await applications.find(application.id))?.ownerId).toBe(oldest?.id);
      // Whoever stays is not in the list, and so nothing tells that they were deleted.
      expect((await leaving.listUnlogged(9)).map(({ id }) => id)).not.toContain(oldest?.id);
      // By itself, in a list of its own, it stays too; with another operator it goes.
      const self = [{ id: oldest?.id ?? '', deletedAt: NOW }];
      expect(await leaving.deleteAgain(self, NOW)).toEqual({ count: 0, keptOperator: oldest?.id });
      const next = await given();
      await accounts.setRole(next.id, 'operator', NOW);
      expect(await leaving.deleteAgain(self, NOW)).toEqual({ count: 1, keptOperator: undefined });
      expect((await applications.find(application.id))?.ownerId).toBe(next.id);
    });

    it('contract 27: where no operator can act at all, what the deleted own is deleted too', async () => {
      const { leaving, accounts, applications } = database.stores;
      const { owner, application } = await givenConnection(database.stores);
      const disabled = await given();
      await accounts.setRole(disabled.id, 'operator', NOW);
      await database.execute(`update accounts set disabled_at = 1 where id = '${disabled.id}'`);
      const listed = [owner, disabled].map(({ id }) => ({ id, deletedAt: NOW }));
      expect(await leaving.deleteAgain(listed, NOW)).toEqual({ count: 2, keptOperator: undefined });
      expect(await applications.find(application.id)).toBeUndefined();
    });

    it('contract 27: a sub is never given again, and what was agreed stays as proof that names nobody', async () => {
      const { leaving, connections } = database.stores;
      const { user, application, connection } = await givenConnection(database.stores);
      await leaveNow(user);
      const next = someAccount();
      await database.stores.accounts.insert(next);
      const kept = await leaving.findKept(application.id, connection.sub);
      expect(kept).toMatchObject({
        connectedAt: NOW,
        answers: { nickname: { agreed: true, answeredAt: NOW } },
        texts: [
          { item: 'nickname', consent: 'required', purpose: 'To greet you', retention: null, translations: null },
          { item: 'email', consent: 'optional' },
        ],
      });
      expect(JSON.stringify(kept)).not.toContain(user.id);
      const same = `insert into subjects (application_id, sub) values ('${application.id}', '${connection.sub}')`;
      await expect(database.execute(same)).rejects.toThrow(/unique/i);
      const answers = { nickname: { agreed: true, answeredAt: NOW } };
      const again = await connections.agree({
        applicationId: application.id,
        accountId: next.id,
        sub: newSub(),
        answers,
        now: NOW,
      });
      expect(again.sub).not.toBe(connection.sub);
      expect(await leaving.removeKept({ endedBefore: 1, limit: 9 })).toBe(0);
      expect(await leaving.removeKept({ endedBefore: Date.now() + HOUR, limit: 9 })).toBe(1);
      expect(await leaving.findKept(application.id, connection.sub)).toBeUndefined();
    });

    it('contract 60: applications hear account.disabled with its reason, account.enabled and account.deleted', async () => {
      const { user, application } = await givenConnection(database.stores);
      await listen(database.stores, application.id);
      await leave(user);
      await database.stores.accounts.setDisabled(user.id, true, NOW);
      await database.stores.accounts.setDisabled(user.id, false, NOW);
      await restore(user, 2);
      await leaveNow({ ...user, signInEpoch: 2 });
      const page = { applicationId: application.id, afterId: '', untilId: 'g', limit: 100 };
      const events = await database.stores.events.listEvents(page);
      expect(events.map(({ type, data }) => [type, data])).toEqual([
        ['account.disabled', { reason: 'deletion' }],
        ['account.enabled', {}],
        ['connection.ended', { by: 'deletion' }],
        ['account.deleted', {}],
      ]);
    });

    describe('races', () => {
      const connections = async () => [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
      const race = (stores: readonly Stores[], acts: readonly ((stores: Stores) => Promise<unknown>)[]) =>
        Promise.allSettled(acts.map((act, at) => act(stores[at % 4] as Stores)));

      it('decision 56: nothing that raced with leaving, a sign-in, an exchange or a refresh, works after it', async () => {
        const open = await connections();
        for (let round = 0; round < ROUNDS; round += 1) {
          const { stores } = database;
          const { user, grant, accessToken } = await givenFamily(stores);
          const code = someGrant({ ...ofUser({ user, grant }), sessionId: grant.sessionId });
          await stores.codes.issue(code);
          const session = someSession(user.id);
          const proof = await proofFor(user);
          const [left] = await race(open, [
            ({ leaving }) => leaving.leave({ accountId: user.id, until: UNTIL, proof, mail: undefined, now: NOW }),
            ({ sessions }) => sessions.start(session, undefined),
            ({ codes }) => codes.redeem(redemption(code.id)),
            ({ tokens }) => tokens.rotate(rotation(grant.id, 0)),
            ({ codes }) => codes.issue(someGrant({ ...ofUser({ user, grant }) })),
          ]);
          expect(left).toMatchObject({ value: 'done' });
          expect(await stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
          for (const { codeHash } of [grant, code]) {
            expect(await stores.codes.findByHash(codeHash)).toMatchObject({ accountActive: false });
          }
          expect(await stores.tokens.findAccessToken(accessToken.id)).toMatchObject({ accountActive: false });
          await restore(user);
          expect(await stores.sessions.find(session.handleHash, NOW)).toBeUndefined();
          expect(await stores.tokens.findAccessToken(accessToken.id)).toMatchObject({ accountActive: false });
        }
      });

      it('decision 56: restoring, an operator who disables, the end, and sign-ins leave one of three states', async () => {
        const open = await connections();
        for (let round = 0; round < ROUNDS; round += 1) {
          const account = await given();
          await leave(account);
          const session = someSession(account.id, { signInEpoch: 1 });
          const [restored, , ended] = await race(open, [
            (stores) => restore(account, 1, stores),
            ({ accounts }) => (round % 2 === 0 ? accounts.setDisabled(account.id, true, NOW) : Promise.resolve(false)),
            ({ leaving }) => leaving.endDue({ now: UNTIL, limit: 9 }),
            ({ sessions }) => sessions.start(session, undefined),
          ]);
          const after = await find(account);
          const isEnded = ended?.status === 'fulfilled' && ended.value === 1;
          const isRestored = restored?.status === 'fulfilled' && restored.value === true;
          expect(after === undefined).toBe(isEnded);
          expect(isEnded && isRestored).toBe(false);
          if (after) expect(after.leavingSince === undefined).toBe(isRestored);
          const lives = (await database.stores.sessions.find(session.handleHash, NOW)) !== undefined;
          if (lives) expect(isRestored && after?.disabledAt === undefined).toBe(true);
          if (after) await database.stores.accounts.remove(account.id, NOW);
        }
      });
    });
  });
}

const ofUser = ({
  user,
  grant,
}: Pick<SignedUp, 'user'> & { grant: { apiKey: string; applicationId: string; connectionGeneration: number } }) => ({
  apiKey: grant.apiKey,
  applicationId: grant.applicationId,
  accountId: user.id,
  connectionGeneration: grant.connectionGeneration,
});

const addition = (proof: { sessionId: string; authenticatedSince: number }) => ({
  proof,
  challengeHash: someHash(),
  challengeExpiresAt: NOW + MINUTE,
  mail: undefined,
});

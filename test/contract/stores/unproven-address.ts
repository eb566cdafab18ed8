// The contract of every store that queues notices, for every database: an address that nobody proved gets one mail that
// says that there is an account, and later at most one notice a day, whatever the account does (contract 20).
import { describe, expect, it } from 'vitest';
import type { MailKind } from '../../../src/core/server/mail/mail-kinds.ts';
import { roundsOf } from '../../helpers/rounds.ts';
import { DAY, HOUR, MINUTE, NOW, someAccount, someSession } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const KINDS = ['password-changed', 'new-device', 'passkey-added', 'two-step-on', 'email-change-asked'] as const;

export function unprovenAddressContract(make: MakeDatabase): void {
  describe('an address that nobody proved', () => {
    const database = useDatabase(make);
    const givenAccount = async (values: Parameters<typeof someAccount>[0] = {}) => {
      const account = someAccount({ origin: 'command', ...values });
      await database.stores.accounts.insert(account);
      return account;
    };
    const tell = (accountId: string, kind: MailKind, createdAt = NOW) =>
      database.stores.mails.queue(someMail({ accountId, kind, createdAt, expiresAt: createdAt + DAY }));
    const due = (now: number) => database.stores.mails.claim({ now, until: now + 99 * DAY, limit: 100, busy: [] });
    const kindsDue = async (now: number) => (await due(now)).map(({ kind }) => kind);

    it('contract 20: 35 notices in a minute are one mail, which says that there is an account and when somebody acted', async () => {
      const { id: accountId, email } = await givenAccount();
      for (let count = 0; count < 35; count += 1) await tell(accountId, KINDS[count % 5] ?? 'new-device', NOW + count);
      const { facts } = someMail();
      expect((await due(NOW + 2 * HOUR)).map((mail) => [mail.kind, mail.email, mail.facts, mail.summed])).toEqual([
        ['account-unclaimed', email, facts, 0],
      ]);
    });

    it('contract 20: later it gets at most one notice a day, of all kinds together, and it is told why', async () => {
      const { id: accountId } = await givenAccount();
      await tell(accountId, 'passkey-added');
      await tell(accountId, 'two-step-on', NOW + DAY - 1);
      expect(await kindsDue(NOW + DAY)).toEqual(['account-unclaimed']);
      for (const kind of KINDS) await tell(accountId, kind, NOW + DAY);
      const later = await due(NOW + DAY);
      expect(later.map(({ kind, toUnproven }) => [kind, toUnproven])).toEqual([['password-changed', true]]);
      await tell(accountId, 'new-device', NOW + 2 * DAY - MINUTE);
      expect(await kindsDue(NOW + 3 * DAY)).toEqual([]);
      await tell(accountId, 'new-device', NOW + 3 * DAY);
      expect(await kindsDue(NOW + 3 * DAY)).toEqual(['new-device']);
    });

    it('contract 20: of 20 notices at once, by two processes, one is mailed; each account has its own', async () => {
      const others = await database.open();
      const accounts = [await givenAccount(), await givenAccount()];
      const atOnce = (createdAt: number) =>
        Promise.all(
          accounts.flatMap(({ id: accountId }) =>
            KINDS.flatMap((kind) =>
              [database.stores, others].map(({ mails }) => mails.queue(someMail({ accountId, kind, createdAt }))),
            ),
          ),
        );
      const told = accounts.map(({ id }) => id).sort();
      for (let round = 0; round < roundsOf(50, 3); round += 1) {
        const now = NOW + round * DAY;
        await atOnce(now);
        const mails = await due(now);
        expect(mails.map(({ accountId }) => accountId).sort()).toEqual(told);
        expect(mails.every(({ kind }) => (kind === 'account-unclaimed') === (round === 0))).toBe(true);
      }
    });

    it('contract 20: codes and links that somebody asks for are not notices, nor is what operators are told', async () => {
      const { id: accountId } = await givenAccount({ role: 'operator' });
      await tell(accountId, 'new-device');
      for (const kind of ['verify-email', 'reset-password', 'operators-told', 'operators-told'] as const)
        await tell(accountId, kind);
      expect((await kindsDue(NOW)).sort()).toEqual([
        ...['account-unclaimed', 'operators-told', 'operators-told', 'reset-password', 'verify-email'],
      ]);
    });

    it('contract 20: once the address is proven, every notice is mailed, and none says why there are few', async () => {
      const { id: accountId, emailKey } = await givenAccount();
      await tell(accountId, 'new-device');
      await database.stores.accounts.setEmailVerified(accountId, emailKey, NOW);
      for (const kind of KINDS) await tell(accountId, kind);
      const all = await due(NOW);
      expect(all.map(({ kind }) => kind).sort()).toEqual(['account-unclaimed', ...KINDS].sort());
      expect(all.some(({ toUnproven }) => toUnproven)).toBe(false);
    });

    it('contract 20: another address that nobody proved has not been told', async () => {
      const { id: accountId } = await givenAccount();
      await tell(accountId, 'new-device');
      const next = { email: 'Next@example.com', emailKey: 'next@example.com' };
      const session = someSession(accountId);
      await database.stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: 0 };
      await database.stores.accounts.changeEmail(accountId, next, NOW, proof);
      await tell(accountId, 'new-device', NOW + MINUTE);
      await tell(accountId, 'new-device', NOW + HOUR);
      expect((await due(NOW + HOUR)).map(({ kind, email }) => [kind, email]).slice(-1)).toEqual([
        ['account-unclaimed', 'Next@example.com'],
      ]);
    });

    it('contract 20: the account is removed with what is known of its notices', async () => {
      const { id: accountId } = await givenAccount();
      await tell(accountId, 'new-device');
      await database.stores.accounts.remove(accountId, NOW);
      expect(await due(NOW)).toEqual([]);
    });
  });
}

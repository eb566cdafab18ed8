// The contract of MailStore, for every database: a mail is written with its cause, goes where the account's address is
// then, is handed to one process at a time, and keeps nothing once it is sent (contract 20).
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { NewMail } from '../../../src/core/server/mail/mail-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, HOUR, keeping, MINUTE, NOW, SECOND, someAccount, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const ACT = { at: NOW, device: { browser: 'Firefox 145', system: 'Windows' }, network: '192.0.2.0/24' };
const PROVEN = { emailVerified: true } as const;
const SENT = { failure: undefined, at: NOW, id: newId() };

export const someMail = (values: Partial<NewMail> = {}): NewMail => ({
  id: newId(),
  kind: 'password-changed',
  accountId: undefined,
  email: undefined,
  language: 'en',
  facts: ACT,
  sealed: undefined,
  isNotice: values.accountId !== undefined,
  createdAt: NOW,
  expiresAt: NOW + DAY,
  ...values,
});

export function mailStoreContract(make: MakeDatabase): void {
  describe('MailStore', () => {
    const database = useDatabase(make);
    const claim = (now = NOW, limit = 10) =>
      database.stores.mails.claim({ now, until: now + 30 * SECOND, limit, busy: [] });
    const givenAccount = async (values: Parameters<typeof someAccount>[0] = {}) => {
      const account = someAccount(values);
      await database.stores.accounts.insert(account);
      return account;
    };

    it('contract 20: a mail goes to the address as the account has it, and comes back whole', async () => {
      const { id: accountId, email } = await givenAccount();
      const mail = someMail({ accountId, kind: 'verify-email', sealed: Buffer.from('secrets'), isNotice: false });
      await database.stores.mails.queue(mail);
      const [due] = await claim();
      const { id, kind, language, facts, sealed, createdAt, expiresAt } = mail;
      expect(due).toEqual({
        ...{ id, kind, language, facts, sealed, createdAt, expiresAt, accountId, email },
        ...{ summed: 0, toFormer: false, toUnproven: true, tries: 0, claimedUntil: NOW + 30 * SECOND },
      });
    });

    it('contract 20: refused recipients of three domains within an hour are one trouble, WHOEVER NOTES THEM AT ONCE', async () => {
      const { mails } = database.stores;
      const stores = [database.stores, await database.open()];
      let noted = 0;
      const refuse = async (email: string, at = NOW, reason = 'RCPT TO 550 5.7.1') => {
        const mail = someMail({ email });
        await mails.queue(mail);
        noted += 1;
        const refusal = { id: mail.id, reason, refused: 'recipient', at } as const;
        return (stores[noted % 2] ?? database.stores).mails.noteRefusal(refusal);
      };
      // Two domains in three spellings, another answer, and a domain of long ago.
      await refuse('a@old.example', NOW - HOUR);
      for (const email of ['a@one.example', 'b@ONE.example', 'a@two.example']) {
        expect(await refuse(email)).toEqual({ since: NOW, trouble: 'none' });
      }
      expect(await refuse('a@three.example', NOW, 'RCPT TO 554 5.7.26')).toMatchObject({ trouble: 'none' });
      expect(await mails.listTroubles(0)).toEqual([]);
      const many = await Promise.all(['3', '4', '5', '6'].map((domain) => refuse(`a@${domain}.example`, NOW + 1)));
      expect(many.map(({ trouble }) => trouble).sort()).toEqual(['known', 'known', 'known', 'new']);
      expect(await mails.listTroubles(NOW + 1)).toEqual([
        { reason: 'RCPT TO 550 5.7.1', since: NOW + 1, lastAt: NOW + 1 },
      ]);
      // A mail to another domain that was taken says nothing about these. It lasts for two hours after it was seen, and begins anew after that.
      await mails.noteTaken();
      expect(await refuse('a@one.example', NOW + 2 * HOUR)).toEqual({ since: NOW + 2 * HOUR, trouble: 'known' });
      expect(await refuse('a@one.example', NOW + 2 * HOUR + 2)).toMatchObject({ trouble: 'none' });
      expect(await mails.listTroubles(NOW + 2)).toEqual([]);
    });

    it('contract 20: a refused sender is a trouble at once, and since when a mail is refused stays', async () => {
      const { mails } = database.stores;
      const mail = someMail({ email: 'a@one.example' });
      await mails.queue(mail);
      const refuse = (at: number) => mails.noteRefusal({ id: mail.id, reason: 'MAIL FROM 550', refused: 'sender', at });
      expect(await refuse(NOW)).toEqual({ since: NOW, trouble: 'new' });
      expect(await refuse(NOW + HOUR)).toEqual({ since: NOW, trouble: 'known' });
      expect(await refuse(NOW + 4 * HOUR)).toEqual({ since: NOW, trouble: 'new' });
      expect(await mails.listTroubles(0)).toEqual([
        { reason: 'MAIL FROM 550', since: NOW + 4 * HOUR, lastAt: NOW + 4 * HOUR },
      ]);
      await mails.noteTaken();
      expect(await mails.listTroubles(0)).toEqual([]);
      expect(await refuse(NOW + 4 * HOUR)).toEqual({ since: NOW, trouble: 'new' });
      await database.stores.expired.purge(NOW + 8 * DAY, 100, DAY);
      expect(await mails.listTroubles(0)).toEqual([]);
    });

    it('contract 20: without a language, a mail has the one of the profile', async () => {
      const { id: accountId } = await givenAccount({ ...PROVEN, profile: { locale: 'ko-KR' } });
      const { id: silent } = await givenAccount(PROVEN);
      await database.stores.mails.queue(someMail({ accountId, language: undefined }));
      await database.stores.mails.queue(someMail({ accountId: silent, language: undefined }));
      const languages = (await claim()).map((due) => [due.accountId, due.language]);
      expect(new Map(languages as [string, string][])).toEqual(
        new Map([
          [accountId, 'ko-KR'],
          [silent, undefined],
        ]),
      );
    });

    it('contract 20: a mail to an address without an account goes there', async () => {
      await database.stores.mails.queue(someMail({ kind: 'invitation', email: 'Guest@example.com' }));
      expect((await claim()).map(({ email, accountId }) => [email, accountId])).toEqual([
        ['Guest@example.com', undefined],
      ]);
    });

    it('contract 20: changing the password queues its mail, and refusing to queues none', async () => {
      const account = await givenAccount(PROVEN);
      const here = someSession(account.id);
      await database.stores.sessions.start(here, undefined);
      const change = { accountId: account.id, ...keeping(here), toHash: '$argon2id$new', endGrants: false, now: NOW };
      const changed = await database.stores.accounts.changePassword({
        ...change,
        mail: someMail({ accountId: account.id }),
      });
      const again = await database.stores.accounts.changePassword({
        ...change,
        mail: someMail({ accountId: account.id }),
      });
      expect([changed, again]).toEqual([true, false]);
      expect(await claim()).toHaveLength(1);
    });

    it('contract 20: a claimed mail is nobody else’s until its claim ends', async () => {
      const others = await database.open();
      await database.stores.mails.queue(someMail({ email: 'a@example.com' }));
      const both = await Promise.all([
        claim(),
        others.mails.claim({ now: NOW, until: NOW + 30 * SECOND, limit: 10, busy: [] }),
      ]);
      expect(both.flat()).toHaveLength(1);
      expect(await claim(NOW + 29 * SECOND)).toEqual([]);
      expect(await claim(NOW + 30 * SECOND)).toHaveLength(1);
    });

    it('contract 20: a mail that failed is due again later, with one more try', async () => {
      await database.stores.mails.queue(someMail({ email: 'a@example.com' }));
      const [due] = await claim();
      if (due) await database.stores.mails.putBack(due, NOW + MINUTE);
      expect(await claim(NOW + MINUTE - 1)).toEqual([]);
      expect((await claim(NOW + MINUTE)).map(({ tries }) => tries)).toEqual([1]);
    });

    it('contract 20: claims nothing while a server is busy', async () => {
      await database.stores.mails.queue(someMail({ email: 'a@example.com' }));
      expect(await database.stores.mails.claim({ now: NOW, until: NOW + 1, limit: 4, busy: ['mail'] })).toEqual([]);
    });

    it('L6: of a mail that was sent, neither secrets nor facts nor address are kept', async () => {
      await database.stores.mails.queue(someMail({ email: 'a@example.com', sealed: Buffer.from('secret') }));
      const [due] = await claim();
      if (due) await database.stores.mails.remove(due, SENT);
      expect(await claim(NOW + DAY)).toEqual([]);
      expect(await database.stores.mails.listSealed({ afterId: '', limit: 10 })).toEqual([]);
      expect(await database.stores.mails.countGivenUp(0, 10)).toBe(0);
      // Were anything left, the row would be due again.
      await database.execute('update mails set next_try_at = 0');
      expect((await claim()).map(({ email, facts, sealed }) => ({ email, facts, sealed }))).toEqual([
        { email: '', facts: {}, sealed: undefined },
      ]);
    });

    it('contract 20: mails that were given up are counted, from a moment on, up to a bound', async () => {
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
        await database.stores.mails.queue(someMail({ email }));
      const [one, two] = await claim();
      if (one) await database.stores.mails.remove(one, { failure: 'RCPT TO 550', at: NOW, id: newId() });
      if (two) await database.stores.mails.remove(two, { failure: 'expired', at: NOW + HOUR, id: newId() });
      const { mails } = database.stores;
      expect(await Promise.all([0, NOW + 1, NOW + DAY].map((since) => mails.countGivenUp(since, 10)))).toEqual([
        2, 1, 0,
      ]);
      expect(await mails.countGivenUp(0, 1)).toBe(1);
    });

    it('L7: the sixth notice of a kind within an hour begins a summary, which counts the others', async () => {
      const { id: accountId } = await givenAccount(PROVEN);
      const { id: other } = await givenAccount(PROVEN);
      for (let count = 0; count < 9; count += 1) {
        const createdAt = NOW + count * MINUTE;
        await database.stores.mails.queue(someMail({ accountId, createdAt, facts: { ...ACT, at: createdAt } }));
      }
      await database.stores.mails.queue(someMail({ accountId, kind: 'api-token-created' }));
      await database.stores.mails.queue(someMail({ accountId: other }));
      const atOnce = await claim(NOW + 10 * MINUTE, 20);
      expect(atOnce).toHaveLength(7);
      expect(atOnce.every(({ summed }) => summed === 0)).toBe(true);
      const late = await claim(NOW + 65 * MINUTE, 20);
      const summaries = late.filter(({ summed }) => summed > 0);
      expect(summaries.map(({ summed, facts, kind }) => [summed, facts.at, kind])).toEqual([
        [4, NOW + 8 * MINUTE, 'password-changed'],
      ]);
    });

    it('contract 20: a summary that is due counts no more: the next notice is a mail of its own', async () => {
      const { id: accountId } = await givenAccount(PROVEN);
      for (let count = 0; count < 6; count += 1) await database.stores.mails.queue(someMail({ accountId }));
      const late = NOW + HOUR;
      const claimed = await claim(late, 20);
      expect(claimed.filter(({ summed }) => summed === 1)).toHaveLength(1);
      await database.stores.mails.queue(someMail({ accountId, createdAt: late }));
      expect((await claim(late)).map(({ summed }) => summed)).toEqual([0]);
    });

    it('contract 20: 20 notices at once are five mails and one summary', async () => {
      const { id: accountId } = await givenAccount(PROVEN);
      await Promise.all(Array.from({ length: 20 }, () => database.stores.mails.queue(someMail({ accountId }))));
      const all = await claim(NOW + HOUR, 30);
      expect(all.map(({ summed }) => summed).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 15]);
    });

    it('contract 20: a test mail is queued for an operator in their session, and for nobody else', async () => {
      const { mails, sessions } = database.stores;
      const asking = async (role: Role) => {
        const { id: accountId, email } = await givenAccount({ role, ...PROVEN });
        const session = someSession(accountId);
        await sessions.start(session, undefined);
        return { accountId, email, proof: { sessionId: session.id, authenticatedSince: 0 } };
      };
      const [operator, support] = [await asking('operator'), await asking('support')];
      const test = (accountId: string) => someMail({ accountId, kind: 'test-mail', isNotice: false });
      expect(await mails.queueTest(test(support.accountId), support.proof)).toBe(false);
      expect(await claim()).toEqual([]);
      expect(await mails.queueTest(test(operator.accountId), operator.proof)).toBe(true);
      expect(await claim()).toMatchObject([{ kind: 'test-mail', email: operator.email }]);
      const { accountId, proof } = operator;
      await sessions.end({ accountId, sessionId: proof.sessionId, now: NOW });
      await expect(mails.queueTest(test(operator.accountId), operator.proof)).rejects.toThrow(ConfirmationNeeded);
    });

    it('contract 20: a mail goes with its account', async () => {
      const { id: accountId } = await givenAccount(PROVEN);
      await database.stores.mails.queue(someMail({ accountId }));
      await database.stores.accounts.remove(accountId, NOW);
      expect(await claim()).toEqual([]);
    });

    it('keys rewrap: secrets are sealed anew only while they are the ones that were read', async () => {
      const [first, second] = [Buffer.from('first'), Buffer.from('second')];
      const mail = someMail({ email: 'a@example.com', sealed: first });
      await database.stores.mails.queue(mail);
      const { mails } = database.stores;
      expect(await mails.listSealed({ afterId: '', limit: 1 })).toEqual([{ id: mail.id, sealed: first }]);
      expect(await mails.listSealed({ afterId: mail.id, limit: 1 })).toEqual([]);
      expect([await mails.reseal(mail.id, first, second), await mails.reseal(mail.id, first, second)]).toEqual([
        true,
        false,
      ]);
    });

    it('purge: a mail is removed a week after it was sent, and no queued one', async () => {
      await database.stores.mails.queue(someMail({ email: 'a@example.com' }));
      const [due] = await claim();
      if (due) await database.stores.mails.remove(due, SENT);
      await database.stores.mails.queue(someMail({ email: 'b@example.com' }));
      const purge = (now: number) => database.stores.expired.purge(now, 10, 365 * DAY);
      expect([await purge(NOW + 7 * DAY - 1), await purge(NOW + 7 * DAY)]).toEqual([0, 1]);
      expect(await claim(NOW + 7 * DAY)).toHaveLength(1);
    });

    it('metrics: mails that are due are counted, up to a bound', async () => {
      for (const email of ['a@example.com', 'b@example.com']) await database.stores.mails.queue(someMail({ email }));
      const { mails } = database.stores;
      expect([await mails.countDue(NOW - 1, 10), await mails.countDue(NOW, 10), await mails.countDue(NOW, 1)]).toEqual([
        0, 2, 1,
      ]);
    });
  });
}

// The contract of PendingSignUpStore, for every database: the code of a mail creates the account of an address once,
// whoever races (contract 21).
import { describe, expect, it } from 'vitest';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { PendingSignUp } from '../../../src/core/people/verification/pending-sign-up-store.ts';
import { newId } from '../../helpers/new-id.ts';
import { HOUR, NOW, someAccount, someHash } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const somePending = (values: Partial<PendingSignUp> = {}): PendingSignUp => ({
  id: newId(),
  deviceHash: someHash(),
  email: 'Mina@example.com',
  emailKey: 'mina@example.com',
  passwordHash: '$argon2id$new',
  passkey: undefined,
  nickname: 'Mina',
  agreed: [{ id: 'terms', version: '2' }],
  tokenHash: someHash(),
  codeMac: someHash(),
  createdAt: NOW,
  expiresAt: NOW + HOUR,
  ...values,
});
const accountOf = ({ email, emailKey, passwordHash }: PendingSignUp) =>
  someAccount({ email, emailKey, passwordHash, emailVerified: true });

export function pendingSignUpStoreContract(make: MakeDatabase): void {
  describe('PendingSignUpStore', () => {
    const database = useDatabase(make);
    const insert = async (values: Partial<PendingSignUp> = {}) => {
      const pending = somePending(values);
      await database.stores.pendingSignUps.insert(pending, undefined);
      return pending;
    };
    const redeem = (
      { deviceHash, codeMac }: Pick<PendingSignUp, 'deviceHash' | 'codeMac'>,
      { now = NOW, stores = database.stores }: { now?: number; stores?: Stores | undefined } = {},
    ) => stores.pendingSignUps.redeem({ deviceHash, by: { codeMacs: [someHash(), codeMac] }, accountOf, now });
    const redeemByLink = (deviceHash: Buffer, tokenHash = someHash(), now = NOW) =>
      database.stores.pendingSignUps.redeem({ deviceHash, by: { tokenHash }, accountOf, now });

    it('contract 21: is no account until its code creates one, once', async () => {
      const { accounts, pendingSignUps } = database.stores;
      const pending = await insert();
      expect(await pendingSignUps.findNewest(pending.deviceHash, NOW)).toEqual({ ...pending, wrongCodes: 0 });
      expect(await accounts.findByEmailKey(pending.emailKey)).toBeUndefined();
      const account = await redeem(pending);
      expect(await database.stores.agreements.listByAccount(account?.id ?? '')).toMatchObject([
        { documentId: 'terms', documentVersion: '2' },
      ]);
      expect(await accounts.findByEmailKey(pending.emailKey)).toEqual(account);
      expect(account).toMatchObject({ email: 'Mina@example.com', passwordHash: '$argon2id$new' });
      expect(await redeem(pending)).toBeUndefined();
      expect(await pendingSignUps.findNewest(pending.deviceHash, NOW)).toBeUndefined();
    });

    it('contract 26: is over without an account where the rules of now allow none', async () => {
      const { accounts, pendingSignUps } = database.stores;
      const pending = await insert();
      const by = { codeMacs: [pending.codeMac] };
      const { deviceHash } = pending;
      const none = { deviceHash, by, accountOf: () => undefined, now: NOW };
      expect(await pendingSignUps.redeem(none)).toBeUndefined();
      expect(await accounts.findByEmailKey(pending.emailKey)).toBeUndefined();
      expect(await pendingSignUps.findNewest(deviceHash, NOW)).toBeUndefined();
      expect(await redeem(pending)).toBeUndefined();
    });

    it('contract 21: its link creates the account once, only on the device that signed up, and for an hour', async () => {
      const { accounts, pendingSignUps } = database.stores;
      const { tokenHash, ...pending } = await insert();
      expect(await pendingSignUps.findByToken(tokenHash ?? someHash(), NOW)).toMatchObject({ id: pending.id });
      expect(await redeemByLink(someHash(), tokenHash)).toBeUndefined();
      expect(await redeemByLink(pending.deviceHash, tokenHash, NOW + HOUR)).toBeUndefined();
      const account = await redeemByLink(pending.deviceHash, tokenHash);
      expect(await accounts.findByEmailKey(pending.emailKey)).toEqual(account);
      expect(await redeemByLink(pending.deviceHash, tokenHash)).toBeUndefined();
      expect(await redeem(pending)).toBeUndefined();
      expect(await pendingSignUps.findByToken(tokenHash ?? someHash(), NOW)).toBeUndefined();
    });

    it('contract 21: wrong codes do not end its link, and wrong links do not end its code', async () => {
      const [one, other] = [await insert({ emailKey: 'one@example.com' }), await insert()];
      for (let tries = 0; tries < 6; tries += 1) {
        await redeem({ ...one, codeMac: someHash() });
        await redeemByLink(other.deviceHash);
      }
      expect(await redeem(one)).toBeUndefined();
      expect(await redeemByLink(one.deviceHash, one.tokenHash)).toBeDefined();
      expect(await redeem(other)).toBeDefined();
    });

    it('contract 21: lives an hour from when its mail was sent, and not longer for one that was given up', async () => {
      const { mails, pendingSignUps } = database.stores;
      const [sent, givenUp] = [await insert(), await insert()];
      for (const { id, email } of [sent, givenUp]) await mails.queue({ ...someMail({ email }), id });
      const due = await mails.claim({ now: NOW, until: NOW + 1, limit: 9, busy: [] });
      const at = NOW + HOUR / 2;
      for (const mail of due) {
        await mails.remove(mail, { failure: mail.id === sent.id ? undefined : 'refused', at, id: newId() });
        // Two processes can both have sent it.
        await mails.remove(mail, { failure: undefined, at: at + 1, id: newId() });
      }
      expect((await pendingSignUps.findNewest(sent.deviceHash, NOW))?.expiresAt).toBe(at + HOUR);
      expect((await pendingSignUps.findNewest(givenUp.deviceHash, NOW))?.expiresAt).toBe(NOW + HOUR);
    });

    it('contract 20: its mail is queued with it', async () => {
      const pending = somePending();
      const mail = someMail({ kind: 'sign-up-code', email: pending.email });
      await database.stores.pendingSignUps.insert(pending, mail);
      const due = await database.stores.mails.claim({ now: NOW, until: NOW + 1, limit: 9, busy: [] });
      expect(due.map(({ id, email }) => [id, email])).toEqual([[mail.id, pending.email]]);
    });

    it('K23: of 50 sign-ups with one address, over 5 connections and 10 devices, one creates the account', async () => {
      const stores = [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];
      const pending = await Promise.all(Array.from({ length: 10 }, () => insert()));
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, i) => redeem(pending[i % 10] as PendingSignUp, { stores: stores[i % 5] })),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await database.stores.accounts.list({ limit: 9 })).toHaveLength(1);
    });

    it('contract 21: another browser’s code, and one after its hour, create nothing', async () => {
      const [one, other] = [await insert(), await insert()];
      expect(await redeem({ ...one, codeMac: other.codeMac })).toBeUndefined();
      expect(await redeem(one, { now: NOW + HOUR })).toBeUndefined();
      expect(await database.stores.accounts.list({ limit: 9 })).toEqual([]);
    });

    it('contract 21: after five wrong codes, also at once, the right one creates nothing', async () => {
      const pending = await insert();
      await Promise.all(Array.from({ length: 5 }, () => redeem({ ...pending, codeMac: someHash() })));
      expect(await redeem(pending)).toBeUndefined();
    });

    it('contract 21: of a browser, the newest three work', async () => {
      const deviceHash = someHash();
      const made: PendingSignUp[] = [];
      for (const at of [1, 2, 3, 4]) made.push(await insert({ deviceHash, createdAt: NOW + at }));
      const [oldest, second, , newest] = made as [PendingSignUp, PendingSignUp, PendingSignUp, PendingSignUp];
      expect((await database.stores.pendingSignUps.findNewest(deviceHash, NOW))?.id).toBe(newest.id);
      expect(await redeem(oldest)).toBeUndefined();
      expect(await redeem(second)).toBeDefined();
    });

    it('contract 20, 21: without a mail, the newest is kept besides the newest three with one', async () => {
      const deviceHash = someHash();
      const { pendingSignUps } = database.stores;
      const mailed: PendingSignUp[] = [];
      for (const at of [1, 2, 3]) mailed.push(await insert({ deviceHash, createdAt: NOW + at }));
      const withoutMail = (at: number) => insert({ deviceHash, createdAt: NOW + at, tokenHash: undefined });
      const [replaced, waiting] = [await withoutMail(4), await withoutMail(5)];
      expect((await pendingSignUps.findNewest(deviceHash, NOW))?.id).toBe(waiting.id);
      for (const { tokenHash } of mailed) {
        expect(await pendingSignUps.findByToken(tokenHash ?? someHash(), NOW)).toBeDefined();
      }
      expect(await redeem(replaced)).toBeUndefined();
      await insert({ deviceHash, createdAt: NOW + 6 });
      const [oldest, second] = mailed as [PendingSignUp, PendingSignUp];
      for (const ended of [waiting, oldest]) expect(await redeem(ended)).toBeUndefined();
      expect(await redeem(second)).toBeDefined();
    });

    it('contract 21: an address that got an account meanwhile gets no second one', async () => {
      const pending = await insert();
      await database.stores.accounts.insert(someAccount({ emailKey: pending.emailKey }));
      expect(await redeem(pending)).toBeUndefined();
    });
  });
}

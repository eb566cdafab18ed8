// The contract of AgreementStore, for every database.
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function agreementStoreContract(make: MakeDatabase): void {
  describe('AgreementStore', () => {
    const database = useDatabase(make);

    const givenSession = async () => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const session = someSession(account.id);
      await database.stores.sessions.start(session, undefined);
      return { accountId: account.id, proof: { sessionId: session.id, authenticatedSince: 0 } };
    };
    const terms = (version: string) => ({ id: 'terms', version });

    it('contract 28: lists what stands, the latest version of each document first', async () => {
      const { agreements } = database.stores;
      const who = await givenSession();
      await agreements.answer({ ...who, agreed: [terms('1'), { id: 'news', version: '1' }], withdrawn: [], now: NOW });
      await agreements.answer({ ...who, agreed: [terms('2')], withdrawn: [], now: NOW + 5 });
      expect(await agreements.listByAccount(who.accountId)).toEqual([
        { documentId: 'news', documentVersion: '1', agreedAt: NOW },
        { documentId: 'terms', documentVersion: '2', agreedAt: NOW + 5 },
        { documentId: 'terms', documentVersion: '1', agreedAt: NOW },
      ]);
      expect(await agreements.listByAccount(newId())).toEqual([]);
    });

    it('contract 28: keeps the first time of an agreement that stands, also when 20 agree at once', async () => {
      const { agreements } = database.stores;
      const who = await givenSession();
      await agreements.answer({ ...who, agreed: [terms('1')], withdrawn: [], now: NOW });
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          agreements.answer({ ...who, agreed: [terms('1')], withdrawn: [], now: NOW + 1 + at }),
        ),
      );
      expect(await agreements.listByAccount(who.accountId)).toEqual([
        { documentId: 'terms', documentVersion: '1', agreedAt: NOW },
      ]);
    });

    it('contract 28: withdraws every version of a document, and takes an agreement given again', async () => {
      const { agreements } = database.stores;
      const who = await givenSession();
      await agreements.answer({ ...who, agreed: [terms('1'), terms('2')], withdrawn: [], now: NOW });
      await agreements.answer({ ...who, agreed: [], withdrawn: ['terms'], now: NOW + 1 });
      expect(await agreements.listByAccount(who.accountId)).toEqual([]);
      await agreements.answer({ ...who, agreed: [terms('2')], withdrawn: [], now: NOW + 2 });
      expect(await agreements.listByAccount(who.accountId)).toEqual([
        { documentId: 'terms', documentVersion: '2', agreedAt: NOW + 2 },
      ]);
    });

    it('contract 28: an account is created with what the person agreed to, or not at all', async () => {
      const { accounts, agreements } = database.stores;
      const account = someAccount();
      expect(await accounts.insert(account, [terms('1')])).toBe('created');
      expect(await agreements.listByAccount(account.id)).toMatchObject([{ documentId: 'terms', documentVersion: '1' }]);
      const second = someAccount({ emailKey: account.emailKey });
      expect(await accounts.insert(second, [terms('1')])).toBe('email-taken');
      expect(await agreements.listByAccount(second.id)).toEqual([]);
    });

    it('P10: goes with its account', async () => {
      const { accounts, agreements } = database.stores;
      const who = await givenSession();
      await agreements.answer({ ...who, agreed: [terms('1')], withdrawn: [], now: NOW });
      await accounts.remove(who.accountId, NOW);
      expect(await agreements.listByAccount(who.accountId)).toEqual([]);
      await expect(agreements.answer({ ...who, agreed: [terms('1')], withdrawn: [], now: NOW })).rejects.toThrow(
        ConfirmationNeeded,
      );
    });
  });
}

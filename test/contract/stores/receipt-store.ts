// The contract of ReceiptStore, and of the receipts that agreements write, for every database.
import { describe, expect, it } from 'vitest';
import type { NewReceipt } from '../../../src/core/applications/receipts/receipt.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { newId } from '../../helpers/new-id.ts';
import { DAY, givenConnection, HOUR, NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someReceipt = (values: Partial<NewReceipt> = {}): NewReceipt => ({
  id: newId(),
  kind: 'consent',
  language: 'ko',
  texts: {
    application: { name: '한빛서점 "1"', companyName: 'Acme' },
    items: [{ item: 'email', consent: 'optional', agreed: true, purpose: '영수증', retention: '5년' }],
  },
  ...values,
});

export function receiptStoreContract(make: MakeDatabase): void {
  describe('ReceiptStore', () => {
    const database = useDatabase(make);
    const answers = { email: { agreed: true, answeredAt: NOW + 5 } };
    const listed = (accountId: string) => database.stores.receipts.listByAccount({ accountId, limit: 10 });

    const given = async () => {
      const { owner, application, user, connection } = await givenConnection(database.stores);
      const who = { applicationId: application.id, accountId: user.id };
      const agree = (receipt: NewReceipt, now = NOW + 5) =>
        database.stores.connections.agree({ ...who, sub: newSub(), answers, receipt, now });
      return { owner, who, connection, agree };
    };

    it('contract 27: an agreement writes its receipt, with the sub of the connection and not the new one', async () => {
      const { who, connection, agree } = await given();
      const receipt = someReceipt();
      await agree(receipt);
      expect(await listed(who.accountId)).toEqual([
        { ...receipt, applicationId: who.applicationId, sub: connection.sub, at: NOW + 5 },
      ]);
    });

    it('contract 27: a change writes one; a change of a connection that has ended writes none', async () => {
      const { who } = await given();
      const { connections } = database.stores;
      const change = { ...who, generation: 1, answers, now: NOW + 6 };
      expect(await connections.answer({ ...change, receipt: someReceipt({ kind: 'change' }) })).toBe(true);
      expect(await connections.answer({ ...change, generation: 2, receipt: someReceipt() })).toBe(false);
      await connections.unlink(who.applicationId, who.accountId, NOW + 7, 'person');
      expect(await connections.answer({ ...change, receipt: someReceipt() })).toBe(false);
      expect((await listed(who.accountId)).map(({ kind }) => kind)).toEqual(['change']);
    });

    it('contract 27: where the agreement fails, nothing says that it was given, and the other way round', async () => {
      const { who, agree } = await given();
      const receipt = someReceipt();
      await agree(receipt);
      // The second has the id of the first, so its receipt cannot be written.
      await expect(agree({ ...receipt, kind: 'change' }, NOW + 9)).rejects.toThrow();
      const stored = await database.stores.connections.find(who.applicationId, who.accountId);
      expect(stored?.answers.email).toEqual(answers.email);
      expect((await listed(who.accountId)).map(({ at }) => at)).toEqual([NOW + 5]);
      const gone = { applicationId: newId(), accountId: who.accountId, sub: newSub(), answers, now: NOW };
      await expect(database.stores.connections.agree({ ...gone, receipt: someReceipt() })).rejects.toThrow(Unavailable);
      expect(await listed(who.accountId)).toHaveLength(1);
    });

    it('contract 27: lists the newest first, a page at a time, of one application or all; nobody else’s', async () => {
      const { owner, who, agree } = await given();
      const other = someApplication(owner.id);
      await database.stores.applications.insert(other, 500);
      const ids = [newId(), newId(), newId()].sort();
      for (const id of ids.slice(0, 2)) await agree(someReceipt({ id }));
      await database.stores.connections.agree({
        ...{ applicationId: other.id, accountId: who.accountId, sub: newSub(), answers, now: NOW },
        receipt: someReceipt({ id: ids[2] as string }),
      });
      const list = async (page: { applicationId?: string; beforeId?: string; limit: number }) =>
        (await database.stores.receipts.listByAccount({ accountId: who.accountId, ...page })).map(({ id }) => id);
      expect(await list({ limit: 2 })).toEqual([ids[2], ids[1]]);
      expect(await list({ limit: 2, beforeId: ids[1] as string })).toEqual([ids[0]]);
      expect(await list({ limit: 9, applicationId: who.applicationId })).toEqual([ids[1], ids[0]]);
      expect(await listed(newId())).toEqual([]);
    });

    it('decision 57: a receipt outlives its account and application, and names nobody', async () => {
      const { who, connection, agree } = await given();
      const { receipts, accounts, applications, expired } = database.stores;
      const [first, second] = [newId(), newId()].sort().map((id) => someReceipt({ id })) as [NewReceipt, NewReceipt];
      await agree(first);
      await agree(second);
      expect(await receipts.listKept(who.applicationId, connection.sub)).toEqual([]);
      await accounts.remove(who.accountId, NOW);
      await applications.remove(who.applicationId, 1);
      // However old the agreement is: what counts is when the account ended.
      while ((await expired.purge(NOW + 9999 * DAY, 100, 9999 * DAY)) > 0);
      const row = { applicationId: who.applicationId, sub: connection.sub, at: NOW + 5 };
      const kept = await receipts.listKept(who.applicationId, connection.sub);
      // The database's own time, of each row.
      for (const { accountDeletedAt } of kept) expect(Math.abs(accountDeletedAt - Date.now())).toBeLessThan(HOUR);
      const accountDeletedAt = expect.any(Number);
      expect(kept).toEqual([first, second].map((receipt) => ({ ...receipt, ...row, accountDeletedAt })));
      expect(JSON.stringify(kept)).not.toContain(who.accountId);
      expect(await receipts.listKept(who.applicationId, newSub())).toEqual([]);
    });

    it('decision 57: receipts of deleted accounts are removed by when the account ended, a batch at a time', async () => {
      const { who, connection, agree } = await given();
      const living = someAccount();
      await database.stores.accounts.insert(living);
      for (let count = 0; count < 3; count += 1) await agree(someReceipt());
      await database.stores.connections.agree({
        ...{ applicationId: who.applicationId, accountId: living.id, sub: newSub(), answers, now: NOW },
        receipt: someReceipt(),
      });
      const { leaving, receipts } = database.stores;
      // Of the connection itself, which began without a receipt.
      const kept = 1;
      await database.stores.accounts.remove(who.accountId, NOW);
      const [{ accountDeletedAt } = { accountDeletedAt: 0 }] = await receipts.listKept(
        who.applicationId,
        connection.sub,
      );
      expect(await leaving.removeKept({ endedBefore: accountDeletedAt - HOUR, limit: 2 })).toBe(0);
      expect(await leaving.removeKept({ endedBefore: accountDeletedAt + HOUR, limit: 2 })).toBe(2 + kept);
      expect(await leaving.removeKept({ endedBefore: accountDeletedAt + HOUR, limit: 2 })).toBe(1);
      expect(await receipts.listKept(who.applicationId, connection.sub)).toEqual([]);
      expect(await listed(living.id)).toHaveLength(1);
    });

    it('decision 57: only an agreement without a receipt is kept beside the receipts', async () => {
      const { owner, who, connection } = await given();
      const other = someApplication(owner.id);
      await database.stores.applications.insert(other, 500);
      const sub = newSub();
      const agreement = { applicationId: other.id, accountId: who.accountId, sub, answers, now: NOW };
      await database.stores.connections.agree({ ...agreement, receipt: someReceipt() });
      await database.stores.connections.agree({ ...agreement, now: NOW + 9, receipt: someReceipt() });
      await database.stores.connections.agree({ ...agreement, ...who, now: NOW + 9, receipt: someReceipt() });
      await database.stores.accounts.remove(who.accountId, NOW);
      const keptOf = async (applicationId: string, of: string) => [
        (await database.stores.receipts.listKept(applicationId, of)).length,
        (await database.stores.leaving.findKept(applicationId, of)) !== undefined,
      ];
      expect(await keptOf(other.id, sub)).toEqual([2, false]);
      // It was imported, or is older than receipts; its receipt is of another agreement.
      expect(await keptOf(who.applicationId, connection.sub)).toEqual([1, true]);
    });
  });
}

// Everything about one account.
import type { AccountDataStore, StoredRow } from '../../core/people/account-data/account-data-store.ts';
import { ACCOUNT_PARTS, selectPart } from '../account-parts.ts';
import { type Base, rows } from '../intent.ts';
import { statement } from '../statement.ts';

const PARTS = ACCOUNT_PARTS.map((part) => ({ member: part.member, select: statement(selectPart(part)) }));

export const createAccountDataStore = ({ read }: Base): AccountDataStore => ({
  read: (accountId) =>
    read(function* () {
      const found: [string, readonly StoredRow[]][] = [];
      for (const { member, select } of PARTS) found.push([member, yield* rows<StoredRow>(select, { accountId })]);
      return Object.fromEntries(found);
    }),
});

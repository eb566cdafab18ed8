// Everything about one account on PostgreSQL.
import type { AccountDataStore, StoredRow } from '../../core/account-data/account-data-store.ts';
import { ACCOUNT_PARTS, selectPart } from '../account-parts.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const PARTS = ACCOUNT_PARTS.map((part) => ({ member: part.member, select: statement(selectPart(part, 'true')) }));

export const createAccountDataStore = ({ transaction }: Postgres): AccountDataStore => ({
  read: (accountId) =>
    transaction(async (run) => {
      const read: [string, readonly StoredRow[]][] = [];
      for (const { member, select } of PARTS) {
        const { rows } = await run<StoredRow>(select, { accountId });
        read.push([member, rows]);
      }
      return Object.fromEntries(read);
    }),
});

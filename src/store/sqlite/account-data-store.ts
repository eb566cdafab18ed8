// Everything about one account on SQLite, in one snapshot.
import type { AccountDataStore, StoredRow } from '../../core/account-data/account-data-store.ts';
import { ACCOUNT_PARTS, selectPart } from '../account-parts.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createAccountDataStore({ reader: { connection, read } }: Sqlite): AccountDataStore {
  const parts = ACCOUNT_PARTS.map((part) => ({
    member: part.member,
    select: prepare<StoredRow>(connection, selectPart(part, '1')),
  }));
  return {
    read: (accountId) =>
      read(() => Object.fromEntries(parts.map(({ member, select }) => [member, select.all({ accountId })]))),
  };
}

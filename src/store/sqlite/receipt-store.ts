// Receipts on SQLite. The intents of connections write them.
import type { Database as Connection } from 'better-sqlite3';
import type { KeptReceipt, NewReceipt, Receipt } from '../../core/receipts/receipt.ts';
import type { ReceiptStore } from '../../core/receipts/receipt-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Given = { receipt: NewReceipt | undefined; applicationId: string; accountId: string; now: number };

/** Inserts the receipt of an agreement inside its transaction, with the `sub` of the connection. */
export function prepareInsertReceipt(connection: Connection): (input: Given) => void {
  const insert = prepare(
    connection,
    `insert into receipts (id, account_id, application_id, sub, at, kind, language, texts)
     select $id, account_id, application_id, sub, $now, $kind, $language, $texts from connections
     where application_id = $applicationId and account_id = $accountId`,
  );
  return ({ receipt, applicationId, accountId, now }) => {
    if (receipt) insert.run({ ...receipt, applicationId, accountId, now });
  };
}

export function createReceiptStore({ reader: { connection, read } }: Sqlite): ReceiptStore {
  const list = prepare<Receipt>(
    connection,
    `select id, application_id, sub, at, kind, language, texts from receipts
     where account_id = $accountId and id < $beforeId and ($applicationId is null or application_id = $applicationId)
     order by id desc limit $limit`,
  );
  const kept = prepare<KeptReceipt>(
    connection,
    `select id, application_id, sub, at, kind, language, texts, account_deleted_at from receipts
     where account_deleted_at is not null and application_id = $applicationId and sub = $sub order by id`,
  );
  return {
    listByAccount: ({ accountId, applicationId, beforeId = 'z', limit }) =>
      read(() => list.all({ accountId, applicationId, beforeId, limit })),
    listKept: (applicationId, sub) => read(() => kept.all({ applicationId, sub })),
  };
}

// ../nouns/receipt-store.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { NewReceipt } from '../../core/receipts/receipt.ts';
import { insertReceipt, receiptValues } from '../nouns/receipt-store.ts';
import { textForSqlite } from '../statement.ts';
import { prepare } from './statement.ts';

type Given = { receipt: NewReceipt | undefined; applicationId: string; accountId: string; now: number };

/** Inserts the receipt of an agreement inside its transaction, with the `sub` of the connection. */
export function prepareInsertReceipt(connection: Connection): (input: Given) => void {
  const agreed = '(select * from connections where application_id = $applicationId and account_id = $accountId)';
  const insert = prepare(connection, textForSqlite(insertReceipt(agreed)));
  return ({ receipt, ...given }) => {
    if (receipt) insert.run({ ...receiptValues(receipt), ...given });
  };
}

// Receipts. The intents of connections write them.
import type { KeptReceipt, NewReceipt, Receipt } from '../../core/applications/receipts/receipt.ts';
import type { ReceiptStore } from '../../core/applications/receipts/receipt-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const RECEIPTS = table('receipts', 'id', {
  text: 'id account_id application_id sub kind language',
  json: 'texts',
  integer: 'at account_deleted_at',
});

const LIST = statement(`
  select id, application_id, sub, at, kind, language, texts from receipts
  where account_id = $accountId and id < $beforeId
    and ($applicationId::text is null or application_id = $applicationId)
  order by id desc limit $limit`);
const LIST_KEPT = statement(`
  select id, application_id, sub, at, kind, language, texts, account_deleted_at from receipts
  where account_deleted_at is not null and application_id = $applicationId and sub = $sub order by id`);

/**
 * Inserts the receipt of the connections in `agreed`, which is a table or a part of the same statement; none without
 * `receipt`. Takes `receiptValues` and `now`.
 */
export const insertReceipt = (agreed: string): string => `
  insert into receipts (id, account_id, application_id, sub, at, kind, language, texts)
  select $receiptId::text, account_id, application_id, sub, $now::bigint, $receiptKind, $receiptLanguage,
    $receiptTexts::json
  from ${agreed} where $receiptId::text is not null`;

export const receiptValues = (receipt: NewReceipt | undefined) => ({
  receiptId: receipt?.id,
  receiptKind: receipt?.kind,
  receiptLanguage: receipt?.language,
  receiptTexts: receipt?.texts,
});

export const createReceiptStore = ({ rows }: Base): ReceiptStore => ({
  listByAccount: ({ accountId, applicationId, beforeId = 'z', limit }) =>
    rows<Receipt>(LIST, { accountId, applicationId, beforeId, limit }),
  listKept: (applicationId, sub) => rows<KeptReceipt>(LIST_KEPT, { applicationId, sub }),
});

// ../nouns/receipt-store.ts, for the stores that stand in this folder.
import { insertReceipt } from '../nouns/receipt-store.ts';

export { receiptValues } from '../nouns/receipt-store.ts';
export const INSERT_RECEIPT = insertReceipt('agreed');

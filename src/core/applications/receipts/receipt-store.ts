// Port: reads receipts. `agree` and `answer` of `ConnectionStore` write them.
import type { KeptReceipt, Receipt } from './receipt.ts';

export interface ReceiptStore {
  /** Receipts of the account, the newest first. */
  listByAccount(page: {
    accountId: string;
    /** Undefined: of every application. */
    applicationId?: string | undefined;
    /** Receipts before this one; undefined: from the newest. */
    beforeId?: string | undefined;
    limit: number;
  }): Promise<readonly Receipt[]>;
  /** Receipts of a deleted account, the oldest first. `LeavingStore.removeKept` ends them. */
  listKept(applicationId: string, sub: string): Promise<readonly KeptReceipt[]>;
}

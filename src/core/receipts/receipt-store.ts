// Port: reads receipts. `agree` and `answer` of `ConnectionStore` write them.
import type { Receipt } from './receipt.ts';

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
}

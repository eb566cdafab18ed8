// Port: reads what happened to an account, and counts failed sign-ins.
import type { Activity } from './activity.ts';

export interface ActivityStore {
  /** The newest first. */
  listByAccount(page: {
    accountId: string;
    /** Activities before this one; undefined: from the newest. */
    beforeId?: string | undefined;
    limit: number;
  }): Promise<readonly Activity[]>;
  /** Counts a failed sign-in in the row `id`, which it makes where there is none. Nothing when the account is gone. */
  countFailure(failure: { id: string; accountId: string; now: number }): Promise<void>;
}

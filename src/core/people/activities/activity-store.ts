// Port: reads what happened to an account, and counts failed sign-ins.
import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import type { Activity } from './activity.ts';

/** `id`: of the row, one an hour for each `refusal` of a passkey, and one for all else. `now`: the last one, in ms. */
export type FailedSignIns = {
  id: string;
  accountId: string;
  times: number;
  refusal?: PasskeyRefusal | undefined;
  now: number;
};

export interface ActivityStore {
  /** The newest first: failed sign-ins stand where the last one was. */
  listByAccount(page: {
    accountId: string;
    /** Activities before this one, none if it is gone; undefined: from the newest. */
    beforeId?: string | undefined;
    limit: number;
  }): Promise<readonly Activity[]>;
  /** Counts failed sign-ins in their row, which it makes where there is none. Nothing when the account is gone. */
  countFailures(failed: FailedSignIns): Promise<void>;
}

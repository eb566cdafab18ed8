// Port: stores sessions.
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { PasskeyUse } from '../passkeys/passkey-use.ts';
import type { TrustedDevice } from '../trusted-devices/trusted-device.ts';
import type { NewDevice } from './new-device.ts';
import type { Session, SignedIn } from './session.ts';

/** What a sign-in does to the sessions that its device has. No handle from before it stays valid (case K6). */
export type HeldSessions = {
  /** The session of the same account: it is signed in anew, under its id. */
  renews: Pick<Session, 'id' | 'handleHash'> | undefined;
  /** Sessions of other accounts: each continues under a new handle. */
  keeps: readonly { handleHash: Buffer; newHandleHash: Buffer }[];
  /** The session for which there is no room: it ends as `end` ends it. */
  ends: Pick<Session, 'id' | 'accountId'> | undefined;
};

/** The session that stays when the others end. It gets a new handle, so that a copied cookie ends with them. */
export type KeptSession = { id: string; handleHash: Buffer; newHandleHash: Buffer };

/** What a sign-in does about trusting its device. */
export type TrustOfDevice = {
  /** The trusted device for which the second factor was not asked. */
  usesId?: string | undefined;
  /** The device that is trusted from now on. */
  makes?: TrustedDevice | undefined;
};

export interface SessionStore {
  /**
   * One intent: stores the session, and does to `held` what the sign-in does. ONLY while the account exists, is not
   * disabled and has the session's `signInEpoch`: a password that was changed since then starts no session. A renewed
   * session keeps its id and takes all else from `session`. If it ended or was renewed in the meantime, it stays as it
   * is, and a new session is stored instead. When the account has more than `MAX_SESSIONS_PER_ACCOUNT`, the oldest end
   * as `end` ends them.
   * @param passkey with which the person proved who they are. ONLY while the account has it, its challenge was not
   *   answered before, and its counter has not fallen (for one that may be synced: recorded, and mailed). The same
   *   intent notes its use.
   * @param newDevice its mail is queued in the same intent, unless the account was told of one of its `macs` before
   *   and that is not over: of many sign-ins at once, one tells
   * @param trust ONLY while the device `usesId` is trusted. `makes` is stored unless the account is an operator's.
   * @returns the id of the session; undefined: nothing happened
   */
  start(
    session: Session,
    held: HeldSessions | undefined,
    passkey?: PasskeyUse | undefined,
    newDevice?: NewDevice | undefined,
    trust?: TrustOfDevice | undefined,
  ): Promise<string | undefined>;
  /**
   * The session and its account, read together; undefined when the session ended or expired, or the account is disabled
   * or has another `signInEpoch`.
   */
  find(handleHash: Buffer, now: number): Promise<SignedIn | undefined>;
  touch(id: string, lastUsedAt: number, expiresAt: number): Promise<void>;
  /** Records that the person chose this account on the device. */
  choose(id: string, chosenAt: number): Promise<void>;
  /** At most `limit` live sessions of an account, last used first. */
  listByAccount(accountId: string, now: number, limit: number): Promise<Session[]>;
  /**
   * Ends a session; false when it was not that account's. The same intent records its end for the refresh tokens that
   * end with it, and for the API keys to notify.
   */
  end(input: { accountId: string; sessionId: string; now: number }): Promise<boolean>;
  /**
   * Ends all sessions in the same way and raises `signInEpoch`, so that no sign-in in progress is completed.
   * @param input.by who acts on the account of somebody else @throws ActRefused, ConfirmationNeeded
   */
  endAll(input: { accountId: string; now: number; by?: AuthorizedAct | undefined }): Promise<void>;
  /**
   * Ends all sessions but one, like `endAll`. False, and nothing changes: `signInEpoch` is no longer `fromEpoch`, the
   * account is disabled, or the session to keep is gone.
   */
  endOthers(input: { accountId: string; fromEpoch: number; keep: KeptSession; now: number }): Promise<boolean>;
}

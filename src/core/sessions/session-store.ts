// Port: how sessions persist.
import type { Session, SignedIn } from './session.ts';

/** What a sign-in does to the sessions that its device holds already. No handle from before it stays good (case K6). */
export type HeldSessions = {
  /** The session of the same account: signed in anew, under its id. */
  renews: Pick<Session, 'id' | 'handleHash'> | undefined;
  /** Those of other accounts: each goes on under another handle. */
  keeps: readonly { handleHash: Buffer; newHandleHash: Buffer }[];
  /** The one there is no room for: ends as `end` ends it. */
  ends: Pick<Session, 'id' | 'accountId'> | undefined;
};

/** The session that stays when the others end: under a new handle, so that a copied cookie dies with them. */
export type KeptSession = { id: string; handleHash: Buffer; newHandleHash: Buffer };

export interface SessionStore {
  /**
   * ONLY while the account stands, is not disabled and has the `signInEpoch` of the session: one that was earned with a
   * password that has changed since is never born. One intent: stores the session, and does to `held` what the sign-in
   * does. A session to renew keeps its id and takes all else from `session`; one that ended or was renewed meanwhile
   * stays as it is, and a new session is stored instead. The oldest of the account past `SESSIONS_PER_ACCOUNT` end as
   * `end` ends them.
   * @returns the id of the session; undefined: nothing happened
   */
  start(session: Session, held: HeldSessions | undefined): Promise<string | undefined>;
  /**
   * The session and its account, read together; undefined when ended, expired, or the account is disabled or has
   * another `signInEpoch`.
   */
  find(handleHash: Buffer, now: number): Promise<SignedIn | undefined>;
  touch(id: string, lastUsedAt: number, expiresAt: number): Promise<void>;
  /** Notes that the person picked this account on the device. */
  choose(id: string, chosenAt: number): Promise<void>;
  /** At most `limit` live sessions of an account, the last used first. */
  listByAccount(accountId: string, now: number, limit: number): Promise<Session[]>;
  /**
   * Ends one; false when it was not that account's. In the same intent its end is noted for refresh tokens that end
   * with it, and for the API keys that are to be told.
   */
  end(input: { accountId: string; sessionId: string; now: number }): Promise<boolean>;
  /** Ends all, in the same way, and raises `signInEpoch`: a sign-in under way is never finished. */
  endAll(input: { accountId: string; now: number }): Promise<void>;
  /**
   * Ends all but one, like `endAll`. False, and nothing happened: `signInEpoch` is no longer `fromEpoch`, the account
   * is disabled, or the session to keep is gone.
   */
  endOthers(input: { accountId: string; fromEpoch: number; keep: KeptSession; now: number }): Promise<boolean>;
}

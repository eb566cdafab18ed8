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

export interface SessionStore {
  /**
   * One intent: stores the session, and does to `held` what the sign-in does. A session to renew keeps its id and takes
   * all else from `session`; one that ended or was renewed meanwhile stays as it is, and a new session is stored instead.
   * @returns the id of the session.
   */
  start(session: Session, held: HeldSessions | undefined): Promise<string>;
  /** The session and its account, read together; undefined when ended, expired, or the account is disabled. */
  find(handleHash: Buffer, now: number): Promise<SignedIn | undefined>;
  touch(id: string, lastUsedAt: number, expiresAt: number): Promise<void>;
  /** Notes that the person picked this account on the device. */
  choose(id: string, chosenAt: number): Promise<void>;
  /** Live sessions of an account, the last used first. */
  listByAccount(accountId: string, now: number): Promise<Session[]>;
  /**
   * Ends one; false when it was not that account's. In the same intent its end is noted for refresh tokens that end with
   * it, and for the API keys that are to be told.
   */
  end(input: { accountId: string; sessionId: string; now: number }): Promise<boolean>;
  /** Ends all but one, in the same way. */
  endAll(input: { accountId: string; exceptSessionId?: string; now: number }): Promise<void>;
}

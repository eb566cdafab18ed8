// Port: how sessions persist.
import type { Session, SignedIn } from './session.ts';

export interface SessionStore {
  /** One intent: stores the session and ends the one it replaces in the same browser (no fixation, case K6). */
  start(session: Session, replacesHandleHash: Buffer | undefined): Promise<void>;
  /** The session and its account, read together; undefined when ended, expired, or the account is disabled. */
  find(handleHash: Buffer, now: number): Promise<SignedIn | undefined>;
  touch(id: string, lastUsedAt: number, expiresAt: number): Promise<void>;
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

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
  /** Ends one; false when it was not that account's. */
  end(accountId: string, sessionId: string): Promise<boolean>;
  endAll(accountId: string, exceptSessionId?: string): Promise<void>;
}

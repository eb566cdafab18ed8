// Port: how connections persist.
import type { Application } from '../applications/application.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import type { ConsentItemName } from './catalogue.ts';
import type { Connection, ConsentAnswers } from './connection.ts';

export interface ConnectionStore {
  /** Also an ended one; the caller looks at `endedAt`. */
  find(applicationId: string, accountId: string): Promise<Connection | undefined>;
  /**
   * One intent: makes the connection with `sub`, or revives an ended one (same `sub`, generation already raised, earlier
   * answers forgotten), and merges `answers` over those that stand. MUST hold under race: one row, one `sub`.
   */
  agree(input: {
    applicationId: string;
    accountId: string;
    sub: string;
    answers: ConsentAnswers;
    now: number;
  }): Promise<Connection>;
  /** Notes that the item is no longer agreed; acts at the next call. False: no live connection. */
  withdraw(input: { applicationId: string; accountId: string; item: ConsentItemName; now: number }): Promise<boolean>;
  /**
   * Ends the connection: generation rises, so every code and token under it is dead at once.
   * @param proof of somebody else than the person, who does this in a session: looked at in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  unlink(applicationId: string, accountId: string, now: number, proof?: SessionProof): Promise<boolean>;
  /** Live connections of an account with their applications, the newest first. */
  listByAccount(accountId: string): Promise<{ connection: Connection; application: Application }[]>;
  /** The live connection of this application that is known by `sub`. */
  findBySub(applicationId: string, sub: string): Promise<Connection | undefined>;
  /** Live connections in order of creation, after the one known by `afterSub`, ended or not. */
  listByApplication(page: {
    applicationId: string;
    afterSub: string | undefined;
    limit: number;
  }): Promise<Connection[]>;
  /** Ends, like `unlink`, at most `limit` connections made until `now`. @returns how many */
  unlinkSome(applicationId: string, now: number, limit: number): Promise<number>;
  /** Notes that user information was read; the caller does so at most every five minutes. */
  touch(applicationId: string, accountId: string, now: number): Promise<void>;
}

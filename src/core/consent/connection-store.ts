// Port: how connections persist.
import type { Application } from '../applications/application.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import type { Connection, ConsentAnswers } from './connection.ts';

export interface ConnectionStore {
  /** Also an ended one; the caller looks at `endedAt`. */
  find(applicationId: string, accountId: string): Promise<Connection | undefined>;
  /**
   * One intent: makes the connection with `sub`, or revives an ended one (same `sub`, another generation, earlier
   * answers forgotten), and merges `answers` over those that stand. MUST hold under race: one row, one `sub`.
   */
  agree(input: {
    applicationId: string;
    accountId: string;
    sub: string;
    answers: ConsentAnswers;
    now: number;
  }): Promise<Connection>;
  /**
   * Merges `answers` over those that stand; acts at the next call. False, and nothing changes: the connection was ended
   * since `generation` was read. Never revives one.
   */
  answer(input: {
    applicationId: string;
    accountId: string;
    generation: number;
    answers: ConsentAnswers;
  }): Promise<boolean>;
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
  /**
   * One intent, however many there are: ends every connection of the application by one mark, which every read of a
   * connection and of what was issued under it compares. `ExpiredRows` brings the rows after it, in small steps.
   * @returns false when there is no such application
   */
  unlinkAll(applicationId: string, now: number): Promise<boolean>;
  /** Notes that user information was read; the caller does so at most every five minutes. */
  touch(applicationId: string, accountId: string, now: number): Promise<void>;
}

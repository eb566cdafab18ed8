// Port: stores connections.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { EndedBy } from '../application-events/application-event.ts';
import type { Application } from '../applications/application.ts';
import type { NewReceipt } from '../receipts/receipt.ts';
import type { Connection, ConsentAnswers } from './connection.ts';

/** Where a connection is in the list of its application. */
export type ConnectionPlace = Pick<Connection, 'createdAt' | 'accountId'>;

export interface ConnectionStore {
  /** Also finds an ended connection; the caller checks `endedAt`. */
  find(applicationId: string, accountId: string): Promise<Connection | undefined>;
  /**
   * One intent: creates the connection, with the `sub` that an import brought along or else with `sub`, or revives an
   * ended one (same `sub`, another generation, earlier answers forgotten), and merges `answers` into the existing ones.
   * Writes `receipt` in the same statement. MUST be atomic: one row, one `sub`. A leaving account connects nothing.
   * @param input `proof`: of the session in which the person agrees; checked in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  agree(input: {
    applicationId: string;
    accountId: string;
    sub: string;
    answers: ConsentAnswers;
    /** Undefined: nobody was shown a page. */
    receipt?: NewReceipt | undefined;
    proof?: SessionProof | undefined;
    now: number;
  }): Promise<Connection>;
  /**
   * Merges `answers` into the existing ones and writes `receipt`; takes effect at the next call. Never revives a
   * connection. False, and nothing changes: the connection was ended since `generation` was read.
   * @param input `proof`: as of `agree`
   * @throws ConfirmationNeeded, and nothing is changed
   */
  answer(input: {
    applicationId: string;
    accountId: string;
    generation: number;
    answers: ConsentAnswers;
    /** Undefined: nobody was shown a page. */
    receipt?: NewReceipt | undefined;
    proof?: SessionProof | undefined;
    now: number;
  }): Promise<boolean>;
  /**
   * Ends the connection: its generation rises, so every code and token under it is invalid at once.
   * @param by what the application's event says
   * @param proof of the session that acts, when somebody else than the person does; checked in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  unlink(applicationId: string, accountId: string, now: number, by: EndedBy, proof?: SessionProof): Promise<boolean>;
  /** Live connections of an account with their applications, newest first. */
  listByAccount(accountId: string): Promise<{ connection: Connection; application: Application }[]>;
  /** The application's live connection with this `sub`. */
  findBySub(applicationId: string, sub: string): Promise<Connection | undefined>;
  /** Live connections in order of creation, after a place at which there need not be one any more. */
  listByApplication(page: {
    applicationId: string;
    after: ConnectionPlace | undefined;
    limit: number;
  }): Promise<Connection[]>;
  /**
   * One intent, however many connections there are: ends every connection of the application by raising one counter,
   * which every read of a connection, or of what was issued under it, compares (decision 32). `ExpiredRows` updates the
   * rows later, in small steps, and `EventStore` makes their events.
   * @param act its id, which each of the events has
   * @returns false when there is no such application
   */
  unlinkAll(applicationId: string, now: number, by: EndedBy, act: string, actorId?: string): Promise<boolean>;
  /** Records that the application used the connection. The caller does so at most every five minutes. */
  touch(applicationId: string, accountId: string, now: number): Promise<void>;
}

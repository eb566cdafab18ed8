// Port: stores API tokens.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { ApiToken, PersonCaller } from './api-token.ts';

export interface ApiTokenStore {
  /**
   * MUST be atomic: an account never has more than `max` tokens, including expired ones that are still stored.
   * @param proof of the session that acts; checked in the same intent
   * @param newest id of the newest token that the form showed, '' for none: `changed` when another one is newest now
   * @param mail queued with the token
   * @throws ConfirmationNeeded, and nothing is changed
   */
  insert(
    token: ApiToken,
    max: number,
    proof?: SessionProof,
    newest?: string,
    mail?: NewMail,
  ): Promise<'created' | 'changed' | 'too-many' | 'gone'>;
  /** The caller with this token; undefined when the token is unknown or expired, or the account is disabled. */
  findCaller(tokenHash: Buffer, now: number): Promise<PersonCaller | undefined>;
  listByAccount(accountId: string): Promise<ApiToken[]>;
  /** @param proof as for `insert` @throws ConfirmationNeeded */
  remove(id: string, proof?: SessionProof): Promise<boolean>;
  /** Records a use. The caller does so at most every five minutes. */
  touch(id: string, now: number): Promise<void>;
}

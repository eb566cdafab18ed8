// Port: how API tokens persist.
import type { SessionProof } from '../sessions/session-proof.ts';
import type { ApiCaller, ApiToken } from './api-token.ts';

export interface ApiTokenStore {
  /**
   * MUST hold under race: never more than `most` of one account, expired ones counted while they are kept.
   * @param proof of who does this in a session: looked at in the same intent
   * @param newest id of the newest token that the form showed, '' for none: `changed` when it is another now
   * @throws ConfirmationNeeded, and nothing is changed
   */
  insert(
    token: ApiToken,
    most: number,
    proof?: SessionProof,
    newest?: string,
  ): Promise<'created' | 'changed' | 'too-many' | 'gone'>;
  /** Who calls with this token; undefined when unknown, expired, or the account is disabled. */
  findCaller(tokenHash: Buffer, now: number): Promise<ApiCaller | undefined>;
  listByAccount(accountId: string): Promise<ApiToken[]>;
  /** @param proof as for `insert` @throws ConfirmationNeeded */
  remove(id: string, proof?: SessionProof): Promise<boolean>;
  /** Notes the use; the caller does so at most every five minutes. */
  touch(id: string, now: number): Promise<void>;
}

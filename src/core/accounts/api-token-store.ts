// Port: how API tokens persist.
import type { ApiCaller, ApiToken } from './api-token.ts';

export interface ApiTokenStore {
  /** MUST hold under race: never more than `most` of one account, expired ones counted while they are kept. */
  insert(token: ApiToken, most: number): Promise<'created' | 'too-many' | 'gone'>;
  /** Who calls with this token; undefined when unknown, expired, or the account is disabled. */
  findCaller(tokenHash: Buffer, now: number): Promise<ApiCaller | undefined>;
  listByAccount(accountId: string): Promise<ApiToken[]>;
  remove(id: string): Promise<boolean>;
  /** Notes the use; the caller does so at most every five minutes. */
  touch(id: string, now: number): Promise<void>;
}

// Port: how accounts persist.
import type { KeptSession } from '../sessions/session-store.ts';
import type { Account, Profile, Role } from './account.ts';

export interface AccountStore {
  /** MUST be exact under race: of N simultaneous inserts of one `emailKey` one is `created` (case K23). */
  insert(account: Account): Promise<'created' | 'email-taken'>;
  find(id: string): Promise<Account | undefined>;
  findByEmailKey(emailKey: string): Promise<Account | undefined>;
  /** Those whose key is not ASCII, in order of creation, after the account `afterId`. */
  listKeysBeyondAscii(page: {
    afterId: string;
    limit: number;
  }): Promise<readonly Pick<Account, 'id' | 'email' | 'emailKey'>[]>;
  /**
   * One intent: the account gets the key `to`, and invitations to `from` with it, ONLY while its key is `from` and no other
   * account has `to`, also under race. False: nothing was changed.
   */
  renewEmailKey(change: { id: string; from: string; to: string }): Promise<boolean>;
  /** In order of creation, after the account `afterId`. */
  list(page: { afterId?: string; limit: number }): Promise<Account[]>;
  /** Merges `values` into the profile (`undefined` removes one) and moves `updatedAt`. False: no such account. */
  saveProfile(id: string, values: { [K in keyof Profile]: Profile[K] | undefined }, now: number): Promise<boolean>;
  /**
   * One intent: new hash, `signInEpoch` rises, every session but `keep` ends, and with `endGrants` `grantEpoch` rises:
   * every code and token of every application is dead; the connections stay.
   * Nothing happens and false is returned when `signInEpoch` is no longer `fromEpoch`, the account is disabled, or the
   * session to keep is gone: of two changes at once one wins.
   */
  changePassword(change: {
    accountId: string;
    fromEpoch: number;
    toHash: string;
    keep: KeptSession;
    endGrants: boolean;
    now: number;
  }): Promise<boolean>;
  /** Replaces the hash by one with today's cost, only while it still is `fromHash`. Sessions and grants live on. */
  rehashPassword(accountId: string, fromHash: string, toHash: string): Promise<void>;
  /**
   * @param from ONLY while that is the role, exact under race; absent: whatever it is
   * @returns false when there is no such account, or its role is another
   */
  setRole(id: string, role: Role, now: number, from?: Role): Promise<boolean>;
  /**
   * Disabling raises both epochs and ends every session, API token and password link; doing it again raises them again.
   * Enabling revives nothing.
   */
  setDisabled(id: string, disabled: boolean, now: number): Promise<boolean>;
  /** Ends its sessions like `SessionStore.endAll`, then removes the account with its sessions, connections, API tokens, links, invitations by and to it, applications and every grant. */
  remove(id: string, now: number): Promise<boolean>;
  operatorExists(): Promise<boolean>;
}

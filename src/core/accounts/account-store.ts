// Port: how accounts persist.
import type { SessionProof } from '../sessions/session-proof.ts';
import type { KeptSession } from '../sessions/session-store.ts';
import type { Account, Origin, Profile, Role } from './account.ts';
import type { EmailAddress } from './email.ts';

/** What is undefined leaves nothing out. */
export type AccountFilter = {
  /** Only those whose address contains `text` as it was written, or `key` as it is compared. */
  email?: { text: string; key: string } | undefined;
  role?: Role | undefined;
  disabled?: boolean | undefined;
};

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
   * One intent: the account gets the key `to`, and invitations to `from` with it, ONLY while its key is `from` and no
   * other account has `to`, also under race. False: nothing was changed.
   */
  renewEmailKey(change: { id: string; from: string; to: string }): Promise<boolean>;
  /** In order of creation, after the account `afterId`; of those that `filter` leaves, `limit` at most. */
  list(page: { afterId?: string | undefined; limit: number; filter?: AccountFilter }): Promise<Account[]>;
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
  /**
   * Ends its sessions like `SessionStore.endAll`, then removes the account with its sessions, connections, API tokens,
   * links, invitations by and to it, applications and every grant.
   */
  remove(id: string, now: number): Promise<boolean>;
  operatorExists(): Promise<boolean>;
  /**
   * Another address, which nobody has verified: whatever was stated of the old one ends. MUST be exact under race, with
   * `insert` too: of N that take one `emailKey` at once one is `changed`.
   * @param proof of who does this in a session: looked at in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  changeEmail(id: string, address: EmailAddress, now: number, proof: SessionProof): Promise<'changed' | 'email-taken'>;
  /** An operator states that the address is the person's. ONLY while it still is the account's: false otherwise. */
  setEmailVerified(id: string, emailKey: string, now: number): Promise<boolean>;
  /**
   * The same for accounts of one origin that are not verified, a part at a time in order of creation. @returns the last
   * of them
   */
  setEmailsVerified(part: {
    origin: Origin;
    afterId: string;
    limit: number;
    now: number;
  }): Promise<{ count: number; lastId: string | undefined }>;
  /** How many accounts have an address that is not verified, by how the account came to be. */
  countUnverified(): Promise<ReadonlyMap<Origin, number>>;
}

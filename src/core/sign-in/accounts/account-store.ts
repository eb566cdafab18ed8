// Port: stores accounts.

import type { Account, AccountStatus, Origin, Profile, Role } from '../../ground/accounts/account.ts';
import type { EmailAddress } from '../../ground/accounts/email.ts';
import type { Actor, AuthorizedAct } from '../../ground/acts/acting.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { DocumentVersion } from '../../ground/document.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { FirstPasskey } from '../passkeys/passkey-use.ts';
import type { KeptSession } from '../sessions/session-store.ts';
import type { HandedOver, HandOver } from './hand-over.ts';
import type { KeyedName } from './keyed-name.ts';

/** Undefined members do not filter. */
export type AccountFilter = {
  /** Accounts whose address contains `text` as it was written, or `key` as it is compared. */
  email?: { text: string; key: string } | undefined;
  role?: Role | undefined;
  status?: AccountStatus | undefined;
  /** False: leaving accounts are among them. */
  disabled?: boolean | undefined;
};

/** A page of a search, in the order of the addresses' keys. Undefined members do not filter. */
export type AccountSearchPage = {
  /** The keys of the addresses begin with it; '' for all. */
  keyPrefix: string;
  role?: Role | undefined;
  status?: AccountStatus | undefined;
  /** Only accounts whose key comes after this one. */
  afterKey?: string | undefined;
  limit: number;
};

/** What an operator changes of an account at once; undefined members stay as they are. */
export type AccountChange = {
  id: string;
  role?: Role | undefined;
  disabled?: boolean | undefined;
  /** The key of the address that they state to be verified. */
  verifiedKey?: string | undefined;
  /** null takes the name away; it stays reserved for the account. */
  username?: (KeyedName & { name: string; isReserved: boolean }) | null | undefined;
  /** Queued for every operator where the role was raised (`isRaise`). */
  tell?: NewMail | undefined;
  /** Who gets what the account owns, where `role` may own nothing. */
  handOver?: HandOver | undefined;
  now: number;
};

export type ChangeResult =
  | 'stored'
  /** The same, where somebody was to get what the account owned. */
  | HandedOver
  /** There is no such account. */
  | 'gone'
  /** `verifiedKey` is no longer the key of its address. */
  | 'address-changed'
  /** Another account has or had the name. */
  | 'username-unavailable'
  /** The username key was replaced. */
  | 'other-key';

/**
 * Methods that take `by` are for people who act on the account of somebody else: ONLY WHILE `by` may do that to this
 * account, even when callers race.
 * @throws ActRefused, ConfirmationNeeded; nothing is changed
 */
export interface AccountStore {
  /**
   * MUST be atomic: of N simultaneous inserts with one `emailKey`, one is `created` (case K23).
   * @param agreed what the person agreed to on the form; stored in the same intent
   * @param tell queued for every operator with the account
   */
  insert(
    account: Account,
    agreed?: readonly DocumentVersion[],
    by?: AuthorizedAct,
    tell?: NewMail,
  ): Promise<'created' | 'email-taken'>;
  /**
   * The same with a passkey, in the same intent. `passkey-refused`: some account has it, or its challenge was answered
   * before; nothing is stored.
   */
  insertWithPasskey(
    account: Account,
    agreed: readonly DocumentVersion[],
    first: FirstPasskey,
  ): Promise<'created' | 'email-taken' | 'passkey-refused'>;
  find(id: string): Promise<Account | undefined>;
  findByEmailKey(emailKey: string): Promise<Account | undefined>;
  /** Accounts whose key is not ASCII, in order of creation, after the account `afterId`. */
  listKeysBeyondAscii(page: {
    afterId: string;
    limit: number;
  }): Promise<readonly Pick<Account, 'id' | 'email' | 'emailKey'>[]>;
  /** As `listKeysBeyondAscii`, of accounts whose address has a character beyond ASCII. Reads every account. */
  listAddressesBeyondAscii(page: { afterId: string; limit: number }): Promise<readonly Pick<Account, 'id' | 'email'>[]>;
  /**
   * One intent: gives the account, and the invitations to `from`, the key `to`. ONLY while the account's key is `from`
   * and no other account has `to`, even when callers race. False: nothing was changed.
   */
  renewEmailKey(change: { id: string; from: string; to: string }): Promise<boolean>;
  /** At most `limit` accounts that `filter` selects, in order of creation, after the account `afterId`. */
  list(page: { afterId?: string | undefined; limit: number; filter?: AccountFilter }): Promise<Account[]>;
  /** One page of a search: as fast among millions of accounts, whatever it selects. */
  search(page: AccountSearchPage): Promise<Account[]>;
  /** The accounts that an application knows by this `sub`, or knew by it before an import: at most `limit`. */
  findBySub(sub: string, limit: number): Promise<Account[]>;
  /**
   * Merges `values` into the profile (`undefined` removes a value) and sets `updatedAt`. False: no such account.
   * @param proof of the session in which the person types them; checked in the same intent
   * @throws ConfirmationNeeded, and nothing is changed
   */
  saveProfile(
    id: string,
    values: { [K in keyof Profile]: Profile[K] | undefined },
    now: number,
    proof?: SessionProof,
  ): Promise<boolean>;
  /**
   * One intent: stores the new hash, raises `signInEpoch` and ends every session but `keep`. With `endGrants` it also
   * raises `grantEpoch`, which ends every code and token of every application; connections stay. Returns false and
   * changes nothing when `signInEpoch` is no longer `fromEpoch`, the account is disabled, or the session to keep is
   * gone: of two simultaneous changes, one succeeds. Queues `mail` with the change.
   * @param change.proof where no current password was asked for; checked in the same intent @throws ConfirmationNeeded
   */
  changePassword(change: {
    accountId: string;
    fromEpoch: number;
    toHash: string;
    keep: KeptSession;
    endGrants: boolean;
    proof?: SessionProof | undefined;
    mail?: NewMail | undefined;
    now: number;
  }): Promise<boolean>;
  /** Replaces the hash with one of today's cost, only while it still is `fromHash`. Sessions and grants stay. */
  rehashPassword(accountId: string, fromHash: string, toHash: string): Promise<void>;
  /**
   * @param from ONLY while this is the role, even when callers race; absent: whatever the role is
   * @param tell queued for every operator where the role was raised (`isRaise`)
   * @returns false when there is no such account, or its role is not `from`
   * @throws ActRefused: the last enabled operator keeps the role, even when two step down at once, and whoever owns
   *   applications gets no role that may own none; AccountInDoubt: the account gets no role meanwhile, but may lose one
   */
  setRole(id: string, role: Role, now: number, from?: Role, by?: AuthorizedAct, tell?: NewMail): Promise<boolean>;
  /**
   * Disabling raises both epochs and ends every session, API token and password link. Disabling again raises them
   * again. Enabling restores nothing.
   * @throws ActRefused: the last enabled operator stays enabled
   */
  setDisabled(id: string, disabled: boolean, now: number, by?: AuthorizedAct): Promise<boolean>;
  /**
   * ONE INTENT: ALL OF THE CHANGE, OR NOTHING OF IT, as `setRole`, `setDisabled`, `setEmailVerified` and
   * `UsernameStore.take` make each.
   * @param change.handOver as for `remove`
   * @param caller absent where the command line acts @throws ActRefused, also for the last enabled operator
   *   and whoever owns applications; ConfirmationNeeded; AccountInDoubt
   */
  change(change: AccountChange, caller?: Actor): Promise<ChangeResult>;
  /**
   * Ends the account's sessions like `SessionStore.endAll`, then removes the account with its sessions, connections,
   * API tokens, links, invitations by and to it, and all grants.
   * @param handOver to whom all that the account owns goes FIRST, IN THE SAME INTENT, OR NOTHING HAPPENS AT ALL, even
   *   when the new owner, a membership or an application changes at the same moment (`requireNewOwner`). Each
   *   application gets another version and loses its open invitations; the former owner is no member of it. The mail
   *   lists what was handed over.
   * @returns false: no such account; `HandedOver` where `handOver` was given
   * @throws ActRefused: the last enabled operator stays, and whoever owns applications that nobody gets;
   *   ConfirmationNeeded; AccountInDoubt: whoever hands over is
   */
  remove(id: string, now: number, by?: AuthorizedAct, handOver?: HandOver): Promise<boolean | HandedOver>;
  operatorExists(): Promise<boolean>;
  /**
   * Sets another address, which is not verified. MUST be atomic, also with `insert`: of N callers that take one
   * `emailKey` at once, one is `changed`.
   * @param proof of the session that acts; checked in the same intent
   * @throws ConfirmationNeeded, AccountInDoubt; nothing is changed
   */
  changeEmail(id: string, address: EmailAddress, now: number, proof: SessionProof): Promise<'changed' | 'email-taken'>;
  /** An operator verifies the address. False, and nothing changes: `emailKey` is no longer the account's. */
  setEmailVerified(id: string, emailKey: string, now: number, by?: AuthorizedAct): Promise<boolean>;
  /**
   * The same for one batch of the unverified accounts of an origin, in order of creation.
   * @returns `lastId`: the last account of the batch; undefined when it was empty
   */
  setEmailsVerified(batch: {
    origin: Origin;
    afterId: string;
    limit: number;
    now: number;
  }): Promise<{ count: number; lastId: string | undefined }>;
  /** The number of accounts with an unverified address, by origin. */
  countUnverified(): Promise<ReadonlyMap<Origin, number>>;
}

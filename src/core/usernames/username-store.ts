// Port: how usernames are taken and stay taken. One table holds the key of every name that any account ever had; a key
// that stands there is never another account's (contract 2, "Username").

import type { Account } from '../accounts/account.ts';
import type { SessionProof } from '../sessions/session-proof.ts';

/** Which key a name was hashed with: the statement that takes the name looks whether it still is the database's. */
export type KeyedName = { nameKey: Buffer; sealedKey: Buffer };

/** A person changes their own name no more often than `most` times since `since` (ms). */
export type ChangeLimit = { most: number; since: number };

export type Taking = KeyedName & {
  accountId: string;
  name: string;
  /** True: only an account whose own this key is already; the name is an operator's to give. */
  onlyOwn: boolean;
  by:
    | 'operator'
    /**
     * `proof` is asked of whoever has a name already; the session must stand in any case. `limit` undefined: the first
     * name only.
     */
    | { proof: SessionProof; limit: ChangeLimit | undefined };
  now: number;
};

export type Taken =
  /** `first`: the account had none. */
  | { kind: 'taken'; first: boolean }
  /** It is the account's own, in this very spelling. */
  | { kind: 'unchanged' }
  /** Another account has it, or had it once, or `onlyOwn` was asked and it is not. */
  | { kind: 'unavailable' }
  /** The account has a name, and the first one was to be taken. */
  | { kind: 'has-one' }
  /** `oldest`: when the change was that has to be out of the limit's time. */
  | { kind: 'too-many-changes'; oldest: number }
  /** The key of names is another by now: nothing was done. */
  | { kind: 'other-key' }
  /** There is no such account. */
  | { kind: 'gone' };

/** A name from before names were unique, as it was written. */
export type FormerName = { accountId: string; name: string };

/** What becomes of a former name. `kept`: the account gets it if its key is the account's alone. */
export type Settling = FormerName & { kept: { name: string; nameKey: Buffer } | undefined };

export interface UsernameStore {
  /**
   * One intent, and ONE CONDITIONAL INSERT: OF ANY NUMBER OF ACCOUNTS THAT TAKE ONE NAME AT ONCE, ONE GETS IT. A key
   * whose row is the account's own may be taken again. What the account had before stays its own.
   * @throws ConfirmationNeeded, and nothing is changed, also where the person's session has ended or the account is
   *   disabled
   */
  take(taking: Taking): Promise<Taken>;
  /** Takes the name away; its key stays the account's. False: there is no such account. */
  clear(accountId: string, now: number): Promise<boolean>;
  /** One intent: an account together with its first name, or neither; every fault at once. */
  insertAccount(
    account: Account & { username: string },
    keyed: KeyedName,
  ): Promise<'created' | 'other-key' | { emailTaken: boolean; usernameTaken: boolean }>;

  /** Whether the account's name from before was dropped, and it has chosen none since. */
  wasDropped(accountId: string): Promise<boolean>;
  /** Former names that are neither kept nor dropped yet, by account, after the account `afterId`. */
  listFormer(page: { afterId: string | undefined; limit: number }): Promise<FormerName[]>;
  /**
   * Puts each key down for its account; one that another account has becomes nobody's. May be repeated. Leaves out
   * whose former name stands no more.
   */
  reserveFormer(names: readonly (FormerName & { nameKey: Buffer })[], now: number): Promise<void>;
  /**
   * Each name is kept or dropped, and leaves the profile; one that was settled meanwhile is left alone. ONLY AFTER
   * EVERY FORMER NAME WAS RESERVED.
   */
  settleFormer(names: readonly Settling[], now: number): Promise<{ kept: number; dropped: number }>;
  /** Accounts that have a name, by account, after the account `afterId`. */
  listNamed(page: { afterId: string | undefined; limit: number }): Promise<FormerName[]>;
  /** Puts the key of each account's name down, where it is not there. */
  restore(names: readonly { accountId: string; nameKey: Buffer }[], now: number): Promise<void>;
  /**
   * For operators: names that were dropped and not replaced, and applications that ask for `nickname` and not for
   * `username`.
   */
  counts(): Promise<UsernameCounts>;
}

export type UsernameCounts = { dropped: number; unsettled: number; nicknameOnly: number };

// Port: stores usernames, and keeps them taken. One table has the key of every name that any account ever had; a key in
// it is never another account's (contract 2, "Username").

import type { Account } from '../../ground/accounts/account.ts';
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';
import type { KeyedName } from '../../sign-in/accounts/keyed-name.ts';

/** A person changes their own name at most `max` times since `since` (ms). */
export type ChangeLimit = { max: number; since: number };

export type TakeRequest = KeyedName & {
  accountId: string;
  name: string;
  /** True: only if the account has this key already, because the name is an operator's to give. */
  onlyOwn: boolean;
  /** The operator, where it is not the command line. */
  acting?: AuthorizedAct | undefined;
  by:
    | 'operator'
    /**
     * `proof` is required of an account that has a name already; its session must be valid in any case. `limit`
     * undefined: the first name only. `policyRevision`: of the policy that reserves names, when `onlyOwn` was decided.
     */
    | { proof: SessionProof; limit: ChangeLimit | undefined; policyRevision: number };
  now: number;
};

export type TakeResult =
  /** `first`: the account had no name. */
  | { kind: 'taken'; first: boolean }
  /** The account has the name already, in this very spelling. */
  | { kind: 'unchanged' }
  /** Another account has or had it, or `onlyOwn` was set and it is not the account's. */
  | { kind: 'unavailable' }
  /** The account has a name, but a first one was to be taken. */
  | { kind: 'has-one' }
  /** `oldest`: the time of the change that must leave the limit's period first. */
  | { kind: 'too-many-changes'; oldest: number }
  /** The username key was replaced, or the policy was changed; nothing was done. */
  | { kind: 'other-key' | 'other-policy' }
  /** There is no such account. */
  | { kind: 'gone' };

/** A name from before names were unique, as it was written. */
export type FormerName = { accountId: string; name: string };

/** A decision about a former name. `kept`: the account gets it if its key is the account's alone. */
export type FormerNameDecision = FormerName & { kept: { name: string; nameKey: Buffer } | undefined };

export interface UsernameStore {
  /**
   * One intent, and ONE CONDITIONAL INSERT: OF ANY NUMBER OF ACCOUNTS THAT TAKE ONE NAME AT ONCE, ONE GETS IT. An
   * account may take a key again that is its own. Its earlier names stay its own.
   * @throws ConfirmationNeeded, and nothing is changed, also when the person's session has ended or the account is
   *   disabled; ActRefused; AccountInDoubt: for another name than the first
   */
  take(request: TakeRequest): Promise<TakeResult>;
  /** Takes the name away; its key stays the account's. False: no such account. @throws ActRefused */
  clear(accountId: string, now: number, by?: AuthorizedAct): Promise<boolean>;
  /**
   * One intent: inserts an account and its first name, both or neither. Reports everything that is taken. `isReserved`:
   * the name is an operator's to give.
   * @param tell queued for every operator with the account
   * @throws ActRefused
   */
  insertAccount(
    account: Account & { username: string },
    keyed: KeyedName & { isReserved: boolean },
    by?: AuthorizedAct,
    tell?: NewMail,
  ): Promise<'created' | 'other-key' | { emailTaken: boolean; usernameTaken: boolean }>;

  /** The account that has a name of this key, or had one and keeps it reserved. */
  findHolder(nameKey: Buffer): Promise<Account | undefined>;
  /** Whether the account's former name was dropped and it has chosen none since. */
  wasDropped(accountId: string): Promise<boolean>;
  /** Former names that are neither kept nor dropped yet, by account, after the account `afterId`. */
  listFormer(page: { afterId: string | undefined; limit: number }): Promise<FormerName[]>;
  /**
   * Records each key for its account; a key that another account has becomes nobody's. May be repeated. Skips names
   * that were settled in the meantime.
   */
  reserveFormer(names: readonly (FormerName & { nameKey: Buffer })[], now: number): Promise<void>;
  /**
   * Keeps or drops each name, and removes it from the profile. Skips names that were settled in the meantime. ONLY
   * AFTER EVERY FORMER NAME WAS RESERVED.
   */
  settleFormer(names: readonly FormerNameDecision[], now: number): Promise<{ kept: number; dropped: number }>;
  /** Accounts with a name, by account, after the account `afterId`. */
  listNamed(page: { afterId: string | undefined; limit: number }): Promise<FormerName[]>;
  /** Records the key of each account's name where it is missing. */
  restore(names: readonly { accountId: string; nameKey: Buffer }[], now: number): Promise<void>;
  /**
   * For operators: names that were dropped and not replaced, former names that are not settled, and applications that
   * ask for `nickname` and not for `username`.
   */
  counts(): Promise<UsernameCounts>;
}

export type UsernameCounts = { dropped: number; unsettled: number; nicknameOnly: number };

// Port: stores the policy, and what running processes have locked.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { PolicyKey } from './policy.ts';

export type PolicyRow = {
  key: string;
  /** Undefined: the default again. */
  value: unknown;
  /** Of the whole policy, by the change that wrote this row. */
  revision: number;
  changedAt: number;
};

export type PolicyChange = {
  /** What was read; 0: no row. */
  revision: number;
  /** Undefined: the default. */
  values: Readonly<Partial<Record<PolicyKey, unknown>>>;
  now: number;
  /** Of the session that acts, whose account must be an operator's now. Undefined: a token or the command line. */
  proof?: SessionProof | undefined;
  /**
   * Where given, that account must also have a second factor: one-time codes, or a passkey of this relying party
   * (undefined: passkeys are not offered).
   */
  ownFactor?: { rpId: string | undefined } | undefined;
};

export type ProcessLocks = { processId: string; locks: Readonly<Record<string, string>>; seenAt: number };

export interface PolicyStore {
  /** Rows that a change of a higher revision wrote. */
  list(newerThan: number): Promise<readonly PolicyRow[]>;
  /**
   * MUST be atomic: of two changes of one revision one is stored, and the other is `stale`.
   * @throws ConfirmationNeeded, and nothing is changed
   */
  change(change: PolicyChange): Promise<'stored' | 'stale' | 'no-operator' | 'no-factor'>;
  /** Notes what a running process has locked, and forgets processes last seen before `forgetBefore`. */
  report(locks: ProcessLocks, forgetBefore: number): Promise<void>;
  /** Processes seen since then. */
  listProcesses(since: number): Promise<readonly ProcessLocks[]>;
}

// Port: stores the entries of the audit and their seals. An entry is written in the transaction of the change that it
// is about (`audited-writes.ts`), or by itself where nothing is changed.
import type { AuditEntry, NewEntry } from './act.ts';
import type { PurgedUpTo, Seal } from './seal.ts';

/** What a list can be narrowed to: the application, who acted, whom it is about, and the action. */
export const AUDIT_FILTERS = ['applicationId', 'accountId', 'subjectId', 'action'] as const;
/** Undefined: not by that. */
export type AuditFilter = { [Name in (typeof AUDIT_FILTERS)[number]]?: string | undefined };

/** Undefined members do not narrow. */
export type AuditRange = {
  /** Only entries before this one. */
  beforeId?: number | undefined;
  /** Only entries after this one. */
  afterId?: number | undefined;
  /** Only entries of this time (ms) or later. */
  from?: number | undefined;
  /** Only entries of before this time (ms). */
  to?: number | undefined;
};

export interface AuditStore {
  /** Writes entries that belong to no change: looks, exports, refusals. */
  append(entries: readonly NewEntry[]): Promise<void>;
  /** Writes the entry of a refusal, unless there is one of the same account and action after `since`. */
  appendRefusal(entry: NewEntry, since: number): Promise<void>;
  /** Entries that the purge has not passed, the newest first. */
  list(page: AuditFilter & AuditRange & { limit: number }): Promise<readonly AuditEntry[]>;
  /** Entries after `afterId` up to `toId`, in order. */
  read(range: { afterId: number; toId: number; limit: number }): Promise<readonly AuditEntry[]>;
  /**
   * The last id up to which no entry can be added any more; 0: there are no entries. Waits for transactions under way.
   */
  settledTo(): Promise<number>;
  /** Whether there is an entry after `id`. Waits for nothing. */
  hasEntriesAfter(id: number): Promise<boolean>;
  lastSeal(): Promise<Seal | undefined>;
  /** Seals after `afterNumber`, in order. */
  seals(page: { afterNumber: number; limit: number }): Promise<readonly Seal[]>;
  /**
   * OF MANY CALLERS THAT SEAL AFTER THE SAME SEAL, ONE SUCCEEDS. False, and nothing changes, when that is no longer the
   * last.
   */
  addSeal(seal: Seal): Promise<boolean>;
  horizon(): Promise<PurgedUpTo | undefined>;
  /** The last seal that was made before `time`. */
  sealBefore(time: number): Promise<Seal | undefined>;
  /** False, and nothing changes, when the horizon is there already or farther. */
  moveHorizon(horizon: PurgedUpTo): Promise<boolean>;
  /** Deletes at most `limit` entries that the horizon has passed, and the seals before its own. @returns how many */
  purge(limit: number): Promise<number>;
}

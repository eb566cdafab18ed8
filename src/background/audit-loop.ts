// Seals the entries of the audit within seconds, deletes those that are older than they are kept, and tells the head of
// the seals every hour. Every process runs it, workers excepted.

import type { JobTimers } from '../core/ground/job-timers.ts';
import type { Ports } from '../core/operating/ports.ts';
import { headText } from '../core/server/audit/seal.ts';
import { purgeAudit, sealEntries } from '../core/server/audit/seal-entries.ts';
import { createPurgeClock } from './purge-clock.ts';
import { startTimerLoop } from './timer-loop.ts';

export type AuditLoopOptions = {
  /** How long entries are kept. */
  days: number;
  timers: JobTimers;
  /** Pause between looks, in ms. */
  everyMs?: number;
  /** Pause between two lines about the head, in ms. */
  headMs?: number;
  /** Called with the last seal, as `audit verify --head` takes it. */
  onHead?: (head: string) => void;
  /** Called when a look failed; the next one comes at its time. */
  onFailure?: (error: unknown) => void;
};

/** Entries that a look deletes at most, and how many looks pass between two that delete. */
const PURGED_AT_ONCE = 500;
const PURGE_MS = 60_000;

/**
 * Looks as soon as possible, then by timer.
 * @returns a function that stops it, and resolves when the look under way is done
 */
export function startAuditLoop(
  ports: Pick<Ports, 'audit' | 'sealedValues' | 'secrets' | 'clock'>,
  options: AuditLoopOptions,
): () => Promise<void> {
  const { days, timers, everyMs = 2_000, headMs = 3_600_000 } = options;
  const { onHead = () => undefined, onFailure = () => undefined } = options;
  const purgeClock = createPurgeClock(ports.clock, timers.elapsed);
  let [purgeAt, headAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const tellHead = async (now: number): Promise<void> => {
    const last = await ports.audit.lastSeal();
    if (!last) return;
    onHead(headText(last));
    headAt = now + headMs;
  };
  /** Writers wait while a process seals, so the others leave a seal of this moment alone. */
  const isSealedNow = async (): Promise<boolean> => {
    const last = await ports.audit.lastSeal();
    const age = ports.clock.now() - (last?.sealedAt ?? 0);
    return age >= 0 && age < everyMs / 2;
  };
  const look = async (): Promise<void> => {
    if (!(await isSealedNow())) await sealEntries(ports);
    const now = timers.elapsed();
    if (now >= headAt) await tellHead(now);
    if (now < purgeAt) return;
    const purged = await purgeAudit(ports, { now: purgeClock.now(), days, limit: PURGED_AT_ONCE });
    if (purged < PURGED_AT_ONCE) purgeAt = now + PURGE_MS;
  };
  return startTimerLoop(look, { job: 'audit', timers, everyMs, onFailure });
}

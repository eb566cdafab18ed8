// Reads the policy four times a second, in every process, so that a change is followed within a second (contract 29).
// Every ten seconds it notes what this process has locked, and tells when other processes have locked something else.
import type { JobTimers } from '../core/ground/job-timers.ts';
import { newId } from '../core/ground/secrets.ts';
import type { Ports } from '../core/operating/ports.ts';
import { differingLocks, locksOf, REPORT_EVERY_MS, SEEN_WITHIN_MS } from '../core/server/policy/compare-locks.ts';
import { startTimerLoop } from './timer-loop.ts';

const READ_EVERY_MS = 250;

export type PolicyLoopOptions = {
  timers: JobTimers;
  /** Called when this process follows a changed policy. */
  onChanged?: (revision: number) => void;
  /** Called with the members that processes have locked differently, when they are others than the last time. */
  onDiffering?: (members: readonly string[]) => void;
  /** Called when the database did not answer; the next reading comes at its time. */
  onFailure?: (error: unknown) => void;
};

/** @returns a function that stops it, and resolves when nothing of it is under way */
export function startPolicyLoop(
  { policy, livePolicy, clock }: Pick<Ports, 'policy' | 'livePolicy' | 'clock'>,
  options: PolicyLoopOptions,
): () => Promise<void> {
  const { onChanged = () => undefined, onDiffering = () => undefined, onFailure = () => undefined, timers } = options;
  const processId = newId(clock);
  const locks = locksOf(livePolicy.kinds);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let told = '';

  const report = async (now: number): Promise<void> => {
    reportedAt = now;
    await policy.report({ processId, locks, seenAt: now }, now - SEEN_WITHIN_MS);
    const all = await policy.listProcesses(now - SEEN_WITHIN_MS);
    const members = differingLocks(all.map((one) => one.locks));
    if (members.join() !== told && members.length > 0) onDiffering(members);
    told = members.join();
  };
  const look = async (): Promise<void> => {
    if (await livePolicy.refresh()) onChanged(livePolicy.revision());
    const now = clock.now();
    if (now - reportedAt >= REPORT_EVERY_MS) await report(now);
  };
  return startTimerLoop(look, { job: 'policy', timers, everyMs: READ_EVERY_MS, onFailure });
}

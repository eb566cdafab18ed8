// Checks that the processes of one server lock the same parts of the policy (contract 29).
import { differingLocks, type Locks, SEEN_WITHIN_MS } from '../policy/compare-locks.ts';
import type { ProcessLocks } from '../policy/policy-store.ts';
import { type Finding, ok, warning } from './finding.ts';

/** @param here what the settings that `doctor` reads lock */
export function examinePolicy(processes: readonly ProcessLocks[], here: Locks, now: number): Finding {
  const running = processes.filter(({ seenAt }) => seenAt >= now - SEEN_WITHIN_MS);
  const members = differingLocks([here, ...running.map(({ locks }) => locks)]);
  if (members.length > 0) {
    const found = `running processes, or these settings, lock ${members.join(', ')} to different values`;
    return warning('policy', found, 'give every process the same settings, and restart those that differ');
  }
  const locked = Object.keys(here);
  return ok('policy', locked.length === 0 ? 'nothing of it is locked' : `locked by the settings: ${locked.join(', ')}`);
}

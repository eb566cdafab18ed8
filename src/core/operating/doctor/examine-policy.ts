// Checks that the processes of one server lock the same parts of the policy (contract 29).
import { differingLocks, type Locks, SEEN_WITHIN_MS } from '../../server/policy/compare-locks.ts';
import type { ProcessLocks } from '../../server/policy/policy-store.ts';
import { type Finding, findingOf, ok, warning } from './finding.ts';

export const POLICY_FINDINGS = {
  'policy-unlocked': ok('policy', 'nothing of it is locked'),
  'policy-locked': ok('policy', 'locked by the settings: {members}'),
  'policy-differs': warning(
    'policy',
    'running processes, or these settings, lock {members} to different values',
    'give every process the same settings, and restart those that differ',
  ),
} as const;
const tell = findingOf(POLICY_FINDINGS);

/** @param here what the settings that `doctor` reads lock */
export function examinePolicy(processes: readonly ProcessLocks[], here: Locks, now: number): Finding {
  const running = processes.filter(({ seenAt }) => seenAt >= now - SEEN_WITHIN_MS);
  const differing = differingLocks([here, ...running.map(({ locks }) => locks)]);
  if (differing.length > 0) return tell('policy-differs', { members: differing.join(', ') });
  const locked = Object.keys(here);
  return locked.length === 0 ? tell('policy-unlocked') : tell('policy-locked', { members: locked.join(', ') });
}

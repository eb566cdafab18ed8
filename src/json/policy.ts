// The policy as the API returns it and `--json` prints it (contract 29).
import type { LivePolicy } from '../core/policy/live-policy.ts';
import { followedPolicy, POLICY_KEYS, policyMember } from '../core/policy/policy.ts';

/** `locked`: what cannot be changed here, and what gives it. */
export function policyJson({ kinds, stored }: LivePolicy) {
  const values = followedPolicy(kinds, stored());
  const locked = POLICY_KEYS.flatMap((key) => {
    const by = kinds[key].locked?.by;
    return by === undefined ? [] : [[policyMember(key), by] as const];
  });
  return {
    ...Object.fromEntries(POLICY_KEYS.map((key) => [policyMember(key), values[key] ?? null])),
    locked: Object.fromEntries(locked),
  };
}

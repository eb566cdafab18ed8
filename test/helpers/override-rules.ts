// Gives a running server other rules, as after a restart with other settings or a change of the policy.
import type { Rules } from '../../src/core/server/policy/rules.ts';

/**
 * Rules of the policy are getters, which an assignment cannot replace.
 * @returns a function that brings the rules back that were there before
 */
export function overrideRules(rules: Readonly<Rules>, values: Readonly<Partial<Rules>>): () => void {
  const before = Object.getOwnPropertyDescriptors(rules);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(rules, name, { value, configurable: true, enumerable: true });
  }
  return () => void Object.defineProperties(rules, before);
}

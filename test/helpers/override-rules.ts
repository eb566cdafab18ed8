// Gives a running server other rules, as after a restart with other settings or a change of the policy.
import type { Rules } from '../../src/core/ports.ts';

/** Rules of the policy are getters, which an assignment cannot replace. */
export function overrideRules(rules: Readonly<Rules>, values: Readonly<Partial<Rules>>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(rules, name, { value, configurable: true, enumerable: true });
  }
}

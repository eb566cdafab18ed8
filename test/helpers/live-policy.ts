// The policy of a test's ports: what is stored in their database, and the defaults of the settings.
import { createLivePolicy, type LivePolicy } from '../../src/core/server/policy/live-policy.ts';
import type { PolicyStore } from '../../src/core/server/policy/policy-store.ts';
import { peekSettings } from '../../src/settings/config.ts';
import { policyKinds } from '../../src/settings/policy-kinds.ts';

/** @param env settings, which lock what they give */
export function givenLivePolicy(
  policy: Pick<PolicyStore, 'list'>,
  { env = {}, hasMail = false }: { env?: Record<string, string>; hasMail?: boolean } = {},
): LivePolicy {
  const { values, policySources } = peekSettings({ env });
  return createLivePolicy(policy, { kinds: policyKinds({ ...values, policySources }), hasMail });
}

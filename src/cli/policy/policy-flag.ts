// The flag of a key of the policy.
import { type PolicyKey, policyMember } from '../../core/policy/policy.ts';

/** `serviceName` → `service-name`. */
export const policyFlag = (key: PolicyKey): string => policyMember(key).replaceAll('_', '-');

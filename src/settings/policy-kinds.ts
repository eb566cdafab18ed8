// What this process's settings make of the policy: the defaults, and what they lock (contract 29).
import { isLogoKey, type PolicyKey, type PolicyKind, type PolicyKinds } from '../core/server/policy/policy.ts';
import { POLICY, POLICY_KEYS, type PolicyEntry, type PolicySetting } from '../schema/policy/policy-keys.ts';
import type { SettingValues } from '../schema/settings/settings.ts';
import { readWritten } from '../schema/written.ts';

type Given = Pick<SettingValues, PolicySetting | 'policyLocked' | 'smtpUrl' | 'authUrl'> & {
  /** Where the settings give a key of the policy. */
  policySources: Readonly<Partial<Record<PolicyKey, string>>>;
};

/** What locks the keys that the settings do not give. */
const ALL_LOCKED = 'LATCHKEY_POLICY_LOCKED';

/** The default of a key: what is followed where nothing is given and nothing stored. */
export function policyDefault(key: PolicyKey, settings: Pick<Given, 'smtpUrl' | 'authUrl'>): unknown {
  const { defaultOf, fallback }: PolicyEntry = POLICY[key];
  return defaultOf ? defaultOf(settings) : fallback;
}

export function policyKinds(settings: Given): PolicyKinds {
  const given: Readonly<Partial<Record<PolicyKey, unknown>>> = settings;
  const kindOf = (key: PolicyKey): PolicyKind => {
    const { schema, tokenMay, description }: PolicyEntry = POLICY[key];
    const byDefault = policyDefault(key, settings);
    const by = settings.policySources[key] ?? (settings.policyLocked ? ALL_LOCKED : undefined);
    return {
      read: (raw) => readWritten(schema, raw),
      byDefault,
      tokenMay,
      locked: by === undefined ? undefined : { value: given[key] ?? byDefault, by },
      keepsStored: description === undefined && !isLogoKey(key),
    };
  };
  return Object.fromEntries(POLICY_KEYS.map((key) => [key, kindOf(key)])) as PolicyKinds;
}

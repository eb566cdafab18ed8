// The keys of the policy, described by the settings of the same name: what is allowed, the default, and whether this
// process's settings lock them (contract 29).
import {
  POLICY_KEYS,
  type PolicyKey,
  type PolicyKind,
  type PolicyKinds,
  type PolicySetting,
  type PolicyValues,
} from '../core/policy/policy.ts';
import { readServiceLogo, SERVICE_LOGO_RULE } from '../core/policy/service-logo.ts';
import type { Definition } from './define.ts';
import { requiresVerifiedEmail } from './mail-settings.ts';
import { SETTINGS, type SettingValues } from './schema.ts';
import { secondFactorOf } from './second-factor-setting.ts';

type Given = Pick<SettingValues, PolicySetting | 'policyLocked' | 'smtpUrl' | 'authUrl'> & {
  /** Where the settings give a key of the policy. */
  policySources: Readonly<Partial<Record<PolicySetting, string>>>;
};

/** What locks the keys that the settings do not give. */
const ALL_LOCKED = 'LATCHKEY_POLICY_LOCKED';

export function policyKinds(settings: Given): PolicyKinds {
  const values: Omit<PolicyValues, 'logo'> = {
    ...settings,
    requireVerifiedEmail: requiresVerifiedEmail(settings),
    secondFactor: secondFactorOf(settings),
  };
  const defaults: Partial<Record<PolicyKey, unknown>> = {
    requireVerifiedEmail: requiresVerifiedEmail({ ...settings, requireVerifiedEmail: undefined }),
    secondFactor: secondFactorOf({ ...settings, secondFactor: undefined }),
  };
  const kindOf = (key: PolicySetting): PolicyKind => {
    const { read, allowed, explain, fallback }: Definition = SETTINGS[key];
    const by = settings.policySources[key] ?? (settings.policyLocked ? ALL_LOCKED : undefined);
    return {
      read,
      allowed,
      explain,
      byDefault: key in defaults ? defaults[key] : read(fallback)?.value,
      locked: by === undefined ? undefined : { value: values[key], by },
    };
  };
  const logo: PolicyKind = {
    ...{ read: readServiceLogo, allowed: SERVICE_LOGO_RULE, byDefault: undefined },
    locked: settings.policyLocked ? { value: undefined, by: ALL_LOCKED } : undefined,
  };
  return Object.fromEntries(POLICY_KEYS.map((key) => [key, key === 'logo' ? logo : kindOf(key)])) as PolicyKinds;
}

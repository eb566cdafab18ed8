// The keys of the policy, described by the settings of the same name: what is allowed, the default, and whether this
// process's settings lock them (contract 29).
import {
  POLICY_SETTINGS,
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
import { USERNAME_LIST_RULE, usernameList } from './username-list.ts';

type Given = Pick<SettingValues, PolicySetting | 'policyLocked' | 'smtpUrl' | 'authUrl'> & {
  /** Where the settings give a key of the policy. */
  policySources: Readonly<Partial<Record<PolicySetting, string>>>;
};

/** What locks the keys that the settings do not give. */
const ALL_LOCKED = 'LATCHKEY_POLICY_LOCKED';

export function policyKinds(settings: Given): PolicyKinds {
  const values: Pick<PolicyValues, PolicySetting> = {
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
  const reservedUsernames: PolicyKind = {
    ...{ read: usernameList, allowed: USERNAME_LIST_RULE, byDefault: [], keepsStored: true },
    locked: settings.policyLocked ? { value: [], by: ALL_LOCKED } : undefined,
  };
  const given = Object.fromEntries(POLICY_SETTINGS.map((key) => [key, kindOf(key)]));
  return { ...given, logo, reservedUsernames } as PolicyKinds;
}

// The policy (contract 29): its keys, and what a process follows, from what is locked, what is stored and the defaults.
import type { Document } from '../../ground/document.ts';
import type { SecondFactorPolicy } from '../../ground/factor-policy.ts';
import type { ServiceLogo } from './service-logo.ts';

export type PolicyValues = {
  serviceName: string;
  /** `#rrggbb`. */
  accentColor: string;
  logo: ServiceLogo | undefined;
  /** On dark pages in its place. Undefined: the same there. */
  logoDark: ServiceLogo | undefined;
  supportContact: string | undefined;
  openRegistration: boolean;
  requireVerifiedEmail: boolean;
  /** None: all. */
  allowedEmailDomains: readonly string[];
  refusedEmailDomains: readonly string[];
  openOwnership: boolean;
  /** Usernames that only operators give. */
  reservedUsernames: readonly string[];
  secondFactor: SecondFactorPolicy;
  /** In years; 0: people are not asked. */
  minimumAge: number;
  documents: readonly Document[];
  /** How long a deleted account can be restored; 0: not at all. */
  deletionDelayDays: number;
};

export type PolicyKey = keyof PolicyValues;

/** Keys whose value is an image. */
export const LOGO_KEYS = ['logo', 'logoDark'] as const satisfies readonly PolicyKey[];
export type LogoKey = (typeof LOGO_KEYS)[number];

export const isLogoKey = (key: PolicyKey): key is LogoKey => LOGO_KEYS.some((one) => one === key);

/** Keys with a plain value. A logo, a file, is changed by itself. */
export type PlainPolicyKey = Exclude<PolicyKey, LogoKey>;

/** Keys whose value is typed or chosen: all but those that a checkbox sets. */
export type TypedPolicyKey = {
  [Key in PlainPolicyKey]: PolicyValues[Key] extends boolean ? never : Key;
}[PlainPolicyKey];

/** Keys with one of several words. */
export type PolicyChoice = {
  [Key in PlainPolicyKey]: PolicyValues[Key] extends string ? (string extends PolicyValues[Key] ? never : Key) : never;
}[PlainPolicyKey];

/** `serviceName` → `service_name`: its name in the API, and as a setting. */
export const policyMember = (key: PolicyKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a token may do to a key: all, add to its list, or nothing, because no token makes or weakens rights. */
export type TokenMay = 'change' | 'add' | 'nothing';

/** What is wrong with a value: where in it, and what is allowed instead. */
export type PolicyFault = { path: readonly (string | number)[]; allowed: string };

/** What a key may be, and what the settings of this process say about it. */
export type PolicyKind<Value = unknown> = {
  read(raw: unknown): { value: Value } | { faults: readonly PolicyFault[] };
  byDefault: Value;
  tokenMay: TokenMay;
  /** Given by the settings: it cannot be changed here. `by`: where, such as `LATCHKEY_SERVICE_NAME`. */
  locked: { value: Value; by: string } | undefined;
  /** What is stored counts also while it is locked: no setting gives another value. */
  keepsStored?: boolean;
};

export type PolicyKinds = { readonly [Key in PolicyKey]: PolicyKind<PolicyValues[Key]> };

/** In the order in which they are shown. */
export const policyKeys = (kinds: PolicyKinds): PolicyKey[] => Object.keys(kinds) as PolicyKey[];

/** Values as stored, by key. Absent or undefined: the default. */
export type StoredValues = Readonly<Partial<Record<PolicyKey, unknown>>>;

export const storedIn = (rows: readonly { key: string; value: unknown }[]): StoredValues =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]));

/** A stored value that is no longer allowed counts as absent. */
export function followedPolicy(kinds: PolicyKinds, stored: StoredValues): PolicyValues {
  const followed = (key: PolicyKey): unknown => {
    const { locked, read, byDefault, keepsStored = false }: PolicyKind = kinds[key];
    if (locked && !keepsStored) return locked.value;
    const raw = stored[key];
    const allowed = raw === undefined || raw === null ? undefined : read(raw);
    return allowed && 'value' in allowed ? allowed.value : byDefault;
  };
  return Object.fromEntries(policyKeys(kinds).map((key) => [key, followed(key)])) as PolicyValues;
}

export type PolicyConflict = 'policy-needs-mail' | 'policy-needs-verified-addresses';

/** What of it cannot hold together. @param hasMail whether this server sends mail, or keeps it in memory */
export function policyConflicts(policy: PolicyValues, hasMail: boolean): PolicyConflict[] {
  const conflicts: PolicyConflict[] = [];
  if (policy.requireVerifiedEmail && !hasMail) conflicts.push('policy-needs-mail');
  // Anybody can type an address of the domain.
  if (policy.allowedEmailDomains.length > 0 && !policy.requireVerifiedEmail) {
    conflicts.push('policy-needs-verified-addresses');
  }
  return conflicts;
}

/**
 * What a process does with a policy that cannot hold together there, because its settings differ from those of the
 * process where it was decided: nobody signs up, and nobody is asked for a mail that never comes.
 */
export function safePolicy(policy: PolicyValues, hasMail: boolean): PolicyValues {
  const conflicts = policyConflicts(policy, hasMail);
  if (conflicts.length === 0) return policy;
  return { ...policy, openRegistration: false, requireVerifiedEmail: policy.requireVerifiedEmail && hasMail };
}

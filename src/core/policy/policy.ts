// The policy (contract 29): its keys, and what a process follows, from what is locked, what is stored and the defaults.
import type { Document } from '../documents/document.ts';
import type { SecondFactorPolicy } from '../factors/factor-policy.ts';
import type { ServiceLogo } from './service-logo.ts';

export type PolicyValues = {
  serviceName: string;
  /** `#rrggbb`. */
  accentColor: string;
  logo: ServiceLogo | undefined;
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

/** In the order in which they are shown. */
export const POLICY_KEYS = [
  'serviceName',
  'accentColor',
  'logo',
  'supportContact',
  'openRegistration',
  'requireVerifiedEmail',
  'allowedEmailDomains',
  'refusedEmailDomains',
  'openOwnership',
  'reservedUsernames',
  'secondFactor',
  'minimumAge',
  'documents',
  'deletionDelayDays',
] as const satisfies readonly PolicyKey[];

/** `serviceName` → `service_name`: its name in the API, and as a setting. */
export const policyMember = (key: PolicyKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Keys with a plain value. The logo, a file, is changed by itself. */
export type PlainPolicyKey = Exclude<PolicyKey, 'logo'>;
export const PLAIN_POLICY_KEYS: readonly PlainPolicyKey[] = POLICY_KEYS.filter((key) => key !== 'logo');

/** Keys that settings give too. Usernames are data, like the accounts that have some. */
export type PolicySetting = Exclude<PlainPolicyKey, 'reservedUsernames'>;
export const POLICY_SETTINGS: readonly PolicySetting[] = PLAIN_POLICY_KEYS.filter((key) => key !== 'reservedUsernames');

/** What a key may be, and what the settings of this process say about it. */
export type PolicyKind<Value = unknown> = {
  /** @returns undefined: the value is not allowed */
  read(raw: unknown): { value: Value } | undefined;
  allowed: string;
  /** Faults inside a value that `read` refuses. `at`: where, such as `[1].title.ko`. */
  explain?: ((raw: unknown) => readonly { at: string; found: string; allowed: string }[]) | undefined;
  byDefault: Value;
  /** Given by the settings: it cannot be changed here. `by`: where, such as `LATCHKEY_SERVICE_NAME`. */
  locked: { value: Value; by: string } | undefined;
  /** What is stored counts also while it is locked: no setting gives another value. */
  keepsStored?: boolean;
};

export type PolicyKinds = { readonly [Key in PolicyKey]: PolicyKind<PolicyValues[Key]> };

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
    return allowed ? allowed.value : byDefault;
  };
  return Object.fromEntries(POLICY_KEYS.map((key) => [key, followed(key)])) as PolicyValues;
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

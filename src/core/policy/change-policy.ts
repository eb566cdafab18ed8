// Changes the policy (contract 29): every fault at once, then what conflicts, then one atomic write.
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import {
  followedPolicy,
  POLICY_KEYS,
  type PolicyConflict,
  type PolicyKey,
  type PolicyKind,
  type PolicyValues,
  policyConflicts,
  policyMember,
  type StoredValues,
} from './policy.ts';

/** Raw values by key; null: the default. */
export type WantedPolicy = Readonly<Partial<Record<PolicyKey, unknown>>>;

export type PolicyRefusal = { code: 'policy-locked' | PolicyConflict; detail: string };

export type PolicyChanged =
  | { kind: 'changed'; keys: readonly PolicyKey[] }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** It conflicts with the settings or with the rest of the policy. */
  | { kind: 'conflict'; refusals: readonly PolicyRefusal[] }
  /** Somebody else changed it since it was shown. */
  | { kind: 'stale' }
  /** The account that acts is no operator's any more. */
  | { kind: 'no-operator' }
  /** A token acts, and these are a person's to change. */
  | { kind: 'needs-person'; keys: readonly PolicyKey[] };

/** Who may own applications, and who must have a second factor: no token makes or weakens rights (contract 32). */
const OF_PERSONS: readonly PolicyKey[] = ['openOwnership', 'secondFactor'];

/** Somebody could take a username that is released, and with it the rights that programs give it. */
function needsPerson(key: PolicyKey, values: StoredValues, current: PolicyValues): boolean {
  if (key !== 'reservedUsernames') return OF_PERSONS.includes(key);
  const kept = (values[key] ?? []) as PolicyValues[typeof key];
  return current[key].some((name) => !kept.includes(name));
}

type Deps = Pick<Ports, 'policy' | 'livePolicy' | 'clock'>;
type Input = {
  wanted: WantedPolicy;
  /** Of the policy that the form showed; undefined: whichever it is now. */
  revision?: number | undefined;
  proof?: SessionProof | undefined;
  /** Whether an API token or a machine token acts. */
  byToken?: boolean;
};

/** Changes that race with this one are read and checked against again. */
const MAX_TRIES = 5;

/** @throws Unavailable; ConfirmationNeeded */
export async function changePolicy(
  deps: Deps,
  { wanted, revision, proof, byToken = false }: Input,
): Promise<PolicyChanged> {
  const { livePolicy, policy, clock } = deps;
  const faults = policyFaults(livePolicy.kinds, wanted);
  if (faults.length > 0) return { kind: 'refused', faults };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await livePolicy.refresh();
    const shown = livePolicy.revision();
    if (revision !== undefined && revision !== shown) return { kind: 'stale' };
    const values = changesOf(deps, wanted);
    const keys = POLICY_KEYS.filter((key) => key in values);
    const current = followedPolicy(livePolicy.kinds, livePolicy.stored());
    const ofPersons = keys.filter((key) => byToken && needsPerson(key, values, current));
    if (ofPersons.length > 0) return { kind: 'needs-person', keys: ofPersons };
    const refusals = refusalsOf(deps, values);
    if (refusals.length > 0) return { kind: 'conflict', refusals };
    if (keys.length === 0) return { kind: 'changed', keys };
    const done = await policy.change({ revision: shown, values, now: clock.now(), proof });
    if (done === 'no-operator') return { kind: done };
    if (done === 'stored') {
      await livePolicy.refresh();
      return { kind: 'changed', keys };
    }
  }
  return { kind: 'stale' };
}

/** Faults of the values, each with the path of its member. */
export function policyFaults(kinds: Deps['livePolicy']['kinds'], wanted: WantedPolicy): Fault[] {
  return POLICY_KEYS.flatMap((key): Fault[] => {
    const raw = wanted[key];
    const { read, allowed, explain }: PolicyKind = kinds[key];
    if (raw === undefined || raw === null || read(raw)) return [];
    const fault = (at: string, words: string): Fault => ({
      path: [policyMember(key), ...stepsOf(at)],
      code: 'policy-value',
      detail: `Not valid; allowed: ${words}.`,
      values: { allowed: words },
    });
    return explain?.(raw).map((inside) => fault(inside.at, inside.allowed)) ?? [fault('', allowed)];
  });
}

/** `[1].title.ko` → `[1, 'title', 'ko']`. */
const stepsOf = (at: string): (string | number)[] =>
  (at.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs from what is followed now. Undefined: the default. */
function changesOf({ livePolicy }: Deps, wanted: WantedPolicy): StoredValues {
  const current = followedPolicy(livePolicy.kinds, livePolicy.stored());
  const entries = POLICY_KEYS.flatMap((key): [PolicyKey, unknown][] => {
    const raw = wanted[key];
    if (raw === undefined) return [];
    const kind: PolicyKind = livePolicy.kinds[key];
    const value = raw === null ? kind.byDefault : kind.read(raw)?.value;
    return isSame(value, current[key]) ? [] : [[key, raw === null ? undefined : value]];
  });
  return Object.fromEntries(entries);
}

const CONFLICTS: Readonly<Record<PolicyConflict, string>> = {
  'policy-needs-mail': 'require_verified_email needs a mail server (the setting smtp_url).',
  'policy-needs-verified-addresses':
    'allowed_email_domains needs require_verified_email: anybody can type an address of these domains.',
};

function refusalsOf({ livePolicy }: Deps, values: StoredValues): PolicyRefusal[] {
  const { kinds, hasMail, stored } = livePolicy;
  const locked = POLICY_KEYS.flatMap((key): PolicyRefusal[] => {
    const by = key in values ? kinds[key].locked?.by : undefined;
    if (by === undefined) return [];
    return [{ code: 'policy-locked', detail: `${policyMember(key)} is locked by ${by}.` }];
  });
  const conflicts = policyConflicts(followedPolicy(kinds, { ...stored(), ...values }), hasMail);
  return [...locked, ...conflicts.map((code) => ({ code, detail: CONFLICTS[code] }))];
}

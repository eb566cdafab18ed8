// Changes the policy (contract 29): every fault at once, then what conflicts, then one atomic write.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import { bindsOperators } from '../../ground/factor-policy.ts';
import type { Fault } from '../../ground/fault.ts';
import type { Ports } from '../ports.ts';
import {
  followedPolicy,
  type PolicyConflict,
  type PolicyKey,
  type PolicyKind,
  policyConflicts,
  policyKeys,
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
  /** It would ask the person who acts for a second factor, and they have none. */
  | { kind: 'needs-own-factor' }
  /** A token acts, and these are a person's to change. */
  | { kind: 'needs-person'; keys: readonly PolicyKey[] };

/** A token does not do this to the key. What it may add to, it takes nothing off. */
function needsPerson({ tokenMay }: PolicyKind, value: unknown, current: unknown): boolean {
  if (tokenMay !== 'add') return tokenMay === 'nothing';
  const kept = (value ?? []) as readonly unknown[];
  return (current as readonly unknown[]).some((entry) => !kept.includes(entry));
}

export type ChangePolicyDeps = Pick<Ports, 'policy' | 'livePolicy' | 'clock'> & {
  rules: Pick<Ports['rules'], 'passkeyRpId'>;
};
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
  deps: ChangePolicyDeps,
  { wanted, revision, proof, byToken = false }: Input,
): Promise<PolicyChanged> {
  const { livePolicy, policy, clock, rules } = deps;
  const faults = policyFaults(livePolicy.kinds, wanted);
  if (faults.length > 0) return { kind: 'refused', faults };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await livePolicy.refresh();
    const shown = livePolicy.revision();
    if (revision !== undefined && revision !== shown) return { kind: 'stale' };
    const values = changesOf(deps, wanted);
    const keys = policyKeys(livePolicy.kinds).filter((key) => key in values);
    const current = followedPolicy(livePolicy.kinds, livePolicy.stored());
    const ofPersons = keys.filter((key) => byToken && needsPerson(livePolicy.kinds[key], values[key], current[key]));
    if (ofPersons.length > 0) return { kind: 'needs-person', keys: ofPersons };
    const refusals = refusalsOf(deps, values);
    if (refusals.length > 0) return { kind: 'conflict', refusals };
    if (keys.length === 0) return { kind: 'changed', keys };
    const ownFactor = bindsActing(deps, values) ? { rpId: rules.passkeyRpId } : undefined;
    const done = await policy.change({ revision: shown, values, now: clock.now(), proof, ownFactor });
    if (done === 'no-operator') return { kind: done };
    if (done === 'no-factor') return { kind: 'needs-own-factor' };
    if (done === 'stored') {
      await livePolicy.refresh();
      return { kind: 'changed', keys };
    }
  }
  return { kind: 'stale' };
}

/**
 * Whether operators need a second factor by this change. Whoever makes it sets theirs up first: afterwards the console
 * asks them for it at the next click, and where mail does not arrive, they could not even begin (contract 24). The
 * command line is no person, and is the way back for whoever is locked out.
 */
function bindsActing({ livePolicy: { kinds, stored } }: ChangePolicyDeps, values: StoredValues): boolean {
  return 'secondFactor' in values && bindsOperators(followedPolicy(kinds, { ...stored(), ...values }).secondFactor);
}

/** Faults of the values, each with the path of its member. */
export function policyFaults(kinds: ChangePolicyDeps['livePolicy']['kinds'], wanted: WantedPolicy): Fault[] {
  return policyKeys(kinds).flatMap((key): Fault[] => {
    const raw = wanted[key];
    const read = raw === undefined || raw === null ? { faults: [] } : kinds[key].read(raw);
    const faults = 'faults' in read ? read.faults : [];
    return faults.map(({ path, allowed }) => ({
      path: [policyMember(key), ...path],
      code: 'policy-value',
      detail: `Not valid; allowed: ${allowed}.`,
      values: { allowed },
    }));
  });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs from what is followed now. Undefined: the default. */
function changesOf({ livePolicy }: ChangePolicyDeps, wanted: WantedPolicy): StoredValues {
  const current = followedPolicy(livePolicy.kinds, livePolicy.stored());
  const entries = policyKeys(livePolicy.kinds).flatMap((key): [PolicyKey, unknown][] => {
    const raw = wanted[key];
    if (raw === undefined) return [];
    const kind: PolicyKind = livePolicy.kinds[key];
    const read = raw === null ? { value: kind.byDefault } : kind.read(raw);
    const value = 'value' in read ? read.value : undefined;
    return isSame(value, current[key]) ? [] : [[key, raw === null ? undefined : value]];
  });
  return Object.fromEntries(entries);
}

const CONFLICTS: Readonly<Record<PolicyConflict, string>> = {
  'policy-needs-mail': 'require_verified_email needs a mail server (the setting smtp_url).',
  'policy-needs-verified-addresses':
    'allowed_email_domains needs require_verified_email: anybody can type an address of these domains.',
};

function refusalsOf({ livePolicy }: ChangePolicyDeps, values: StoredValues): PolicyRefusal[] {
  const { kinds, hasMail, stored } = livePolicy;
  const locked = policyKeys(kinds).flatMap((key): PolicyRefusal[] => {
    const by = key in values ? kinds[key].locked?.by : undefined;
    if (by === undefined) return [];
    return [{ code: 'policy-locked', detail: `${policyMember(key)} is locked by ${by}.` }];
  });
  const conflicts = policyConflicts(followedPolicy(kinds, { ...stored(), ...values }), hasMail);
  return [...locked, ...conflicts.map((code) => ({ code, detail: CONFLICTS[code] }))];
}

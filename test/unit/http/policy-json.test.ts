// A patch of the policy names what is to change: what it does not name stays as it is (contract 29).
import { describe, expect, test } from 'vitest';
import { type PlainPolicyKey, policyMember } from '../../../src/core/server/policy/policy.ts';
import { readPolicyPatch } from '../../../src/http/api/json/policy-json.ts';
import { PLAIN_POLICY_KEYS } from '../../../src/schema/policy/policy-keys.ts';

const SENT: Readonly<Record<PlainPolicyKey, unknown>> = {
  serviceName: 'Acme',
  accentColor: '#0a7d32',
  supportContact: 'help@acme.example',
  openRegistration: false,
  requireVerifiedEmail: true,
  allowedEmailDomains: ['acme.example'],
  refusedEmailDomains: [],
  openOwnership: true,
  reservedUsernames: ['ada'],
  secondFactor: 'everyone',
  minimumAge: 14,
  documents: [{ id: 'terms' }],
  deletionDelayDays: 0,
};

/** What a patch would change, without members that it leaves alone. */
function wantedBy(patch: unknown): unknown {
  const { wanted, faults } = readPolicyPatch(patch);
  expect(faults).toEqual([]);
  return JSON.parse(JSON.stringify(wanted));
}

describe('contract 29: a patch', () => {
  test('of nothing changes nothing', () => {
    expect(wantedBy({})).toEqual({});
  });

  test.each(PLAIN_POLICY_KEYS)('of %s alone changes nothing else, and null stands for its default', (key) => {
    for (const value of [SENT[key], null]) expect(wantedBy({ [policyMember(key)]: value })).toEqual({ [key]: value });
  });
});

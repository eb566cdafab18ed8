// The policy in requests and responses (contract 29).
import * as z from 'zod/mini';
import type { Fault } from '../../../core/ground/fault.ts';
import type { WantedPolicy } from '../../../core/server/policy/change-policy.ts';
import { isLogoKey, policyMember } from '../../../core/server/policy/policy.ts';
import { logoMember } from '../../../json/policy.ts';
import { describedOneOf, flag, listOf, text, uri } from '../../../schema/api/kinds.ts';
import { atFirstUse } from '../../../schema/at-first-use.ts';
import { PLAIN_POLICY_KEYS, POLICY, POLICY_KEYS, type PolicyEntry } from '../../../schema/policy/policy-keys.ts';
import { readWith } from '../../../schema/read.ts';

/** Only the type: which values are allowed is a rule of the policy. */
function schemaOf({ member: description, ...entry }: PolicyEntry): z.ZodMiniType {
  switch (entry.control) {
    case 'text':
      return text(description);
    case 'optional-text':
      return z.nullable(text(description));
    case 'flag':
      return flag(description);
    case 'choice':
      return describedOneOf(entry.words, description);
    case 'number':
      return z.int().check(z.minimum(entry.from), z.maximum(entry.to), z.describe(description));
    case 'list':
      return listOf(z.string(), description);
    case 'documents':
      return listOf(document(), description);
    case 'logo':
      return z.readonly(z.nullable(uri(description)));
  }
}

const document = () =>
  z.unknown().check(
    z.meta({
      type: 'object',
      additionalProperties: {},
      description: 'id, kind, required, version, and title and uri by language.',
    }),
  );

export const policySchema = atFirstUse(() =>
  z.strictObject({
    ...Object.fromEntries(
      POLICY_KEYS.map((key) => [isLogoKey(key) ? logoMember(key) : policyMember(key), schemaOf(POLICY[key])]),
    ),
    locked: z.readonly(
      z
        .record(z.string(), z.string())
        .check(z.describe('Members that cannot be changed here, and where they are given.')),
    ),
  }),
);

/** Reads a merge patch: null stands for the default. */
export function readPolicyPatch(body: unknown): { wanted: WantedPolicy; faults: readonly Fault[] } {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const sent = isObject ? (body as Readonly<Record<string, unknown>>) : {};
  const removed = PLAIN_POLICY_KEYS.filter((key) => sent[policyMember(key)] === null);
  const members = removed.map(policyMember);
  const rest = isObject ? Object.fromEntries(Object.entries(sent).filter(([name]) => !members.includes(name))) : body;
  const { value = {}, faults } = readWith(policySchema(), rest);
  const read = value as Readonly<Record<string, unknown>>;
  const wanted = PLAIN_POLICY_KEYS.map((key) => [key, removed.includes(key) ? null : read[policyMember(key)]]);
  return { wanted: Object.fromEntries(wanted), faults };
}

// The policy in requests and responses (contract 29).
import * as z from 'zod/mini';
import { SECOND_FACTOR_POLICIES } from '../../../core/factors/factor-policy.ts';
import type { Fault } from '../../../core/fault.ts';
import type { WantedPolicy } from '../../../core/policy/change-policy.ts';
import { PLAIN_POLICY_KEYS, policyMember } from '../../../core/policy/policy.ts';
import { flag, text, uri } from '../../../schema/api/kinds.ts';
import { atFirstUse } from '../../../schema/at-first-use.ts';
import { readWith } from '../../../schema/read.ts';

const wholeNumber = (description: string, least: number, most: number) =>
  z.int().check(z.minimum(least), z.maximum(most), z.describe(description));

const list = <Entry extends z.ZodMiniType>(entry: Entry, description: string) =>
  z.array(entry).check(z.describe(description));

export const policySchema = atFirstUse(() =>
  z.strictObject({
    service_name: text('Name of the service, 1 to 60 characters.'),
    accent_color: text('Color of buttons and links, as #rrggbb.'),
    logo_uri: z.readonly(
      z.nullable(uri('URL of the logo; null without one. Changes with the image, which is set at /policy/logo.')),
    ),
    support_contact: z.nullable(text('An email address or an https URL, shown to users who need help.')),
    open_registration: flag('Whether anyone can create an account.'),
    require_verified_email: flag('Whether an account needs a verified address. Needs a mail server.'),
    allowed_email_domains: list(
      z.string(),
      'The only domains with which people can sign up; empty: all. Needs verified addresses.',
    ),
    refused_email_domains: list(z.string(), 'Domains with which nobody can sign up, with their subdomains.'),
    reserved_usernames: list(
      z.string(),
      'Usernames that only operators give, with all that read the same, besides those that always are. A token adds some, and releases none.',
    ),
    open_ownership: flag('Whether any user can become an application owner.'),
    second_factor: z.enum(SECOND_FACTOR_POLICIES).check(z.describe('Who must have a second factor.')),
    minimum_age: wholeNumber('In years; 0: people are not asked.', 0, 120),
    // What is wrong inside is found by the rules of the policy.
    documents: list(
      z.unknown().check(
        z.meta({
          type: 'object',
          additionalProperties: {},
          description: 'id, kind, required, version, and title and uri by language.',
        }),
      ),
      'What people agree to when they create an account.',
    ),
    deletion_delay_days: wholeNumber('How long a deleted account can be restored; 0: not at all.', 0, 30),
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

// The policy in requests and responses (contract 29).
import { SECOND_FACTOR_POLICIES } from '../../../core/factors/factor-policy.ts';
import type { Fault } from '../../../core/fault.ts';
import type { WantedPolicy } from '../../../core/policy/change-policy.ts';
import { PLAIN_POLICY_KEYS, policyMember } from '../../../core/policy/policy.ts';
import { flag, listOf, objectOf, oneOf, readOnly, readShape, type Shape, text, textOrNull } from './shape.ts';

const wholeNumber = (description: string, minimum: number, maximum: number): Shape<number> => ({
  json: { type: 'integer', minimum, maximum, description },
  read(value, path, faults) {
    if (Number.isSafeInteger(value)) return value as number;
    faults.push({ path, code: 'type-wrong', detail: 'This must be a whole number.' });
    return undefined;
  },
});

/** What is wrong inside is found by the rules of the policy. */
const anyObject = (description: string): Shape<unknown> => ({
  json: { type: 'object', additionalProperties: {}, description },
  read: (value) => value as never,
});

const domains = (description: string) => listOf(text(), {}, { description });

export const policyShape = objectOf({
  service_name: text({ description: 'Name of the service, 1 to 60 characters.' }),
  accent_color: text({ description: 'Color of buttons and links, as #rrggbb.' }),
  logo_uri: readOnly({
    type: ['string', 'null'],
    format: 'uri',
    description: 'URL of the logo; null without one. Changes with the image, which is set at /policy/logo.',
  }),
  support_contact: textOrNull({
    type: ['string', 'null'],
    description: 'An email address or an https URL, shown to users who need help.',
  }),
  open_registration: flag({ description: 'Whether anyone can create an account.' }),
  require_verified_email: flag({ description: 'Whether an account needs a verified address. Needs a mail server.' }),
  allowed_email_domains: domains(
    'The only domains with which people can sign up; empty: all. Needs verified addresses.',
  ),
  refused_email_domains: domains('Domains with which nobody can sign up, with their subdomains.'),
  reserved_usernames: listOf(
    text(),
    {},
    {
      description:
        'Usernames that only operators give, with all that read the same, besides those that always are. A token adds some, and releases none.',
    },
  ),
  open_ownership: flag({ description: 'Whether any user can become an application owner.' }),
  second_factor: oneOf(SECOND_FACTOR_POLICIES, { description: 'Who must have a second factor.' }),
  minimum_age: wholeNumber('In years; 0: people are not asked.', 0, 120),
  documents: listOf(
    anyObject('id, kind, required, version, and title and uri by language.'),
    {},
    {
      description: 'What people agree to when they create an account.',
    },
  ),
  deletion_delay_days: wholeNumber('How long a deleted account can be restored; 0: not at all.', 0, 30),
  locked: readOnly({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Members that cannot be changed here, and where they are given.',
  }),
});

/** Reads a merge patch: null stands for the default. */
export function readPolicyPatch(body: unknown): { wanted: WantedPolicy; faults: readonly Fault[] } {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const sent = isObject ? (body as Readonly<Record<string, unknown>>) : {};
  const removed = PLAIN_POLICY_KEYS.filter((key) => sent[policyMember(key)] === null);
  const members = removed.map(policyMember);
  const rest = isObject ? Object.fromEntries(Object.entries(sent).filter(([name]) => !members.includes(name))) : body;
  const { value = {}, faults } = readShape(policyShape, rest);
  const read = value as Readonly<Record<string, unknown>>;
  const wanted = PLAIN_POLICY_KEYS.map((key) => [key, removed.includes(key) ? null : read[policyMember(key)]]);
  return { wanted: Object.fromEntries(wanted), faults };
}

// The policy (contract 29): each key once. Settings, API, OpenAPI, console, commands and the tables of the docs follow.
import * as z from 'zod/mini';
import { SECOND_FACTOR_POLICIES } from '../../core/ground/factor-policy.ts';
import {
  isLogoKey,
  type PlainPolicyKey,
  type PolicyKey,
  type PolicyValues,
  policyMember,
  type TokenMay,
} from '../../core/server/policy/policy.ts';
import { readServiceLogo, SERVICE_LOGO_RULE } from '../../core/server/policy/service-logo.ts';
import type { Setting } from '../settings/setting.ts';
import { parsed, text, trueOrFalse, wholeNumber, writtenOneOf } from '../written.ts';
import { isSupportContact } from './contact-points.ts';
import { documentList } from './documents.ts';
import { emailDomainList } from './email-domains.ts';
import { usernameList } from './username-list.ts';

/** How API and console show a key, and how they read it. */
export type PolicyControl =
  | { control: 'text' | 'optional-text' | 'flag' | 'list' | 'documents' }
  /** An image, which is changed by itself. */
  | { control: 'logo' }
  | { control: 'choice'; words: readonly string[] }
  | { control: 'number'; from: number; to: number };

/** Where it stands on the page. */
export type PolicyGroup = 'brand' | 'signUp' | 'access';

export type PolicyEntry<Value = unknown> = PolicyControl &
  Pick<Setting<Value>, 'schema' | 'fallback' | 'more'> & {
    /** The sentence of its setting. Undefined: no setting gives it, because it is data, like the accounts. */
    description?: string;
    /** Its sentence in the API. */
    member: string;
    group: PolicyGroup;
    tokenMay: TokenMay;
    /** The default where it follows from other settings. */
    defaultOf?: (settings: { smtpUrl: string | undefined; authUrl: string }) => Value;
  };

const flag = { control: 'flag', schema: trueOrFalse } as const;
const optionalFlag = { control: 'flag', schema: z.optional(trueOrFalse), fallback: undefined } as const;
const number = (from: number, to: number, fallback: number) =>
  ({ control: 'number', from, to, schema: wholeNumber(from, to), fallback }) as const;
const emailDomains = { control: 'list', schema: emailDomainList, fallback: [] } as const;

const logo = {
  control: 'logo',
  schema: z.transform((raw: unknown, { issues }) => {
    const read = readServiceLogo(raw);
    if (read) return read.value;
    issues.push({ code: 'custom', input: raw, message: SERVICE_LOGO_RULE });
    return z.NEVER;
  }),
  fallback: undefined,
} as const;

const brand = { group: 'brand', tokenMay: 'change' } as const;
const signUp = { group: 'signUp', tokenMay: 'change' } as const;
const access = { group: 'access', tokenMay: 'change' } as const;

/** Rejects control characters, and those that reverse or hide text (contract 3's rule for texts). */
const isServiceName = (name: string): boolean =>
  !/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(name) &&
  name.trim() === name &&
  name.length >= 1 &&
  [...name].length <= 60;

/** In the order in which they are shown. */
export const POLICY = {
  serviceName: {
    ...brand,
    control: 'text',
    schema: text(isServiceName, '1 to 60 characters without control, bidirectional or zero-width characters'),
    fallback: 'Latchkey',
    description: 'Name of the service, shown on the pages.',
    member: 'Name of the service, 1 to 60 characters.',
  },
  accentColor: {
    ...brand,
    control: 'text',
    schema: parsed(
      (color) => (/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : undefined),
      'a color as #rrggbb, in quotes in the YAML file',
    ),
    fallback: '#2456c7',
    description: 'Color of buttons and links on the pages.',
    member: 'Color of buttons and links, as #rrggbb.',
  },
  logo: {
    ...brand,
    ...logo,
    member: 'URL of the logo; null without one. Changes with the image, which is set at /policy/logo.',
  },
  logoDark: {
    ...brand,
    ...logo,
    member: 'URL of the logo on dark pages; null: the same as on light ones. It is set at /policy/logo-dark.',
  },
  supportContact: {
    ...brand,
    control: 'optional-text',
    schema: z.optional(text(isSupportContact, 'an email address or an https URL')),
    fallback: undefined,
    description: 'Support contact, shown to users who need help, for example after forgetting their password.',
    member: 'An email address or an https URL, shown to users who need help.',
  },
  openRegistration: {
    ...signUp,
    ...flag,
    fallback: true,
    description: 'Lets anyone create an account.',
    more: 'If false, create accounts with `latchkey accounts create`.',
    member: 'Whether anyone can create an account.',
  },
  requireVerifiedEmail: {
    ...signUp,
    ...optionalFlag,
    /** Mail that is only kept in memory offers verification, and does not require it. */
    defaultOf: ({ smtpUrl }: { smtpUrl: string | undefined }) => smtpUrl !== undefined,
    description: 'Sign-up requires a verified email address (default: true with a mail server).',
    more: 'If false, the sign-up page tells that an address has an account.',
    member: 'Whether an account needs a verified address. Needs a mail server.',
  },
  allowedEmailDomains: {
    ...signUp,
    ...emailDomains,
    description:
      'The only email domains with which people can sign up, without their subdomains; needs verified addresses.',
    more: 'Without require_verified_email, a list here stops the start: anybody could type one of these domains.',
    member: 'The only domains with which people can sign up; empty: all. Needs verified addresses.',
  },
  refusedEmailDomains: {
    ...signUp,
    ...emailDomains,
    description: 'Email domains with which nobody can sign up, with their subdomains.',
    member: 'Domains with which nobody can sign up, with their subdomains.',
  },
  openOwnership: {
    ...access,
    ...flag,
    /** Who may own applications, and who must have a second factor: no token makes or weakens rights (contract 32). */
    tokenMay: 'nothing',
    fallback: false,
    description: 'Lets any user become an application owner in the console.',
    member: 'Whether any user can become an application owner.',
  },
  reservedUsernames: {
    ...access,
    control: 'list',
    schema: usernameList,
    fallback: [],
    /** Somebody could take a username that is released, and with it the rights that programs give it. */
    tokenMay: 'add',
    member:
      'Usernames that only operators give, with all that read the same, besides those that always are. A token adds some, and releases none.',
  },
  secondFactor: {
    ...access,
    control: 'choice',
    words: SECOND_FACTOR_POLICIES,
    schema: z.optional(writtenOneOf(SECOND_FACTOR_POLICIES)),
    fallback: undefined,
    /** Operators of a server that others can reach need more than a password. */
    defaultOf: ({ authUrl }: { authUrl: string }) => (authUrl.startsWith('https:') ? 'staff' : 'optional'),
    tokenMay: 'nothing',
    description:
      'Who must have a second factor, such as a passkey, to use the console; `everyone`: and all else (default: staff with https).',
    more: 'staff: support and operators; owners: also owners and editors of applications; everyone: also for /account and to sign in to applications. Whoever has none sets one up first, after a mailed code where there is a mail server.',
    member: 'Who must have a second factor.',
  },
  minimumAge: {
    ...signUp,
    ...number(0, 120, 0),
    description: 'Age in years that people must confirm to create an account; with 0 they are not asked.',
    member: 'In years; 0: people are not asked.',
  },
  documents: {
    ...signUp,
    control: 'documents',
    schema: documentList,
    fallback: [],
    description: 'Documents that people agree to when they create an account, as JSON (docs/documents.md).',
    more: 'A new version of a required one is asked of everybody at the next sign-in.',
    member: 'What people agree to when they create an account.',
  },
  deletionDelayDays: {
    ...access,
    ...number(0, 30, 7),
    description: 'How long people can restore an account that they deleted, in days.',
    more: 'With 0, it is deleted at once.',
    member: 'How long a deleted account can be restored; 0: not at all.',
  },
} as const satisfies { readonly [Key in PolicyKey]: PolicyEntry<PolicyValues[Key] | undefined> };

export const POLICY_KEYS = Object.keys(POLICY) as PolicyKey[];

/** Keys with a plain value. A logo, a file, is changed by itself. */
export const PLAIN_POLICY_KEYS = POLICY_KEYS.filter((key): key is PlainPolicyKey => !isLogoKey(key));

/** Of the form on the page. Documents have a page of their own. */
export const POLICY_FIELDS = PLAIN_POLICY_KEYS.flatMap((key) => {
  const { group, control } = POLICY[key];
  return control === 'documents' ? [] : [{ key, name: policyMember(key), group, control }];
});

type SettingIn<Entries> = {
  [Key in keyof Entries as Entries[Key] extends { description: string } ? Key : never]: Entries[Key];
};

/** Keys that settings give too, which locks them. */
export const POLICY_SETTINGS = Object.fromEntries(
  Object.entries(POLICY).filter(([, entry]) => 'description' in entry),
) as SettingIn<typeof POLICY>;

export type PolicySetting = keyof typeof POLICY_SETTINGS;

/** `serviceName` → `service-name`: its flag on the command line. */
export const policyFlag = (key: PolicyKey): string => policyMember(key).replaceAll('_', '-');

// One account as a line of a file: the JSON that docs/import.schema.json describes (contract 30). Files of other
// systems are translated to it first, so that one schema reads them all.
import * as z from 'zod/mini';
import { type Profile, ROLES } from '../../core/ground/accounts/account.ts';
import { type EmailAddress, isPlain, plainSpelling, readEmailAddress } from '../../core/ground/accounts/email.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import {
  type AccountLine,
  PASSWORD_NOTE,
  type ReadLine,
  type ReadLineOptions,
} from '../../core/operating/account-files/account-line.ts';
import { GROUP_NAME, MAX_GROUPS_OF_PERSON } from '../../core/people/groups/group.ts';
import { ADDRESS_FIELDS, type FieldName, PROFILE_FIELDS, readField } from '../../core/people/profile/profile-fields.ts';
import { readImportedHash, weaknessOf } from '../../core/sign-in/passwords/stored-hash.ts';
import { codesIn, factors, passkeyIn } from './factors.ts';
import {
  eachOnce,
  FLAG,
  isObject,
  listOf,
  memberOneOf,
  membersOf,
  objectOf,
  parsedText,
  requiredTime,
  TEXT,
  TIME,
  textOf,
} from './members.ts';
import { connectionIn, namedTwice, subjects } from './subjects.ts';

const MAX_AGREEMENTS = 200;
const FOLDED = '/email: letters that count as others were replaced by those, so the address is not verified';
const EMAIL_MALFORMED = formFault([], 'email-malformed').detail;

/** `isFolded`: the key and the former key stay, those of the spelling in the file. */
const email = parsedText((text): { address: EmailAddress; isFolded: boolean } | string => {
  const found = readEmailAddress(text);
  if (!found || isPlain(found)) return found ? { address: found, isFolded: false } : EMAIL_MALFORMED;
  const plain = plainSpelling(found);
  return plain === undefined ? EMAIL_MALFORMED : { address: { ...found, email: plain }, isFolded: true };
});

const document = objectOf({ id: textOf(100), version: textOf(100), agreed_at: requiredTime, withdrawn_at: TIME });

const GROUP_NAME_WORDS = 'must be the name of a group: 2 to 40 of a-z, 0-9 and "-", first a letter';
const groupName = z.string(GROUP_NAME_WORDS).check(z.regex(GROUP_NAME, GROUP_NAME_WORDS));

const versionOf = ({ id, version }: Readonly<Record<string, unknown>>) =>
  typeof id === 'string' && typeof version === 'string' ? JSON.stringify([id, version]) : undefined;

type ProfileField = FieldName | 'picture';
const ADDRESS: readonly ProfileField[] = ADDRESS_FIELDS;
const PLAIN_FIELDS = [...PROFILE_FIELDS.filter((field) => !ADDRESS.includes(field)), 'picture'] as const;

const profile = objectOf({
  ...membersOf(PLAIN_FIELDS, TEXT),
  address: z.nullish(objectOf(membersOf(ADDRESS_FIELDS, TEXT))),
});

const lineOf = ({ ownKind, now }: ReadLineOptions) =>
  objectOf({
    email,
    email_verified: FLAG,
    username: TEXT,
    role: memberOneOf(...ROLES),
    disabled: FLAG,
    created_at: z.nullish(requiredTime.check(z.refine<number>((time) => time <= now(), 'is in the future'))),
    locale: TEXT,
    profile: z.nullish(profile),
    password: z.nullish(
      parsedText((text) => {
        const read = readImportedHash(text, ownKind);
        return 'refused' in read ? read.refused : read.hash;
      }),
    ),
    ...factors,
    documents: z.nullish(
      listOf(document, MAX_AGREEMENTS).check(eachOnce(versionOf, 'has one version of a document twice')),
    ),
    groups: z.nullish(
      listOf(groupName, MAX_GROUPS_OF_PERSON).check(
        z.refine((all) => new Set(all).size === all.length, 'has one group twice'),
      ),
    ),
    ...subjects,
  });

type Line = z.output<ReturnType<typeof lineOf>>;
type Problem = (path: readonly string[], words: string) => void;

/** Takes over what each field makes of its text. @param problem hears of values that are not allowed */
function readFields(of: unknown, at: readonly string[], fields: readonly ProfileField[], problem: Problem): void {
  if (!isObject(of)) return;
  const values = of as Record<string, unknown>;
  for (const field of fields) {
    const text = values[field];
    if (typeof text !== 'string') continue;
    const read = readField(field, text);
    values[field] = read && 'value' in read ? read.value : undefined;
    if (read && 'fault' in read) problem([...at, field], formFault([], read.fault).detail);
  }
}

/** What cannot be said of one member, asked also of a line of which something else is wrong. */
function rulesOf(line: Partial<Line>, fault: Problem): void {
  const locales = [line.locale, line.profile?.locale].filter((locale) => typeof locale === 'string');
  if (new Set(locales).size > 1) fault(['locale'], 'is another one than that of the profile');
  if (isObject(line.api_subjects)) {
    for (const resource of namedTwice(line.api_subjects))
      fault(['api_subjects', resource], 'is an API of the line too');
  }
  if (!isObject(line.subjects) || !isObject(line.connections)) return;
  for (const applicationId of Object.keys(line.subjects)) {
    if (Object.hasOwn(line.connections, applicationId))
      fault(['subjects', applicationId], 'is a connection of the line too');
  }
}

const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Lines that begin with the JSON pointer of the member (RFC 6901). */
function faultsOf(issue: z.core.$ZodIssue): string[] {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => `${pointerTo(path)}: ${issue.message}`);
}

/** A name that nobody knows may explain what is missing. */
const unknownFirst = (issues: readonly z.core.$ZodIssue[]) =>
  issues.toSorted((a, b) => Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys'));

/** Reads the lines of an import, and tells everything that is wrong with one. */
export function createLineReader(options: ReadLineOptions): (json: unknown) => ReadLine {
  let notes: string[] = [];
  const rules = z.check<Partial<Line>>(
    ({ value: line, issues }) => {
      const fault: Problem = (path, message) => issues.push({ code: 'custom', path: [...path], input: line, message });
      const problem: Problem = options.lenient ? (path, words) => notes.push(`${pointerTo(path)}: ${words}`) : fault;
      readFields(line.profile, ['profile'], PLAIN_FIELDS, problem);
      readFields(line.profile?.address, ['profile', 'address'], ADDRESS_FIELDS, problem);
      readFields(line, [], ['locale'], problem);
      rulesOf(line, fault);
    },
    { when: ({ value }) => isObject(value) },
  );
  const schema = lineOf(options).check(rules);
  return (json) => {
    notes = [];
    // Interpreted: no code is made from strings.
    const read = z.safeParse(schema, json, { jitless: true });
    if (!read.success) return { faults: unknownFirst(read.error.issues).flatMap(faultsOf) };
    const { email: found, password } = read.data;
    const weakness = password ? weaknessOf(password) : undefined;
    const weak = `${PASSWORD_NOTE} ${weakness}; it becomes Argon2id at the first sign-in`;
    const all = [...(found.isFolded ? [FOLDED] : []), ...notes, ...(weakness === undefined ? [] : [weak])];
    return { line: toLine(read.data), notes: all };
  };
}

const toLine = ({ email: { address, isFolded }, ...line }: Line): AccountLine => ({
  address,
  // What was verified elsewhere was another mailbox.
  emailVerified: isFolded ? false : (line.email_verified ?? undefined),
  username: line.username ?? undefined,
  role: line.role ?? undefined,
  disabled: line.disabled ?? undefined,
  createdAt: line.created_at ?? undefined,
  profile: profileIn(line),
  password: line.password ?? undefined,
  codes: line.totp ? codesIn(line.totp) : undefined,
  passkeys: (line.passkeys ?? []).map(passkeyIn),
  agreements: (line.documents ?? []).map(({ id, version, agreed_at, withdrawn_at }) => ({
    ...{ documentId: id, documentVersion: version },
    ...{ agreedAt: agreed_at, withdrawnAt: withdrawn_at ?? undefined },
  })),
  groups: line.groups ?? undefined,
  subjects: Object.entries(line.subjects ?? {}).map(([applicationId, sub]) => ({ applicationId, sub })),
  connections: Object.entries(line.connections ?? {}).map(connectionIn),
  apiSubjects: Object.entries(line.api_subjects ?? {}).map(([resource, sub]) => ({ resource, sub })),
});

function profileIn({ profile: of, locale }: Pick<Line, 'profile' | 'locale'>): Profile {
  const { address, ...plain } = of ?? {};
  const parts = withoutAbsent(address ?? {});
  return {
    ...withoutAbsent({ ...plain, locale: locale ?? plain.locale }),
    ...(Object.keys(parts).length > 0 && { address: parts }),
  };
}

const withoutAbsent = (members: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

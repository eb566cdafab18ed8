// One account as a line of a file: the JSON that docs/import.schema.json describes (contract 30). Files of other
// systems are translated to it first, so that one set of rules reads them all.
import { type Profile, ROLES, type Role } from '../accounts/account.ts';
import { type EmailAddress, isPlain, plainSpelling, readEmailAddress } from '../accounts/email.ts';
import { formFault } from '../accounts/form-faults.ts';
import { readImportedHash, type StoredHash, weaknessOf } from '../passwords/stored-hash.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type FieldName,
  PROFILE_FIELDS,
  readField,
} from '../profile/profile-fields.ts';
import type { BroughtConnection, Subject, WholeAccount } from './account-file-store.ts';
import { type BroughtCodes, type BroughtPasskey, readPasskeys, readTotp } from './read-factors.ts';
import {
  FLAG,
  memberOf,
  oneOf,
  pointerOf,
  type Reading,
  readList,
  readMember,
  readObject,
  readTime,
  requireMember,
  TEXT,
  textOf,
} from './read-members.ts';
import { readConnections, readSubjects } from './read-subjects.ts';

export const LINE_MEMBERS = [
  'email',
  'email_verified',
  'username',
  'role',
  'disabled',
  'created_at',
  'locale',
  'profile',
  'password',
  'totp',
  'passkeys',
  'documents',
  'subjects',
  'connections',
] as const;

/** What a line says, checked. */
export type AccountLine = {
  address: EmailAddress;
  /** Undefined: the line does not say. */
  emailVerified: boolean | undefined;
  /** As it was written. */
  username: string | undefined;
  role: Role | undefined;
  /** Undefined: the line does not say. */
  disabled: boolean | undefined;
  createdAt: number | undefined;
  profile: Profile;
  password: StoredHash | undefined;
  codes: BroughtCodes | undefined;
  passkeys: readonly BroughtPasskey[];
  agreements: WholeAccount['agreements'];
  subjects: readonly Subject[];
  connections: readonly BroughtConnection[];
};

export type ReadLine = { line: AccountLine; notes: string[] } | { faults: string[] };

export type ReadLineOptions = {
  /**
   * Leaves out profile values that are not allowed here, with a note: people cannot help what another system accepted.
   */
  lenient?: boolean | undefined;
  /** The kind of this server's own password hashes, which have no limit. */
  ownKind?: string | undefined;
};

const FOLDED = '/email: letters that count as others were replaced by those, so the address is not verified';

/** The key and the former key stay: they are those of the spelling in the file. */
function inPlainSpelling(address: EmailAddress): EmailAddress | undefined {
  if (isPlain(address)) return address;
  const email = plainSpelling(address);
  return email === undefined ? undefined : { ...address, email };
}

/** Reads a line and reports everything that is wrong with it. */
export function readAccountLine(
  json: unknown,
  now: number,
  { lenient = false, ownKind }: ReadLineOptions = {},
): ReadLine {
  const faults: string[] = [];
  const notes: string[] = [];
  const reading = readObject(json, { path: '', faults }, LINE_MEMBERS);
  const email = requireMember(reading, 'email', TEXT);
  const found = email === undefined ? undefined : readEmailAddress(email);
  const address = found && inPlainSpelling(found);
  const isFolded = address !== undefined && address !== found;
  if (isFolded) notes.push(FOLDED);
  if (email !== undefined && !address) faults.push(`/email: ${formFault([], 'email-malformed').detail}`);
  const createdAt = readTime(reading, 'created_at');
  if (createdAt !== undefined && createdAt > now) faults.push('/created_at: is in the future');
  const emailVerified = readMember(reading, 'email_verified', FLAG);
  const line = {
    // What was verified elsewhere was another mailbox.
    emailVerified: isFolded ? false : emailVerified,
    username: readMember(reading, 'username', TEXT),
    role: readMember(reading, 'role', oneOf<Role>(...ROLES)),
    disabled: readMember(reading, 'disabled', FLAG),
    createdAt,
    profile: readProfile(reading, lenient ? notes : faults),
    password: readPassword(reading, notes, ownKind),
    codes: readTotp(reading),
    passkeys: readPasskeys(reading),
    agreements: readDocuments(reading),
    subjects: readSubjects(reading),
    connections: readConnections(reading),
  };
  const known = new Set(line.connections.map(({ applicationId }) => applicationId));
  for (const { applicationId } of line.subjects) {
    if (known.has(applicationId)) faults.push(`/subjects/${pointerOf(applicationId)}: is a connection of the line too`);
  }
  return address && faults.length === 0 ? { line: { address, ...line }, notes } : { faults };
}

/** @param problems receives values that are not allowed */
function readProfile(line: Reading, problems: string[]): Profile {
  const profile: Profile = {};
  const value = memberOf(line, 'profile') ?? {};
  const plain = [...PROFILE_FIELDS.filter((field) => !isAddressField(field)), 'picture'] as const;
  const reading = readObject(value, { path: '/profile', faults: line.faults }, [...plain, 'address']);
  const read = (from: Reading, field: FieldName | 'picture', name: string = field): string | undefined => {
    const text = readMember(from, name, TEXT);
    const found = readField(field, text);
    if (!found || 'value' in found) return found?.value;
    problems.push(`${from.path}/${name}: ${formFault([], found.fault).detail}`);
    return undefined;
  };
  for (const field of plain) {
    const found = read(reading, field);
    if (found !== undefined) profile[field] = found;
  }
  const locale = read(line, 'locale');
  if (locale !== undefined && profile.locale !== undefined && profile.locale !== locale) {
    line.faults.push('/locale: is another one than that of the profile');
  }
  if (locale !== undefined) profile.locale = locale;
  const parts = memberOf(reading, 'address');
  if (parts === undefined) return profile;
  const address = readObject(parts, { path: '/profile/address', faults: line.faults }, ADDRESS_FIELDS);
  const found = ADDRESS_FIELDS.map((field) => [field, read(address, field)]).filter(([, text]) => text !== undefined);
  if (found.length > 0) profile.address = Object.fromEntries(found);
  return profile;
}

const isAddressField = (field: FieldName): field is AddressField =>
  (ADDRESS_FIELDS as readonly string[]).includes(field);

function readPassword(reading: Reading, notes: string[], ownKind: string | undefined): StoredHash | undefined {
  const text = readMember(reading, 'password', TEXT);
  if (text === undefined) return undefined;
  const read = readImportedHash(text, ownKind);
  if ('refused' in read) {
    reading.faults.push(`/password: ${read.refused}`);
    return undefined;
  }
  const weakness = weaknessOf(read.hash);
  if (weakness !== undefined) notes.push(`${PASSWORD_NOTE} ${weakness}; it becomes Argon2id at the first sign-in`);
  return read.hash;
}

/** With what the notes about a password begin. */
export const PASSWORD_NOTE = '/password:';

const MAX_AGREEMENTS = 200;

function readDocuments(line: Reading): WholeAccount['agreements'] {
  const { faults } = line;
  const agreements = readList(line, 'documents', MAX_AGREEMENTS).flatMap(({ value, path }) => {
    const reading = readObject(value, { path, faults }, ['id', 'version', 'agreed_at', 'withdrawn_at']);
    const documentId = requireMember(reading, 'id', textOf(100));
    const documentVersion = requireMember(reading, 'version', textOf(100));
    const agreedAt = readTime(reading, 'agreed_at', true);
    const withdrawnAt = readTime(reading, 'withdrawn_at');
    if (documentId === undefined || documentVersion === undefined || agreedAt === undefined) return [];
    return [{ documentId, documentVersion, agreedAt, withdrawnAt }];
  });
  const keys = agreements.map(({ documentId, documentVersion }) => JSON.stringify([documentId, documentVersion]));
  if (new Set(keys).size < keys.length) faults.push('/documents: has one version of a document twice');
  return agreements;
}

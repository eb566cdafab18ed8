// The profile values that people type: the rules of each field, and the fields of each consent item. The consent page
// and the account page use the same table.

import type { Address, Profile } from '../../ground/accounts/account.ts';
import type { FormFaultCode } from '../../ground/accounts/form-fault-codes.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import { parseUrl } from '../../ground/parse-url.ts';
import {
  countCharacters,
  hasForbiddenCharacters,
  hasForbiddenInName,
  toPlainText,
} from '../../ground/texts/plain-text.ts';

export const ADDRESS_FIELDS = [
  'street_address',
  'locality',
  'region',
  'postal_code',
  'country',
] as const satisfies readonly (keyof Address)[];

export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type PlainField = Exclude<keyof Profile, 'address' | 'picture'>;
/**
 * Name of a form field: a claim, or a member of the claim `address`. A picture is uploaded (`core/people/pictures`).
 */
export type FieldName = PlainField | AddressField;

/**
 * The fields that the consent page shows for an item without a value. The email address belongs to the account and is
 * never typed. A username has a field, but is not part of the profile (`take-username.ts`). A picture is uploaded on
 * the account's page alone, and groups are the operators' to change.
 */
export const FIELDS_OF_ITEM: Readonly<Record<ConsentItemName, readonly FieldName[]>> = {
  nickname: ['nickname'],
  username: [],
  profile_image: [],
  name: ['name'],
  gender: ['gender'],
  birthdate: ['birthdate'],
  website: ['website'],
  locale: ['locale', 'zoneinfo'],
  email: [],
  phone_number: ['phone_number'],
  address: ADDRESS_FIELDS,
  groups: [],
};

/** Whether the consent page can ask for a value; without one, the other items are agreed to without it. */
export const canBeTyped = (item: ConsentItemName): boolean => item === 'username' || FIELDS_OF_ITEM[item].length > 0;

/** The value as stored, or what is wrong with it. */
export type ReadValue = { value: string } | { fault: FormFaultCode; values?: Record<string, number> };
type Reader = (text: string) => ReadValue;

const text =
  (maximum: number, isForbidden = hasForbiddenCharacters): Reader =>
  (typed) => {
    if (isForbidden(typed)) return { fault: 'text-forbidden-characters' };
    return countCharacters(typed) > maximum ? { fault: 'text-too-long', values: { maximum } } : { value: typed };
  };

const ownName = (maximum: number): Reader => text(maximum, hasForbiddenInName);

/** A street address may have several lines (OpenID Connect Core 5.1.1). */
const lines =
  (maximum: number): Reader =>
  (typed) => {
    const value = typed.replaceAll('\r\n', '\n');
    const read = text(maximum)(value.replaceAll('\n', ' '));
    return 'fault' in read ? read : { value };
  };

/** `YYYY-MM-DD`, an existing day; `0000-MM-DD` leaves the year out (OpenID Connect Core 5.1). */
const birthdate: Reader = (typed) => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : undefined;
  const exists = day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed);
  return exists ? { value: typed } : { fault: 'birthdate-malformed' };
};

const url: Reader = (typed) => {
  const parsed = /^https?:\/\/[^\s\\"<>^`{|}]+$/i.test(typed) ? parseUrl(typed) : undefined;
  if (!parsed || hasForbiddenCharacters(typed) || parsed.username || parsed.password) return { fault: 'url-malformed' };
  // Claims are URLs, so letters beyond ASCII are stored encoded.
  return text(2000)(/^[\x21-\x7E]+$/.test(typed) ? typed : parsed.href);
};

/** E.164, stored without the spaces and punctuation that people write between the digits. */
const phoneNumber: Reader = (typed) => {
  const value = typed.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(value) ? { value } : { fault: 'phone-number-malformed' };
};

/** BCP 47, in its canonical spelling; `ko_KR` is accepted. */
const locale: Reader = (typed) => {
  try {
    const [value] = typed.length <= 35 ? Intl.getCanonicalLocales(typed.replaceAll('_', '-')) : [];
    return value ? { value } : { fault: 'locale-malformed' };
  } catch {
    return { fault: 'locale-malformed' };
  }
};

/** An IANA time zone, in the database's spelling when the current list has it. */
const zoneinfo: Reader = (typed) => {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(typed)) return { fault: 'zoneinfo-malformed' };
  try {
    new Intl.DateTimeFormat('en', { timeZone: typed });
  } catch {
    return { fault: 'zoneinfo-malformed' };
  }
  const isSame = (zone: string) => zone.toLowerCase() === typed.toLowerCase();
  return { value: Intl.supportedValuesOf('timeZone').find(isSame) ?? typed };
};

const READERS: Readonly<Record<FieldName | 'picture', Reader>> = {
  nickname: ownName(60),
  picture: url,
  name: ownName(100),
  given_name: ownName(100),
  family_name: ownName(100),
  middle_name: ownName(100),
  gender: text(40),
  birthdate,
  website: url,
  profile: url,
  locale,
  zoneinfo,
  phone_number: phoneNumber,
  street_address: lines(300),
  locality: text(100),
  region: text(100),
  postal_code: text(20),
  country: text(100),
};

/** All fields of the account page. */
export const PROFILE_FIELDS = (Object.keys(READERS) as (keyof typeof READERS)[]).filter((field) => field !== 'picture');

/**
 * Reads what was typed into one field, or an import has for it; undefined when it is empty. The `picture` of an import
 * is a URL.
 */
export function readField(field: FieldName | 'picture', typed: string | undefined): ReadValue | undefined {
  const plain = toPlainText(typed ?? '');
  return plain === '' ? undefined : READERS[field](plain);
}

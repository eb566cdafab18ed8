// The form fields of a person's own claims, described once for the consent page and the profile. Core defines which
// fields an item has; a test keeps the table here the same.

import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { FieldName } from '../../core/people/profile/profile-fields.ts';
import type { Messages } from '../messages/messages-for.ts';
import { PICTURE_PATH } from '../page/account-pages.ts';
import type { Language } from '../page/page.ts';
import { languageName } from './choices.ts';
import type { FieldProps } from './form.tsx';
import { zoneName } from './time-zones.ts';

/**
 * The fields that the consent page shows for an item without a value. Every account has an email address; the field of
 * the username is in `username-field.tsx`. In the order in which owners look for items: the most common ones first.
 */
export const FIELDS_OF_ITEM: Readonly<Record<ConsentItemName, readonly FieldName[]>> = {
  nickname: ['nickname'],
  email: [],
  username: [],
  name: ['name'],
  profile_image: [],
  phone_number: ['phone_number'],
  birthdate: ['birthdate'],
  gender: ['gender'],
  address: ['street_address', 'locality', 'region', 'postal_code', 'country'],
  website: ['website'],
  locale: ['locale', 'zoneinfo'],
  groups: [],
};

/** The catalogue's items in the order in which the console lists them. */
export const CATALOGUE_ORDER = Object.keys(FIELDS_OF_ITEM) as readonly ConsentItemName[];

export type AddressField = (typeof ADDRESS_ORDER)[Language][number];

/** Addresses are written from the smallest part to the largest in English, and the other way round in Korean. */
const ADDRESS_ORDER = {
  en: ['street_address', 'locality', 'region', 'postal_code', 'country'],
  ko: ['postal_code', 'region', 'locality', 'street_address', 'country'],
} as const satisfies Record<Language, readonly FieldName[]>;

export const addressFieldsIn = (language: Language): readonly AddressField[] => ADDRESS_ORDER[language];

/** The fields of an item in the order in which the page's language writes them. */
export const fieldsToAsk = (item: ConsentItemName, language: Language): readonly FieldName[] =>
  item === 'address' ? addressFieldsIn(language) : FIELDS_OF_ITEM[item];

type Shape = Pick<FieldProps, 'autocomplete' | 'type' | 'inputmode' | 'ownDirection'>;

/** Of the fields with one line of text. */
export const SHAPES: Readonly<Record<Exclude<FieldName, 'gender' | 'locale' | 'zoneinfo' | 'street_address'>, Shape>> =
  {
    nickname: { autocomplete: 'nickname', ownDirection: true },
    name: { autocomplete: 'name', ownDirection: true },
    given_name: { autocomplete: 'given-name', ownDirection: true },
    family_name: { autocomplete: 'family-name', ownDirection: true },
    middle_name: { autocomplete: 'additional-name', ownDirection: true },
    birthdate: { autocomplete: 'bday' },
    website: { autocomplete: 'url', type: 'url', inputmode: 'url' },
    profile: { autocomplete: 'off', type: 'url', inputmode: 'url' },
    phone_number: { autocomplete: 'tel', type: 'tel', inputmode: 'tel' },
    locality: { autocomplete: 'address-level2', ownDirection: true },
    region: { autocomplete: 'address-level1', ownDirection: true },
    postal_code: { autocomplete: 'postal-code' },
    country: { autocomplete: 'country-name', ownDirection: true },
  };

const FULL_DATE = /^([1-9]\d{3})-(\d\d)-(\d\d)$/;

/** `ko-KR, Asia/Seoul` by the names of language and city. */
const showLocale = (value: string, language: Language): string =>
  value
    .split(', ')
    .map((part) => (part.includes('/') ? zoneName(part, language) : languageName(part, language)))
    .join(', ');

/**
 * A stored value in the page's language: dates, languages, time zones, and the two genders that OpenID Connect names;
 * an uploaded picture, whose value is its path, and no groups in words; others unchanged.
 */
export const showValue = (item: ConsentItemName, value: string, messages: Messages, language: Language): string => {
  if (item === 'groups' && value === '') return messages.consent.noGroups;
  if (item === 'locale') return showLocale(value, language);
  if (item === 'profile_image' && value === PICTURE_PATH) return messages.consent.picture;
  if (item === 'gender' && (value === 'female' || value === 'male')) return messages.genders[value];
  const date = item === 'birthdate' ? FULL_DATE.exec(value) : null;
  if (date === null) return value;
  const moment = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]));
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
};

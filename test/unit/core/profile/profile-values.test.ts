// What people may type into their profile (contract 2 and 3; OpenID Connect Core 5.1).
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../../src/core/ground/consent-items.ts';
import { FIELDS_OF_ITEM, type FieldName, PROFILE_FIELDS } from '../../../../src/core/people/profile/profile-fields.ts';
import { readProfileFields } from '../../../../src/core/people/profile/profile-values.ts';
import { USERNAME_FIELD } from '../../../../src/core/people/usernames/username-field.ts';
import { FIELDS_OF_ITEM as shownFields } from '../../../../src/views/parts/claim-fields.tsx';
import { USERNAME_FIELD as shownUsernameField } from '../../../../src/views/parts/username-field.tsx';

const read = (field: FieldName, typed: string) => readProfileFields(() => typed, [field]);

describe('a value is kept', () => {
  test.each<[string, FieldName, string, string]>([
    ['trimmed', 'nickname', '  Mina ', 'Mina'],
    ['in NFC', 'name', 'Re\u0301mi', 'R\u00E9mi'],
    ['a birthdate', 'birthdate', '1999-12-31', '1999-12-31'],
    ['a birthdate without its year', 'birthdate', '0000-02-29', '0000-02-29'],
    ['an https address', 'website', 'https://mina.example/a?b=c#d', 'https://mina.example/a?b=c#d'],
    ['an http address', 'profile', 'http://mina.example', 'http://mina.example'],
    [
      'an address with letters beyond ASCII, encoded',
      'website',
      'https://bücher.example/ü',
      'https://xn--bcher-kva.example/%C3%BC',
    ],
    ['a telephone number without its spaces', 'phone_number', '+82 (10) 1234-5678', '+821012345678'],
    ['a language tag in its canonical spelling', 'locale', 'KO_kr', 'ko-KR'],
    ['a time zone in its own spelling', 'zoneinfo', 'asia/seoul', 'Asia/Seoul'],
    ['letters that a script joins', 'name', 'علی\u200Cرضا', 'علی\u200Cرضا'],
    ['joined emoji', 'nickname', '👩🏽\u200D💻 Mina', '👩🏽\u200D💻 Mina'],
    ['a gender of one’s own words', 'gender', 'non-binary', 'non-binary'],
  ])('%s', (_what, field, typed, kept) =>
    expect(read(field, typed)).toEqual({ values: { [field]: kept }, faults: [] }),
  );
});

describe('a value is refused, naming its field', () => {
  test.each<[string, FieldName, string, string]>([
    ['a nickname of 61 characters', 'nickname', 'x'.repeat(61), 'text-too-long'],
    ['K11: a direction override', 'nickname', 'Mina\u202Egnp', 'text-forbidden-characters'],
    ['K11: a joiner that joins nothing', 'name', 'Mina\u200D', 'text-forbidden-characters'],
    ['K11: a joiner before a space', 'nickname', 'Mi\u200D na', 'text-forbidden-characters'],
    ['K11: two joiners', 'nickname', 'Mi\u200D\u200Dna', 'text-forbidden-characters'],
    ['K11: joined letters where no name stands', 'locality', 'Se\u200Doul', 'text-forbidden-characters'],
    ['K11: a zero-width space', 'name', 'Mi\u200Bna', 'text-forbidden-characters'],
    ['P5: a line break in one line', 'nickname', 'Mina\nadmin', 'text-forbidden-characters'],
    ['P5: an escape character', 'nickname', 'Mina\u001B[31m', 'text-forbidden-characters'],
    ['a day that does not exist', 'birthdate', '2023-02-29', 'birthdate-malformed'],
    ['a day written another way', 'birthdate', '31.12.1999', 'birthdate-malformed'],
    ['K10: a script as address', 'website', 'javascript:alert(1)', 'url-malformed'],
    ['a data address', 'website', 'data:image/png;base64,AAAA', 'url-malformed'],
    ['an address without scheme', 'website', 'mina.example', 'url-malformed'],
    ['an address with a password', 'website', 'https://mina:pw@mina.example', 'url-malformed'],
    ['an address with a space', 'website', 'https://mina.example/a b', 'url-malformed'],
    ['an address of 2,001 characters', 'website', `https://mina.example/${'a'.repeat(1980)}`, 'text-too-long'],
    ['a number without country code', 'phone_number', '010-1234-5678', 'phone-number-malformed'],
    ['a number of 16 digits', 'phone_number', '+1234567890123456', 'phone-number-malformed'],
    ['a language by name', 'locale', 'Korean language', 'locale-malformed'],
    ['a time zone that does not exist', 'zoneinfo', 'Mars/Olympus', 'zoneinfo-malformed'],
    ['an offset for a time zone', 'zoneinfo', '+09:00', 'zoneinfo-malformed'],
  ])('%s', (_what, field, typed, code) => {
    const { values, faults } = read(field, typed);
    expect({ values, faults: faults.map((fault) => [fault.path, fault.code]) }).toEqual({
      values: {},
      faults: [[[field], code]],
    });
  });
});

test('contract 9: every fault is told at once, in the order of the fields', () => {
  const typed: Record<string, string> = { nickname: '\u0007', birthdate: 'tomorrow', website: 'ftp://x.example' };
  const { faults } = readProfileFields((field) => typed[field], PROFILE_FIELDS);
  expect(faults.map((fault) => fault.path[0])).toEqual(['nickname', 'birthdate', 'website']);
});

test('an emptied field removes its value', () => {
  expect(readProfileFields(() => '  ', ['nickname'])).toEqual({ values: { nickname: undefined }, faults: [] });
});

test('OpenID Connect Core 5.1.1: an address is one value of several members', () => {
  const typed: Record<string, string> = { street_address: '1 Main St\r\nFlat 2', locality: 'Seoul', country: '' };
  expect(readProfileFields((field) => typed[field], FIELDS_OF_ITEM.address).values).toEqual({
    address: { street_address: '1 Main St\nFlat 2', locality: 'Seoul' },
  });
});

test('an address without any member is removed', () => {
  expect(readProfileFields(() => '', FIELDS_OF_ITEM.address).values).toEqual({ address: undefined });
});

test('contract 3: every item but the email address, the picture and groups can be filled in; the username has its own field', () => {
  const empty = CATALOGUE.filter(({ item }) => FIELDS_OF_ITEM[item].length === 0).map(({ item }) => item);
  expect(empty).toEqual(['username', 'profile_image', 'email', 'groups']);
});

test('the consent page shows the fields that its form reads', () => {
  expect(shownFields).toEqual(FIELDS_OF_ITEM);
  expect(shownUsernameField).toBe(USERNAME_FIELD);
});

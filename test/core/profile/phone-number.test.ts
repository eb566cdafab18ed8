// A phone number typed beside its country.
import { expect, test } from 'vitest';
import { PHONE_COUNTRY_FIELD, withCallingCode } from '../../../src/core/profile/phone-number.ts';
import { PHONE_COUNTRY_FIELD as shownField } from '../../../src/views/parts/ask-field.tsx';

test.each([
  ['KR+82', '010-1234-5678', '+821012345678'],
  ['GB+44', '020 7946 0000', '+442079460000'],
  ['US+1', '(212) 555-0100', '+12125550100'],
  ['US+1', '1 212 555 0100', '+12125550100'],
  ['RU+7', '8 912 345-67-89', '+79123456789'],
  ['HU+36', '06 1 234 5678', '+3612345678'],
  ['IT+39', '06 1234 5678', '+390612345678'],
  ['CI+225', '0712345678', '+2250712345678'],
])('contract 4: %s, %s is %s', (country, typed, number) => {
  expect(withCallingCode(country, typed)).toBe(number);
});

test('contract 4: a number with its country code stays, whatever country was chosen', () => {
  expect(withCallingCode('KR+82', '+44 20 7946 0000')).toBe('+44 20 7946 0000');
});

test('contract 4: without a country, and for anything but a number, what was typed stays', () => {
  expect(withCallingCode('', '010-1234-5678')).toBe('010-1234-5678');
  expect(withCallingCode('javascript:+', '010')).toBe('010');
  expect(withCallingCode('KR+82', 'call me')).toBe('call me');
  expect(withCallingCode('KR+82', undefined)).toBeUndefined();
});

test('the form sends the field that core reads', () => {
  expect(shownField).toBe(PHONE_COUNTRY_FIELD);
});

// A phone number typed as at home.
import { expect, test } from 'vitest';
import { CALLING_CODE_FIELD, withCallingCode } from '../../../../src/core/people/profile/phone-number.ts';
import { readProfileFields } from '../../../../src/core/people/profile/profile-values.ts';
import { CALLING_CODE_FIELD as shownField } from '../../../../src/views/parts/claim-input.tsx';

test.each([
  ['010-1234-5678', '+821012345678'],
  ['011 234 5678', '+82112345678'],
  ['(02) 123-4567', '+8221234567'],
  ['02-1234-5678', '+82212345678'],
  ['031.123.4567', '+82311234567'],
  ['070-1234-5678', '+827012345678'],
  ['0504-1234-5678', '+8250412345678'],
])('contract 4: on a page that names Korea, %s is %s', (typed, number) => {
  const { values } = readProfileFields(
    (name) => ({ [CALLING_CODE_FIELD]: '+82', phone_number: typed })[name as string],
    ['phone_number'],
  );
  expect(values).toEqual({ phone_number: number });
});

test.each([
  ['a number with its country code', '+44 20 7946 0000'],
  ['a number of London', '020 7946 0000'],
  ['a mobile number of the United Kingdom', '07911 123456'],
  ['a mobile number of Japan', '090-1234-5678'],
  ['the country code without +', '821012345678'],
  ['a prefix for calls abroad', '0044 20 7946 0000'],
  ['text', 'call me'],
])('contract 4: %s is not taken for a Korean one', (_what, typed) => {
  expect(withCallingCode('+82', typed)).toBe(typed);
});

test.each([undefined, '', '+1', 'constructor', 'javascript:+82'])(
  'contract 4: nothing is added for the calling code %j',
  (callingCode) => {
    expect(withCallingCode(callingCode, '010-1234-5678')).toBe('010-1234-5678');
  },
);

test('contract 4: nothing typed stays nothing', () => {
  expect(withCallingCode('+82', undefined)).toBeUndefined();
});

test('the form sends the field that core reads', () => {
  expect(shownField).toBe(CALLING_CODE_FIELD);
});

import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/core/consent/catalogue.ts';
import { claimsOfItem, claimsOfItems, hasValue } from '../../../src/core/consent/profile-claims.ts';
import { givenAccount } from '../given.ts';

const address = { street_address: '1 Main St', country: 'KR' };
const full = givenAccount({
  profile: {
    nickname: 'Mina',
    picture: 'https://a.example/p.png',
    name: 'Mina Kim',
    given_name: 'Mina',
    family_name: 'Kim',
    middle_name: 'J',
    gender: 'female',
    birthdate: '1990-02-03',
    website: 'https://mina.example',
    profile: 'https://mina.example/me',
    locale: 'ko-KR',
    zoneinfo: 'Asia/Seoul',
    phone_number: '+82101234567',
    address,
  },
});

describe('the claims of each item (contract 3, catalogue)', () => {
  test.each(CATALOGUE.map((entry) => [entry.item, entry.claims] as const))('%s opens %s', (item, claims) => {
    expect(Object.keys(claimsOfItem(item, full)).sort()).toEqual([...claims].sort());
  });
});

test('updated_at comes with any of the profile items, in whole seconds', () => {
  const seconds = Math.floor(full.updatedAt / 1000);
  expect(claimsOfItems(['gender'], full)).toEqual({ gender: 'female', updated_at: seconds });
  expect(claimsOfItems(['email', 'phone_number', 'address'], full)).not.toHaveProperty('updated_at');
});

test('an item without a value gives nothing', () => {
  const bare = givenAccount({ profile: {} });
  expect(claimsOfItems(['nickname', 'phone_number'], bare)).toEqual({});
  expect(hasValue('phone_number', bare)).toBe(false);
});

test('nobody has verified the mail address or telephone number', () => {
  expect(claimsOfItem('email', full).email_verified).toBe(false);
  expect(claimsOfItem('phone_number', full).phone_number_verified).toBe(false);
});

import { describe, expect, test } from 'vitest';
import {
  addName,
  claimsOfItem,
  claimsOfItems,
  hasValue,
  isNicknameGivenAsName,
  nicknameAsNameOf,
} from '../../../../src/core/grants/consent/profile-claims.ts';
import { CATALOGUE } from '../../../../src/core/ground/consent-items.ts';
import { givenAccount } from '../given.ts';

const pictureAddress = (id: string) => `https://id.example/pictures/${id}`;
const RELEASE = { withholdUnverifiedEmail: false, pictureAddress };
const WITHHOLD = { withholdUnverifiedEmail: true, pictureAddress };

const givenSource = (values: Parameters<typeof givenAccount>[0] = {}) => ({ ...givenAccount(values), groups: ['sre'] });

const address = { street_address: '1 Main St', country: 'KR' };
const full = givenSource({
  username: 'mina.kim',
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
  expect(claimsOfItems(['gender'], full, RELEASE)).toEqual({ gender: 'female', updated_at: seconds });
  expect(claimsOfItems(['email', 'phone_number', 'address'], full, RELEASE)).not.toHaveProperty('updated_at');
});

test('an item without a value gives nothing', () => {
  const bare = givenSource({ profile: {} });
  expect(claimsOfItems(['nickname', 'phone_number'], bare, RELEASE)).toEqual({});
  expect(hasValue('phone_number', bare)).toBe(false);
});

test('nobody has verified the mail address or telephone number', () => {
  expect(claimsOfItem('email', full).email_verified).toBe(false);
  expect(claimsOfItem('phone_number', full).phone_number_verified).toBe(false);
});

describe('contract 2: an unproven address is nobody’s identity', () => {
  test('withheld, the item has a value and opens nothing', () => {
    expect(claimsOfItems(['email', 'gender'], full, WITHHOLD)).toEqual({
      gender: 'female',
      updated_at: expect.any(Number),
    });
    expect(hasValue('email', full)).toBe(true);
  });

  test('released, or verified, it opens both claims', () => {
    expect(claimsOfItems(['email'], full, RELEASE)).toEqual({ email: full.email, email_verified: false });
    const verified = { ...full, emailVerified: true };
    expect(claimsOfItems(['email'], verified, WITHHOLD)).toEqual({ email: full.email, email_verified: true });
  });
});

describe('contract 3: `name` in an answer that holds `nickname` and no claim of the item `name`', () => {
  test('has the nickname’s text', () => {
    expect(addName(claimsOfItems(['nickname', 'gender'], full, RELEASE))).toMatchObject({
      nickname: 'Mina',
      name: 'Mina',
    });
  });

  test.each(['name', 'given_name', 'family_name', 'middle_name'] as const)('is not made where %s stands', (claim) => {
    const { name: _, given_name: __, family_name: ___, middle_name: ____, ...rest } = full.profile;
    const claims = claimsOfItems(['nickname', 'name'], { ...full, profile: { ...rest, [claim]: 'Kim' } }, RELEASE);
    expect(addName(claims).name).toBe(claim === 'name' ? 'Kim' : undefined);
  });

  test('is made where the item `name` is granted and empty', () => {
    const person = { ...full, profile: { nickname: 'Mina' } };
    expect(addName(claimsOfItems(['nickname', 'name'], person, RELEASE)).name).toBe('Mina');
  });

  test('is not made without a nickname', () => {
    expect(addName(claimsOfItems(['gender'], full, RELEASE))).not.toHaveProperty('name');
  });
});

describe('contract 4: pages say that the nickname is given as name exactly where it is', () => {
  test.each([
    ['always', []],
    ['unless-named', ['optional']],
    ['never', ['required']],
  ] as const)('%s, where the item `name` is asked for as %j', (told, consents) => {
    const asked = consents.map((consent) => ({ item: 'name' as const, consent }));
    expect(nicknameAsNameOf([{ item: 'nickname', consent: 'required' }, ...asked])).toBe(told);
  });

  const without = { ...full, profile: { nickname: 'Mina' } };
  test.each([
    ['nickname alone', ['nickname'], full],
    ['both', ['nickname', 'name'], full],
    ['both, the name being empty', ['nickname', 'name'], without],
    [
      'both, the name being a part of one',
      ['nickname', 'name'],
      { ...without, profile: { family_name: 'Kim', nickname: 'Mina' } },
    ],
  ] as const)('agreed to %s', (_, agreed, person) => {
    const claims = addName(claimsOfItems(agreed, person, RELEASE));
    expect(isNicknameGivenAsName(agreed, person)).toBe(claims.name === claims.nickname);
  });
});

test('contract 27: an uploaded picture is given by its address for the application, that of an import as it is', () => {
  const withPicture = (picture: string) => ({ ...full, profile: { picture } });
  expect(claimsOfItems(['profile_image'], withPicture('upload:a1'), RELEASE).picture).toBe(pictureAddress('a1'));
  const url = 'https://a.example/p.png';
  expect(claimsOfItems(['profile_image'], withPicture(url), RELEASE).picture).toBe(url);
  expect(claimsOfItems(['profile_image'], { ...full, profile: {} }, RELEASE)).toEqual({});
});

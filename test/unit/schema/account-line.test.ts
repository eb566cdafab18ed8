// Lines of account files (contract 30): what is read, and everything that is wrong with one at once.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { base32Of, readBase32 } from '../../../src/core/operating/account-files/base32.ts';
import { createLineReader } from '../../../src/schema/account-files/account-line.ts';

const NOW = Date.UTC(2026, 0, 1);
const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
const schema = JSON.parse(readFileSync('docs/import.schema.json', 'utf8')) as object;
const isValid = ajv.compile(schema);

const read = (json: unknown, options = {}) => createLineReader({ now: () => NOW, ...options })(json);
const faultsOf = (json: unknown) => {
  const result = read(json);
  return 'faults' in result ? result.faults : [];
};

const PASSKEY = { credential_id: 'AAEC', public_key: 'AwQF', rp_id: 'id.example.com' };
const FULL = {
  email: ' Mina.Kim@Example.com ',
  email_verified: true,
  username: 'Mina.Kim',
  role: 'owner',
  disabled: false,
  created_at: '2019-05-06T07:08:09.123Z',
  locale: 'ko_KR',
  profile: { nickname: '미나', birthdate: '1990-01-02', address: { country: 'KR', locality: '서울' } },
  password: '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i',
  totp: {
    ...{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DP', algorithm: 'SHA512', digits: 8, period: 60, last_step: 5 },
    ...{ created_at: '2020-01-01T00:00:00Z', last_used_at: '2021-01-01T00:00:00Z' },
    recovery_codes: [{ hash: Buffer.alloc(32, 1).toString('base64'), used_at: '2021-01-01T00:00:00Z' }],
  },
  passkeys: [
    {
      ...PASSKEY,
      user_handle: Buffer.from('old:17').toString('base64url'),
      ...{ sign_count: 3, name: '폰', aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503', transports: ['usb'] },
      ...{ backup_eligible: true, backed_up: true, created_at: '2024-01-01T00:00:00Z' },
      ...{ known_since: '2023-01-01T00:00:00Z', set_up_behind: 'factor' },
      ...{ last_used_at: '2025-01-01T00:00:00Z', counter_fell_at: '2025-02-01T00:00:00Z' },
    },
  ],
  documents: [{ id: 'terms', version: '1', agreed_at: '2019-05-06T07:08:09Z', withdrawn_at: '2020-05-06T07:08:09Z' }],
  groups: ['eng', 'a2-b'],
  subjects: { a1: 'old|17' },
  api_subjects: { 'https://billing.example': 'old|18' },
  connections: {
    a2: {
      ...{ sub: 'S 1', created_at: '2020-01-01T00:00:00Z', last_used_at: '2025-01-01T00:00:00Z' },
      items: { nickname: { agreed: true, at: '2020-01-01T00:00:00+09:00' } },
    },
  },
};

it('contract 30: reads every member', () => {
  expect(read(FULL)).toMatchObject({
    notes: ['/password: bcrypt of a cost below 10; it becomes Argon2id at the first sign-in'],
    line: {
      address: { email: 'Mina.Kim@Example.com', emailKey: 'mina.kim@example.com' },
      ...{ emailVerified: true, username: 'Mina.Kim', role: 'owner', disabled: false },
      createdAt: Date.parse('2019-05-06T07:08:09.123Z'),
      profile: {
        nickname: '미나',
        birthdate: '1990-01-02',
        locale: 'ko-KR',
        address: { country: 'KR', locality: '서울' },
      },
      password: { scheme: 'bcrypt', kind: '$2b$06' },
      codes: {
        kind: { algorithm: 'SHA512', digits: 8, period: 60 },
        lastStep: 5,
        recoveryCodes: [{ codeHash: Buffer.alloc(32, 1), usedAt: Date.UTC(2021, 0, 1) }],
      },
      passkeys: [
        {
          ...{ credentialId: Buffer.from([0, 1, 2]), userHandle: Buffer.from('old:17') },
          ...{ signCount: 3, name: '폰', backedUp: true },
        },
      ],
      agreements: [{ documentId: 'terms', documentVersion: '1' }],
      groups: ['eng', 'a2-b'],
      subjects: [{ applicationId: 'a1', sub: 'old|17' }],
      apiSubjects: [{ resource: 'https://billing.example', sub: 'old|18' }],
      connections: [
        {
          applicationId: 'a2',
          sub: 'S 1',
          answers: { nickname: { agreed: true, answeredAt: Date.parse('2019-12-31T15:00:00Z') } },
        },
      ],
    },
  });
  expect(isValid(FULL), JSON.stringify(isValid.errors)).toBe(true);
});

it('contract 30: an address is enough, and null is as good as nothing', () => {
  for (const line of [{ email: 'a@b.example' }, { email: 'a@b.example', username: null, totp: null, profile: null }]) {
    expect(read(line)).toMatchObject({
      line: { emailVerified: undefined, disabled: undefined, groups: undefined, profile: {}, passkeys: [] },
    });
  }
  expect(isValid({ email: 'a@b.example' })).toBe(true);
});

it('decision 66: letters that count as others are replaced with a note, and what was verified was another address', () => {
  const brought = { email: '\uFB01ona@Example.com', email_verified: true };
  expect(read(brought)).toMatchObject({
    line: {
      address: { email: 'fiona@Example.com', emailKey: 'fiona@example.com', formerKey: '\uFB01ona@example.com' },
      emailVerified: false,
    },
    notes: [expect.stringMatching(/^\/email: /)],
  });
  expect(read({ email: 'Fiona@Example.com', email_verified: true })).toMatchObject({
    line: { address: { email: 'Fiona@Example.com' }, emailVerified: true },
    notes: [],
  });
  expect(faultsOf({ email: '\u2474@example.com' })).toEqual([expect.stringMatching(/^\/email: /)]);
});

it.each([
  [['a', 'eng'], '/groups/0'],
  [['Eng'], '/groups/0'],
  [[7], '/groups/0'],
  [['eng', 'eng'], '/groups'],
  [Array.from({ length: 101 }, (_, at) => `g${at}`), '/groups'],
  ['eng', '/groups'],
])('contract 31: names of groups %j are refused', (groups, at) => {
  expect(faultsOf({ email: 'a@b.example', groups })).toEqual([expect.stringMatching(new RegExp(`^${at}: (must|has)`))]);
  expect(isValid({ email: 'a@b.example', groups })).toBe(false);
});

it('contract 30: tells everything that is wrong with a line at once', () => {
  const faults = faultsOf({
    email: 'nobody',
    phone: '1',
    email_verified: 'yes',
    profile: { birthdate: '1990-13-01', nick: 'x', address: { planet: 'Mars' } },
    password: '5f4dcc3b5aa765d61d8327deb882cf99',
    totp: { secret: 'short', digits: 7 },
    passkeys: [{ ...PASSKEY, public_key: '*', user_handle: '' }],
    subjects: { a1: '한' },
  });
  expect(faults.map((fault) => fault.split(':')[0]).toSorted()).toEqual(
    [
      ...['/email', '/phone', '/email_verified', '/profile/birthdate', '/profile/nick', '/profile/address/planet'],
      ...[
        '/password',
        '/totp/secret',
        '/totp/digits',
        '/passkeys/0/public_key',
        '/passkeys/0/user_handle',
        '/subjects/a1',
      ],
    ].toSorted(),
  );
});

it('contract 30: what several members say together is told with the faults of others', () => {
  const twice = { ...PASSKEY, sign_count: 1.5 };
  expect(
    faultsOf({
      ...{
        email: 'a@b.example',
        created_at: '2026-01-02T00:00:00Z',
        locale: 'ko',
        totp: 5,
        subjects: { a1: 'x', 'a/b': '', a2: 'client.1' },
      },
      profile: { locale: 'en', website: 'x' },
      passkeys: [twice, twice],
      connections: { a1: { sub: 'x', created_at: '2020-01-01T00:00:00Z', items: { shoe: {} } } },
      api_subjects: { 'https://a.example': 'x', 'https://A.example/': 'x', 'https://b.example': 'client.1' },
    }).toSorted(),
  ).toEqual([
    '/api_subjects/https:~1~1A.example~1: is an API of the line too',
    '/api_subjects/https:~1~1b.example: must not begin with client.',
    '/connections/a1/items/shoe: is not a known member',
    '/created_at: is in the future',
    '/locale: is another one than that of the profile',
    '/passkeys/0/sign_count: must be a whole number from 0 to 4294967295',
    '/passkeys/1/sign_count: must be a whole number from 0 to 4294967295',
    '/passkeys: has one credential twice',
    '/profile/website: Enter a full URL that starts with https:// or http://.',
    '/subjects/a1: is a connection of the line too',
    '/subjects/a2: must not begin with client.',
    '/subjects/a~1b: must be 1 to 255 printable ASCII characters',
    '/totp: must be an object',
  ]);
});

describe('contract 30: refuses', () => {
  const line = (members: object) => ({ email: 'a@b.example', ...members });
  it.each<[string, unknown]>([
    ['what is no object', ['a@b.example']],
    ['a line without an address', {}],
    ['an address with a space in it', { email: 'a b@c.example' }],
    ['a creation in the future', line({ created_at: '2026-01-02T00:00:00Z' })],
    ['a time without a zone', line({ created_at: '2020-01-01T00:00:00' })],
    ['a day that is none', line({ created_at: '2020-02-30T05:00:00Z' })],
    ['an hour that is none', line({ created_at: '2020-02-20T24:00:00Z' })],
    ['a year that an export cannot write', line({ totp: { ...FULL.totp, last_used_at: '9999-12-31T23:59:59-01:00' } })],
    ['a role that does not exist', line({ role: 'admin' })],
    ['plain MD5', line({ password: '5f4dcc3b5aa765d61d8327deb882cf99' })],
    ['a clear password', line({ password: 'correct horse' })],
    ['bcrypt beyond the limit', line({ password: `$2b$15$${'a'.repeat(53)}` })],
    ['an empty sub', line({ subjects: { a1: '' } })],
    ['a sub of 256 characters', line({ subjects: { a1: 'x'.repeat(256) } })],
    ['an empty sub of an API', line({ api_subjects: { 'https://a.example': '' } })],
    ['a sub with a line break', line({ subjects: { a1: 'a\nb' } })],
    ['a connection without its time', line({ connections: { a1: { sub: 'x' } } })],
    [
      'a connection with an item that does not exist',
      line({ connections: { a1: { sub: 'x', created_at: '2020-01-01T00:00:00Z', items: { shoe: {} } } } }),
    ],
    ['a subject that is a connection too', line({ subjects: { a2: 'y' }, connections: FULL.connections })],
    ['one credential twice', line({ passkeys: [PASSKEY, PASSKEY] })],
    ['a user handle of 65 bytes', line({ passkeys: [{ ...PASSKEY, user_handle: 'A'.repeat(87) }] })],
    ['21 passkeys', line({ passkeys: Array.from({ length: 21 }, () => PASSKEY) })],
    ['a document twice', line({ documents: [FULL.documents[0], FULL.documents[0]] })],
    ['two languages', line({ locale: 'ko', profile: { locale: 'en' } })],
    ['a period of no second', line({ totp: { ...FULL.totp, period: 0 } })],
    [
      'one recovery code twice',
      line({ totp: { ...FULL.totp, recovery_codes: [FULL.totp.recovery_codes[0], FULL.totp.recovery_codes[0]] } }),
    ],
    ['a recovery code that is no hash', line({ totp: { ...FULL.totp, recovery_codes: [{ hash: 'AAEC' }] } })],
  ])('%s', (_what, json) => expect(faultsOf(json)).not.toEqual([]));
});

it('contract 30: of another system, a profile value that is not allowed here is left out with a note', () => {
  const json = { email: 'a@b.example', profile: { website: 'example', nickname: 'Mina' } };
  expect(faultsOf(json)).toHaveLength(1);
  const lenient = read(json, { lenient: true });
  expect(lenient).toMatchObject({ line: { profile: { nickname: 'Mina' } }, notes: [expect.stringMatching(/website/)] });
});

describe('contract 30: the published schema', () => {
  it.each<[string, object]>([
    ['unknown members', { email: 'a@b.example', phone: '1' }],
    ['no address', { profile: {} }],
    ['unknown members of the profile', { email: 'a@b.example', profile: { shoe: '42' } }],
    ['a wrong role', { email: 'a@b.example', role: 'admin' }],
    ['a sub beyond ASCII', { email: 'a@b.example', subjects: { a1: '한' } }],
    ['seven digits', { email: 'a@b.example', totp: { secret: 'JBSWY3DPEHPK3PXP', digits: 7 } }],
    ['a passkey without its key', { email: 'a@b.example', passkeys: [{ credential_id: 'AAEC', rp_id: 'x' }] }],
  ])('refuses %s, as the import does', (_what, json) => {
    expect(isValid(json)).toBe(false);
    expect(faultsOf(json)).not.toEqual([]);
  });
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648 10: %j in Base32 is %s', (plain, text) => {
  expect(base32Of(Buffer.from(plain))).toBe(text);
  if (text !== '') expect(readBase32(`${text.toLowerCase()}===`)?.toString()).toBe(plain);
});

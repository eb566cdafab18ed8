// What users of other systems become (contract 30): which members come along, which are told, and which need no word.
// That their passwords and codes are right: test/unit/compose/account-files.test.ts.
import { describe, expect, test } from 'vitest';
import { fromAuth0 } from '../../../../src/core/operating/account-files/from-auth0.ts';
import { fromFirebase } from '../../../../src/core/operating/account-files/from-firebase.ts';
import { fromKeycloak } from '../../../../src/core/operating/account-files/from-keycloak.ts';
import type { Translated } from '../../../../src/core/operating/account-files/translated.ts';

const HASH = Buffer.alloc(64, 2).toString('base64');
const SALT = Buffer.alloc(16, 1).toString('base64');

type Row = [user: object, told: { line?: object; notes?: string[]; faults?: string[] }];

/** Nothing is told beyond what the row says. */
function expectTold({ json, notes, faults }: Translated, told: Row[1]): void {
  expect({ notes, faults }).toEqual({ notes: told.notes ?? [], faults: told.faults ?? [] });
  if (told.line) expect(json).toMatchObject(told.line);
}

describe('contract 30: a user of Keycloak', () => {
  /** As version 26 writes one. */
  const USER = {
    ...{ id: '0b6c', username: 'mina', firstName: 'Mina', lastName: 'Kim', email: 'mina@example.com' },
    ...{ emailVerified: true, createdTimestamp: 1_719_800_000_000, enabled: true, totp: false },
    attributes: { locale: ['ko'], LDAP_ID: ['7'], LDAP_ENTRY_DN: ['uid=mina'], modifyTimestamp: ['20240701000000Z'] },
    credentials: [
      {
        ...{ id: 'c1', type: 'password', userLabel: 'My password', createdDate: 1_719_800_000_001 },
        secretData: JSON.stringify({ value: HASH, salt: SALT, additionalParameters: {} }),
        credentialData: JSON.stringify({ hashIterations: 210_000, algorithm: 'pbkdf2-sha512' }),
      },
      { id: 'c0', type: 'password-history', secretData: '{}', credentialData: '{}' },
    ],
    ...{ disableableCredentialTypes: ['password'], requiredActions: [], notBefore: 0, groups: [] },
    realmRoles: ['default-roles-shop', 'offline_access', 'uma_authorization'],
    clientRoles: { account: ['view-profile', 'manage-account'] },
  };
  const PASSWORD = `$pbkdf2-sha512$i=210000$${SALT}$${HASH}`;
  const withoutPassword = { password: undefined };
  const argon2 = (additionalParameters: object) => ({
    type: 'password',
    secretData: JSON.stringify({ value: HASH, salt: SALT }),
    credentialData: JSON.stringify({ hashIterations: '5', algorithm: 'argon2', additionalParameters }),
  });
  const TEMPORARY = 'requiredActions: UPDATE_PASSWORD: the password is left out; the person sets one by mail';
  const older = (more: object) => ({
    ...{
      type: 'password',
      hashedSaltedValue: HASH,
      salt: SALT,
      hashIterations: 27_500,
      counter: 0,
      digits: 0,
      period: 0,
    },
    ...{ algorithm: 'pbkdf2-sha256', createdDate: 1_505_479_429_154, config: {}, ...more },
  });
  const olderCodes = (more: object) =>
    older({ type: 'totp', hashedSaltedValue: 'a secret of 20 bytes', salt: undefined, algorithm: 'HmacSHA1', ...more });

  test.each<Row>([
    [{}, { line: { email_verified: true, disabled: false, password: PASSWORD, profile: { locale: 'ko' } } }],
    [{ requiredActions: null, notBefore: null, clientRoles: null, attributes: null }, {}],

    [{ requiredActions: ['UPDATE_PASSWORD'] }, { line: withoutPassword, notes: [TEMPORARY] }],
    [{ credentials: [{ ...USER.credentials[0], temporary: true }] }, { line: withoutPassword, notes: [TEMPORARY] }],
    // It need not be one that could be checked.
    [
      { requiredActions: ['UPDATE_PASSWORD'], credentials: [{ type: 'password', value: 'first' }] },
      { notes: [TEMPORARY] },
    ],
    [
      { requiredActions: ['VERIFY_EMAIL'] },
      {
        line: { email_verified: false, password: PASSWORD },
        notes: ['requiredActions: VERIFY_EMAIL: the address is not verified'],
      },
    ],
    [
      { requiredActions: ['CONFIGURE_TOTP', 'TERMS_AND_CONDITIONS', 'webauthn-register', 'corp\u202Egnol'] },
      {
        line: { email_verified: true, password: PASSWORD },
        notes: [
          'requiredActions: CONFIGURE_TOTP: left out',
          'requiredActions: TERMS_AND_CONDITIONS: left out',
          'requiredActions: webauthn-register: left out',
          'requiredActions: corp?gnol: left out',
        ],
      },
    ],
    [{ requiredActions: 'UPDATE_PASSWORD' }, { faults: ['requiredActions: must be a list'] }],
    [{ requiredActions: [7] }, { faults: ['requiredActions: must be a list of texts'] }],
    [{ credentials: {} }, { faults: ['credentials: must be a list'] }],

    [{ notBefore: 1_700_000_000 }, { notes: ['notBefore: left out; no session comes along'] }],
    [{ notBefore: '1700000000' }, { notes: ['notBefore: left out; no session comes along'] }],
    [{ notBefore: '0' }, {}],
    [
      { federationLink: 'ldap-1', origin: 'ldap-1', credentials: [] },
      {
        line: withoutPassword,
        notes: ['federationLink: the password is in another directory; the person sets one by mail'],
      },
    ],
    [
      { origin: 'ldap-1' },
      { line: { password: PASSWORD }, notes: ['federationLink: left out; the password that Keycloak has comes along'] },
    ],
    [{ serviceAccountClientId: 'shop' }, { faults: ['serviceAccountClientId: is no person, but a client'] }],

    [{ enabled: 'false', emailVerified: 'true' }, { line: { disabled: true, email_verified: true } }],
    [{ enabled: 0, emailVerified: 1 }, { line: { disabled: true, email_verified: true } }],
    [{ enabled: 'no' }, { faults: ['enabled: must be true or false'] }],
    [
      { enabled: [true], emailVerified: {} },
      { faults: ['emailVerified: must be true or false', 'enabled: must be true or false'] },
    ],
    [{ createdTimestamp: '1719800000000' }, { line: { created_at: '2024-07-01T02:13:20.000Z' } }],
    [
      { createdTimestamp: 'lately' },
      { line: { created_at: undefined }, notes: ['createdTimestamp: left out, because it is no time'] },
    ],
    [{ firstName: 7 }, { notes: ['firstName: left out, because it is no text'] }],

    [
      { credentials: [argon2({ memory: [65536], type: ['id'], version: ['1.3'], parallelism: [2] })] },
      { line: { password: `$argon2id$v=19$m=65536,t=5,p=2$${SALT}$${HASH}` } },
    ],
    [{ credentials: [argon2({ version: ['1.9'] })] }, { line: { password: expect.stringContaining('$v=0$') } }],
    [{ credentials: [older({})] }, { line: { password: `$pbkdf2-sha256$i=27500$${SALT}$${HASH}`, totp: undefined } }],
    [{ credentials: [older({ algorithm: null })] }, { line: { password: `$pbkdf2$i=27500$${SALT}$${HASH}` } }],
    [
      { credentials: [older({ hashIterations: '27500' })] },
      { line: { password: `$pbkdf2-sha256$i=27500$${SALT}$${HASH}` } },
    ],
    [{ credentials: [older({ hashedSaltedValue: null })] }, { faults: [expect.stringMatching(/has no value, salt/)] }],
    [
      { credentials: [older({ algorithm: 'corp-md5' })] },
      { faults: [expect.stringMatching(/hashed by corp-md5 cannot/)] },
    ],
    [
      { credentials: [olderCodes({ digits: 8, period: 60 })] },
      {
        line: {
          totp: {
            secret: 'MEQHGZLDOJSXIIDPMYQDEMBAMJ4XIZLT',
            algorithm: 'SHA1',
            digits: 8,
            period: 60,
            created_at: '2017-09-15T12:43:49.154Z',
          },
        },
      },
    ],
    [{ credentials: [olderCodes({ type: 'hotp', digits: 6 })] }, { faults: [expect.stringMatching(/not TOTP/)] }],
    [
      { credentials: [USER.credentials[0], { type: 'webauthn' }, { type: 'webauthn-passwordless' }, {}] },
      {
        notes: [
          'credentials: one of the type webauthn is left out',
          'credentials: one of the type webauthn-passwordless is left out',
          'credentials: one of the type without a name is left out',
        ],
      },
    ],

    [
      {
        ...{
          realmRoles: ['default-roles-shop', 'editor'],
          clientRoles: { account: ['manage-consent'], shop: ['buyer'] },
        },
        ...{ groups: ['/staff', '/eng/sre', '/a~/b/ops'], clientConsents: [{ clientId: 'shop' }] },
        federatedIdentities: [{ identityProvider: 'google', userId: '1' }, { identityProvider: 'google' }],
        attributes: { department: ['7'], phoneNumber: ['+821012345678', '+821012345679'], empty: [] },
      },
      {
        line: { groups: ['staff', 'sre', 'ops'] },
        notes: [
          'federatedIdentities: left out: google',
          'realmRoles: left out',
          'clientRoles: left out',
          'attributes: department: left out',
          'attributes: phoneNumber: left out but for its first value',
          'clientConsents: left out',
        ],
      },
    ],
    [
      { verifiableCredentials: [{}], active: false, nothing: null, none: [], empty: {}, [`x${'y'.repeat(100)}`]: 1 },
      { notes: ['verifiableCredentials: left out', 'active: left out', `x${'y'.repeat(59)}…: left out`] },
    ],
    [
      { attributes: { phoneNumber: [821012345678], birthdate: '1990-01-02', gender: [{}], locale: [] } },
      {
        line: { profile: { phone_number: '821012345678', birthdate: '1990-01-02' } },
        notes: ['attributes: gender: left out, because it is no text'],
      },
    ],
    [
      { groups: ['/Staff', '/a~/b', '/ops'] },
      {
        line: { groups: ['ops'] },
        notes: ['/Staff', '/a~/b'].map(
          (path) => `groups: ${path}: left out, because names of groups here are written in another way`,
        ),
      },
    ],
    [{ groups: 'ops' }, { faults: ['groups: must be a list'] }],
    [{ groups: [7] }, { faults: ['groups: must be a list of texts'] }],
    [{ groups: null }, { line: { groups: undefined } }],
    [{ groups: ['/a/ops', '/b/ops'] }, { faults: ['groups: /b/ops would be the same group here as /a/ops'] }],
    [{ attributes: ['ko'] }, { notes: ['attributes: left out, because it is no object'] }],
  ])('%j', (more, told) => expectTold(fromKeycloak({ ...USER, ...more }, new Map()), told));

  test('contract 31: of two groups that end alike, the members of the second are refused, whoever had the first', () => {
    const paths = new Map();
    const of = (...groups: string[]) => fromKeycloak({ ...USER, groups }, paths);
    expectTold(of('/eng/admins'), { line: { groups: ['admins'] } });
    expectTold(of('/sales/admins'), { faults: ['groups: /sales/admins would be the same group here as /eng/admins'] });
    expectTold(of('/eng/admins', '/sales'), { line: { groups: ['admins', 'sales'] } });
  });

  test('an address as the username is none', () => {
    expect(fromKeycloak({ ...USER, username: 'MINA@example.com' }, new Map()).json).toMatchObject({
      username: undefined,
    });
  });
});

describe('contract 30: a user of Auth0', () => {
  const USER = {
    ...{ user_id: 'auth0|aa01', email: 'mina@example.com', email_verified: true, nickname: 'mina', blocked: false },
    ...{ name: 'mina@example.com', created_at: '2020-02-03T04:05:06.789Z', updated_at: '2024-01-01T00:00:00.000Z' },
    ...{ last_login: '2024-01-01T00:00:00.000Z', last_ip: '203.0.113.7', logins_count: 3, multifactor: [] },
    identities: [
      { provider: 'auth0', user_id: 'aa01', connection: 'Username-Password-Authentication', isSocial: false },
    ],
    ...{ user_metadata: {}, app_metadata: {} },
  };
  const FACTOR = 'the second factor is left out: Auth0 does not export it';

  test.each<Row>([
    [{}, { line: { email_verified: true, disabled: false, profile: { nickname: 'mina' }, password: 'hash' } }],
    [{ blocked: 'true' }, { line: { disabled: true } }],
    [{ blocked: ' TRUE ' }, { line: { disabled: true } }],
    [{ blocked: 1 }, { line: { disabled: true } }],
    [{ blocked: 'false', email_verified: 'false' }, { line: { disabled: false, email_verified: false } }],
    [{ blocked: null, email_verified: '' }, { line: { disabled: undefined, email_verified: undefined } }],
    [{ blocked: 'yes' }, { faults: ['blocked: must be true or false'] }],
    [{ email_verified: 'verified' }, { faults: ['email_verified: must be true or false'] }],
    [{ multifactor: ['guardian'] }, { notes: [FACTOR] }],
    [{ multifactor: 'guardian', guardian_enrollments: [{ id: 1 }] }, { notes: [FACTOR] }],
    [
      { user_id: 'google-oauth2|17', identities: [{ provider: 'google-oauth2', user_id: '17', isSocial: true }] },
      { notes: ['identities: left out: google-oauth2'] },
    ],
    [
      { identities: [...USER.identities, { provider: 'auth0', user_id: 'aa02' }, { provider: 'github' }, {}] },
      {
        notes: ['identities: left out: auth0', 'identities: left out: github', 'identities: left out: without a name'],
      },
    ],
    [{ identities: 'auth0' }, { notes: ['identities: left out, because it is no list'] }],
    [
      { user_metadata: { plan: 'x' }, app_metadata: { roles: ['y'] }, blocked_for: ['203.0.113.7'], username: 7 },
      {
        notes: [
          'username: left out, because it is no text',
          'user_metadata: left out',
          'app_metadata: left out',
          'blocked_for: left out',
        ],
      },
    ],
  ])('%j', (more, told) => expectTold(fromAuth0({ ...USER, ...more }, 'hash'), told));
});

describe('contract 30: a user of Firebase', () => {
  const CONFIG = { signerKey: 'c2lnbmVy', separator: Buffer.from('Bw==', 'base64'), rounds: 8, memCost: 14 };
  const USER = {
    ...{ localId: 'fb1', email: 'mina@example.com', emailVerified: true, passwordHash: HASH, salt: 'AwQF' },
    ...{ displayName: 'Mina Kim', createdAt: '1588000000123', lastSignedInAt: '1588000000124', disabled: false },
    ...{ customAttributes: '{}', providerUserInfo: [{ providerId: 'password', rawId: 'mina@example.com' }] },
  };
  test.each<Row>([
    [
      {},
      {
        line: {
          ...{ email_verified: true, disabled: false, created_at: '2020-04-27T15:06:40.123Z' },
          password: `$firebase-scrypt$ln=14,r=8,k=c2lnbmVy$AwQFBw==$${HASH}`,
        },
      },
    ],
    [{ disabled: 'true', emailVerified: 'false' }, { line: { disabled: true, email_verified: false } }],
    [{ disabled: 'maybe' }, { faults: ['disabled: must be true or false'] }],
    [{ createdAt: 1_588_000_000_123 }, { line: { created_at: '2020-04-27T15:06:40.123Z' } }],
    [
      { createdAt: 'long ago' },
      { line: { created_at: undefined }, notes: ['createdAt: left out, because it is no time'] },
    ],
    [
      { passwordHash: 'no*base64', salt: '' },
      { line: { password: undefined }, faults: ['passwordHash: must be base64'] },
    ],
    [{ passwordHash: '', salt: '' }, { line: { password: undefined } }],
    [{ mfaInfo: [{ mfaEnrollmentId: '1' }] }, { notes: ['mfaInfo: the second factor is left out'] }],
    [
      {
        customAttributes: '{"admin":true}',
        providerUserInfo: [{ providerId: 'google.com' }, { providerId: 'phone' }],
        tenantId: 't',
      },
      { notes: ['customAttributes: left out', 'providerUserInfo: left out: google.com', 'tenantId: left out'] },
    ],
  ])('%j', (more, told) => expectTold(fromFirebase({ ...USER, ...more }, CONFIG), told));
});

test.each([[(user: unknown) => fromKeycloak(user, new Map())], [(user: unknown) => fromAuth0(user, undefined)]])(
  'contract 30: what is no object has nothing to bring',
  (translate) => {
    for (const user of [null, 7, 'mina', [], undefined]) {
      expect(translate(user)).toMatchObject({ id: undefined, notes: [], faults: [], json: { email: undefined } });
    }
  },
);

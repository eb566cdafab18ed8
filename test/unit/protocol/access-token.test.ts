// The claims of an access token for an API (RFC 9068 2.2; contract 45).
import { expect, it } from 'vitest';
import { accessTokenClaims } from '../../../src/protocol/access-token.ts';

const AT = 1_700_000_000_999;
const facts = {
  ...{ issuer: 'https://id.example.com', id: 'jti', apiKey: 'key', resource: 'https://api.example.com' },
  ...{ scope: ['read', 'write'], createdAt: AT, expiresAt: AT + 60_000, dpopJkt: undefined, person: undefined },
};
const claims = {
  ...{ iss: 'https://id.example.com', sub: 'client.key', aud: 'https://api.example.com', client_id: 'key' },
  ...{ scope: 'read write', iat: 1_700_000_000, exp: 1_700_000_060, jti: 'jti' },
};
const person = { sub: 'mina', authenticatedAt: AT - 5000, amr: ['pwd'], groups: undefined };
const ofPerson = { ...claims, sub: 'mina', auth_time: 1_699_999_995, acr: '1', amr: ['pwd'] };

it.each([
  ['a program acts for itself', {}, claims],
  ['a person', { person }, ofPerson],
  [
    'a person with two factors',
    { person: { ...person, amr: ['pwd', 'otp', 'mfa'] } },
    {
      ...{ ...ofPerson, acr: '2', amr: ['pwd', 'otp', 'mfa'] },
    },
  ],
  ['a person whose groups the API receives', { person: { ...person, groups: [] } }, { ...ofPerson, groups: [] }],
  ['a person in groups', { person: { ...person, groups: ['sre'] } }, { ...ofPerson, groups: ['sre'] }],
  ['a key', { dpopJkt: 'thumbprint' }, { ...claims, cnf: { jkt: 'thumbprint' } }],
])('RFC 9068 2.2: for %s', (_, change, expected) => {
  expect(accessTokenClaims({ ...facts, ...change })).toEqual(expected);
});

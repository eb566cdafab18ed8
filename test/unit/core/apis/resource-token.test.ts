// Which texts can be a token for an API (contract 45, case C10).
import { expect, test } from 'vitest';
import { newOpaqueToken, readResourceToken } from '../../../../src/core/applications/apis/resource-token.ts';
import { newId } from '../../../helpers/new-id.ts';

const ID = newId();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown) => `${encode({ alg: 'ES256' })}.${encode(claims)}.c2ln`;

test('an opaque token and a JWT name their row; another spelling has another hash', () => {
  const opaque = newOpaqueToken(ID);
  const read = readResourceToken(opaque);
  expect(read?.id).toBe(ID);
  expect(readResourceToken(jwt({ jti: ID }))?.id).toBe(ID);
  const other = `${opaque.slice(0, -1)}${opaque.endsWith('A') ? 'B' : 'A'}`;
  expect(readResourceToken(other)?.hash.equals(read?.hash ?? Buffer.alloc(0))).toBe(false);
});

test.each([
  ['nothing', ''],
  ['an access token for user-info', `lk_at_${'a'.repeat(64)}`],
  ['a short opaque one', newOpaqueToken(ID).slice(0, -1)],
  ['a long opaque one', `${newOpaqueToken(ID)}A`],
  ['a JWT without jti', jwt({ sub: 'x' })],
  ['a JWT with another jti', jwt({ jti: `${ID}'` })],
  ['a JWT of no object', jwt('text')],
  ['a JWT of null', jwt(null)],
  ['a JWT that is no JSON', 'a.!.b'],
  ['four parts', `${jwt({ jti: ID })}.x`],
  ['far too long', jwt({ jti: ID, more: 'x'.repeat(9000) })],
])('%s is none', (_, text) => {
  expect(readResourceToken(text)).toBeUndefined();
});

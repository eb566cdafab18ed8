// Which keys an application may register (contract 40).
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fits, readClientKey } from '../../../../src/core/server/keys/client-key.ts';

const jwkOf = (pair: { publicKey: { export(options: { format: 'jwk' }): object } }) =>
  pair.publicKey.export({ format: 'jwk' }) as Record<string, string>;
const ec = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const ed = jwkOf(generateKeyPairSync('ed25519'));
const rsa = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const read = (jwk: unknown) => {
  const reading = readClientKey(jwk);
  return reading.kind === 'key' ? 'key' : reading.fault;
};

describe('taken', () => {
  it.each<[string, object]>([
    ['P-256', ec],
    ['Ed25519', ed],
    ['RSA of 2048 bits', rsa],
    ['with kid, alg and use', { ...ec, kid: 'a', alg: 'ES256', use: 'sig' }],
    ['Ed25519 by that name', { ...ed, alg: 'Ed25519' }],
    ['for PS256 alone', { ...rsa, alg: 'PS256' }],
    ['with operations', { ...ed, key_ops: ['verify'] }],
  ])('%s', (_, jwk) => expect(read(jwk)).toBe('key'));

  it('keeps what matters, and nothing else', () => {
    const reading = readClientKey({ ...ec, kid: 'a', x5c: ['MIIB'], 'x5t#S256': 'x', ext: true, key_ops: ['verify'] });
    expect(reading).toEqual({ kind: 'key', key: { ...ec, kid: 'a' } });
  });
});

describe('refused', () => {
  it.each<[string, unknown, string]>([
    ['a private key', { ...ec, d: 'AAAA' }, 'private'],
    ['an RSA key with a factor', { ...rsa, p: 'AAAA' }, 'private'],
    ['a private member without a value', { ...ed, d: '' }, 'private'],
    ['a shared secret', { kty: 'oct', k: 'AAAA' }, 'private'],
    ['a shared secret that says nothing', { kty: 'oct' }, 'unusable'],
    ['RSA of 1024 bits', jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 })), 'unusable'],
    ['RSA that is 2047 bits', { ...rsa, n: Buffer.alloc(256, 0x7f).toString('base64url') }, 'unusable'],
    ['RSA without end', { ...rsa, n: Buffer.alloc(1025, 0xff).toString('base64url') }, 'unusable'],
    ['RSA with a huge exponent', { ...rsa, e: 'A'.repeat(300) }, 'unusable'],
    ['RSA with an exponent of 33 bits', { ...rsa, e: 'AQAAAAE' }, 'unusable'],
    ['RSA with the exponent 1, for which anybody signs', { ...rsa, e: 'AQ' }, 'unusable'],
    ['RSA with the exponent 0', { ...rsa, e: 'AA' }, 'unusable'],
    ['RSA with an even exponent', { ...rsa, e: 'AQAA' }, 'unusable'],
    ['P-384', jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })), 'unusable'],
    ['secp256k1', { ...ec, crv: 'secp256k1' }, 'unusable'],
    ['Ed448', jwkOf(generateKeyPairSync('ed448')), 'unusable'],
    ['X25519', { ...ed, crv: 'X25519' }, 'unusable'],
    ['half a point', { ...ec, y: undefined }, 'unusable'],
    ['a short coordinate', { ...ec, x: 'AAAA' }, 'unusable'],
    ['another alphabet', { ...ec, x: '+'.repeat(43) }, 'unusable'],
    ['for encryption', { ...rsa, use: 'enc' }, 'unusable'],
    ['operations without verify', { ...rsa, key_ops: ['encrypt'] }, 'unusable'],
    ['an algorithm of another kind', { ...rsa, alg: 'ES256' }, 'unusable'],
    ['Ed25519 for another algorithm', { ...ed, alg: 'ES256' }, 'unusable'],
    ['an algorithm that is not taken', { ...rsa, alg: 'PS512' }, 'unusable'],
    ['a kid that is no text', { ...ec, kid: 1 }, 'unusable'],
    ['a kid without end', { ...ec, kid: 'x'.repeat(201) }, 'unusable'],
    ['a type from the prototype', { kty: 'constructor' }, 'unusable'],
    ['no type', {}, 'unusable'],
    ['a list', [ec], 'unusable'],
    ['null', null, 'unusable'],
    ['a text', JSON.stringify(ec), 'unusable'],
  ])('%s', (_, jwk, fault) => expect(read(jwk)).toBe(fault));
});

it('a key fits the algorithms of its kind, and only the one that was said', () => {
  expect([fits(rsa, 'PS256'), fits(rsa, 'RS256'), fits(rsa, 'ES256'), fits(ec, 'ES256'), fits(ed, 'EdDSA')]).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  expect([fits({ ...rsa, alg: 'PS256' }, 'RS256'), fits({ ...rsa, alg: 'PS256' }, 'PS256')]).toEqual([false, true]);
});

// Forges every kind of token that must be rejected, from a genuine one. An attacker has an ID token, the public keys,
// and keys of their own.
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { exportJWK } from 'jose';

const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

type Header = Record<string, unknown>;

const decode = (part: string): Header => JSON.parse(Buffer.from(part, 'base64url').toString()) as Header;

/**
 * @param genuine an ID token of the server, signed with RS256 or ES256
 * @param jwk the public key that verifies it, as in the JWKS
 * @param trap an address that must never be requested
 */
export async function forgedTokens(
  genuine: string,
  jwk: Readonly<Record<string, unknown>>,
  trap: string,
): Promise<Record<string, string>> {
  const [head = '', body = '', signature = ''] = genuine.split('.');
  const header = decode(head);
  const claims = decode(body);
  const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ownCurve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownJwk = await exportJWK(own.publicKey);

  const signed = (key: KeyObject, changed: Header, payload: object = claims): string => {
    const input = `${encode({ ...header, ...changed })}.${encode(payload)}`;
    return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const mac = (secret: string | Buffer): string => {
    const input = `${encode({ ...header, alg: 'HS256' })}.${body}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const byStranger = (changed: Header) => signed(own.privateKey, { alg: 'RS256', ...changed });
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;

  return {
    'alg none, without a signature': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg none, with the old signature': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    'alg None': `${encode({ ...header, alg: 'None' })}.${body}.`,
    'HS256 with the public key as PEM': mac(publicKey.export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as DER': mac(publicKey.export({ type: 'spki', format: 'der' })),
    'HS256 with the public key as JWK': mac(JSON.stringify(jwk)),
    'HS256 with an empty secret': mac(''),
    'a foreign key with our kid': byStranger({}),
    'a foreign key of another algorithm with our kid': signed(ownCurve.privateKey, { alg: 'ES256' }),
    'a foreign key without kid': byStranger({ kid: undefined }),
    'a foreign key in jwk': byStranger({ jwk: ownJwk, kid: 'own' }),
    'a foreign key at jku': byStranger({ jku: `${trap}/jwks`, kid: 'own' }),
    'a foreign key at x5u': byStranger({ x5u: `${trap}/cert.pem` }),
    'kid as a path': byStranger({ kid: '../../../../dev/null' }),
    'kid as SQL': byStranger({ kid: "' union select 'x" }),
    'kid as an address': byStranger({ kid: `${trap}/key` }),
    'kid of the language': byStranger({ kid: '__proto__' }),
    'critical extension': `${encode({ ...header, crit: ['b64'], b64: false })}.${body}.${signature}`,
    'other claims under the old signature': `${head}.${encode({ ...claims, sub: 'x'.repeat(32) })}.${signature}`,
    'another issuer, by a foreign key': signed(own.privateKey, { alg: 'RS256' }, { ...claims, iss: trap }),
    'cut by a character': genuine.slice(0, -1),
    'cut to two parts': `${head}.${body}`,
    'extended by a character': `${genuine}A`,
    'extended by a part': `${genuine}.${signature}`,
    'a changed signature': `${head}.${body}.${flipped}`,
    'an empty signature': `${head}.${body}.`,
    'a body that is no JSON': `${head}.${encode('sub=admin')}.${signature}`,
    'nothing but dots': '..',
  };
}

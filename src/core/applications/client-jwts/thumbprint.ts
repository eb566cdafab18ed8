// The thumbprint of a key (RFC 7638): its parameters in one spelling, hashed. It names the key that a token is bound
// to.
import { hashContents } from '../../ground/secrets.ts';
import type { ClientKey } from '../../server/keys/client-key.ts';

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** @returns 43 base64url characters */
export function thumbprintOf(key: ClientKey): string {
  const members = (PARAMETERS[key.kty ?? ''] ?? []).map((name) => [name, key[name]]);
  return hashContents(Buffer.from(JSON.stringify(Object.fromEntries(members)))).toString('base64url');
}

// Makes a signing key; its private half is encrypted for keeping before it is seen by any store.
import type { ServerSecrets } from '../secrets.ts';
import type { JwtCrypto } from './jwt-crypto.ts';
import type { SigningKey } from './signing-key.ts';

type Planned = Pick<SigningKey, 'algorithm' | 'number' | 'createdAt' | 'signsFrom'>;

export async function makeSigningKey(
  { secrets, crypto }: { secrets: ServerSecrets; crypto: JwtCrypto },
  planned: Planned,
): Promise<SigningKey> {
  const { id, publicJwk, privateKey } = await crypto.generate(planned.algorithm);
  const sealedPrivateKey = secrets.seal('signing-key', id, privateKey);
  return { ...planned, id, publicJwk, sealedPrivateKey, revokedAt: undefined };
}

// Makes a signing key; its private half is encrypted for keeping before it is seen by any store.
import type { Ports } from '../ports.ts';
import type { SigningKey } from './signing-key.ts';

type Planned = Pick<SigningKey, 'algorithm' | 'number' | 'signsFrom'>;

/** `createdAt` is the moment it is ready to be stored, not the one at which its making began: from then on it is published. */
export async function makeSigningKey(
  { secrets, jwtCrypto, clock }: Pick<Ports, 'secrets' | 'jwtCrypto' | 'clock'>,
  planned: Planned,
): Promise<SigningKey> {
  const { id, publicJwk, privateKey } = await jwtCrypto.generate(planned.algorithm);
  const sealedPrivateKey = secrets.seal('signing-key', id, privateKey);
  return { ...planned, id, publicJwk, sealedPrivateKey, createdAt: clock.now(), revokedAt: undefined };
}

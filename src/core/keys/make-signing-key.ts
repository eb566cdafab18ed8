// Makes a signing key; its private half is encrypted for keeping before it is seen by any store.
import type { Ports } from '../ports.ts';
import type { SigningKey } from './signing-key.ts';

type Planned = Pick<SigningKey, 'algorithm' | 'number'> & {
  /** When it is to sign, told by the moment at which it is ready. */
  signsFrom: (createdAt: number) => number;
};

/**
 * A key counts as published from when it is ready to be stored, not from when its making began, which may take long.
 */
export async function makeSigningKey(
  { secrets, jwtCrypto, clock }: Pick<Ports, 'secrets' | 'jwtCrypto' | 'clock'>,
  { algorithm, number, signsFrom }: Planned,
): Promise<SigningKey> {
  const { id, publicJwk, privateKey } = await jwtCrypto.generate(algorithm);
  const sealedPrivateKey = secrets.seal('signing-key', id, privateKey);
  const createdAt = clock.now();
  return {
    id,
    algorithm,
    number,
    publicJwk,
    sealedPrivateKey,
    createdAt,
    signsFrom: signsFrom(createdAt),
    revokedAt: undefined,
  };
}

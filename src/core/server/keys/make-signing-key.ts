// Creates a signing key. Its private half is encrypted before any store sees it.
import type { Ports } from '../ports.ts';
import type { SigningKey } from './signing-key.ts';

type Planned = Pick<SigningKey, 'algorithm' | 'number'> & {
  /** When the key is to sign, given the time at which it is ready. */
  signsFrom: (createdAt: number) => number;
};

/** A key counts as created when it is ready to be stored, not when its generation begins, which can take long. */
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

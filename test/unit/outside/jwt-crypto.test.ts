// Where signatures are made: on another thread if there is another core, at once if there is none. Which of an
// application's are taken: the one that its key made with the algorithm that is asked for.
import { createPrivateKey, createPublicKey, type JsonWebKey, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { CLIENT_ALGORITHMS, type ClientAlgorithm, type ClientKey } from '../../../src/core/server/keys/client-key.ts';
import { createJwtCrypto } from '../../../src/outside/jwt-crypto.ts';
import { type ClientAlg, newClientPair, signJwt } from '../../helpers/client-keys.ts';

it.each([
  { cores: 1, where: 'at once' },
  { cores: 2, where: 'on another thread' },
])('contract 7: with $cores core(s) RS256 is signed $where, and anybody can verify it', async ({ cores, where }) => {
  const jwt = createJwtCrypto(cores);
  const { id, publicJwk, privateKey } = await jwt.generate('RS256');
  const signing = jwt.prepare({ id, algorithm: 'RS256', privateKey })('JWT', { sub: 'mina' });
  expect(signing instanceof Promise).toBe(where === 'on another thread');
  const verified = await jwt.verify(await signing, async () => publicJwk);
  expect(verified).toEqual({ type: 'JWT', algorithm: 'RS256', claims: { sub: 'mina' } });
});

it.each(['ES256', 'PS256', 'EdDSA', 'RS256'] as const)(
  'contract 40: of %s only its own signature is taken',
  async (alg) => {
    const [pair, other] = [await newClientPair(alg), await newClientPair(alg)];
    const key = pair.publicJwk as unknown as ClientKey;
    const { isSignedBy } = createJwtCrypto();
    const text = await signJwt(pair, { header: { alg }, claims: { sub: 'mina' } });
    const input = text.slice(0, text.lastIndexOf('.'));
    const signature = Buffer.from(text.slice(input.length + 1), 'base64url');
    const taken = (bytes: Buffer, by = key, as: ClientAlgorithm = alg) =>
      isSignedBy(`${input}.${bytes.toString('base64url')}`, by, as);

    expect(await taken(signature)).toBe(true);
    expect(isSignedBy(text.replace(input, `${input.slice(0, -1)}_`), key, alg)).toBe(false);
    expect(await taken(signature, other.publicJwk as unknown as ClientKey)).toBe(false);
    const flipped = Buffer.from(signature);
    flipped.writeUInt8(flipped.readUInt8(5) ^ 1, 5);
    const wrong: Buffer[] = [flipped, Buffer.alloc(0), Buffer.alloc(signature.length), signature.subarray(1)];
    wrong.push(Buffer.concat([signature, Buffer.alloc(1)]), ...otherForms(alg, input, pair.privateJwk));
    for (const bytes of wrong) expect(await taken(bytes)).toBe(false);
    const asOthers = CLIENT_ALGORITHMS.filter((one) => one !== alg && !(alg === 'EdDSA' && one === 'Ed25519'));
    for (const as of asOthers) expect(await taken(signature, key, as)).toBe(false);
  },
);

it.each(['PS256', 'RS256'] as const)(
  'contract 40: a signature by %s is as long as its key, although it is the same number without a zero in front (RFC 8017 8)',
  async (alg) => {
    const pair = await newClientPair(alg);
    const key = pair.publicJwk as unknown as ClientKey;
    const { isSignedBy } = createJwtCrypto();
    // One of 256 begins with a zero.
    for (let at = 0; ; at += 1) {
      const text = await signJwt(pair, { header: { alg }, claims: { at } });
      const end = text.lastIndexOf('.') + 1;
      const signature = Buffer.from(text.slice(end), 'base64url');
      if (signature.readUInt8(0) !== 0) continue;
      const shortened = text.slice(0, end) + signature.subarray(1).toString('base64url');
      expect([isSignedBy(text, key, alg), isSignedBy(shortened, key, alg)]).toEqual([true, false]);
      return;
    }
  },
);

/** What the key signs in another form than JWS has. */
function otherForms(alg: ClientAlg, input: string, privateJwk: object): Buffer[] {
  const key = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  if (alg === 'ES256') return [sign('sha256', Buffer.from(input), key), sign('sha512', Buffer.from(input), key)];
  return alg === 'EdDSA' ? [] : [sign('sha512', Buffer.from(input), key)];
}

it('contract 41: a key that cannot be read made no signature', async () => {
  const { publicJwk, ...pair } = await newClientPair();
  const text = await signJwt(pair, { header: { alg: 'ES256' }, claims: {} });
  const y = Buffer.from(String(publicJwk.y), 'base64url');
  y.writeUInt8(y.readUInt8(0) ^ 1, 0);
  const offCurve = { kty: 'EC', crv: 'P-256', x: String(publicJwk.x), y: y.toString('base64url') };
  expect(() => createPublicKey({ key: offCurve, format: 'jwk' })).toThrow();
  expect(createJwtCrypto().isSignedBy(text, offCurve, 'ES256')).toBe(false);
});

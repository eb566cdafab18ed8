// An authenticator in software, and the browser in front of it: it makes passkeys and signs with them as WebAuthn Level
// 3 says, and lies where a test wants it to.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** What the browser and the authenticator say; each can be overridden. */
export type Said = {
  challenge: string;
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  userVerified?: boolean;
  backupEligible?: boolean;
  backedUp?: boolean;
  counter?: number;
  /** In base64url; null: none. */
  userHandle?: string | null;
};

export type Key = { credentialId: Buffer; userHandle: string; privateKey: KeyObject; algorithm: Algorithm };
type Algorithm = 'ES256' | 'EdDSA' | 'RS256' | 'ES384';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encode(key), encode(one)])]);
}

const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');

const makeKeys = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** COSE_Key (RFC 9052 7). */
function coseKey(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const { x, y, n, e } = publicKey.export({ format: 'jwk' });
  switch (algorithm) {
    case 'ES256':
      return encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      );
    case 'ES384':
      return encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -35],
          [-1, 2],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      );
    case 'EdDSA':
      return encode(
        new Map<number, Cbor>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, bytes(x)],
        ]),
      );
    case 'RS256':
      return encode(
        new Map<number, Cbor>([
          [1, 3],
          [3, -257],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ]),
      );
  }
}

const clientData = (said: Said, type: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: said.type ?? type,
      challenge: said.challenge,
      origin: said.origin,
      crossOrigin: said.crossOrigin ?? false,
      ...(said.topOrigin === undefined ? {} : { topOrigin: said.topOrigin }),
    }),
  );

function authenticatorData(said: Said, attested?: Buffer): Buffer {
  const { userVerified = true, backupEligible = true, backedUp = backupEligible, counter = 0 } = said;
  const flags =
    1 | (userVerified ? 4 : 0) | (backupEligible ? 8 : 0) | (backedUp ? 16 : 0) | (attested === undefined ? 0 : 64);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(said.rpId ?? ''), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
}

/** @param place where the browser is; a test that lies says otherwise with each call */
export function createAuthenticator(place: { origin: string; rpId: string }) {
  const credential = (key: Key, response: object): string => {
    const id = key.credentialId.toString('base64url');
    const common = {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
    return JSON.stringify({ ...common, response });
  };
  return {
    /** @returns the passkey, and what the browser sends */
    create(given: Said & { userHandle: string; algorithm?: Algorithm; credentialId?: Buffer }): {
      key: Key;
      response: string;
    } {
      const said = { ...place, ...given };
      const { algorithm = 'ES256', userHandle, credentialId = randomBytes(32) } = given;
      const { privateKey, publicKey } = makeKeys[algorithm]();
      const key = { credentialId, userHandle, privateKey, algorithm };
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey, algorithm)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(said, attested)],
      ]);
      const response = credential(key, {
        clientDataJSON: clientData(said, 'webauthn.create').toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      });
      return { key, response };
    },
    /** @returns what the browser sends */
    sign(key: Key, given: Said): string {
      const said = { ...place, ...given };
      const client = clientData(said, 'webauthn.get');
      const data = authenticatorData(said);
      const hash = key.algorithm === 'EdDSA' ? null : 'sha256';
      const userHandle = said.userHandle === undefined ? key.userHandle : said.userHandle;
      return credential(key, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(hash, Buffer.concat([data, sha256(client)]), key.privateKey).toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      });
    },
  };
}

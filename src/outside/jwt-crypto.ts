// JSON Web Signatures with jose and Node. jose exports keys, computes their thumbprints and verifies our own. We sign
// by `crypto.sign` with a key object that is created once, which takes less than half of WebCrypto's CPU time; those of
// applications are checked by `crypto.verify`. jose is loaded with the first of our tokens to verify or key to
// generate; the token endpoint does not need it.
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  type KeyType,
  type SigningOptions,
  sign,
  verify as verifySignature,
} from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { ClientAlgorithm, ClientKey } from '../core/server/keys/client-key.ts';
import type { FindKey, JwtCrypto, PreparedKey } from '../core/server/keys/jwt-crypto.ts';
import { type PublicJwk, SIGNING_ALGORITHMS, type SigningAlgorithm } from '../core/server/keys/signing-key.ts';
import type { VerifiedJwt } from '../core/server/keys/signing-keys.ts';

const loadJose = () => import('jose');

const generatePair = promisify(generateKeyPair);

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

const GENERATE: Readonly<Record<SigningAlgorithm, () => Promise<Pair>>> = {
  RS256: () => generatePair('rsa', { modulusLength: 2048 }),
  ES256: () => generatePair('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generatePair('ed25519'),
};

/**
 * @param cores that the process may use. An RS256 signature takes 0.3 ms and is left to another core, if there is one.
 *   On a single core, passing it to another thread and back would cost a third of the signature, and delay other
 *   requests no less.
 */
export const createJwtCrypto = (cores = availableParallelism()): JwtCrypto => ({
  generate,
  prepare: (key) => prepare(key, cores > 1 ? signOnThreadPool : signInline),
  verify,
  isSignedBy,
});

async function generate(algorithm: SigningAlgorithm): ReturnType<JwtCrypto['generate']> {
  const [{ publicKey, privateKey }, { calculateJwkThumbprint, exportJWK }] = await Promise.all([
    GENERATE[algorithm](),
    loadJose(),
  ]);
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  return {
    id,
    publicJwk: { ...(jwk as PublicJwk), kid: id, alg: algorithm, use: 'sig' },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type SignRs256 = typeof signInline | typeof signOnThreadPool;

function prepare(
  { id, algorithm, privateKey }: Parameters<JwtCrypto['prepare']>[0],
  signRs256: SignRs256,
): PreparedKey {
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const headers = new Map<string, string>();
  const headerOf = (typ: string): string => {
    const header = headers.get(typ) ?? encode({ alg: algorithm, kid: id, typ });
    headers.set(typ, header);
    return header;
  };
  return (type, claims) => {
    const input = `${headerOf(type)}.${encode(claims)}`;
    const append = (signature: Buffer) => `${input}.${signature.toString('base64url')}`;
    if (algorithm === 'RS256') {
      const signature = signRs256(input, key);
      return signature instanceof Promise ? signature.then(append) : append(signature);
    }
    if (algorithm === 'EdDSA') return append(sign(null, Buffer.from(input), key));
    return append(sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }));
  };
}

const signInline = (input: string, key: KeyObject): Buffer => sign('sha256', Buffer.from(input), { key });

const signOnThreadPool = (input: string, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(input), { key }, (error, signature) => (error ? reject(error) : resolve(signature)));
  });

/** Of the header only `kid` and `alg` are used, and only to find one of our keys. */
async function verify(jwt: string, findKey: FindKey): Promise<VerifiedJwt | undefined> {
  const { compactVerify, decodeProtectedHeader } = await loadJose();
  const named = readHeader(jwt, decodeProtectedHeader);
  const jwk = named && (await findKey(named.id, named.algorithm));
  if (!jwk) return undefined;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const { payload, protectedHeader } = await compactVerify(jwt, key, { algorithms: [named.algorithm] });
    const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'));
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined;
    return { type: protectedHeader.typ, algorithm: named.algorithm, claims: claims as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Reading a key costs as much as checking a signature, and those of an application are the same object each time. */
const readKeys = new WeakMap<ClientKey, KeyObject>();

/** How each signature is checked (RFC 7518 3.3 to 3.5, RFC 8037 3.1). */
const CHECKS: Readonly<Record<ClientAlgorithm, { type: KeyType; digest: string | null } & SigningOptions>> = {
  ES256: { type: 'ec', digest: 'sha256', dsaEncoding: 'ieee-p1363' },
  PS256: {
    type: 'rsa',
    digest: 'sha256',
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  },
  RS256: { type: 'rsa', digest: 'sha256', padding: constants.RSA_PKCS1_PADDING },
  EdDSA: { type: 'ed25519', digest: null },
  Ed25519: { type: 'ed25519', digest: null },
};

/**
 * By `crypto.verify`, which takes half of WebCrypto's CPU time, and a third with a key that was not seen before, as
 * that of a DPoP proof is.
 */
function isSignedBy(...[jwt, key, algorithm]: Parameters<JwtCrypto['isSignedBy']>): boolean {
  const end = jwt.lastIndexOf('.');
  const { type, digest, ...how } = CHECKS[algorithm];
  try {
    const read = readKeys.get(key) ?? createPublicKey({ key, format: 'jwk' });
    readKeys.set(key, read);
    // Without a digest, Node takes that of the key's type.
    if (read.asymmetricKeyType !== type) return false;
    const signature = Buffer.from(jwt.slice(end + 1), 'base64url');
    // As long as the key (RFC 8017 8.1.2, 8.2.2): of PS256, OpenSSL takes the same number without a zero in front.
    const bits = type === 'rsa' ? (read.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
    if (signature.length * 8 < bits) return false;
    return verifySignature(digest, Buffer.from(jwt.slice(0, end)), { key: read, ...how }, signature);
  } catch {
    return false;
  }
}

function readHeader(
  jwt: string,
  decodeProtectedHeader: typeof import('jose').decodeProtectedHeader,
): { id: string; algorithm: SigningAlgorithm } | undefined {
  try {
    const { kid, alg } = decodeProtectedHeader(jwt);
    const algorithm = SIGNING_ALGORITHMS.find((known) => known === alg);
    return algorithm && typeof kid === 'string' && isCanonical(jwt) ? { id: kid, algorithm } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Rejects other encodings of the same signed bytes: unused bits, padding and white space do not affect the signature.
 */
const isCanonical = (jwt: string): boolean =>
  jwt.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
